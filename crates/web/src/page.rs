//! The files of the page, which are embedded in the program. A build with debug assertions reads them from the source tree
//! instead, on each request.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::LazyLock;

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

/// A file as it is sent.
struct Sent {
    data: Bytes,
    tag: String,
}

impl Sent {
    fn new(data: Vec<u8>) -> Sent {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&data);
        Sent { data: data.into(), tag: format!("\"{hash:016x}\"") }
    }
}

/// Returns all files by path: the files of the bundle and the files of the source tree.
fn all() -> BTreeMap<String, Sent> {
    // A page that cannot be bundled, which a test rules out, is sent module by module.
    let bundled = winways_page::bundled_files().unwrap_or_default();
    let files = winways_page::source_files().into_iter().chain(bundled);
    files.map(|(name, data)| (name, Sent::new(data))).collect()
}

/// Returns the file at this path, if it exists. `/` is `index.html`.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    static ONCE: LazyLock<BTreeMap<String, Sent>> = LazyLock::new(all);
    let changed = cfg!(debug_assertions).then(all);
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let file = changed.as_ref().unwrap_or(&ONCE).get(name)?;
    let is_known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == file.tag.as_bytes());
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(file.data.clone()).into_response(),
    };
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let known = TYPES.iter().find(|(known, _)| *known == ending);
    let kind = known.map_or("application/octet-stream", |(_, kind)| kind);
    // The address of a file of the bundle changes with the page.
    let keep = if name.starts_with("v-") { "max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        headers.insert(header::ETAG, tag);
    }
    Some(response)
}
