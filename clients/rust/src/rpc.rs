//! The services over gRPC, with [`tonic`]: messages and clients, and how a token goes along.

use crate::Error;
use crate::token::TokenSource;
use tonic::{Code, Request, Response, Status};

pub use crate::generated::rpc::*;

/// Calls a method with a token, which is renewed once when the service rejects it.
///
/// # Errors
/// That of the call; [`Code::Unauthenticated`] where there is no token.
pub async fn authorized<Q: Clone, A, F: Future<Output = Result<Response<A>, Status>>>(
    source: &TokenSource,
    message: Q,
    mut call: impl FnMut(Request<Q>) -> F,
) -> Result<A, Status> {
    let mut renewed = false;
    loop {
        let refused = |error: Error| Status::unauthenticated(error.to_string());
        let token = source.token().await.map_err(refused)?;
        let mut request = Request::new(message.clone());
        let value =
            format!("Bearer {token}").parse().map_err(|_| Status::unauthenticated("the token cannot be sent"))?;
        request.metadata_mut().insert("authorization", value);
        match call(request).await {
            Err(status) if status.code() == Code::Unauthenticated && !renewed && source.reject(&token).await => {
                renewed = true
            }
            answer => return answer.map(Response::into_inner),
        }
    }
}
