use reqwest::header::HeaderMap;

use crate::limits::LONGEST_MESSAGE;

/// Why there is no result. No message holds a credential.
///
/// A call whose future is dropped ends without one: so a caller loses interest.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The service refused: an answer that is no success.
    #[error(transparent)]
    Service(#[from] Box<ServiceError>),
    /// One attempt took longer than [`Options::timeout`](crate::Options::timeout).
    #[error("{0} took too long")]
    Timeout(&'static str),
    /// The service was not reached, or its answer broke off.
    #[error("{operation} has no answer: {}", root(source))]
    Network {
        /// What was called.
        operation: &'static str,
        /// Without the address.
        source: reqwest::Error,
    },
    /// The answer is not what the document says.
    #[error("{operation} has no answer that could be read: {source}")]
    Malformed {
        /// What was called.
        operation: &'static str,
        /// Where it differs.
        source: serde_json::Error,
    },
    /// A list cannot be read to its end: the service breaks its own paging.
    #[error("{0}")]
    Paging(String),
    /// OAuth: the user did not approve.
    #[error("the user did not approve: {0}")]
    NotApproved(String),
    /// What was given cannot be used: an address, a keystore, a message. The text says which, and repeats no secret.
    #[error("{0}")]
    Invalid(String),
}

impl Error {
    /// Status of the refusal, where it is one.
    pub fn status(&self) -> Option<u16> {
        match self {
            Error::Service(refused) => Some(refused.status),
            _ => None,
        }
    }
}

/// What the system or the network reported, without what stands around it.
fn root(error: &reqwest::Error) -> String {
    let mut root: &dyn std::error::Error = error;
    while let Some(source) = root.source() {
        root = source;
    }
    root.to_string()
}

/// A refusal.
#[derive(Debug, Clone, thiserror::Error)]
#[error(
    "{operation} was answered with {status}{}",
    message.iter().map(|message| format!(": {message}")).collect::<String>()
)]
pub struct ServiceError {
    /// What was refused, such as `GET /me`.
    pub operation: &'static str,
    /// Status of HTTP.
    pub status: u16,
    /// Of the body, where it has one: the documents leave the body of a refusal open.
    pub code: Option<i64>,
    /// Of the body, where it has one.
    pub message: Option<String>,
    /// As it came, its first MiB.
    pub body: Vec<u8>,
    /// As they came.
    pub headers: HeaderMap,
}

impl ServiceError {
    /// `X-Request-Id` of the response, for a report to who runs the service.
    pub fn request_id(&self) -> Option<&str> {
        self.headers.get("x-request-id")?.to_str().ok()
    }

    /// `secrets` were sent: the service may repeat them in its message.
    pub(crate) fn new<'a>(
        operation: &'static str,
        status: u16,
        headers: HeaderMap,
        body: Vec<u8>,
        secrets: impl Iterator<Item = &'a str>,
    ) -> Self {
        let told: serde_json::Value =
            serde_json::from_slice(body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&body)).unwrap_or_default();
        // As it may stand in a log: on one line, and not for ever.
        let legible = |letter: char| if letter.is_control() { ' ' } else { letter };
        let hidden = |text: String, secret: &str| if secret.is_empty() { text } else { text.replace(secret, "***") };
        let message = told["msg"].as_str().map(|text| {
            let text = secrets.fold(text.to_owned(), hidden);
            text.chars().take(LONGEST_MESSAGE).map(legible).collect()
        });
        Self { operation, status, code: told["code"].as_i64(), message, body, headers }
    }
}
