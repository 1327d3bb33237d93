use std::time::SystemTime;

use serde::Serialize;
use url::Url;
use uuid::Uuid;

use crate::Error;

/// A message of EIP-4361 (document 1, Method B). Times are ISO 8601.
#[derive(Clone, Debug, Default, Serialize)]
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
        Self {
            domain: domain.into(),
            address: address.into(),
            uri: uri.into(),
            version: "1".into(),
            chain_id: 1,
            nonce: Uuid::new_v4().simple().to_string(),
            issued_at: format_time(SystemTime::now()),
            ..Self::default()
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
        let chain = self.chain_id.to_string();
        let above =
            [("domain", Some(&self.domain)), ("address", Some(&self.address)), ("statement", self.statement.as_ref())];
        let lines = [
            ("URI", Some(&self.uri)),
            ("Version", Some(&self.version)),
            ("Chain ID", Some(&chain)),
            ("Nonce", Some(&self.nonce)),
            ("Issued At", Some(&self.issued_at)),
            ("Expiration Time", self.expiration_time.as_ref()),
            ("Not Before", self.not_before.as_ref()),
            ("Request ID", self.request_id.as_ref()),
        ];
        let resources = self.resources.iter().map(|text| ("resource", Some(text)));
        let is_wrong = |(name, text): &(&str, Option<&String>)| text.is_some_and(|text| !is_right(name, text));
        if let Some((name, _)) = above.into_iter().chain(lines).chain(resources).find(is_wrong) {
            return Err(Error::Invalid(format!("the {name} of the message is malformed")));
        }
        let mut text =
            format!("{} wants you to sign in with your Ethereum account:\n{}\n\n", self.domain, self.address);
        text.extend(self.statement.iter().map(|statement| format!("{statement}\n")));
        text.extend(lines.iter().filter_map(|(name, text)| Some(format!("\n{name}: {}", text.as_ref()?))));
        if !self.resources.is_empty() {
            text += &format!("\nResources:\n- {}", self.resources.join("\n- "));
        }
        Ok(text)
    }
}

/// Whether a field keeps to its rule; the checksum of the address is judged by who verifies.
fn is_right(name: &str, text: &str) -> bool {
    let all = |rule: fn(&u8) -> bool| !text.is_empty() && text.as_bytes().iter().all(rule);
    let right = match name {
        "statement" | "Request ID" => return all(|byte| (b' '..=b'~').contains(byte)),
        "domain" => !text.contains(['/', '?', '#']) && Url::parse(&format!("http://{text}")).is_ok(),
        "address" => text.strip_prefix("0x").is_some_and(|digits| hex::decode_to_slice(digits, &mut [0; 20]).is_ok()),
        "Nonce" => text.len() >= 8 && all(u8::is_ascii_alphanumeric),
        "URI" | "resource" => Url::parse(text).is_ok(),
        "Chain ID" => text != "0",
        _ => true,
    };
    right && all(u8::is_ascii_graphic)
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
        for address in ["", "0x", &"a".repeat(42), &address[..41], &address.replace("aa", "g0")] {
            assert!(Message::new("a", "https://a", address).text().is_err(), "{address}");
        }
    }

    #[test]
    fn times_are_those_of_rfc_3339() {
        let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_629_198_889);
        assert_eq!(format_time(time), "2021-08-17T11:14:49Z");
    }
}
