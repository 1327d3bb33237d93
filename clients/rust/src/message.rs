use std::time::SystemTime;

use serde::Serialize;
use url::Url;
use uuid::Uuid;

use crate::Error;

/// A message of EIP-4361 (document 1, Method B). Times are ISO 8601.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Authority that asks for the signature, such as `notes.example.org`.
    pub domain: String,
    /// Of the account, with the checksum of EIP-55.
    pub address: String,
    /// Readable ASCII on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// What the message is for.
    pub uri: String,
    /// `1`.
    pub version: String,
    /// EIP-155.
    pub chain_id: u64,
    /// At least 8 letters and digits.
    pub nonce: String,
    /// When it was made.
    pub issued_at: String,
    /// Until when it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expiration_time: Option<String>,
    /// From when it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_before: Option<String>,
    /// Of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// URIs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<String>,
}

impl Message {
    /// A message of version 1, for chain 1, with a random nonce, issued now.
    pub fn new(domain: impl Into<String>, uri: impl Into<String>, address: impl Into<String>) -> Self {
        let issued_at = format_time(SystemTime::now());
        let (domain, uri, address) = (domain.into(), uri.into(), address.into());
        let (version, nonce) = ("1".into(), Uuid::new_v4().simple().to_string());
        let (statement, expiration_time, not_before, request_id) = Default::default();
        let resources = Vec::new();
        Self {
            domain,
            address,
            statement,
            uri,
            version,
            chain_id: 1,
            nonce,
            issued_at,
            expiration_time,
            not_before,
            request_id,
            resources,
        }
    }

    /// The same, with a statement that the wallet shows.
    pub fn statement(mut self, statement: impl Into<String>) -> Self {
        self.statement = Some(statement.into());
        self
    }

    /// The same message, issued now, with another nonce.
    pub fn renewed(&self) -> Self {
        let fresh = Self::new("", "", "");
        Self { nonce: fresh.nonce, issued_at: fresh.issued_at, ..self.clone() }
    }

    /// What the account signs: the lines of document 1, Method B, in their order.
    ///
    /// # Errors
    /// [`Error::Invalid`] where a field breaks its rule.
    pub fn text(&self) -> Result<String, Error> {
        self.check()?;
        let mut lines = vec![
            format!("{} wants you to sign in with your Ethereum account:", self.domain),
            self.address.clone(),
            String::new(),
        ];
        lines.extend(self.statement.clone());
        lines.extend([
            String::new(),
            format!("URI: {}", self.uri),
            format!("Version: {}", self.version),
            format!("Chain ID: {}", self.chain_id),
            format!("Nonce: {}", self.nonce),
            format!("Issued At: {}", self.issued_at),
        ]);
        lines.extend(self.expiration_time.iter().map(|time| format!("Expiration Time: {time}")));
        lines.extend(self.not_before.iter().map(|time| format!("Not Before: {time}")));
        lines.extend(self.request_id.iter().map(|id| format!("Request ID: {id}")));
        if !self.resources.is_empty() {
            lines.push("Resources:".into());
            lines.extend(self.resources.iter().map(|uri| format!("- {uri}")));
        }
        Ok(lines.join("\n"))
    }

    fn check(&self) -> Result<(), Error> {
        let hex = self.address.strip_prefix("0x").unwrap_or_default();
        let is_uri = |text: &String| Url::parse(text).is_ok() && !text.contains(char::is_whitespace);
        let plain = |text: &str| text.bytes().all(|byte| (0x20..0x7f).contains(&byte));
        let rules = [
            (
                "domain",
                !self.domain.is_empty()
                    && Url::parse(&format!("http://{}", self.domain)).is_ok_and(|url| url.path() == "/")
                    && !self.domain.contains([' ', '/', '?', '#']),
            ),
            ("address", hex.len() == 40 && hex.bytes().all(|byte| byte.is_ascii_hexdigit())),
            ("statement", self.statement.iter().all(|text| !text.is_empty() && plain(text))),
            ("nonce", self.nonce.len() >= 8 && self.nonce.bytes().all(|byte| byte.is_ascii_alphanumeric())),
            ("chain id", self.chain_id > 0),
            ("request id", self.request_id.iter().all(|text| plain(text))),
            (
                "time",
                [Some(&self.issued_at), self.expiration_time.as_ref(), self.not_before.as_ref()]
                    .into_iter()
                    .flatten()
                    .all(|text| text.len() >= 20 && plain(text)),
            ),
            ("URI", is_uri(&self.uri) && self.resources.iter().all(is_uri)),
        ];
        match rules.iter().find(|(_, right)| !right) {
            Some((name, _)) => Err(Error::Invalid(format!("the {name} of the message is malformed"))),
            None => Ok(()),
        }
    }
}

/// RFC 3339, to the second: `2021-08-17T11:14:49Z`.
fn format_time(time: SystemTime) -> String {
    // Tue, 17 Aug 2021 11:14:49 GMT
    let text = httpdate::fmt_http_date(time);
    let month = "JanFebMarAprMayJunJulAugSepOctNovDec".find(&text[8..11]).unwrap_or_default() / 3 + 1;
    format!("{}-{month:02}-{}T{}Z", &text[12..16], &text[5..7], &text[17..25])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_its_lines_in_order() {
        let address = format!("0x{}", "a".repeat(40));
        let mut message = Message::new("notes.example.org", "https://notes.example.org", &address);
        message.nonce = "12345678".into();
        message.issued_at = "2021-08-17T11:14:49Z".into();
        message.resources = vec!["https://example.org".into()];
        let lines = format!(
            "notes.example.org wants you to sign in with your Ethereum account:\n{address}\n\n\n\
             URI: https://notes.example.org\nVersion: 1\nChain ID: 1\nNonce: 12345678\n\
             Issued At: 2021-08-17T11:14:49Z\nResources:\n- https://example.org"
        );
        assert_eq!(message.text().unwrap(), lines);
        assert!(message.statement("two\nlines").text().is_err());
        for (domain, uri) in [("a b", "https://a"), ("", "https://a"), ("a/b", "https://a"), ("a", "no address")] {
            assert!(Message::new(domain, uri, &address).text().is_err(), "{domain} {uri}");
        }
    }

    #[test]
    fn times_are_those_of_rfc_3339() {
        let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_629_198_889);
        assert_eq!(format_time(time), "2021-08-17T11:14:49Z");
    }
}
