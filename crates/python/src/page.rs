//! The page in a browser: its files, and the answers to its requests. `python/winways/page.py` is the server.

use crate::bounds::{Bounds, Memory, Time};
use crate::errors::Error;
use crate::raised::take_exception;
use crate::registered::{catalogue_with, registered_games};
use crate::work::Watch;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::{Mutex, MutexGuard, PoisonError};
use winways::service::{Bounded, Observers, Service, ServiceRequest, Shelf};
use winways::wire::{ErrorJson, ErrorKind};
use winways::{Catalogue, Request};

/// The size limit in bytes of the results that are cached for later requests, as in the server of the command line.
const CACHED: u64 = 256 << 20;

/// The maximum length of an answer in bytes, as in the server of the command line.
const LONGEST_ANSWER: usize = 32 << 20;

/// Returns the files of the page by path.
#[pyfunction(name = "_page_files")]
pub(crate) fn page_files(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let bundled = winways_page::bundled_files().map_err(Error::new_err)?;
    let files = PyDict::new(py);
    for (name, data) in winways_page::source_files().into_iter().chain(bundled) {
        files.set_item(name, PyBytes::new(py, &data))?;
    }
    Ok(files)
}

/// Answers requests about the games of the catalogue and the games registered when the service was created.
#[pyclass(frozen, module = "winways._winways", name = "_PageService")]
pub(crate) struct PageService {
    catalogue: Catalogue,
    shelf: Shelf,
}

/// A request of the page, which can be cancelled.
#[pyclass(frozen, module = "winways._winways", name = "_PageRequest")]
pub(crate) struct PageRequest {
    request: ServiceRequest,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_cancelled: bool,
    /// The watch of the work, once it has begun.
    watch: Option<Watch>,
}

impl PageRequest {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the watch of the work that begins. Stops the watch if the request has already been cancelled.
    fn begin(&self, watch: &Watch) {
        let mut state = self.state();
        if state.is_cancelled {
            watch.stop();
        }
        state.watch = Some(watch.clone());
    }
}

#[pymethods]
impl PageRequest {
    /// Creates the request for an operation, given the body of a POST or the fields of an address.
    #[new]
    fn new(operation: &str, body: Option<&str>, fields: Vec<(String, String)>) -> Self {
        let twice = || ServiceRequest::unreadable(None, "the address has two fields of the same name");
        let request = match body {
            Some(body) => ServiceRequest::parse_for(operation, body),
            None => ServiceRequest::of_address(operation, fields).unwrap_or_else(twice),
        };
        PageRequest { request, state: Mutex::default() }
    }

    /// Stops the work. Its answer then contains the partial results.
    fn cancel(&self) {
        let mut state = self.state();
        state.is_cancelled = true;
        if let Some(watch) = &state.watch {
            watch.stop();
        }
    }
}

#[pymethods]
impl PageService {
    #[new]
    fn new(py: Python<'_>) -> PyResult<Self> {
        Ok(PageService { catalogue: catalogue_with(&registered_games(py)?), shelf: Shelf::new(CACHED) })
    }

    /// Returns the HTTP status and the JSON of the answer. An exception of rules in Python becomes an error in the answer.
    #[pyo3(signature = (requested, /, *, timeout = None, memory = None, progress = None))]
    fn answer(
        &self,
        py: Python<'_>,
        requested: &PageRequest,
        timeout: Option<Time>,
        memory: Option<Memory>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(u16, String)> {
        let request = &requested.request;
        let shorter = match (timeout, request.timeout()) {
            (Some(Time(most)), Some(requested)) => Some(Time::of(most.min(requested))),
            (most, requested) => most.or(requested.map(Time::of)),
        };
        let bounds = Bounds { timeout: shorter, memory, progress, ..Bounds::default() };
        let usual = Request::default().budget(bounds.budget()?);
        let watch = bounds.watch();
        requested.begin(&watch);
        let (status, body) = watch.run(py, |watch| {
            let mut service = Service::new(&self.catalogue, usual);
            if let Some(game) = request.game() {
                service = service.with_cache(self.shelf.take(game));
            }
            let mut written = Bounded::new(LONGEST_ANSWER);
            let observers = Observers { work: watch, writing: &watch.writing() };
            let status = service.answer(request, observers, &mut written);
            if let Some(game) = request.game() {
                self.shelf.put(game, service.into_cache());
            }
            written.finish(status)
        })?;
        if let Some(raised) = take_exception() {
            let error = ErrorJson::without_place(ErrorKind::Input, &format!("the rules raised {raised}"));
            return Ok((error.status(), serde_json::to_string(&error).unwrap_or_default()));
        }
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }
}
