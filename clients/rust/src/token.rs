use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Mutex;

use crate::Error;

/// A future in a box.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Hands out a token, and renews it.
pub trait TokenSource: Send + Sync {
    /// The token to send now.
    fn token(&self) -> BoxFuture<'_, Result<String, Error>>;
    /// A service answered 401 to a token. Tells whether another one can be had.
    fn reject<'a>(&'a self, token: &'a str) -> BoxFuture<'a, bool>;
}

impl<T: TokenSource + ?Sized> TokenSource for Arc<T> {
    fn token(&self) -> BoxFuture<'_, Result<String, Error>> {
        (**self).token()
    }
    fn reject<'a>(&'a self, token: &'a str) -> BoxFuture<'a, bool> {
        (**self).reject(token)
    }
}

/// A token that cannot be renewed.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Takes the token as it is.
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }
}

impl TokenSource for Token {
    fn token(&self) -> BoxFuture<'_, Result<String, Error>> {
        Box::pin(async { Ok(self.0.clone()) })
    }
    fn reject<'a>(&'a self, _: &'a str) -> BoxFuture<'a, bool> {
        Box::pin(async { false })
    }
}

type Make = dyn Fn() -> BoxFuture<'static, Result<(String, Option<Instant>), Error>> + Send + Sync;

/// Keeps a token until it is about to end or was rejected. However many ask at once, one is made; when making it fails, who
/// asked is told, and the next one to ask tries again. Clones share the token.
#[derive(Clone)]
pub struct Kept {
    make: Arc<Make>,
    kept: Arc<Mutex<Option<(String, Option<Instant>)>>>,
}

impl Kept {
    /// Keeps what `make` gives: a token, and until when it is handed out.
    pub fn new<F>(make: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<(String, Option<Instant>), Error>> + Send + 'static,
    {
        Self { make: Arc::new(move || Box::pin(make())), kept: Arc::default() }
    }
}

impl TokenSource for Kept {
    fn token(&self) -> BoxFuture<'_, Result<String, Error>> {
        Box::pin(async {
            let mut kept = self.kept.lock().await;
            match &*kept {
                Some((token, until)) if until.is_none_or(|until| Instant::now() < until) => Ok(token.clone()),
                _ => {
                    *kept = None;
                    Ok(kept.insert((self.make)().await?).0.clone())
                }
            }
        })
    }

    fn reject<'a>(&'a self, token: &'a str) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            let mut kept = self.kept.lock().await;
            kept.take_if(|(known, _)| known == token);
            true
        })
    }
}
