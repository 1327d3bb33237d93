//! Values of the documents that Rust has no type for.

use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::value::RawValue;

use crate::Error;
use crate::limits::LONGEST_DECIMAL;

/// Reads null as an empty list: some services send it for one.
pub(crate) fn null_as_empty<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

/// A decimal in text form, every digit of it. [`decimal`](Self::decimal) is for computing: the documents bound no digits, and
/// [`rust_decimal`] holds 28.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct DecimalString(String);

impl<'de> Deserialize<'de> for DecimalString {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        if text.len() > LONGEST_DECIMAL {
            return Err(D::Error::custom("a decimal is too long"));
        }
        text.parse().map_err(D::Error::custom)
    }
}

impl DecimalString {
    /// The exact number.
    ///
    /// # Errors
    /// [`Error::Invalid`] where it has more digits than the type holds, or is none.
    pub fn decimal(&self) -> Result<Decimal, Error> {
        Decimal::from_str_exact(&self.0).map_err(|error| Error::Invalid(format!("{:.60}: {error}", self.0)))
    }

    /// As it is sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for DecimalString {
    fn default() -> Self {
        Self("0".into())
    }
}

impl fmt::Display for DecimalString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Decimal> for DecimalString {
    fn from(number: Decimal) -> Self {
        Self(number.to_string())
    }
}

impl FromStr for DecimalString {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, rest) = digits.split_once('.').unwrap_or((digits, "0"));
        let right = [whole, rest].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        right.then(|| Self(text.into())).ok_or_else(|| Error::Invalid(format!("{text:.60} is no decimal")))
    }
}

/// A value whose form the documents leave open: a number or a text, mostly. It is kept as it came, every digit of it, and
/// sent back so.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Loose(Box<RawValue>);

impl Loose {
    /// The JSON of it.
    pub fn json(&self) -> &str {
        self.0.get()
    }

    /// Reads a number, whether it stands there as a number or as a text.
    ///
    /// # Errors
    /// [`Error::Invalid`] where it is none.
    pub fn decimal(&self) -> Result<Decimal, Error> {
        self.to_string().parse::<DecimalString>()?.decimal()
    }
}

impl Default for Loose {
    fn default() -> Self {
        Self(RawValue::NULL.to_owned())
    }
}

impl PartialEq for Loose {
    fn eq(&self, other: &Self) -> bool {
        self.json() == other.json()
    }
}

impl fmt::Display for Loose {
    /// A text as it is, and anything else as JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match serde_json::from_str::<String>(self.json()) {
            Ok(text) => text.fmt(f),
            Err(_) => self.json().fmt(f),
        }
    }
}

/// The prices of a pair at a moment: the time as the service counts it, for the documents do not say in which unit, the price
/// base/quote, and its reciprocal, quote/base.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Candle(pub i64, pub DecimalString, pub DecimalString);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_keeps_every_digit() {
        let long: DecimalString = "123456789012345678.123456789012345678".parse().unwrap();
        assert_eq!(long.as_str(), "123456789012345678.123456789012345678");
        assert!(long.decimal().is_err(), "more than 28 digits are told, not rounded");
        assert_eq!("-0.10".parse::<DecimalString>().unwrap().decimal().unwrap(), Decimal::new(-10, 2));
        for text in ["", ".5", "5.", "1e3", "+1", "1_000"] {
            assert!(text.parse::<DecimalString>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_open_is_kept_as_it_came() {
        let values: Vec<Loose> = serde_json::from_str(r#"[1.50, "1.50", null]"#).unwrap();
        assert_eq!(serde_json::to_string(&values).unwrap(), r#"[1.50,"1.50",null]"#);
        assert_eq!(values[0].decimal().unwrap(), values[1].decimal().unwrap());
        assert!(values[2].decimal().is_err());
    }
    #[test]
    fn null_is_an_empty_list() {
        let list: crate::lending::MarketList = serde_json::from_str(r#"{"data": null}"#).unwrap();
        assert!(list.data.is_empty());
        assert!(
            serde_json::from_str::<crate::lending::MarketList>("{}").is_err(),
            "a list that is left out is missing"
        );
    }
}
