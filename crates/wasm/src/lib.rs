//! The engine in WebAssembly. `crates/wasm/js` starts it in a worker.
//!
//! Requests and answers have the JSON format of `winways serve-stdio` and `winways serve`. The host of the instance provides
//! the functions in `host` as a global object `winwaysHost`.

#![forbid(unsafe_code)]

mod host;
mod watch;

use std::panic;
use std::sync::LazyLock;
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;
use watch::Watch;
use winways::service::{Bounded, Observers, Service, ServiceRequest, Shelf};
use winways::wire::{ErrorJson, ErrorKind};
use winways::{Budget, Catalogue, Request};

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// The size limit in bytes of the results that are cached for later requests, as in the server.
const CACHED: u64 = 256 << 20;

/// The maximum memory limit in bytes: the maximum size of an allocation in a 32-bit address space.
const MOST_MEMORY: u64 = i32::MAX as u64;

/// The maximum length of an answer to a request with an address, in bytes, as in the server.
const LONGEST_ANSWER: usize = 32 << 20;

/// An engine, which answers one request at a time.
#[wasm_bindgen]
pub struct Engine {
    usual: Request<'static>,
    /// The service of requests on lines, which stores assigned names.
    session: Service<'static>,
    /// The results of requests with addresses.
    shelf: Shelf,
}

/// The answer to a request with an address.
#[wasm_bindgen(getter_with_clone)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The text, which is JSON.
    pub body: String,
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine that uses at most `memory` bytes per request, and at most 2 GiB.
    #[wasm_bindgen(constructor)]
    pub fn new(memory: f64) -> Engine {
        panic::set_hook(Box::new(|panicked| host::panicked(&panicked.to_string())));
        let budget = Budget { memory: (memory as u64).min(MOST_MEMORY), ..Budget::DEFAULT };
        let usual = Request::default().budget(budget);
        Engine { usual, session: Service::new(&CATALOGUE, usual), shelf: Shelf::new(CACHED) }
    }

    /// Answers a request in the format of `winways serve-stdio`, with a time limit in seconds. The answer to a `cancel` is empty.
    pub fn line(&mut self, line: &str, seconds: f64) -> String {
        let request = ServiceRequest::parse(line);
        if request.cancels().is_some() {
            return String::new();
        }
        let mut out = Vec::new();
        let watch = Watch::start(time(&request, seconds));
        let observers = Observers { work: &watch, writing: &watch.writing() };
        // Writing into memory cannot fail.
        let _ = self.session.answer(&request, observers, &mut out);
        text(out)
    }

    /// Answers a request as `winways serve` answers a POST request to the operation with the body `fields`. The time limit is in
    /// seconds.
    pub fn post(&mut self, operation: &str, fields: &str, seconds: f64) -> Reply {
        self.reply(&ServiceRequest::parse_for(operation, fields), seconds)
    }

    /// Answers a GET of `winways serve` for an operation. `names` and `texts` are the fields of the address.
    pub fn get(&mut self, operation: &str, names: Vec<String>, texts: Vec<String>, seconds: f64) -> Reply {
        match ServiceRequest::of_address(operation, names.into_iter().zip(texts)) {
            Some(request) => self.reply(&request, seconds),
            None => {
                let message = "the address has two fields of the same name";
                refusal(&ErrorJson::without_place(ErrorKind::Request, message))
            }
        }
    }
}

impl Engine {
    fn reply(&mut self, request: &ServiceRequest, seconds: f64) -> Reply {
        let mut service = Service::new(&CATALOGUE, self.usual);
        if let Some(game) = request.game() {
            service = service.with_cache(self.shelf.take(game));
        }
        let mut written = Bounded::new(LONGEST_ANSWER);
        let watch = Watch::start(time(request, seconds));
        let observers = Observers { work: &watch, writing: &watch.writing() };
        let status = service.answer(request, observers, &mut written);
        if let Some(game) = request.game() {
            self.shelf.put(game, service.into_cache());
        }
        let (status, body) = written.finish(status);
        Reply { status, body: text(body) }
    }
}

/// Returns the time limit of a request in milliseconds: its own limit if there is one, but at most `seconds`.
fn time(request: &ServiceRequest, seconds: f64) -> f64 {
    1000.0 * request.timeout().as_ref().map_or(seconds, Duration::as_secs_f64).min(seconds)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

fn refusal(error: &ErrorJson) -> Reply {
    Reply { status: error.status(), body: serde_json::to_string(error).unwrap_or_default() }
}

/// Returns the error for a request that was not answered. `cause` is `memory` if the instance ran out of memory, `cancelled` if
/// the request was cancelled, and anything else for a defect.
fn failure(cause: &str) -> ErrorJson {
    let (kind, message) = match cause {
        "memory" => (ErrorKind::Limit, "stopped: the engine ran out of memory"),
        "cancelled" => (ErrorKind::Cancelled, "cancelled"),
        _ => (
            ErrorKind::Defect,
            "a defect of winways stopped this request; the engine was restarted; please report the request",
        ),
    };
    ErrorJson::without_place(kind, message)
}

/// Returns the error reply to a request with an address that the instance did not answer.
#[wasm_bindgen]
pub fn failed(cause: &str) -> Reply {
    refusal(&failure(cause))
}

/// Returns the error reply to a line that the instance did not answer.
#[wasm_bindgen(js_name = failedLine)]
pub fn failed_line(line: &str, cause: &str) -> String {
    let mut out = Vec::new();
    // Writing into memory cannot fail.
    let _ = ServiceRequest::parse(line).write_error(&failure(cause), &mut out);
    text(out)
}
