//! Access control, and the security headers.

use crate::common::{ask, get, request, router, run};
use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request, StatusCode};
use std::net::IpAddr;
use winways_web::{Limits, Server};

/// Creates a request with these headers, which replace its own.
fn with(path: &str, headers: &[(&'static str, &str)]) -> Request<Body> {
    let mut request = request("GET", path, "");
    for (name, value) in headers {
        let value = HeaderValue::from_str(value).unwrap();
        request.headers_mut().insert(HeaderName::from_static(name), value);
    }
    request
}

#[test]
fn every_answer_has_the_headers() {
    run(async {
        let router = router();
        let mut refused = request("GET", "/", "");
        refused.headers_mut().remove("host");
        let answers =
            [get(&router, "/").await, get(&router, "/api/v1/nothing").await, ask(&router, refused).await];
        assert_eq!(answers.each_ref().map(|answer| answer.status.as_u16()), [200, 404, 403]);
        for answer in answers {
            assert!(answer.header("content-security-policy").starts_with("default-src 'self';"));
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert!(!answer.headers.keys().any(|name| name.as_str().starts_with("access-control")));
        }
    });
}

#[test]
fn hosts_with_names_of_others_are_refused() {
    run(async {
        let router = router();
        for host in ["127.0.0.1:7878", "127.0.0.1", "localhost:80", "LOCALHOST", "[::1]:7878", "127.9.9.9"] {
            let answer = ask(&router, with("/", &[("host", host)])).await;
            assert_eq!(answer.status, StatusCode::OK, "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:7878",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "192.168.0.7:7878",
            "user@127.0.0.1",
            "0.0.0.0:7878",
            "",
            "127.0.0.1:x",
        ] {
            let answer = ask(&router, with("/", &[("host", host)])).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{host}");
        }
        let mut twice = request("GET", "/", "");
        twice.headers_mut().append("host", HeaderValue::from_static("127.0.0.1:7878"));
        assert_eq!(ask(&router, twice).await.status, StatusCode::FORBIDDEN);
    });
}

#[test]
fn pages_of_others_are_refused() {
    run(async {
        let router = router();
        let status = async |headers: &[(&'static str, &str)]| {
            ask(&router, with("/api/v1/games", headers)).await.status.as_u16()
        };
        // A proxy with TLS serves the page under `https://`.
        for origin in ["http://127.0.0.1:7878", "https://127.0.0.1:7878"] {
            assert_eq!(status(&[("origin", origin)]).await, 200, "{origin}");
        }
        for origin in [
            "http://evil.example",
            "null",
            "https://127.0.0.1:7879",
            "http://127.0.0.1:7879",
            "http://localhost:7878",
        ] {
            assert_eq!(status(&[("origin", origin)]).await, 403, "{origin}");
        }
        for (site, expected) in [("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)]
        {
            assert_eq!(status(&[("sec-fetch-site", site)]).await, expected, "{site}");
        }
        // A link on another site may lead to the page.
        let followed = ask(&router, with("/", &[("sec-fetch-site", "cross-site")])).await;
        assert_eq!(followed.status, StatusCode::OK);
    });
}

#[test]
fn only_a_bare_board_may_be_in_a_frame() {
    run(async {
        let router = router();
        for (address, is_framed) in
            [("/", false), ("/?embed", true), ("/?embed=1", false), ("/icon.svg?embed", false)]
        {
            let page = ask(&router, with(address, &[("sec-fetch-site", "cross-site")])).await;
            assert_eq!(page.status, StatusCode::OK, "{address}");
            assert_eq!(page.header("x-frame-options").is_empty(), is_framed, "{address}");
            let policy = page.header("content-security-policy");
            assert_eq!(policy.contains("frame-ancestors *;"), is_framed, "{address}: {policy}");
            assert_eq!(policy.contains("frame-ancestors 'none';"), !is_framed, "{address}: {policy}");
        }
    });
}

#[test]
fn an_open_server_asks_for_its_token() {
    const TOKEN: &str = "0123456789abcdef";
    run(async {
        let open: IpAddr = "0.0.0.0".parse().unwrap();
        let router = Server::new(Limits::default()).with_token(TOKEN.to_owned()).router(open);
        let status = async |path: &str, headers: &[(&'static str, &str)]| {
            ask(&router, with(path, headers)).await.status.as_u16()
        };
        assert_eq!(status("/", &[]).await, 403);
        assert_eq!(status("/api/v1/games", &[]).await, 403);
        assert_eq!(status("/api/v1/games?token=0123456789abcdef", &[]).await, 403);
        for wrong in ["Bearer ", "Bearer 0123456789abcdeg", "Bearer 0123456789abcdef0", "0123456789abcdef"] {
            assert_eq!(status("/api/v1/games", &[("authorization", wrong)]).await, 403, "{wrong}");
        }
        let bearer = ("authorization", "Bearer 0123456789abcdef");
        assert_eq!(status("/api/v1/games", &[bearer]).await, 200);
        assert_eq!(status("/api/v1/games", &[bearer, ("host", "192.168.0.7:7878")]).await, 200);
        assert_eq!(status("/api/v1/games", &[bearer, ("host", "evil.example")]).await, 403);
        // A browser presents the token in the address, and stores it as a cookie.
        assert_eq!(status("/?token=0123456789abcdeg", &[]).await, 403);
        let entry = ask(&router, with("/?token=0123456789abcdef", &[])).await;
        assert_eq!((entry.status, entry.header("location")), (StatusCode::SEE_OTHER, "/"));
        let cookie = entry.header("set-cookie");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        let kept = cookie.split(';').next().unwrap_or("");
        assert_eq!(status("/", &[("cookie", &format!("other=1; {kept}"))]).await, 200);
        assert_eq!(status("/", &[("cookie", "winways_token=0123456789abcdeg")]).await, 403);
    });
}

#[test]
fn an_open_server_without_a_token_does_not_begin() {
    run(async {
        let listener = tokio::net::TcpListener::bind("0.0.0.0:0").await.expect("there is a free port");
        assert!(Server::new(Limits::default()).serve(listener).await.is_err());
    });
}
