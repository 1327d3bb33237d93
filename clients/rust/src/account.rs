//! Signs texts as wallets do, for programs that have a key at hand.

use std::fmt;

use k256::ecdsa::SigningKey;
use sha3::{Digest, Keccak256};

use crate::Error;

/// An account of Ethereum. A secret.
#[derive(Clone)]
pub struct Account(SigningKey);

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Account({})", self.address())
    }
}

impl Account {
    /// An account with a new key.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the machine has no random numbers.
    pub fn random() -> Result<Self, Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)
            .map_err(|error| Error::Invalid(format!("this machine has no random numbers: {error}")))?;
        Self::from_hex(&hex::encode(bytes))
    }

    /// The account of a key in 64 hexadecimal digits.
    ///
    /// # Errors
    /// [`Error::Invalid`] where it is no key.
    pub fn from_hex(text: &str) -> Result<Self, Error> {
        let bytes = hex::decode(text.strip_prefix("0x").unwrap_or(text)).unwrap_or_default();
        let invalid = |_| Error::Invalid("the key of the account is no key of secp256k1: 64 hexadecimal digits".into());
        SigningKey::from_slice(&bytes).map(Self).map_err(invalid)
    }

    /// With the checksum of EIP-55.
    pub fn address(&self) -> String {
        let point = self.0.verifying_key().to_sec1_point(false);
        let address = hex::encode(&Keccak256::digest(&point.as_bytes()[1..])[12..]);
        let hash = hex::encode(Keccak256::digest(&address));
        let letters = address.chars().zip(hash.chars());
        let cased = letters.map(|(letter, nibble)| if nibble >= '8' { letter.to_ascii_uppercase() } else { letter });
        format!("0x{}", cased.collect::<String>())
    }

    /// Signs a text (EIP-191): `0x` and 65 bytes in hexadecimal.
    pub fn sign(&self, text: &str) -> String {
        let message = format!("\u{19}Ethereum Signed Message:\n{}{text}", text.len());
        let hash = Keccak256::digest(message);
        let (signature, recovery) = self.0.sign_prehash_recoverable(&hash);
        format!("0x{}{:02x}", hex::encode(signature.to_bytes()), 27 + recovery.to_byte())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key, a text and a signature that are widely published: those of web3.js's documentation of `accounts.sign`.
    #[test]
    fn a_signature_is_that_of_every_wallet() {
        let account = Account::from_hex("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318").unwrap();
        assert_eq!(account.address(), "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23");
        let signature = "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd\
                         6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c";
        assert_eq!(account.sign("Some data"), signature);
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for text in ["", "00", &"0".repeat(64), "zz"] {
            assert!(Account::from_hex(text).is_err(), "{text}");
        }
    }
}
