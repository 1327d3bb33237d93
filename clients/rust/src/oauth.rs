use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use crate::http::{Client, Operation};
use crate::{Error, Options};

/// Asks a user for a token of the wallet network, with PKCE and without a secret (document 1, Method A).
#[derive(Clone, Debug, Default)]
pub struct OAuth {
    /// Address in front of `/oauth/authorize` and `/oauth/token`.
    pub network_url: String,
    /// The application, a UUID.
    pub client_id: String,
    /// Where the user comes back to, registered with the application; none where the user copies the code.
    pub redirect_uri: Option<String>,
    /// Such as `PROFILE:READ`.
    pub scopes: Vec<String>,
}

/// One way to the wallet: the user opens `url`; `state` and `verifier`, a secret, are kept until the user comes back.
#[derive(Clone)]
pub struct Authorization {
    /// Where to send the user.
    pub url: String,
    /// Ties the answer to this request.
    pub state: String,
    /// Proves that who exchanges the code is who asked for it.
    pub verifier: String,
}

/// What the user granted.
#[derive(Clone)]
pub struct Grant {
    /// Token of the wallet network.
    pub token: String,
    /// What it is for.
    pub scopes: Vec<String>,
}

const EXCHANGE: Operation =
    Operation { name: "POST /oauth/token", method: Method::POST, credentials: &[], headers: &[] };

impl OAuth {
    /// Prepares the way to the wallet.
    ///
    /// # Errors
    /// [`Error::Invalid`] when `network_url` is no address.
    pub fn start(&self) -> Result<Authorization, Error> {
        let mut secrets = [0; 48];
        getrandom::fill(&mut secrets)
            .map_err(|error| Error::Invalid(format!("this machine has no random numbers: {error}")))?;
        let [state, verifier] = [&secrets[..16], &secrets[16..]].map(|part| URL_SAFE_NO_PAD.encode(part));
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier));
        let address = format!("{}/oauth/authorize", self.network_url);
        let mut url = Url::parse(&address).map_err(|_| Error::Invalid(format!("{address:?} is no address")))?;
        url.query_pairs_mut()
            .append_pair("client_id", &self.client_id)
            .append_pair("scope", &self.scopes.join(" "))
            .append_pair("response_type", "code")
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("state", &state)
            .extend_pairs(self.redirect_uri.iter().map(|uri| ("redirect_uri", uri)));
        Ok(Authorization { url: url.into(), state, verifier })
    }

    /// Gets a token for a code.
    ///
    /// # Errors
    /// [`Error::Service`] when the network refuses the code, and those of any call.
    pub async fn exchange(&self, authorization: &Authorization, code: &str) -> Result<Grant, Error> {
        let asked = json!({
            "client_id": self.client_id, "code": code.trim(), "code_verifier": authorization.verifier,
            "grant_type": "authorization_code",
        });
        let network = Client::<()>::new(&self.network_url, Options::new())?;
        let answer: Value = network.call(&EXCHANGE, "/oauth/token", &(), Some(asked.to_string().into())).await?;
        // In an envelope, or without (RFC 6749, section 5.1).
        let granted = answer.get("data").unwrap_or(&answer);
        let source = serde::de::Error::missing_field("access_token");
        let token = granted["access_token"].as_str().ok_or(Error::Malformed { operation: EXCHANGE.name, source })?;
        let scope = granted["scope"].as_str().unwrap_or_default();
        Ok(Grant { token: token.into(), scopes: scope.split_whitespace().map(str::to_owned).collect() })
    }
}

impl Authorization {
    /// Reads the code from the address that the user came back to.
    ///
    /// # Errors
    /// [`Error::NotApproved`]; [`Error::Invalid`] when the answer belongs to another sign-in.
    pub fn code(&self, callback: &str) -> Result<String, Error> {
        let url = Url::parse(callback).map_err(|_| Error::Invalid("the callback is no address".into()))?;
        let answer = |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
        if answer("state").as_deref() != Some(&self.state) {
            return Err(Error::Invalid("the answer belongs to another sign-in: begin again".into()));
        }
        if let Some(told) = answer("error") {
            return Err(Error::NotApproved(told.chars().take(100).collect()));
        }
        answer("code").ok_or_else(|| Error::NotApproved("there is no code".into()))
    }
}
