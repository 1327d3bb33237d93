use std::fmt::Display;
use std::io::Read as _;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use flate2::read::MultiGzDecoder;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER, USER_AGENT,
};
use reqwest::{Method, RequestBuilder};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use url::Url;

use crate::limits::{LONGEST_ANSWER, LONGEST_REFUSAL, LONGEST_WAIT, RETRIED_STATUSES};
use crate::sign_in::TokenSource;
use crate::{Error, Event, Options, ServiceError};

const AGENT: &str = concat!("wallet-services-rust/", env!("CARGO_PKG_VERSION"));

const SITE_ID: &str = "X-COMMENT-SITE-ID";
const SITE_SLUG: &str = "X-COMMENT-SITE-SLUG";

const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A value, as it stands in a path or a query.
pub(crate) fn encoded(value: impl Display) -> String {
    utf8_percent_encode(&value.to_string(), ENCODED).to_string()
}

/// An operation of a document.
pub(crate) struct Operation {
    /// Such as `GET /me`.
    pub name: &'static str,
    pub method: Method,
    /// Headers that carry the credentials it takes.
    pub credentials: &'static [&'static str],
    /// Inputs that stand in headers; others stand in the query.
    pub headers: &'static [&'static str],
}

/// Connections, for clients of several services to share. Redirects are not followed: they carry credentials away.
#[derive(Clone)]
pub struct Http(reqwest::Client);

impl Http {
    /// Connections with settings of your own: proxies, certificates, pools.
    ///
    /// # Errors
    /// [`Error::Invalid`] when reqwest cannot use the settings.
    pub fn new(settings: reqwest::ClientBuilder) -> Result<Self, Error> {
        let http = settings.redirect(reqwest::redirect::Policy::none()).build();
        http.map(Self).map_err(|error| Error::Invalid(format!("the HTTP client cannot be made: {error}")))
    }
}

/// Whether an address can be that of a service. The message does not repeat it: it may hold a password.
fn checked_base(base_url: &str) -> Result<&str, Error> {
    let wrong = |what| Err(Error::Invalid(format!("base_url {what}: write it like https://api.example.org/lending")));
    if base_url.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\') {
        return wrong("has a space, a line break or a backslash");
    }
    let is_escape = |rest: &str| rest.len() > 1 && rest.bytes().take(2).all(|byte| byte.is_ascii_hexdigit());
    if !base_url.split('%').skip(1).all(is_escape) {
        return wrong("has a lone %");
    }
    let (scheme, host) = base_url.split_once("://").unwrap_or_default();
    let is_http = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    if !is_http || host.is_empty() || host.starts_with('/') {
        return wrong("is no http or https address");
    }
    match Url::parse(base_url) {
        Err(_) => wrong("is no address"),
        Ok(url) if !url.username().is_empty() || url.password().is_some() => wrong("has a user name or a password"),
        Ok(_) if base_url.contains(['?', '#']) => wrong("has a query or a fragment"),
        Ok(_) => Ok(base_url.trim_end_matches('/')),
    }
}

/// Calls a service. Clones share connections.
#[derive(Clone)]
pub struct Client<S> {
    http: reqwest::Client,
    base: Arc<str>,
    options: Arc<Options>,
    service: PhantomData<fn() -> S>,
}

impl<S> Client<S> {
    /// Makes a client of the service at an address such as `https://api.example.org/lending`.
    ///
    /// # Errors
    /// [`Error::Invalid`] when it is no address.
    pub fn new(base_url: &str, options: Options) -> Result<Self, Error> {
        Self::with_http(base_url, options, Http::new(reqwest::Client::builder())?)
    }

    /// The same, with connections of your own.
    ///
    /// # Errors
    /// [`Error::Invalid`] when it is no address.
    pub fn with_http(base_url: &str, options: Options, Http(http): Http) -> Result<Self, Error> {
        let base = checked_base(base_url)?.into();
        Ok(Self { http, base, options: options.into(), service: PhantomData })
    }

    /// The same client with other options: for a single call, too.
    pub fn with_options(&self, change: impl FnOnce(Options) -> Options) -> Self {
        let options = change((*self.options).clone()).into();
        Self { http: self.http.clone(), base: self.base.clone(), options, service: PhantomData }
    }

    /// Calls an operation until it is answered: at a path, with its inputs in query and headers, and its body.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        operation: &'static Operation,
        path: &str,
        inputs: &impl Serialize,
        body: Option<Vec<u8>>,
    ) -> Result<T, Error> {
        // An address with one of these is the address of something else.
        if path.split('/').skip(1).any(|part| matches!(part, "" | "." | "..")) {
            return Err(Error::Invalid(format!("{}: a value in the path cannot be empty, . or ..", operation.name)));
        }
        let (query, headers) = self.inputs(operation, json!(inputs))?;
        let request = self.http.request(operation.method.clone(), format!("{}{path}{query}", self.base));
        let request = request
            .timeout(self.options.timeout)
            .header(ACCEPT, "application/json")
            .header(ACCEPT_ENCODING, "gzip")
            .header(USER_AGENT, AGENT)
            .headers(headers);
        let mut request = request.headers(self.options.headers.clone());
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/json").body(body);
        }
        let (mut attempt, mut renewed) = (1, false);
        loop {
            let request = request.try_clone().expect("a body that is at hand");
            let (credentials, tokens) = self.present(operation).await?;
            let answer = self.attempt(operation.name, request.headers(credentials), &tokens).await;
            self.report(&Event::Attempt { operation: operation.name, number: attempt, error: answer.as_ref().err() });
            let error = match answer {
                Err(error) => error,
                answer => return answer,
            };
            if error.status() == Some(401) && !renewed {
                for (source, token) in &tokens {
                    renewed |= source.reject(token).await;
                }
                if renewed {
                    self.report(&Event::Renewal { operation: operation.name });
                    continue;
                }
            }
            let Some(wait) = waiting(operation, &error, attempt, &self.options) else { return Err(error) };
            self.report(&Event::Wait { operation: operation.name, wait });
            tokio::time::sleep(wait).await;
            attempt += 1;
        }
    }

    fn report(&self, event: &Event<'_>) {
        (self.options.reporter)(event);
    }

    pub(crate) fn max_pages(&self) -> usize {
        self.options.max_pages
    }

    /// Inputs by their names, as query and headers.
    fn inputs(&self, operation: &Operation, mut inputs: Value) -> Result<(String, HeaderMap), Error> {
        // The site, where an operation is about one and the call chooses none.
        if let Some((id, slug)) = &self.options.site
            && operation.headers.contains(&SITE_ID)
            && ["site_id", "slug", SITE_ID, SITE_SLUG].iter().all(|name| inputs[name].is_null())
        {
            (inputs[SITE_ID], inputs[SITE_SLUG]) = (json!(id), json!(slug));
        }
        let (mut query, mut headers) = (String::new(), HeaderMap::new());
        for (name, value) in inputs.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if let Some(header) = operation.headers.iter().find(|header| *header == name) {
                let unsent = |_| Error::Invalid(format!("{name} cannot be sent: it has a line break"));
                headers.insert(*header, HeaderValue::try_from(text).map_err(unsent)?);
            } else {
                query += &format!("{}{name}={}", if query.is_empty() { '?' } else { '&' }, encoded(text));
            }
        }
        Ok((query, headers))
    }

    async fn present(&self, operation: &Operation) -> Result<(HeaderMap, Vec<(&TokenSource, String)>), Error> {
        let (mut headers, mut tokens) = (HeaderMap::new(), Vec::new());
        for name in operation.credentials {
            let Some(source) = self.options.credentials.get(name) else { continue };
            let token = source.token().await?;
            if token.trim() != token || !token.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
                let why = "it is not ASCII, or has a space at an end";
                return Err(Error::Invalid(format!("the credential of {name} cannot be sent: {why}")));
            }
            let prefix = if *name == "Authorization" { "Bearer " } else { "" };
            let mut value = HeaderValue::try_from(format!("{prefix}{token}"))
                .map_err(|_| Error::Invalid(format!("the credential of {name} cannot be sent")))?;
            value.set_sensitive(true);
            headers.insert(*name, value);
            tokens.push((source, token));
        }
        Ok((headers, tokens))
    }

    async fn attempt<T: DeserializeOwned>(
        &self,
        operation: &'static str,
        request: RequestBuilder,
        tokens: &[(&TokenSource, String)],
    ) -> Result<T, Error> {
        let malformed = |source| Error::Malformed { operation, source };
        let failed = |error: reqwest::Error| match error {
            error if error.is_timeout() => Error::Timeout(operation),
            // The address may hold what is nobody's business.
            error => Error::Network { operation, source: error.without_url() },
        };
        let mut response = request.send().await.map_err(failed)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let most = if status.is_success() { LONGEST_ANSWER } else { LONGEST_REFUSAL };
        let mut body = Vec::new();
        while body.len() <= most {
            match response.chunk().await {
                Ok(Some(part)) => body.extend_from_slice(&part),
                Ok(None) => break,
                Err(error) if status.is_success() || error.is_timeout() => return Err(failed(error)),
                // Of an error the status counts, whatever its body.
                Err(_) => break,
            }
        }
        let unpacked = unpacked(&headers, &body, most);
        if !status.is_success() {
            let mut body = unpacked.ok().flatten().unwrap_or(body);
            body.truncate(most);
            let secrets = tokens.iter().map(|(_, token)| token.as_str());
            return Err(Box::new(ServiceError::new(operation, status.as_u16(), headers, body, secrets)).into());
        }
        let body =
            unpacked.map_err(|_| malformed(serde::de::Error::custom("it is not encoded as it says")))?.unwrap_or(body);
        if body.len() > most {
            return Err(malformed(serde::de::Error::custom("it is too long")));
        }
        (self.options.watcher)(&body);
        // Where the documents leave the answer open, there may be none.
        let text = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&body);
        let text = if text.is_empty() { b"null" } else { text };
        std::str::from_utf8(text).map_err(|_| malformed(serde::de::Error::custom("it is not UTF-8")))?;
        serde_json::from_slice(text).map_err(|error| malformed(described::<T>(text, &error)))
    }
}

/// A body without its compression, a byte longer than it may be at most; none where it is not compressed. reqwest reads
/// the names of encodings in lower case only (RFC 9110, section 8.4.1).
fn unpacked(headers: &HeaderMap, body: &[u8], most: usize) -> std::io::Result<Option<Vec<u8>>> {
    let is_gzip =
        |coding: &HeaderValue| [&b"gzip"[..], b"x-gzip"].iter().any(|it| coding.as_bytes().eq_ignore_ascii_case(it));
    if !headers.get(CONTENT_ENCODING).is_some_and(is_gzip) {
        return Ok(None);
    }
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(body).take(most as u64 + 1).read_to_end(&mut unpacked)?;
    Ok(Some(unpacked))
}

/// Where an answer differs from its document, without the values in it.
fn described<T: DeserializeOwned>(text: &[u8], error: &serde_json::Error) -> serde_json::Error {
    let found = serde_path_to_error::deserialize::<_, T>(&mut serde_json::Deserializer::from_slice(text)).err();
    let member = found.map(|found| found.path().to_string()).filter(|path| path != ".");
    let said = error.to_string();
    let what = match said.strip_prefix("missing field") {
        Some(rest) => format!("missing field{rest}"),
        None if error.is_data() => format!("it has another type, at line {} column {}", error.line(), error.column()),
        None => format!("it is not JSON, at line {} column {}", error.line(), error.column()),
    };
    serde::de::Error::custom(member.into_iter().chain([what]).collect::<Vec<_>>().join(": "))
}

/// How long to wait before the next attempt; none where it is of no use.
fn waiting(operation: &Operation, error: &Error, attempt: u32, options: &Options) -> Option<Duration> {
    let asked = match error {
        // What may change something each time it comes is sent once (RFC 9110, section 9.2.2).
        _ if attempt >= options.attempts || !operation.method.is_idempotent() => return None,
        Error::Service(refused) if RETRIED_STATUSES.contains(&refused.status) => asked_wait(&refused.headers),
        Error::Timeout(_) | Error::Network { .. } => None,
        _ => return None,
    };
    // Full jitter: many clients that failed together do not come back together.
    let jitter = || options.delay.mul_f64(fastrand::f64() * f64::from(1 << (attempt - 1).min(16)));
    Some(asked.unwrap_or_else(jitter)).filter(|wait| *wait <= LONGEST_WAIT)
}

/// `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
fn asked_wait(headers: &HeaderMap) -> Option<Duration> {
    let mut asked = headers.get_all(RETRY_AFTER).iter();
    let text = asked.next()?.to_str().ok()?;
    // Two of them are a list, which is neither.
    if asked.next().is_some() {
        return None;
    }
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // More than it holds is more than anybody waits.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::oneshot;
    use tokio::time::timeout;

    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let wait = |text: &str| asked_wait(&HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]));
        assert_eq!(wait("2"), Some(Duration::from_secs(2)));
        assert_eq!(wait("Tue, 17 Aug 2021 11:14:49 GMT"), Some(Duration::ZERO));
        assert_eq!(wait("99999999999999999999999"), Some(Duration::from_secs(u64::MAX)));
        assert_eq!(wait("soon"), None);
        let twice = ["2", "2"].map(|text| (RETRY_AFTER, HeaderValue::from_static(text)));
        assert_eq!(asked_wait(&HeaderMap::from_iter(twice)), None);
    }

    #[test]
    fn inputs_stand_in_query_and_headers() {
        let operation =
            Operation { name: "GET /", method: Method::GET, credentials: &[], headers: &[SITE_ID, SITE_SLUG] };
        let client = Client::<()>::new("http://example.org", Options::new().site(21, Some("pears"))).unwrap();
        let (query, headers) = client.inputs(&operation, json!({ "a": "1 &+", "b": null, "c": 2 })).unwrap();
        assert_eq!(query, "?a=1%20%26%2B&c=2");
        assert_eq!((&headers[SITE_ID], &headers[SITE_SLUG]), (&"21".parse().unwrap(), &"pears".parse().unwrap()));
        let (query, headers) = client.inputs(&operation, json!({ "site_id": 7 })).unwrap();
        assert_eq!((query.as_str(), headers.len()), ("?site_id=7", 0));
        assert!(matches!(client.inputs(&operation, json!({ SITE_SLUG: "two\nlines" })), Err(Error::Invalid(_))));
    }

    #[test]
    fn addresses_are_judged() {
        let parts = [
            "",
            "127.0.0.1:4000",
            "ftp://example.org",
            "http:///a",
            "http://b.example/a?secret",
            "http://b.example/a#secret",
        ];
        for address in parts.into_iter().chain(["http://user:secret@b.example", "http://b.example/secret\n"]) {
            let Err(Error::Invalid(message)) = Client::<()>::new(address, Options::new()) else { panic!("{address}") };
            assert!(!message.contains("secret"), "{message}");
        }
    }
    static READ: Operation =
        Operation { name: "GET /", method: Method::GET, credentials: &["Authorization"], headers: &[] };

    /// Nothing waits longer for what is to happen at once.
    const PATIENCE: Duration = Duration::from_secs(30);

    /// A service that gives each connection, and the head of its request, to a task. The result is its address.
    async fn served<F: Future<Output = ()> + Send + 'static>(
        handle: impl Fn(TcpStream, String) -> F + Send + Sync + 'static,
    ) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let handle = Arc::new(handle);
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                let handle = handle.clone();
                tokio::spawn(async move {
                    let mut head = Vec::new();
                    while !head.ends_with(b"\r\n\r\n") {
                        head.push(connection.read_u8().await.unwrap());
                    }
                    handle(connection, String::from_utf8(head).unwrap()).await;
                });
            }
        });
        address
    }

    #[tokio::test]
    async fn many_calls_with_a_rejected_token_renew_it_once() {
        let address = served(|mut connection, head| async move {
            let status = if head.contains("Bearer token-1\r") { "401 No" } else { "200 OK" };
            let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnull");
            connection.write_all(answer.as_bytes()).await.unwrap();
        })
        .await;
        let made = Arc::new(AtomicUsize::new(0));
        let counted = made.clone();
        let source = TokenSource::kept(move || {
            let number = counted.fetch_add(1, Ordering::Relaxed) + 1;
            ready(Ok((format!("token-{number}"), None)))
        });
        let client = Client::<()>::new(&address, Options::new().token(source)).unwrap();
        let calls = (0..40).map(|_| client.call::<()>(&READ, "/x", &(), None));
        for answer in join_all(calls).await {
            answer.unwrap();
        }
        assert_eq!(made.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn a_call_that_is_dropped_ends_its_connection() {
        let (begun, begins) = oneshot::channel();
        let (ended, ends) = oneshot::channel();
        let once = std::sync::Mutex::new(Some((begun, ended)));
        let address = served(move |mut connection, _| {
            let (begun, ended) = once.lock().unwrap().take().unwrap();
            async move {
                begun.send(()).unwrap();
                // The end of what the client sends, or a reset.
                ended.send(connection.read_u8().await.is_err()).unwrap();
            }
        })
        .await;
        let client = Client::<()>::new(&address, Options::new()).unwrap();
        let call = tokio::spawn(async move { client.call::<()>(&READ, "/x", &(), None).await });
        timeout(PATIENCE, begins).await.unwrap().unwrap();
        call.abort();
        assert!(timeout(PATIENCE, ends).await.unwrap().unwrap());
        assert!(call.await.unwrap_err().is_cancelled());
    }
}
