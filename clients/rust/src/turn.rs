use std::time::{Duration, Instant};

use uuid::Uuid;

use crate::Error;
use crate::assistant::{AssistantClient, ReadTurnParams, Turn};
use crate::limits::{LONGEST_BLOCK, SHORTEST_BLOCK};

impl AssistantClient {
    /// Waits until a turn is processed, and gives it: by a read that blocks, again after each 408, until the limit. The turn
    /// may have failed: see its `error`. A request waits at most 20 s, since connections that stay silent are cut on the way;
    /// 250 ms lie between two of them at least.
    ///
    /// # Errors
    /// [`Error::Service`] with status 408 when the turn is not processed within the limit.
    pub async fn wait_for_turn(&self, conversation_id: Uuid, turn_id: i64, limit: Duration) -> Result<Turn, Error> {
        let end = Instant::now() + limit;
        loop {
            let next = Instant::now() + SHORTEST_BLOCK;
            let round = (end - Instant::now()).clamp(Duration::from_millis(1), LONGEST_BLOCK);
            let timeout = Some(format!("{}ms", round.as_millis()));
            let params = ReadTurnParams { block_until_response: Some(true), timeout };
            let client = self.with_options(|options| options.timeout(round + Duration::from_secs(5)));
            match client.read_turn(conversation_id, turn_id, &params).await {
                Err(error) if error.status() == Some(408) && Instant::now() < end => {
                    tokio::time::sleep_until(next.min(end).into()).await;
                }
                answer => return answer.map(|answer| answer.data),
            }
        }
    }
}
