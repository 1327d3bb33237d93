use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::limits;
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
    pub(crate) reporter: Reporter,
    pub(crate) max_pages: usize,
}

/// Sees an answer as it came.
type Watcher = Arc<dyn Fn(&[u8]) + Send + Sync>;

type Reporter = Arc<dyn Fn(&Event<'_>) + Send + Sync>;

/// Something that happens within a call, for logs and metrics. None of them holds a credential.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A request was sent, and answered or not.
    Attempt {
        /// Such as `GET /me`.
        operation: &'static str,
        /// Counted from 1.
        number: u32,
        /// None of a success.
        error: Option<&'a crate::Error>,
    },
    /// The next attempt comes after a wait.
    Wait {
        /// Such as `GET /me`.
        operation: &'static str,
        /// As the service asked for, or a random time.
        wait: Duration,
    },
    /// Credentials were rejected, and are renewed.
    Renewal {
        /// Such as `GET /me`.
        operation: &'static str,
    },
}

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: limits::TIMEOUT,
            attempts: limits::ATTEMPTS as u32,
            delay: limits::DELAY,
            headers: HeaderMap::new(),
            credentials: HashMap::new(),
            site: None,
            watcher: Arc::new(|_: &[u8]| ()),
            reporter: Arc::new(|_: &Event<'_>| ()),
            max_pages: limits::MOST_PAGES,
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

    /// Reports each attempt, wait and renewal.
    pub fn on_event(self, reporter: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        Self { reporter: Arc::new(reporter), ..self }
    }

    /// Most pages of a list to read: one with more is an [`Error::Paging`](crate::Error::Paging). Default: 10,000.
    pub fn max_pages(self, max_pages: usize) -> Self {
        Self { max_pages, ..self }
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
