//! Takes the steps of `npm run check:client` with this crate.

mod calls;

use std::env;
use std::error::Error as StdError;
use std::future::ready;
use std::time::Duration;

use alloy_signer::SignerSync;
use alloy_signer_local::PrivateKeySigner;
use prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, SerializeOptions};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tonic::transport::Channel;
use uuid::Uuid;
use wallet_services::assistant::AssistantClient;
use wallet_services::comment::CommentClient;
use wallet_services::lending::LendingClient;
use wallet_services::rpc::{authorized, lending as rpc};
use wallet_services::sign_in::{Keystore, Message, OAuth, TokenSource, access_token};
use wallet_services::swap::SwapClient;
use wallet_services::vault::VaultClient;
use wallet_services::{Error, Http, Options};

#[derive(Deserialize, Default)]
#[serde(default)]
struct Credentials {
    token: Option<String>,
    app_id: Option<String>,
    app_secret: Option<String>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
pub struct Ask {
    r#do: String,
    service: String,
    operation: String,
    method: String,
    input: Value,
    most: Option<usize>,
    max_pages: Option<usize>,
    url: Option<String>,
    credentials: Credentials,
    own_http: bool,
    authority: Option<String>,
    timeout_ms: Option<u64>,
    abort_after_ms: Option<u64>,
    conversation_id: Uuid,
    turn_id: i64,
    limit_ms: u64,
    client_id: String,
    redirect_uri: String,
    scopes: Vec<String>,
}

pub struct Clients {
    lending: LendingClient,
    comment: CommentClient,
    swap: SwapClient,
    vault: VaultClient,
    assistant: AssistantClient,
}

struct Driver {
    clients: Clients,
    account: PrivateKeySigner,
    network: TokenSource,
    rpc: rpc::lending_client::LendingClient<Channel>,
    descriptors: DescriptorPool,
}

/// What a step may end with.
pub type Fallible<T> = Result<T, Box<dyn StdError>>;

fn at(name: &str) -> String {
    env::var(format!("CHECK_{name}")).unwrap_or_default()
}

impl Driver {
    fn new() -> Fallible<Self> {
        let network = access_token(Keystore::read(&at("KEYSTORE"))?);
        let token = || Options::new().token(network.clone());
        let login = CommentClient::new(&at("COMMENT_URL"), Options::new())?;
        let comment = Options::new().token(login.login_with_token(network.clone()));
        let app = Options::new().app_id(&at("APP_ID")).app_secret(&at("APP_SECRET"));
        let protos = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../generated/proto");
        let descriptors = protox::compile(["lending/v1/lending.proto"], [protos])?;
        Ok(Self {
            clients: Clients {
                lending: LendingClient::new(&at("LENDING_URL"), token())?,
                comment: CommentClient::new(&at("COMMENT_URL"), comment)?,
                swap: SwapClient::new(&at("SWAP_URL"), token())?,
                vault: VaultClient::new(&at("VAULT_URL"), token())?,
                assistant: AssistantClient::new(&at("ASSISTANT_URL"), app)?,
            },
            account: at("ACCOUNT_KEY").parse()?,
            rpc: rpc::lending_client::LendingClient::new(Channel::from_shared(at("GRPC_URL"))?.connect_lazy()),
            descriptors: DescriptorPool::from_file_descriptor_set(descriptors)?,
            network,
        })
    }

    async fn take(&self, ask: &Ask) -> Fallible<Value> {
        match ask.r#do.as_str() {
            "call" => calls::call(&self.clients_for(ask)?, ask).await,
            "list" => calls::list(&self.clients_for(ask)?, ask).await,
            "wait" => {
                let limit = Duration::from_millis(ask.limit_ms);
                Ok(serde_json::to_value(
                    self.clients.assistant.wait_for_turn(ask.conversation_id, ask.turn_id, limit).await?,
                )?)
            }
            "sign-in" if ask.method == "SignedMessage" => {
                let account = self.account.clone();
                let address = account.address().to_string();
                let message = Message::new(at("DOMAIN"), at("URI"), address).statement("Sign in to comment.");
                let sign = move |text: String| {
                    let signature = account.sign_message_sync(text.as_bytes());
                    ready(signature.map(|it| it.to_string()).map_err(|error| Error::Invalid(error.to_string())))
                };
                self.me(self.login()?.login_with_message(message, sign)).await
            }
            "sign-in" => self.me(self.login()?.login_with_token(self.network.clone())).await,
            "authorize" => self.authorize(ask).await,
            "rpc" => self.rpc(ask).await,
            other => Err(format!("unknown: {other}").into()),
        }
    }

    /// The clients of a step: those of the services, or new ones at an address of its own.
    fn clients_for(&self, ask: &Ask) -> Result<Clients, Error> {
        let limited = |mut options: Options| {
            options = ask.timeout_ms.map(Duration::from_millis).into_iter().fold(options, Options::timeout);
            ask.max_pages.into_iter().fold(options, Options::max_pages)
        };
        let Some(url) = &ask.url else {
            let Clients { lending, comment, swap, vault, assistant } = &self.clients;
            return Ok(Clients {
                lending: lending.with_options(limited),
                comment: comment.with_options(limited),
                swap: swap.with_options(limited),
                vault: vault.with_options(limited),
                assistant: assistant.with_options(limited),
            });
        };
        let Credentials { token, app_id, app_secret } = &ask.credentials;
        let mut options = limited(Options::new());
        options = token.iter().fold(options, |options, token| options.token(token.as_str()));
        options = app_id.iter().fold(options, |options, id| options.app_id(id));
        options = app_secret.iter().fold(options, |options, secret| options.app_secret(secret));
        let mut settings = reqwest::Client::builder();
        if ask.own_http {
            settings = settings.redirect(reqwest::redirect::Policy::limited(10));
        }
        if let Some(authority) = &ask.authority {
            let trusted = reqwest::Certificate::from_pem(authority.as_bytes())
                .map_err(|error| Error::Invalid(error.to_string()))?;
            settings = settings.tls_certs_merge([trusted]);
        }
        let http = Http::new(settings)?;
        Ok(Clients {
            lending: LendingClient::with_http(url, options.clone(), http.clone())?,
            comment: CommentClient::with_http(url, options.clone(), http.clone())?,
            swap: SwapClient::with_http(url, options.clone(), http.clone())?,
            vault: VaultClient::with_http(url, options.clone(), http.clone())?,
            assistant: AssistantClient::with_http(url, options, http)?,
        })
    }

    fn login(&self) -> Result<CommentClient, Error> {
        CommentClient::new(&at("COMMENT_URL"), Options::new())
    }

    async fn me(&self, source: TokenSource) -> Fallible<Value> {
        let client = self.clients.comment.with_options(|options| options.token(source));
        Ok(serde_json::to_value(client.read_me().await?)?)
    }

    /// Sends the user to the wallet; here the wallet sends the user back at once.
    async fn authorize(&self, ask: &Ask) -> Fallible<Value> {
        let oauth = OAuth {
            network_url: at("NETWORK_URL"),
            client_id: ask.client_id.clone(),
            redirect_uri: Some(ask.redirect_uri.clone()),
            scopes: ask.scopes.clone(),
        };
        let started = oauth.start()?;
        let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;
        let back = browser.get(&started.url).send().await?;
        let location = back.headers().get("location").ok_or("the wallet sent the user nowhere")?.to_str()?;
        let code = started.code(location)?;
        let grant = oauth.exchange(&started, &code).await?;
        self.me(self.login()?.login_with_token(grant.token)).await
    }

    /// From JSON to a message, and back.
    async fn rpc(&self, ask: &Ask) -> Fallible<Value> {
        let service = self.descriptors.get_service_by_name("lending.v1.Lending").ok_or("no Lending")?;
        let method = service.methods().find(|method| method.name() == ask.method).ok_or("no such method")?;
        let message = DynamicMessage::deserialize(method.input(), &ask.input)?.encode_to_vec();
        let answer = match ask.method.as_str() {
            "AllMarkets" => {
                let call = |request| {
                    let mut client = self.rpc.clone();
                    async move { client.all_markets(request).await }
                };
                authorized(&self.network, rpc::MarketReq::decode(&*message)?, call).await?.encode_to_vec()
            }
            "Transactions" => {
                let call = |request| {
                    let mut client = self.rpc.clone();
                    async move { client.transactions(request).await }
                };
                authorized(&self.network, rpc::TransactionReq::decode(&*message)?, call).await?.encode_to_vec()
            }
            other => return Err(format!("unknown: {other}").into()),
        };
        let answer = DynamicMessage::decode(method.output(), &*answer)?;
        Ok(answer.serialize_with_options(serde_json::value::Serializer, &SerializeOptions::new())?)
    }
}

fn error_line(error: &(dyn StdError + 'static)) -> Value {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        message += &format!(": {source} {source:?}");
        cause = source.source();
    }
    let told = match error.downcast_ref::<Error>() {
        Some(Error::Service(refused)) => json!({ "kind": "refused", "status": refused.status, "message": message }),
        Some(Error::Timeout(_)) => json!({ "kind": "timeout", "message": message }),
        Some(Error::Network { .. }) => json!({ "kind": "network", "message": message }),
        Some(Error::Malformed { .. }) => json!({ "kind": "malformed", "message": message }),
        Some(Error::Paging(_)) => json!({ "kind": "paging", "message": message }),
        Some(Error::Invalid(_)) => json!({ "kind": "invalid", "message": message }),
        _ => json!({ "kind": "other", "message": message }),
    };
    json!({ "ok": false, "error": told })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Fallible<()> {
    let driver = Driver::new()?;
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let mut out = tokio::io::stdout();
    while let Some(line) = lines.next_line().await? {
        let ask: Ask = serde_json::from_str(&line)?;
        let limit = Duration::from_millis(ask.abort_after_ms.unwrap_or(60_000));
        // A caller loses interest by dropping the future.
        let answer = match tokio::time::timeout(limit, driver.take(&ask)).await {
            Ok(Ok(result)) => json!({ "ok": true, "result": result }),
            Ok(Err(error)) => error_line(&*error),
            Err(_) => json!({ "ok": false, "error": { "kind": "aborted" } }),
        };
        out.write_all(format!("{answer}\n").as_bytes()).await?;
        out.flush().await?;
    }
    Ok(())
}
