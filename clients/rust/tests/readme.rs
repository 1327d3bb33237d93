//! The pieces of README.md, tried against the server of `WALLET_SERVER` (gRPC: `WALLET_GRPC`), and compared with it.

use std::env;
use std::error::Error as StdError;
use std::future::ready;
use std::time::Duration;

use alloy_signer::SignerSync;
use alloy_signer_local::PrivateKeySigner;
use uuid::Uuid;
use wallet_services::assistant::{AssistantClient, ConversationRequest, TurnRequest};
use wallet_services::comment::{CommentClient, CommentRequest};
use wallet_services::lending::{Action, LendingClient, ListTransactionsParams};
use wallet_services::rpc::{authorized, lending as rpc};
use wallet_services::sign_in::{Keystore, Message, OAuth, access_token};
use wallet_services::vault::{ListMyVaultsParams, VaultClient};
use wallet_services::{Error, Options, StreamExt, TryStreamExt};

type Tried = Result<(), Box<dyn StdError>>;

fn at(path: &str) -> &'static str {
    String::leak(env::var("WALLET_SERVER").unwrap_or_default() + path)
}

/// Whether there is a server. Outside CI what needs one is left out, and says so.
fn has_server() -> bool {
    let there = env::var("WALLET_SERVER").is_ok_and(|url| !url.is_empty());
    assert!(there || env::var("CI").is_err(), "WALLET_SERVER is not set: the pieces of the README cannot be tried");
    if !there {
        eprintln!("left out: set WALLET_SERVER=http://127.0.0.1:4000, and run `npm run serve`");
    }
    there
}

macro_rules! println {
    ($format:literal, $($part:expr),+) => { PRINTED.with_borrow_mut(|all| all.push(format!($format, $($part),+))) };
    ($text:literal) => { PRINTED.with_borrow_mut(|all| all.push(format!($text))) };
}

thread_local! { static PRINTED: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) }; }

macro_rules! piece {
    ($name:ident, $prints:literal, $body:block) => {
        #[tokio::test]
        async fn $name() -> Tried {
            if has_server() {
                async {
                    $body;
                    Tried::Ok(())
                }
                .await?;
                assert_eq!(PRINTED.take(), [$prints]);
            }
            Ok(())
        }
    };
}

piece!(first, "true", {
    let keystore = Keystore::read(
        r#"{
            "client_id": "5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d",
            "session_id": "57866f54-b0fc-45be-a6e8-91d827e5be98",
            "private_key": "RanJwOTbmnZ4xiD8WSbIxB-dGFf9yUbbanV_s9-4aYs"
        }"#,
    )?;
    let vault = VaultClient::new(at("/vault"), Options::new().token(access_token(keystore)))?;

    let mut count = 0;
    let mut vaults = vault.all_my_vaults(ListMyVaultsParams { limit: Some(10), ..Default::default() });
    while let Some(mine) = vaults.try_next().await? {
        if mine.ink.decimal()?.is_sign_positive() {
            count += 1;
        }
    }
    println!("{}", count > 10);
});

piece!(calls, "true", {
    let lending = LendingClient::new(at("/lending"), Options::new().timeout(Duration::from_secs(5)))?;

    let markets = lending.list_markets().await?.data;
    let bitcoin = markets.iter().find(|market| market.symbol == "BTC").ok_or("no bitcoin")?;
    // Exact decimals: rust_decimal.
    let free = bitcoin.total_cash.decimal()? - bitcoin.reserves.decimal()?;
    println!("{}", free.is_sign_positive());
});

piece!(message, "1", {
    let login = CommentClient::new(at("/comment"), Options::new())?;
    let account = PrivateKeySigner::random(); // a wallet signs the same

    // Of your page: a domain that the service trusts.
    let message = Message::new("notes.example.org", "https://notes.example.org/sign-in", account.address().to_string());
    let sign = move |text: String| {
        let signature = account.sign_message_sync(text.as_bytes());
        ready(signature.map(|signature| signature.to_string()).map_err(|error| Error::Invalid(error.to_string())))
    };
    let token = login.login_with_message(message.statement("Sign in to comment."), sign);

    let options = Options::new().token(token).site(21, Some("posts/august-harvest"));
    let comment = CommentClient::new(at("/comment"), options)?;
    let request = CommentRequest { content: "Ripe at last.".into() };
    let written = comment.create_comment(&Default::default(), &request).await?.data;
    let favored = comment.favor_comment(written.id, &Default::default()).await?.data;
    println!("{}", favored.favor_count);
});

piece!(oauth, "not approved", {
    let oauth = OAuth {
        network_url: at("/wallet").into(),
        client_id: "1f8a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b".into(),
        redirect_uri: Some("http://localhost:3000/sign-in".into()),
        scopes: vec!["PROFILE:READ".into(), "ASSETS:READ".into()],
    };
    let started = oauth.start()?; // keep it, and send the user to started.url

    // The user came back to this address:
    let callback = format!("http://localhost:3000/sign-in?error=access_denied&state={}", started.state);
    match started.code(&callback) {
        Err(Error::NotApproved(_)) => println!("not approved"),
        code => {
            let grant = oauth.exchange(&started, &code?).await?;
            let login = CommentClient::new(at("/comment"), Options::new())?;
            login.login_with_token(grant.token);
        }
    }
});

piece!(lists, "3", {
    let lending = LendingClient::new(at("/lending"), Options::new())?;

    let params = ListTransactionsParams { limit: Some("40".into()), ..Default::default() };
    let supplies = lending.all_transactions(params).try_filter(|one| ready(one.action == Action::SUPPLY));
    let three: Vec<_> = supplies.take(3).try_collect().await?; // nothing more is asked for
    println!("{}", three.len());
});

piece!(errors, "404 Some(404) true", {
    let vault = VaultClient::new(at("/vault"), Options::new().attempts(2))?;

    match vault.read_flip(Uuid::nil()).await {
        Err(Error::Service(refused)) => println!("{} {:?} {}", refused.status, refused.code, refused.body.len() > 2),
        Err(Error::Timeout(call)) => println!("{call} took too long"),
        Err(other) => println!("{other}"),
        Ok(answer) => println!("{}", answer.data.id),
    }
});

piece!(turn, "true", {
    let options = Options::new().app_id("51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4");
    let assistant = AssistantClient::new(at("/assistant"), options)?;

    let start = ConversationRequest { bot_id: 2, user_identity: "mira".into(), ..Default::default() };
    let conversation = assistant.create_conversation(&start).await?.data;
    let question = TurnRequest { content: "Which pears keep until March?".into(), ..Default::default() };
    let posted = assistant.create_turn(conversation.id, &question).await?.data;
    let turn = assistant.wait_for_turn(conversation.id, posted.id, Duration::from_secs(30)).await?;
    println!("{}", turn.response.is_some());
});

fn grpc() -> String {
    format!("http://{}", env::var("WALLET_GRPC").unwrap_or_default())
}

piece!(over_grpc, "2", {
    use wallet_services::rpc::lending as rpc;

    let mut lending = rpc::lending_client::LendingClient::connect(grpc()).await?;
    let answer = lending.transactions(rpc::TransactionReq { limit: 2, ..Default::default() }).await?.into_inner();
    println!("{}", answer.data.len());
});

/// Every block of Rust in the README stands in this file.
#[test]
fn the_readme_shows_what_is_tried() {
    let words = |text: &str| {
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace(", }", " }")
            .replace("( ", "(")
            .replace(", )", ")")
    };
    let tried = words(include_str!("readme.rs"));
    let mut count = 0;
    for block in include_str!("../README.md").split("```rust").skip(1) {
        let code = block
            .split_once('\n')
            .and_then(|(_, rest)| rest.split_once("```"))
            .map(|(code, _)| code)
            .unwrap_or_default();
        let body = code
            .split_once("std::error::Error>> {\n")
            .map_or(code, |(_, body)| body.trim_end().trim_end_matches("Ok(())\n}"));
        let lines = body.lines().map(|line| line.split(" // prints ").next().unwrap_or(line));
        let text = lines.collect::<Vec<_>>().join("\n");
        let text = text.split("\"http://127.0.0.1:4000/").enumerate().map(|(index, part)| match index {
            0 => part.to_owned(),
            _ => format!("at(\"/{}", part.replacen('"', "\")", 1)),
        });
        let text = text.collect::<String>().replace("\"http://127.0.0.1:4001\"", "grpc()");
        assert!(tried.contains(&words(&text)), "not among the pieces:\n{}", words(&text));
        count += 1;
    }
    assert_eq!(count, 8);
}

/// Calls, lists and waits may go on in another task.
#[test]
fn what_is_awaited_may_be_spawned() {
    let may_be_spawned = |_: &(dyn Send + 'static)| ();
    let vault = VaultClient::new("http://127.0.0.1:4000/vault", Options::new().token("token")).unwrap();
    let assistant = AssistantClient::new("http://127.0.0.1:4000/assistant", Options::new()).unwrap();
    may_be_spawned(&async move {
        vault.all_my_vaults(ListMyVaultsParams::default()).try_next().await?;
        vault.read_flip(Uuid::nil()).await
    });
    may_be_spawned(&async move { assistant.wait_for_turn(Uuid::nil(), 1, Duration::ZERO).await });
    may_be_spawned(&async move {
        let client = rpc::lending_client::LendingClient::connect(grpc()).await.expect("a server");
        let call = |request| {
            let mut client = client.clone();
            async move { client.all_markets(request).await }
        };
        authorized(&"token".into(), rpc::MarketReq::default(), call).await
    });
}
