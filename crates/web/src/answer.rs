//! JSON answers with an HTTP status.

use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::io;
use winways::service::{Bounded, RequestStatus};
use winways::wire::{ErrorJson, ErrorKind};

/// An answer, ready to be sent.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) body: Bytes,
}

impl Answer {
    /// Creates the answer from the service's output, or an error if the output was too long.
    pub(crate) fn of_service(settled: io::Result<RequestStatus>, written: Bounded) -> Self {
        let (status, body) = written.finish(settled);
        Answer { status: status_code(status), body: body.into() }
    }

    pub(crate) fn error(error: &ErrorJson) -> Self {
        let body = serde_json::to_string(error);
        Answer { status: status_code(error.status()), body: body.unwrap_or_default().into() }
    }

    /// Creates the answer for an invalid request.
    pub(crate) fn wrong(status: StatusCode, message: &str) -> Self {
        Answer::error(&ErrorJson::without_place(ErrorKind::Request, message).with_status(status.as_u16()))
    }

    /// Creates the answer for a request that exceeds the limits of concurrent work.
    pub(crate) fn busy() -> Self {
        let message = "the server is busy: the maximum number of requests or tasks is running";
        Answer::error(&ErrorJson::without_place(ErrorKind::Busy, message))
    }
}

fn status_code(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// The value of `Retry-After`, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let is_error = self.status.is_client_error() || self.status.is_server_error();
        let json =
            HeaderValue::from_static(if is_error { "application/problem+json" } else { "application/json" });
        let mut response = (self.status, self.body).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}
