//! Access control: the server accepts requests from the page itself and from programs of the machine's users.
//!
//! A page of another site can make a browser send requests to a server on the same machine. With DNS rebinding it can even read
//! the answers. Therefore requests must name the host by an IP address or as `localhost`, and must not come from another origin.
//! If the server has a token, requests must also present it. A server that is open to other machines must have a token.

use crate::answer::Answer;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use winways::wire::{ErrorJson, ErrorKind};

/// The access rules for requests.
#[derive(Clone)]
pub(crate) struct Guard(Arc<Rules>);

struct Rules {
    /// `true` if other machines may send requests.
    is_open: bool,
    token: Option<String>,
}

impl Guard {
    /// Creates the guard of a server at this address. A server that is reachable from other machines must have a token.
    pub(crate) fn new(address: IpAddr, token: Option<String>) -> Self {
        Guard(Arc::new(Rules { is_open: !address.is_loopback(), token }))
    }
}

/// The cookie that stores the token in a browser.
const COOKIE: &str = "winways_token";

/// The security headers of all answers.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The security policy of a page within a frame.
const FRAMED: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *; object-src 'none'";

/// Handles a request if the rules permit it.
pub(crate) async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    // Pages of other sites may show this address, a bare board, in a frame.
    let is_framed = request.uri().path() == "/" && request.uri().query() == Some("embed");
    let mut response = match guard.0.verdict(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => *refusal,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if is_framed {
        response.headers_mut().remove(header::X_FRAME_OPTIONS);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(FRAMED));
    }
    response
}

fn forbidden(message: &str) -> Box<Response> {
    let error = ErrorJson::without_place(ErrorKind::Forbidden, message);
    Box::new(Answer::error(&error).into_response())
}

impl Rules {
    fn verdict(&self, request: &Request) -> Result<(), Box<Response>> {
        let headers = request.headers();
        let host = host(request).ok_or_else(|| forbidden("the request has no valid `Host` header"))?;
        if !self.is_host(&host) {
            return Err(forbidden("the host must be named by its IP address, or as `localhost`"));
        }
        // Behind a proxy with TLS, the origin of the page begins with `https://`.
        let is_own = |origin: &str| {
            let named = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            named == Some(host.as_str())
        };
        if let Some(origin) = headers.get(header::ORIGIN)
            && !origin.to_str().is_ok_and(is_own)
        {
            return Err(forbidden("the request comes from a page of another site"));
        }
        // A link on another site may lead to the page, but not to the API.
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        if matches!(site, Some(b"cross-site" | b"same-site")) && request.uri().path().starts_with("/api/") {
            return Err(forbidden("the request comes from a page of another site"));
        }
        match &self.token {
            Some(token) => check_token(request, token),
            None => Ok(()),
        }
    }

    /// Returns `true` if the host is an IP address or `localhost`, which others cannot redefine. Unless the server is open to
    /// other machines, the IP address must be a loopback address.
    fn is_host(&self, host: &Authority) -> bool {
        let name = host.host();
        let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match number {
            Ok(number) => self.is_open || number.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// Returns the host that a request names, with its port. Returns `None` unless the request has exactly one valid `Host` header.
fn host(request: &Request) -> Option<Authority> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = named.next()?.to_str().ok()?;
    let authority = host.parse::<Authority>().ok()?;
    let has_port = authority.as_str().len() > authority.host().len();
    if authority.as_str().contains('@') || has_port && authority.port_u16().is_none() {
        return None;
    }
    named.next().is_none().then_some(authority)
}

/// Accepts a request with the token. If the token is in the address of the page, redirects and stores it in a cookie.
fn check_token(request: &Request, token: &str) -> Result<(), Box<Response>> {
    let headers = request.headers();
    if shown(headers).any(|shown| is_same(shown, token)) {
        return Ok(());
    }
    let query = request.uri().query().unwrap_or("");
    let brought = query.split('&').find_map(|part| part.strip_prefix("token="));
    if request.uri().path() == "/" && brought.is_some_and(|brought| is_same(brought, token)) {
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
        let headers = [(header::SET_COOKIE, cookie.as_str()), (header::LOCATION, "/")];
        return Err(Box::new((StatusCode::SEE_OTHER, headers).into_response()));
    }
    Err(forbidden("the request does not contain the token that was printed when the server was started"))
}

/// Returns the tokens in a request's headers.
fn shown(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let texts = |name| headers.get_all(name).iter().filter_map(|value: &HeaderValue| value.to_str().ok());
    let bearers = texts(header::AUTHORIZATION).filter_map(|value| value.strip_prefix("Bearer "));
    let cookies = texts(header::COOKIE).flat_map(|value| value.split("; "));
    bearers.chain(
        cookies.filter_map(|cookie| cookie.strip_prefix(COOKIE).and_then(|rest| rest.strip_prefix('='))),
    )
}

/// Returns `true` if two texts are equal. For texts of equal length, the time does not depend on their contents.
fn is_same(shown: &str, token: &str) -> bool {
    let difference = |difference, (a, b): (u8, u8)| difference | (a ^ b);
    shown.len() == token.len() && shown.bytes().zip(token.bytes()).fold(0, difference) == 0
}
