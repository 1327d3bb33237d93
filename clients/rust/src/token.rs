use std::sync::Arc;
use std::time::Instant;

use futures_util::future::{BoxFuture, FutureExt, ready};
use tokio::sync::Mutex;

use crate::Error;

/// A token, and until when it is handed out.
type Made = (String, Option<Instant>);

struct Source {
    make: Box<dyn Fn() -> BoxFuture<'static, Result<Made, Error>> + Send + Sync>,
    renews: bool,
    kept: Mutex<Option<Made>>,
}

/// Hands out a token, and renews it where it can. Clones share the token.
///
/// A text is a token that cannot be renewed: `"...".into()`.
#[derive(Clone)]
pub struct TokenSource(Arc<Source>);

impl<T: Into<String>> From<T> for TokenSource {
    fn from(token: T) -> Self {
        let token = token.into();
        let make = move || ready(Ok((token.clone(), None))).boxed();
        Self(Arc::new(Source { make: Box::new(make), renews: false, kept: Mutex::default() }))
    }
}

impl TokenSource {
    /// Keeps what `make` gives, a token, and until when it is handed out, until then or until it is rejected. However many
    /// ask at once, one is made; when making it fails, who asked is told, and the next one to ask tries again.
    pub fn kept<F>(make: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Made, Error>> + Send + 'static,
    {
        Self(Arc::new(Source { make: Box::new(move || make().boxed()), renews: true, kept: Mutex::default() }))
    }

    /// The token to send now.
    ///
    /// # Errors
    /// Those of making it.
    pub async fn token(&self) -> Result<String, Error> {
        let mut kept = self.0.kept.lock().await;
        kept.take_if(|(_, until)| until.is_some_and(|until| until <= Instant::now()));
        if let Some((token, _)) = &*kept {
            return Ok(token.clone());
        }
        Ok(kept.insert((self.0.make)().await?).0.clone())
    }

    /// A service answered 401 to a token. Tells whether another one can be had.
    pub async fn reject(&self, token: &str) -> bool {
        self.0.kept.lock().await.take_if(|(known, _)| known == token);
        self.0.renews
    }
}
