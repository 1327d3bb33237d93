use futures_util::future::BoxFuture;

use crate::Error;
use crate::comment::{CommentClient, SignInMethod, SignInRequest};
use crate::sign_in::{Message, TokenSource};

/// What is sent to sign in.
type Proof = BoxFuture<'static, Result<SignInRequest, Error>>;

impl CommentClient {
    /// Signs in with a token of the wallet network: signed with a keystore, or one of OAuth. The service's own token is kept,
    /// and asked for anew when it is rejected.
    pub fn login_with_token(&self, network: impl Into<TokenSource>) -> TokenSource {
        let network = network.into();
        self.login(move || {
            let network = network.clone();
            Box::pin(async move {
                let mixin_token = Some(network.token().await?);
                Ok(SignInRequest { method: SignInMethod::MIXIN_TOKEN, mixin_token, ..Default::default() })
            })
        })
    }

    /// Signs in with a message (EIP-4361). It asks `sign` for a signature of a new message each time: `0x` and 65 bytes in
    /// hexadecimal, as wallets give it (EIP-191).
    pub fn login_with_message<F>(
        &self,
        message: Message,
        sign: impl Fn(String) -> F + Send + Sync + 'static,
    ) -> TokenSource
    where
        F: Future<Output = Result<String, Error>> + Send + 'static,
    {
        self.login(move || {
            let message = message.renewed();
            let signing = message.text().map(&sign);
            Box::pin(async move {
                let signature = Some(signing?.await?);
                let signed_message = serde_json::to_string(&message).ok();
                Ok(SignInRequest { method: SignInMethod::MVM, signed_message, signature, ..Default::default() })
            })
        })
    }

    fn login(&self, proof: impl Fn() -> Proof + Send + Sync + 'static) -> TokenSource {
        let client = self.clone();
        TokenSource::kept(move || {
            let (client, proof) = (client.clone(), proof());
            async move { Ok((client.sign_in(&proof.await?).await?.data.access_token, None)) }
        })
    }
}
