//! Which address is answered by what.

use crate::answer::Answer;
use crate::guard::{self, Guard};
use crate::operations::{self, Shared};
use crate::{page, tasks};
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef, Request};
use axum::http::{Method, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};

/// The addresses that take the fields of an operation as their body.
const POSTED: &[&str] =
    &["solve", "moves", "eval", "table", "rules", "picture", "thermograph", "quiz", "query"];

impl FromRef<Shared> for tasks::Tasks {
    fn from_ref(shared: &Shared) -> Self {
        shared.tasks.clone()
    }
}

/// All addresses, behind the guard.
pub(crate) fn router(shared: Shared, guard: Guard) -> Router {
    let body = shared.engine.limits.body;
    let mut api = Router::new()
        .route("/games", get(operations::games))
        .route("/games/{name}", get(operations::game))
        .route("/verify/{name}", get(operations::verify))
        .route("/tasks/{id}/events", get(tasks::events))
        .route("/tasks/{id}", delete(tasks::cancel));
    for &operation in POSTED {
        let handler =
            move |state, wait, body| async move { operations::post(operation, state, wait, body).await };
        let asked = match operation {
            "quiz" => post(handler).get(operations::quiz),
            _ => post(handler),
        };
        api = api.route(&format!("/{operation}"), asked);
    }
    Router::new()
        .nest("/api/v1", api)
        .fallback(other)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(body))
        .layer(from_fn_with_state(guard, guard::check))
        .with_state(shared)
}

/// A file of the page, or nothing.
async fn other(request: Request) -> Response {
    let path = request.uri().path();
    let is_asked = [Method::GET, Method::HEAD].contains(request.method());
    let file = is_asked.then(|| page::file(path, request.headers())).flatten();
    file.unwrap_or_else(|| {
        Answer::wrong(StatusCode::NOT_FOUND, "there is nothing at this address").into_response()
    })
}

async fn wrong_method() -> Response {
    Answer::wrong(StatusCode::METHOD_NOT_ALLOWED, "this address is not asked by this method").into_response()
}
