use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;
use tokio::sync::Mutex;

use crate::Error;

/// A token, and until when it is handed out.
type Made = (String, Option<Instant>);

enum Kind {
    Fixed(String),
    Kept { make: Box<dyn Fn() -> BoxFuture<'static, Result<Made, Error>> + Send + Sync>, kept: Mutex<Option<Made>> },
}

/// Hands out a token, and renews it where it can. Clones share the token.
///
/// A text is a token that cannot be renewed: `"...".into()`.
#[derive(Clone)]
pub struct TokenSource(Arc<Kind>);

impl From<String> for TokenSource {
    fn from(token: String) -> Self {
        Self(Arc::new(Kind::Fixed(token)))
    }
}

impl From<&str> for TokenSource {
    fn from(token: &str) -> Self {
        token.to_owned().into()
    }
}

impl TokenSource {
    /// Keeps what `make` gives, a token, and until when it is handed out, until then or until it is rejected. However many
    /// ask at once, one is made; when making it fails, who asked is told, and the next one to ask tries again.
    pub fn kept<F>(make: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Made, Error>> + Send + 'static,
    {
        Self(Arc::new(Kind::Kept { make: Box::new(move || Box::pin(make())), kept: Mutex::default() }))
    }

    /// The token to send now.
    ///
    /// # Errors
    /// Those of making it.
    pub async fn token(&self) -> Result<String, Error> {
        let (make, kept) = match &*self.0 {
            Kind::Fixed(token) => return Ok(token.clone()),
            Kind::Kept { make, kept } => (make, kept),
        };
        let mut kept = kept.lock().await;
        match &*kept {
            Some((token, until)) if until.is_none_or(|until| Instant::now() < until) => Ok(token.clone()),
            _ => {
                *kept = None;
                Ok(kept.insert(make().await?).0.clone())
            }
        }
    }

    /// A service answered 401 to a token. Tells whether another one can be had.
    pub async fn reject(&self, token: &str) -> bool {
        let Kind::Kept { kept, .. } = &*self.0 else { return false };
        kept.lock().await.take_if(|(known, _)| known == token);
        true
    }
}
