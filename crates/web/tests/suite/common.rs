//! Helpers that send requests to the router, without sockets.

#![allow(dead_code, reason = "not every test file uses all helpers")]

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use futures_util::StreamExt;
use serde_json::Value;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use tower::ServiceExt;
use winways::tables::{DatabaseBuild, DatabaseRequest};
use winways::{Catalogue, NoObserver};
use winways_web::{Limits, Server};

/// The address of the server in requests.
pub(crate) const HOST: &str = "127.0.0.1:7878";

/// A request for endless work: the unknown period of an octal game.
pub(crate) const HOPELESS: &str = r#"{"table": "octal(0.6)", "prove": true, "values": false}"#;

/// Runs a test on its own runtime.
pub(crate) fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("there is a runtime");
    let result = runtime.block_on(test);
    runtime.shutdown_background();
    result
}

/// Creates the router of a server with these limits.
pub(crate) fn router_within(limits: Limits) -> Router {
    Server::new(limits).router(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

pub(crate) fn router() -> Router {
    router_within(Limits::default())
}

/// A complete answer.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answered {
    pub(crate) fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }
}

/// Creates a request like those of the page.
pub(crate) fn request(method: &str, path: &str, body: impl Into<Body>) -> Request<Body> {
    let method = Method::from_bytes(method.as_bytes()).expect("it is a method");
    let builder = Request::builder().method(method).uri(path).header(header::HOST, HOST);
    builder.header(header::CONTENT_TYPE, "application/json").body(body.into()).expect("it is a request")
}

pub(crate) async fn send(router: &Router, request: Request<Body>) -> Response {
    match router.clone().oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

pub(crate) async fn ask(router: &Router, request: Request<Body>) -> Answered {
    let (parts, body) = send(router, request).await.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.expect("there is a body");
    Answered { status: parts.status, headers: parts.headers, body }
}

pub(crate) async fn get(router: &Router, path: &str) -> Answered {
    ask(router, request("GET", path, "")).await
}

pub(crate) async fn post(router: &Router, operation: &str, body: &str) -> Answered {
    ask(router, request("POST", &format!("/api/v1/{operation}"), body.to_owned())).await
}

/// Starts endless work, and waits until it is a task. Returns `None` if there is no room for it.
pub(crate) async fn begin(router: &Router) -> Option<String> {
    let answer = post(router, "table?wait=0", HOPELESS).await;
    assert!([StatusCode::ACCEPTED, StatusCode::TOO_MANY_REQUESTS].contains(&answer.status), "{answer:?}");
    answer.json()["task"].as_str().map(str::to_owned)
}

/// The events of a task, read piece by piece.
pub(crate) struct Events(axum::body::BodyDataStream);

impl Events {
    pub(crate) async fn of(router: &Router, task: &str) -> Option<Events> {
        let response = send(router, request("GET", &format!("/api/v1/tasks/{task}/events"), "")).await;
        let is_there = response.status() == StatusCode::OK;
        is_there.then(|| Events(response.into_body().into_data_stream()))
    }

    /// Returns the name of the next event and its data.
    pub(crate) async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            let piece = self.0.next().await?.expect("the stream goes on");
            let text = String::from_utf8_lossy(&piece).into_owned();
            let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
            // Comments keep the connection alive.
            let (Some(name), Some(data)) = (field("event: "), field("data: ")) else { continue };
            return Some((name, serde_json::from_str(&data).expect("events are JSON")));
        }
    }
}

/// Creates a directory with the solved table `small/chase` for the chase on a board of 5 rows, and a server for it.
pub(crate) fn with_a_table() -> (tempfile::TempDir, Router) {
    let catalogue = Catalogue::new();
    let board = catalogue.game("chase").and_then(|game| game.board("5")).expect("there is the board");
    let all = tempfile::tempdir().expect("there is room");
    let directory = all.path().join("small/chase");
    std::fs::create_dir(all.path().join("small")).expect("there is room");
    let request = DatabaseRequest::default();
    let build = DatabaseBuild::begin(board, &directory, &request, || false).expect("it begins");
    build.run(&NoObserver).expect("it is built");
    let server = Server::new(Limits::default()).with_tables(all.path().to_owned());
    (all, server.router(IpAddr::V4(Ipv4Addr::LOCALHOST)))
}
