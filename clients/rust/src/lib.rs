#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod error;
#[allow(clippy::all, missing_docs, unused_imports)]
mod generated;
mod http;
mod keystore;
mod limits;
mod login;
mod message;
mod oauth;
mod options;
mod paging;
#[cfg(feature = "rpc")]
pub mod rpc;
mod token;
mod turn;
pub mod value;

pub use error::{Error, ServiceError};
pub use futures_util::{StreamExt, TryStreamExt};
pub use generated::{assistant, comment, lending, swap, vault};
pub use http::{Client, Http};
pub use options::{Event, Options};

/// Getting tokens: signed with a keystore, from the user by OAuth, or by a message that an account signs.
pub mod sign_in {
    pub use crate::keystore::{Keystore, SignedRequest, access_token};
    pub use crate::message::Message;
    pub use crate::oauth::{Authorization, Grant, OAuth};
    pub use crate::token::TokenSource;
}
