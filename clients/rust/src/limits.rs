// Generated from clients/limits.json. Do not edit.
//! What the clients of all languages share.

use std::time::Duration;

/// Attempts of a call, the first included.
pub(crate) const ATTEMPTS: usize = 3;

/// Longest wait before the second attempt; it doubles with each.
pub(crate) const DELAY: Duration = Duration::from_millis(200);

/// Longest wait that a service may ask for; beyond it, its answer is the outcome.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_millis(30_000);

/// Longest duration of one attempt.
pub(crate) const TIMEOUT: Duration = Duration::from_millis(10_000);

/// Statuses that mean `not now`: too many requests, and those of gateways.
pub(crate) const RETRIED_STATUSES: &[u16] = &[429, 502, 503, 504];

/// Longest answer in bytes; a longer one is malformed.
pub(crate) const LONGEST_ANSWER: usize = 67_108_864;

/// Longest refusal in bytes; a longer one is cut.
pub(crate) const LONGEST_REFUSAL: usize = 1_048_576;

/// Longest message of an error in characters; a longer one is cut.
pub(crate) const LONGEST_MESSAGE: usize = 300;

/// Longest decimal in characters: reading more takes time that grows with their square.
pub(crate) const LONGEST_DECIMAL: usize = 10_000;

/// Most pages of a list.
pub(crate) const MOST_PAGES: usize = 10_000;

/// Most pages in a row without a new item: after them, the list counts as endless.
pub(crate) const MOST_WITHOUT_NEW: usize = 100;

/// Most items with one time, in a list that is paged by time: the longest page that services send.
pub(crate) const MOST_AT_ONE_TIME: usize = 500;

/// Longest wait of one request for a turn: connections that are silent for longer are cut on the way.
pub(crate) const LONGEST_BLOCK: Duration = Duration::from_millis(20_000);

/// Shortest time between two requests for a turn, for a service that answers 408 at once.
pub(crate) const SHORTEST_BLOCK: Duration = Duration::from_millis(250);
