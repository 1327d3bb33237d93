//! What a call of the client costs beside the same with reqwest and serde_json: a line of JSON with the median times of
//! `GET /swap/transactions?limit=20` of `BENCH_URL`, in microseconds, both taken in turns.
//! reqwest alone does what any call must: a time limit, a check of the status, and the answer as the same types.

use std::error::Error;
use std::time::{Duration, Instant};

use wallet_services::Options;
use wallet_services::swap::{ListTransactionsParams, SwapClient, TransactionsResponse};

const WARM_UP: usize = 300;
const ROUNDS: usize = 3000;

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let base = std::env::var("BENCH_URL").map_err(|_| "BENCH_URL is not set: the origin of a server")?;
    let url = format!("{base}/swap/transactions?limit=20");
    let bare = reqwest::Client::builder().timeout(Duration::from_secs(10)).build()?;
    let client = SwapClient::new(&format!("{base}/swap"), Options::new())?;
    let params = ListTransactionsParams { limit: Some(20), ..Default::default() };
    let mut times = (Vec::new(), Vec::new());
    for round in 0..WARM_UP + ROUNDS {
        let started = Instant::now();
        bare.get(&url).send().await?.error_for_status()?.json::<TransactionsResponse>().await?;
        let between = Instant::now();
        client.list_transactions(&params).await?;
        if round >= WARM_UP {
            times.0.push(between - started);
            times.1.push(between.elapsed());
        }
    }
    println!("{{\"bare\": {:.1}, \"client\": {:.1}}}", median(times.0), median(times.1));
    Ok(())
}
