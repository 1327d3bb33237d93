use std::fmt::Display;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use serde::{Serialize, de::DeserializeOwned};
use url::Url;

use crate::sign_in::TokenSource;
use crate::{Error, Options, ServiceError};

/// Longest wait that a service may ask for; beyond it the answer is handed out as it is.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Longest answer, in bytes; what is longer is malformed.
const LONGEST_ANSWER: usize = 64 << 20;

/// Longest refusal, in bytes; what is longer is cut.
const LONGEST_REFUSAL: usize = 1 << 20;

const SITE_ID: &str = "X-COMMENT-SITE-ID";
const SITE_SLUG: &str = "X-COMMENT-SITE-SLUG";

const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// An operation of a document.
pub(crate) struct Operation {
    pub method: &'static str,
    pub path: &'static str,
    /// Headers that carry the credentials it takes.
    pub credentials: &'static [&'static str],
    /// Parameters in headers.
    pub headers: &'static [&'static str],
}

impl Operation {
    /// Whether a request may be sent again when no answer came (RFC 9110, section 9.2.2).
    fn is_repeatable(&self) -> bool {
        !matches!(self.method, "POST" | "PATCH")
    }

    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// One call with its inputs.
pub(crate) struct Call {
    operation: &'static Operation,
    path: String,
    query: String,
    headers: HeaderMap,
    body: Option<Vec<u8>>,
    problem: Option<Error>,
}

impl Call {
    pub fn new(operation: &'static Operation) -> Self {
        let path = operation.path.to_owned();
        Self { operation, path, query: String::new(), headers: HeaderMap::new(), body: None, problem: None }
    }

    pub fn path(&mut self, name: &str, value: impl Display) {
        let value = utf8_percent_encode(&value.to_string(), ENCODED).to_string();
        self.path = self.path.replace(&format!("{{{name}}}"), &value);
    }

    pub fn query(&mut self, name: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.query += if self.query.is_empty() { "?" } else { "&" };
            self.query += &format!("{name}={}", utf8_percent_encode(&value.to_string(), ENCODED));
        }
    }

    pub fn header(&mut self, name: &'static str, value: Option<impl Display>) {
        let Some(value) = value else { return };
        match (HeaderName::try_from(name), HeaderValue::from_bytes(value.to_string().as_bytes())) {
            (Ok(name), Ok(value)) => drop(self.headers.insert(name, value)),
            _ => self.problem = Some(Error::Invalid(format!("{name} cannot be sent: it has a line break"))),
        }
    }

    pub fn body(&mut self, body: &impl Serialize) {
        self.body = serde_json::to_vec(body).ok();
    }

    fn has(&self, name: &str) -> bool {
        let parameter = format!("{name}=");
        self.headers.contains_key(name) || self.query.split(['?', '&']).any(|part| part.starts_with(&parameter))
    }
}

/// Calls a service. Clones share connections.
pub struct Client<S> {
    http: reqwest::Client,
    base: Arc<str>,
    options: Arc<Options>,
    service: PhantomData<fn() -> S>,
}

impl<S> Clone for Client<S> {
    fn clone(&self) -> Self {
        let (http, base) = (self.http.clone(), self.base.clone());
        Self { http, base, options: self.options.clone(), service: PhantomData }
    }
}

impl<S> Client<S> {
    /// Makes a client of the service at an address such as `https://api.example.org/lending`.
    ///
    /// # Errors
    /// [`Error::Invalid`] when it is no address.
    pub fn new(base_url: &str, options: Options) -> Result<Self, Error> {
        let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let http = builder.build().map_err(|error| Error::Invalid(error.to_string()))?;
        Self::with_http(base_url, options, http)
    }

    /// The same, with an HTTP client of your own. Let it follow no redirects: they carry credentials away.
    ///
    /// # Errors
    /// [`Error::Invalid`] when it is no address.
    pub fn with_http(base_url: &str, options: Options, http: reqwest::Client) -> Result<Self, Error> {
        let address = Url::parse(base_url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        if address.is_none() {
            return Err(Error::Invalid(format!("{base_url:?} is no address, such as https://api.example.org/lending")));
        }
        let base = base_url.trim_end_matches('/').into();
        Ok(Self { http, base, options: Arc::new(options), service: PhantomData })
    }

    /// The same client, told something else: for a single call, too.
    pub fn tell(&self, change: impl FnOnce(Options) -> Options) -> Self {
        let options = Arc::new(change((*self.options).clone()));
        Self { options, ..self.clone() }
    }

    /// Sends a call until it is answered.
    pub(crate) async fn send<T: DeserializeOwned>(&self, mut call: Call) -> Result<T, Error> {
        self.fill(&mut call);
        if let Some(problem) = call.problem {
            return Err(problem);
        }
        let (mut attempt, mut renewed) = (1, false);
        loop {
            let (headers, tokens) = self.present(call.operation).await?;
            let error = match self.attempt(&call, headers).await {
                Ok(body) => return self.read(call.operation, &body),
                Err(error) => error,
            };
            if error.status() == Some(401) && !renewed {
                for (source, token) in &tokens {
                    renewed |= source.reject(token).await;
                }
                if renewed {
                    continue;
                }
            }
            match waiting(&error, attempt, &self.options) {
                Some(wait) if attempt < self.options.attempts && call.operation.is_repeatable() => {
                    tokio::time::sleep(wait).await;
                }
                _ => return Err(error),
            }
            attempt += 1;
        }
    }

    /// Adds the site, where an operation is about one and the call chooses none.
    fn fill(&self, call: &mut Call) {
        let Some((id, slug)) = &self.options.site else { return };
        let chosen = ["site_id", "slug", SITE_ID, SITE_SLUG].iter().any(|name| call.has(name));
        if !chosen && call.operation.headers.contains(&SITE_ID) {
            call.header(SITE_ID, Some(id));
            call.header(SITE_SLUG, slug.as_ref());
        }
    }

    async fn present(&self, operation: &Operation) -> Result<(HeaderMap, Vec<(&TokenSource, String)>), Error> {
        let (mut headers, mut tokens) = (HeaderMap::new(), Vec::new());
        for name in operation.credentials {
            let Some(source) = self.options.credentials.get(name) else { continue };
            let token = source.token().await?;
            let prefix = if *name == "Authorization" { "Bearer " } else { "" };
            let mut value = HeaderValue::try_from(format!("{prefix}{token}"))
                .map_err(|_| Error::Invalid(format!("the credential of {name} cannot be sent")))?;
            value.set_sensitive(true);
            headers.insert(HeaderName::try_from(*name).expect("a header of the documents"), value);
            tokens.push((source, token));
        }
        Ok((headers, tokens))
    }

    fn read<T: DeserializeOwned>(&self, operation: &Operation, body: &[u8]) -> Result<T, Error> {
        (self.options.watcher)(body);
        // Where the documents leave the answer open, there may be none.
        let body = if body.is_empty() { b"null" } else { body };
        serde_json::from_slice(body).map_err(|source| Error::Malformed { operation: operation.name(), source })
    }

    async fn attempt(&self, call: &Call, credentials: HeaderMap) -> Result<Vec<u8>, Error> {
        let operation = call.operation;
        let method = operation.method.parse().expect("a method of the documents");
        let url = format!("{}{}{}", self.base, call.path, call.query);
        let mut request = self.http.request(method, url).timeout(self.options.timeout);
        request = request.header(ACCEPT, "application/json").headers(call.headers.clone());
        request = request.headers(self.options.headers.clone()).headers(credentials);
        if let Some(body) = &call.body {
            request = request.header(CONTENT_TYPE, "application/json").body(body.clone());
        }
        let failed = |error: reqwest::Error| match error.is_timeout() {
            true => Error::Timeout(operation.name()),
            // The address may hold what is nobody's business.
            false => Error::Network { operation: operation.name(), source: error.without_url() },
        };
        let mut response = request.send().await.map_err(failed)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let mut body = Vec::new();
        while let Some(part) = response.chunk().await.map_err(failed)? {
            body.extend_from_slice(&part);
            if !status.is_success() && body.len() >= LONGEST_REFUSAL {
                body.truncate(LONGEST_REFUSAL);
                break;
            }
            if body.len() > LONGEST_ANSWER {
                let source = serde::de::Error::custom("it is too long");
                return Err(Error::Malformed { operation: operation.name(), source });
            }
        }
        if status.is_success() {
            return Ok(body);
        }
        Err(Box::new(ServiceError::new(operation.name(), status.as_u16(), headers, body)).into())
    }
}

/// How long to wait before the next attempt; none where it is of no use.
fn waiting(error: &Error, attempt: u32, options: &Options) -> Option<Duration> {
    let asked = match error {
        Error::Service(refused) if matches!(refused.status, 429 | 502..=504) => asked_wait(&refused.headers),
        Error::Timeout(_) | Error::Network { .. } => None,
        _ => return None,
    };
    // Full jitter: many clients that failed together do not come back together.
    let jitter = || options.delay.mul_f64(fastrand::f64() * f64::from(1 << (attempt - 1).min(16)));
    Some(asked.unwrap_or_else(jitter)).filter(|wait| *wait <= LONGEST_WAIT)
}

/// `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
fn asked_wait(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // More than it holds is more than anybody waits.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let wait = |text: &str| asked_wait(&HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]));
        assert_eq!(wait("2"), Some(Duration::from_secs(2)));
        assert_eq!(wait("Tue, 17 Aug 2021 11:14:49 GMT"), Some(Duration::ZERO));
        assert_eq!(wait("99999999999999999999999"), Some(Duration::from_secs(u64::MAX)));
        assert_eq!(wait("soon"), None);
    }

    #[test]
    fn addresses_are_judged() {
        for address in ["", "127.0.0.1:4000", "ftp://example.org"] {
            assert!(matches!(Client::<()>::new(address, Options::new()), Err(Error::Invalid(_))), "{address}");
        }
    }
}
