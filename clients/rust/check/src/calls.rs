//! Which operation is called is known only when the line is read: a table of those that the script calls.

use futures_util::stream::{BoxStream, StreamExt, TryStreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use wallet_services::Error;

use crate::{Ask, Clients, Fallible};

/// What a step gives a call.
struct Given<'a>(&'a Value);

impl Given<'_> {
    fn path<T: DeserializeOwned>(&self, name: &str) -> Fallible<T> {
        Ok(serde_json::from_value(self.0["path"][name].clone())?)
    }

    fn params<T: DeserializeOwned>(&self) -> Fallible<T> {
        let places = ["query", "header"].iter().filter_map(|place| self.0[place].as_object());
        let members: Map<_, _> = places.flatten().map(|(name, value)| (name.clone(), value.clone())).collect();
        Ok(serde_json::from_value(members.into())?)
    }

    fn body<T: DeserializeOwned>(&self) -> Fallible<T> {
        Ok(serde_json::from_value(self.0["body"].clone())?)
    }
}

/// The text keeps every digit.
fn result<T: Serialize>(answer: Result<T, Error>) -> Fallible<Value> {
    Ok(serde_json::to_value(answer?)?)
}

pub async fn call(clients: &Clients, ask: &Ask) -> Fallible<Value> {
    let given = Given(&ask.input);
    let Clients { lending, comment, swap, vault, assistant } = clients;
    match (ask.service.as_str(), ask.operation.as_str()) {
        ("lending", "listMarkets") => result(lending.list_markets().await),
        ("lending", "listTransactions") => result(lending.list_transactions(&given.params()?).await),
        ("lending", "createPayRequest") => result(lending.create_pay_request(&given.body()?).await),
        ("comment", "createComment") => result(comment.create_comment(&given.params()?, &given.body()?).await),
        ("comment", "listComments") => result(comment.list_comments(&given.params()?).await),
        ("comment", "readComment") => result(comment.read_comment(given.path("comment_id")?).await),
        ("comment", "readMe") => result(comment.read_me().await),
        ("swap", "createAction") => result(swap.create_action(&given.params()?, &given.body()?).await),
        ("swap", "listCandles") => {
            result(swap.list_candles(given.path("base")?, given.path("quote")?, &given.params()?).await)
        }
        ("swap", "listPairs") => result(swap.list_pairs(&given.params()?).await),
        ("swap", "listPairStats") => {
            result(swap.list_pair_stats(given.path("base")?, given.path("quote")?, &given.params()?).await)
        }
        ("swap", "listTickers") => result(swap.list_tickers().await),
        ("swap", "readOrder") => result(swap.read_order(given.path("follow_id")?).await),
        ("swap", "readInfo") => result(swap.read_info().await),
        ("vault", "listAssets") => result(vault.list_assets().await),
        ("vault", "listCollateralTypes") => result(vault.list_collateral_types().await),
        ("vault", "listFlips") => result(vault.list_flips(&given.params()?).await),
        ("vault", "listMyVaults") => result(vault.list_my_vaults(&given.params()?).await),
        ("vault", "listVaultEvents") => result(vault.list_vault_events(given.path("vat")?).await),
        ("vault", "listVaults") => result(vault.list_vaults(&given.params()?).await),
        ("vault", "readFlip") => result(vault.read_flip(given.path("flip")?).await),
        ("vault", "readTime") => result(vault.read_time().await),
        ("assistant", "createConversation") => result(assistant.create_conversation(&given.body()?).await),
        ("assistant", "createIndexes") => result(assistant.create_indexes(&given.body()?).await),
        ("assistant", "createTurn") => {
            result(assistant.create_turn(given.path("conversation_id")?, &given.body()?).await)
        }
        ("assistant", "deleteIndex") => result(assistant.delete_index(&given.path::<String>("object_id")?).await),
        ("assistant", "resetIndexes") => result(assistant.reset_indexes().await),
        ("assistant", "readTurn") => {
            result(assistant.read_turn(given.path("conversation_id")?, given.path("turn_id")?, &given.params()?).await)
        }
        ("assistant", "searchIndexes") => result(assistant.search_indexes(&given.params()?).await),
        (service, operation) => Err(format!("the table has no {service} {operation}").into()),
    }
}

async fn items<T: Serialize>(list: BoxStream<'_, Result<T, Error>>, most: Option<usize>) -> Fallible<Value> {
    let items: Vec<_> = list.take(most.unwrap_or(usize::MAX)).try_collect().await?;
    Ok(serde_json::to_value(items)?)
}

pub async fn list(clients: &Clients, ask: &Ask) -> Fallible<Value> {
    let given = Given(&ask.input);
    match (ask.service.as_str(), ask.operation.as_str()) {
        ("lending", "listTransactions") => items(clients.lending.all_transactions(given.params()?), ask.most).await,
        ("comment", "listComments") => items(clients.comment.all_comments(given.params()?), ask.most).await,
        ("swap", "listTransactions") => items(clients.swap.all_transactions(given.params()?), ask.most).await,
        ("vault", "listMyVaults") => items(clients.vault.all_my_vaults(given.params()?), ask.most).await,
        (service, operation) => Err(format!("the table has no {service} {operation}").into()),
    }
}
