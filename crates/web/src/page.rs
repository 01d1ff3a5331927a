//! The files of the page. They are embedded in the program. A build with debug assertions reads them from the source tree.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "page"]
struct Page;

/// Content types by file extension.
const TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("md", "text/markdown; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
    ("game", "text/plain; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
];

/// Returns the file at this path, if it exists. `/` is `index.html`.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    // Compare with the list of embedded names, so that no other file can be accessed.
    let name = Page::iter().find(|known| known == name)?;
    let file = Page::get(&name)?;
    let mut tag = String::from("\"");
    file.metadata.sha256_hash()[..16].iter().for_each(|byte| tag += &format!("{byte:02x}"));
    tag.push('"');
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(file.data).into_response(),
    };
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let known = TYPES.iter().find(|(known, _)| *known == ending);
    let kind = known.map_or("application/octet-stream", |(_, kind)| kind);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    Some(response)
}
