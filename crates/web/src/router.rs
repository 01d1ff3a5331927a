//! The routes of the server.

use crate::answer::Answer;
use crate::description::{BASE, served};
use crate::guard::{self, Guard};
use crate::operations::{self, Shared};
use crate::{page, tasks};
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef, Request};
use axum::http::{Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use std::sync::Arc;
use tower_http::compression::CompressionLayer;

impl FromRef<Shared> for tasks::Tasks {
    fn from_ref(shared: &Shared) -> Self {
        shared.tasks.clone()
    }
}

/// Returns the handler of the description, which is generated once for each server.
fn description() -> MethodRouter<Shared> {
    let text: Arc<str> = crate::description().into();
    get(
        move || async move { ([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response() },
    )
}

/// Returns the routes of the API below its base, with their handlers.
fn api() -> Vec<(&'static str, MethodRouter<Shared>)> {
    let others = [("/tasks/{id}/events", get(tasks::events)), ("/tasks/{id}", delete(tasks::cancel))];
    let served = served().map(|(is_post, path, operation)| {
        let handler = match is_post {
            true => {
                post(move |state, wait, query, body| operations::post(operation, state, wait, query, body))
            }
            false => {
                get(move |state, wait, path, query| operations::get(operation, state, wait, path, query))
            }
        };
        (path, handler)
    });
    others.into_iter().chain(served).collect()
}

const OPENAPI: &str = "/openapi.json";

/// Returns all addresses except the addresses of the page's files. `{name}` is a placeholder.
pub fn addresses() -> impl Iterator<Item = String> {
    api().into_iter().map(|(address, _)| format!("{BASE}{address}")).chain([OPENAPI.to_owned()])
}

/// Creates the router for all addresses, behind the guard.
pub(crate) fn router(shared: Shared, guard: Guard) -> Router {
    let body = shared.engine.limits.body;
    let mut api_router = Router::new();
    for (address, handler) in api() {
        api_router = api_router.route(address, handler);
    }
    Router::new()
        .nest(BASE, api_router)
        .route(OPENAPI, description())
        .fallback(other)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(body))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(guard, guard::check))
        .with_state(shared)
}

/// Returns a file of the page, or an error.
async fn other(request: Request) -> Response {
    let path = request.uri().path();
    let is_asked = [Method::GET, Method::HEAD].contains(request.method());
    let file = is_asked.then(|| page::file(path, request.headers())).flatten();
    file.unwrap_or_else(|| Answer::wrong(StatusCode::NOT_FOUND, "no such address").into_response())
}

async fn wrong_method() -> Response {
    Answer::wrong(StatusCode::METHOD_NOT_ALLOWED, "this address does not support this method").into_response()
}
