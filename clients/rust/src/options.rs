use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::token::TokenSource;

/// What a client is told.
#[derive(Clone)]
pub struct Options {
    pub(crate) timeout: Duration,
    pub(crate) attempts: u32,
    pub(crate) delay: Duration,
    pub(crate) headers: HeaderMap,
    /// By the name of the header.
    pub(crate) credentials: HashMap<&'static str, TokenSource>,
    pub(crate) site: Option<(i64, Option<String>)>,
    pub(crate) watcher: Watcher,
}

/// Sees an answer as it came.
type Watcher = Arc<dyn Fn(&[u8]) + Send + Sync>;

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            attempts: 3,
            delay: Duration::from_millis(200),
            headers: HeaderMap::new(),
            credentials: HashMap::new(),
            site: None,
            watcher: Arc::new(|_: &[u8]| ()),
        }
    }
}

impl Options {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Longest time of one attempt, its answer included. Default: 10 s.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// How often a call that may be sent again is tried, the first time included. Default: 3.
    pub fn attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    /// Longest wait before the second attempt; it doubles with each. Default: 200 ms; `Retry-After` wins.
    pub fn delay(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }

    /// Sends a header along.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Shows each answer as it came, for members that its type does not have, or to tell null from nothing.
    pub fn watch(self, watcher: impl Fn(&[u8]) + Send + Sync + 'static) -> Self {
        Self { watcher: Arc::new(watcher), ..self }
    }

    /// Chooses the site of comments by its number, and the page on it by its slug, for calls that need one and choose none
    /// themselves (document 2, Choosing a site).
    pub fn site(self, id: i64, slug: Option<&str>) -> Self {
        Self { site: Some((id, slug.map(str::to_owned))), ..self }
    }

    /// Sends a token with the operations that take one, and renews it once when the service answers 401.
    pub fn token(self, source: impl Into<TokenSource>) -> Self {
        self.credential("Authorization", source)
    }

    pub(crate) fn credential(mut self, header: &'static str, source: impl Into<TokenSource>) -> Self {
        self.credentials.insert(header, source.into());
        self
    }
}
