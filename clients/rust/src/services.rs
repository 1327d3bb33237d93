//! What stands beside generated code: a module a service.

/// Money markets.
pub mod lending {
    pub use crate::generated::lending::*;
    use crate::http::Client;
    use crate::{Error, paging};
    use futures_util::stream::BoxStream;

    /// A client of the lending service.
    pub type LendingClient = Client<Service>;

    impl LendingClient {
        /// Reads the transactions page by page, as far as they are read; `limit` is the length of a page, `offset` the moment
        /// that the first one begins at. The documents declare no paging for this list: a page begins at a time.
        pub fn all_transactions(
            &self,
            params: ListTransactionsParams,
        ) -> BoxStream<'static, Result<Transaction, Error>> {
            let client = self.clone();
            let limit = params.limit.as_ref().and_then(|text| text.parse().ok()).unwrap_or(paging::MOST);
            let key = |one: &Transaction| (one.id, one.created_at.clone());
            Box::pin(paging::by_time(limit, key, move |offset, limit| {
                let (client, mut params) = (client.clone(), params.clone());
                async move {
                    params.offset = offset.or(params.offset);
                    params.limit = limit.map(|limit| limit.to_string()).or(params.limit);
                    Ok(client.list_transactions(&params).await?.unwrap_or_default())
                }
            }))
        }
    }
}

/// Comments, replies and favourites on the pages of a site.
pub mod comment {
    pub use crate::generated::comment::*;
    use crate::http::Client;
    use crate::sign_in::{Kept, Message, TokenSource};
    use crate::{Error, Options};
    use std::sync::Arc;

    /// A client of the comment service.
    pub type CommentClient = Client<Service>;

    impl CommentClient {
        /// Signs in with a token of the wallet network: signed with a keystore, or one of OAuth. The service's own token is
        /// kept, and asked for anew when it is rejected.
        pub fn login_with_token(&self, network: impl TokenSource + 'static) -> Kept {
            let network = Arc::new(network);
            self.login(move || {
                let network = network.clone();
                async move {
                    let token = Some(network.token().await?);
                    Ok(SignInRequest { method: SignInMethod::MIXIN_TOKEN, mixin_token: token, ..Default::default() })
                }
            })
        }

        /// Signs in with a message (EIP-4361). It asks `sign` for a signature of a new message each time: `0x` and 65 bytes in
        /// hexadecimal, as wallets give it (EIP-191).
        pub fn login_with_message<F>(
            &self,
            message: Message,
            sign: impl Fn(String) -> F + Send + Sync + 'static,
        ) -> Kept
        where
            F: Future<Output = Result<String, Error>> + Send + 'static,
        {
            self.login(move || {
                let message = message.renewed();
                let signing = message.text().map(&sign);
                async move {
                    let signature = Some(signing?.await?);
                    let signed_message = serde_json::to_string(&message).ok();
                    Ok(SignInRequest { method: SignInMethod::MVM, signed_message, signature, ..Default::default() })
                }
            })
        }

        fn login<F>(&self, proof: impl Fn() -> F + Send + Sync + 'static) -> Kept
        where
            F: Future<Output = Result<SignInRequest, Error>> + Send + 'static,
        {
            let client = self.clone();
            Kept::new(move || {
                let (client, proof) = (client.clone(), proof());
                async move { Ok((client.sign_in(&proof.await?).await?.data.access_token, None)) }
            })
        }
    }

    impl Options {
        /// Chooses the site by its number, and the page on it by its slug, for calls that need one and choose none themselves
        /// (document 2, Choosing a site).
        pub fn site(mut self, id: i64, slug: Option<&str>) -> Self {
            let id = ("X-COMMENT-SITE-ID", id.to_string());
            let slug = slug.map(|slug| ("X-COMMENT-SITE-SLUG", slug.to_owned()));
            let own = &["site_id", "slug", "X-COMMENT-SITE-ID", "X-COMMENT-SITE-SLUG"];
            self.unless = Some(([id].into_iter().chain(slug).collect(), own));
            self
        }
    }
}

/// Pairs, statistics, orders and transactions of an exchange.
pub mod swap {
    pub use crate::generated::swap::*;

    /// A client of the swap service.
    pub type SwapClient = crate::http::Client<Service>;
}

/// Vaults, and auctions of what is in them.
pub mod vault {
    pub use crate::generated::vault::*;

    /// A client of the vault service.
    pub type VaultClient = crate::http::Client<Service>;
}

/// Indexed texts, and conversations with a bot.
pub mod assistant {
    pub use crate::generated::assistant::*;
    use crate::http::Client;
    use crate::sign_in::Token;
    use crate::{Error, Options};
    use std::time::{Duration, Instant};
    use uuid::Uuid;

    /// A client of the assistant service.
    pub type AssistantClient = Client<Service>;

    /// Longest wait of one request: connections that stay silent for longer are cut on the way.
    const LONGEST_ROUND: Duration = Duration::from_secs(20);
    /// What the network may take beside the wait.
    const MARGIN: Duration = Duration::from_secs(5);
    /// Shortest time between two requests, for a service that answers 408 at once.
    const PAUSE: Duration = Duration::from_millis(250);

    impl AssistantClient {
        /// Waits until a turn is processed, and gives it: by a read that blocks, again after each 408, until the limit. The turn
        /// may have failed: see its `error`.
        ///
        /// # Errors
        /// [`Error::Service`] with status 408 when the turn is not processed within the limit.
        pub async fn wait_for_turn(&self, conversation_id: Uuid, turn_id: i64, limit: Duration) -> Result<Turn, Error> {
            let end = Instant::now() + limit;
            loop {
                let started = Instant::now();
                let round = (end - started).clamp(Duration::from_millis(1), LONGEST_ROUND);
                let timeout = Some(format!("{}ms", round.as_millis()));
                let params = ReadTurnParams { block_until_response: Some(true), timeout };
                let client = self.tell(|options| options.timeout(round + MARGIN));
                match client.read_turn(conversation_id, turn_id, &params).await {
                    Err(error) if error.status() == Some(408) && Instant::now() < end => {
                        let pause = PAUSE.saturating_sub(started.elapsed()).min(end - Instant::now());
                        tokio::time::sleep(pause).await;
                    }
                    answer => return answer.map(|answer| answer.data),
                }
            }
        }
    }

    impl Options {
        /// Sends the application's id, and its secret where that is needed: creating, deleting and resetting indexes.
        pub fn app(self, id: &str, secret: Option<&str>) -> Self {
            let options = self.credential("X-ASSISTANT-APPID", Token::new(id));
            match secret {
                Some(secret) => options.credential("X-ASSISTANT-SECRET", Token::new(secret)),
                None => options,
            }
        }
    }
}
