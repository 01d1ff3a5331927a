//! The addresses of the API, each an operation of the service.

use crate::answer::Answer;
use crate::engine::{Busy, Engine};
use crate::tasks::Tasks;
use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use winways::service::ServiceRequest;
use winways::wire::{ErrorJson, ErrorKind};

/// The state that all requests share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) engine: Arc<Engine>,
    pub(crate) tasks: Tasks,
}

/// The query parameter for the time to wait, in seconds, before the work becomes a task.
#[derive(Deserialize)]
pub(crate) struct Wait {
    wait: Option<f64>,
}

/// The default wait in seconds.
const DEFAULT_WAIT: f64 = 1.0;

/// The maximum wait.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

type Waiting = Result<Query<Wait>, QueryRejection>;

/// The fields in an address.
type Fields = Result<Query<Vec<(String, String)>>, QueryRejection>;

impl Wait {
    fn of(waiting: Waiting) -> Result<Duration, Answer> {
        let wrong = || Answer::wrong(StatusCode::BAD_REQUEST, "`wait` is a number of seconds, such as 0.5");
        let Query(Wait { wait }) = waiting.map_err(|_| wrong())?;
        let wait = Duration::try_from_secs_f64(wait.unwrap_or(DEFAULT_WAIT)).map_err(|_| wrong())?;
        Ok(wait.min(LONGEST_WAIT))
    }
}

/// A JSON body as it was sent.
pub(crate) struct Body(String);

impl FromRequest<Shared> for Body {
    type Rejection = Answer;

    async fn from_request(request: Request, shared: &Shared) -> Result<Self, Answer> {
        if !is_json(request.headers()) {
            let message = "the body of a request must be JSON: its `content-type` must be `application/json`";
            return Err(Answer::wrong(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        // Refuses a body that announces too great a length before reading it.
        if request.body().size_hint().lower() > shared.engine.limits.body as u64 {
            return Err(too_long());
        }
        let patience = shared.engine.limits.patience;
        let bytes = timeout(patience, Bytes::from_request(request, shared))
            .await
            .map_err(|_| Answer::wrong(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time"))?
            .map_err(|rejection| unread(&rejection))?;
        String::from_utf8(bytes.into())
            .map(Body)
            .map_err(|_| Answer::wrong(StatusCode::BAD_REQUEST, "the body is not UTF-8"))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    kind.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("application/json")
}

fn too_long() -> Answer {
    Answer::wrong(StatusCode::PAYLOAD_TOO_LARGE, "the body is longer than allowed")
}

fn unread(rejection: &BytesRejection) -> Answer {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_long(),
        _ => Answer::wrong(StatusCode::BAD_REQUEST, "the body cannot be read"),
    }
}

/// The name of a task in an address.
pub(crate) struct Name(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = Answer;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Answer> {
        let Path(name) = Path::from_request_parts(parts, state).await.map_err(|_: PathRejection| {
            Answer::wrong(StatusCode::BAD_REQUEST, "the name in the address is not UTF-8")
        })?;
        Ok(Name(name))
    }
}

/// Handles a POST whose body contains the fields of an operation.
pub(crate) async fn post(
    operation: &'static str,
    State(shared): State<Shared>,
    waiting: Waiting,
    query: Fields,
    Body(text): Body,
) -> Response {
    let Ok(Query(query)) = query else { return not_utf8() };
    if let Some((name, _)) = query.iter().find(|(name, _)| name != "wait") {
        let error = ErrorJson::without_place(
            ErrorKind::Request,
            &format!("the address of a POST has no field `{name}`"),
        );
        let error = error.expected("expected no field except `wait`");
        let help = format!("the fields of `{operation}` belong in the body");
        return Answer::error(&error.help(&help)).into_response();
    }
    match Wait::of(waiting) {
        Ok(wait) => answer(&shared, ServiceRequest::parse_for(operation, &text), wait).await,
        Err(wrong) => wrong.into_response(),
    }
}

/// Handles a GET whose address contains the fields of an operation. A missing main field is read as an empty text.
pub(crate) async fn get(
    operation: &'static str,
    State(shared): State<Shared>,
    waiting: Waiting,
    path: Result<Path<Vec<(String, String)>>, PathRejection>,
    query: Fields,
) -> Response {
    let (Ok(Path(path)), Ok(Query(query))) = (path, query) else { return not_utf8() };
    let fields = path.into_iter().chain(query).filter(|(name, _)| name != "wait");
    let Some(request) = ServiceRequest::of_address(operation, fields) else {
        let message = "the address has two fields of the same name";
        return Answer::wrong(StatusCode::BAD_REQUEST, message).into_response();
    };
    match Wait::of(waiting) {
        Ok(wait) => answer(&shared, request, wait).await,
        Err(wrong) => wrong.into_response(),
    }
}

fn not_utf8() -> Response {
    Answer::wrong(StatusCode::BAD_REQUEST, "the address is not UTF-8").into_response()
}

/// Returns the answer, or the task that the work has become.
async fn answer(shared: &Shared, request: ServiceRequest, wait: Duration) -> Response {
    let mut work = match shared.engine.begin(request) {
        Ok(work) => work,
        Err(Busy) => return Answer::busy().into_response(),
    };
    if let Some(answer) = work.answer_within(wait).await {
        return answer.into_response();
    }
    match work.become_task() {
        Ok(()) => shared.tasks.keep(work).into_response(),
        Err(Busy) => Answer::busy().into_response(),
    }
}
