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
    pub(crate) credentials: HashMap<&'static str, Arc<dyn TokenSource>>,
    pub(crate) filling: Option<Filling>,
    pub(crate) watcher: Option<Watcher>,
}

/// Sees an answer as it came.
pub(crate) type Watcher = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// Headers of operations that have them in their document, unless one of these inputs is there.
#[derive(Clone)]
pub(crate) struct Filling {
    pub headers: Vec<(&'static str, String)>,
    pub unless: &'static [&'static str],
}

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            attempts: 3,
            delay: Duration::from_millis(200),
            headers: HeaderMap::new(),
            credentials: HashMap::new(),
            filling: None,
            watcher: None,
        }
    }
}

impl Options {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Longest time of one attempt, its answer included. Default: 10 s.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How often a call that may be sent again is tried, the first time included. Default: 3.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Longest wait before the second attempt; it doubles with each. Default: 200 ms; `Retry-After` wins.
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Sends a header along.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Shows each answer as it came, for members that its type does not have, or to tell null from nothing.
    pub fn watch(mut self, watcher: impl Fn(&[u8]) + Send + Sync + 'static) -> Self {
        self.watcher = Some(Arc::new(watcher));
        self
    }

    /// Sends a token with the operations that take one, and renews it once when the service answers 401.
    pub fn token(self, source: impl TokenSource + 'static) -> Self {
        self.credential("Authorization", source)
    }

    pub(crate) fn credential(mut self, header: &'static str, source: impl TokenSource + 'static) -> Self {
        self.credentials.insert(header, Arc::new(source));
        self
    }
}
