use std::fmt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::Error;
use crate::token::TokenSource;

const TEN_MINUTES: Duration = Duration::from_secs(600);
const AHEAD: Duration = Duration::from_secs(60);

/// What an application was given by the wallet network. A secret.
#[derive(Clone)]
pub struct Keystore {
    client_id: String,
    session_id: String,
    key: SigningKey,
}

impl fmt::Debug for Keystore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keystore")
    }
}

/// What a token is signed for; the services take one for `GET /me`, the default.
#[derive(Clone, Debug)]
pub struct SignedRequest<'a> {
    /// Upper case.
    pub method: &'a str,
    /// Path below the base address of the network, with the query.
    pub path: &'a str,
    /// The body, as sent.
    pub body: &'a str,
    /// Of the token.
    pub scope: &'a str,
    /// How long the token holds.
    pub lifetime: Duration,
}

impl Default for SignedRequest<'_> {
    fn default() -> Self {
        Self { method: "GET", path: "/me", body: "", scope: "FULL", lifetime: TEN_MINUTES }
    }
}

impl Keystore {
    /// Reads `{"client_id": ..., "session_id": ..., "private_key": ...}`. Where these are missing `app_id` or `user_id`, and
    /// `session_private_key`, are taken: SDKs of the network write them so. The key is Ed25519, 32 or 64 bytes, in hexadecimal,
    /// base64 or base64url.
    ///
    /// # Errors
    /// [`Error::Invalid`], which repeats nothing of it.
    pub fn read(json: &str) -> Result<Self, Error> {
        let invalid = |what: &str| Error::Invalid(format!("the keystore {what}"));
        let members: Value = serde_json::from_str(json).map_err(|_| invalid("is no JSON"))?;
        let text = |names: &[&str]| {
            let found = names.iter().find_map(|name| members[name].as_str().filter(|text| !text.is_empty()));
            found.ok_or_else(|| invalid(&format!("has no {}", names[0])))
        };
        let bytes = key_bytes(text(&["private_key", "session_private_key"])?).unwrap_or_default();
        let seed = bytes.first_chunk::<32>().filter(|_| matches!(bytes.len(), 32 | 64));
        let wrong_key = || invalid("has no Ed25519 key: 32 or 64 bytes, in hexadecimal or base64");
        Ok(Self {
            client_id: text(&["client_id", "app_id", "user_id"])?.into(),
            session_id: text(&["session_id"])?.into(),
            key: SigningKey::from_bytes(seed.ok_or_else(wrong_key)?),
        })
    }

    /// Signs one token for a request (document 1, Access token for protected operations).
    pub fn sign(&self, request: &SignedRequest<'_>) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let hash = Sha256::digest([request.method, request.path, request.body].concat());
        let claims = json!({
            "uid": self.client_id, "sid": self.session_id, "jti": Uuid::new_v4(), "scp": request.scope,
            "sig": hex::encode(hash), "iat": now.as_secs(), "exp": (now + request.lifetime).as_secs(),
        });
        let encoded = |text: &str| URL_SAFE_NO_PAD.encode(text);
        let text = format!("{}.{}", encoded(r#"{"alg":"EdDSA","typ":"JWT"}"#), encoded(&claims.to_string()));
        let signature = self.key.sign(text.as_bytes()).to_bytes();
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

fn key_bytes(text: &str) -> Option<Vec<u8>> {
    let base64 = text.replace('+', "-").replace('/', "_");
    hex::decode(text).ok().or_else(|| URL_SAFE_NO_PAD.decode(base64.trim_end_matches('=')).ok())
}

/// Hands out tokens that a keystore signs: ten minutes each, kept, and replaced a minute before they end or when a service
/// rejects them. Nothing is sent anywhere.
pub fn access_token(keystore: Keystore) -> TokenSource {
    TokenSource::kept(move || {
        let token = keystore.sign(&SignedRequest::default());
        async move { Ok((token, Some(Instant::now() + TEN_MINUTES - AHEAD))) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "RanJwOTbmnZ4xiD8WSbIxB-dGFf9yUbbanV_s9-4aYs";

    #[test]
    fn a_keystore_is_read_and_not_shown() {
        let json = format!(r#"{{"app_id": "c", "session_id": "s", "private_key": "{KEY}"}}"#);
        assert_eq!(format!("{:?}", Keystore::read(&json).unwrap()), "Keystore");
        for wrong in ["", "{}", "[1]", &json.replace("app_id", "id"), &json.replace("RanJ", "R")] {
            let told = Keystore::read(wrong).unwrap_err().to_string();
            assert!(!told.contains("wOTb"), "{told}");
        }
    }
}
