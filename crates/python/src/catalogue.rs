//! The catalogue, verification, and general requests.

use crate::bounds::{Bounds, Memory, Time};
use crate::count;
use crate::errors::{Error, raise_stopped, with_partial, wrong_text};
use crate::json;
use crate::raised;
use crate::registered::{catalogue_with, registered_game, registered_games};
use crate::ruleset::game_of;
use crate::solve::threads_of;
use crate::work::Watch;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use winways::games::{Subject, Verdict, groups, search_games};
use winways::service::{Observers, Service, ServiceRequest};
use winways::wire::{GameJson, VerificationJson};
use winways::{Budget, Catalogue, Request};

/// Returns the games that match these words, best match first. Without words, returns all games, kind by kind. Each game is the
/// object that `winways games --format json` prints.
///
/// >>> import winways as ww
/// >>> [game["name"] for game in ww.games("dawson")][:2]
/// ['dawson-chess', 'dawson-kayles']
#[pyfunction]
#[pyo3(signature = (words = "", /))]
pub(crate) fn games<'py>(py: Python<'py>, words: &str) -> PyResult<Bound<'py, PyAny>> {
    let found: Vec<GameJson> = match words.trim().is_empty() {
        true => groups().flat_map(|group| group.entries().map(GameJson::new)).collect(),
        false => search_games(words).map(|(_, entry)| GameJson::new(entry)).collect(),
    };
    json::object(py, &found)
}

/// Returns the documentation of a game: rules, notation, theorems, sources.
///
/// >>> import winways as ww
/// >>> ww.game_page("nim")["theorems"][0]["name"]
/// 'Bouton 1901'
#[pyfunction]
#[pyo3(signature = (game, /))]
pub(crate) fn game_page<'py>(game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(name) = game.extract::<&str>()
        && let Ok(entry) = Catalogue::new().entry(name, winways::Span::at(0))
    {
        return json::object(game.py(), &winways::wire::PageJson::new(entry));
    }
    game_of(game)?.page(game.py())
}

/// Compares theorems with exhaustive search: either all theorems of a game, or one claim given by name. Returns a list of
/// comparisons, each with `holds`, `cases` and, if it failed, the first `counterexample`.
///
/// >>> import winways as ww
/// >>> [(found["holds"], found["cases"] > 400) for found in ww.verify("wythoff", up_to=20)][0]
/// (True, True)
#[pyfunction]
#[pyo3(signature = (game, /, up_to = None, *, timeout = None, memory = None, options = None, threads = None,
    progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = count::up_to)] up_to: Option<u64>,
    timeout: Option<Time>,
    memory: Option<Memory>,
    #[pyo3(from_py_with = count::options)] options: Option<u64>,
    #[pyo3(from_py_with = count::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let bounds = Bounds { timeout, memory, options, threads, progress };
    let mut budget = bounds.budget()?;
    let subjects = match game.extract::<&str>() {
        Ok(name) if registered_game(py, name)?.is_none() => {
            Subject::find(&Catalogue::new(), name).map_err(|wrong| wrong_text(py, name, &wrong))?
        }
        _ => {
            let ruleset = game_of(game)?;
            budget = threads_of(ruleset.origin.memory().is_some(), budget);
            vec![Subject::Game(ruleset.game)]
        }
    };
    let watch = bounds.watch();
    let verify = |watch: &Watch| {
        let mut done = Vec::new();
        for subject in &subjects {
            let verification = subject.verify(up_to, budget, watch);
            let ends = verification.verdict != Verdict::Holds;
            done.push(verification);
            if ends {
                break;
            }
        }
        done
    };
    let done = watch.run_with(py, budget.threads, verify)?;
    let raised = raised::take_exception();
    let list = PyList::empty(py);
    for verification in &done {
        list.append(json::object(py, &VerificationJson::new(verification))?)?;
    }
    match done.last().map(|last| &last.verdict) {
        _ if let Some(raised) = raised => Err(with_partial(py, raised, list.as_any())),
        Some(Verdict::Stopped(stopped)) => Err(raise_stopped(py, stopped, Some(list.into_any().unbind()))),
        _ => Ok(list),
    }
}

/// Answers a request in the format of `winways serve-stdio`, which `docs/programs.md` describes.
///
/// >>> import winways as ww
/// >>> ww.request({"solve": "nim", "position": "1 2"})["answer"]["outcome"]
/// 'N'
#[pyfunction]
#[pyo3(signature = (request, /, *, timeout = None, memory = None, progress = None))]
pub(crate) fn request<'py>(
    py: Python<'py>,
    request: &Bound<'py, PyDict>,
    timeout: Option<Time>,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let text: String = py.import("json")?.call_method1("dumps", (request,))?.extract()?;
    let requested = ServiceRequest::parse(&text);
    let timeout = timeout.or_else(|| requested.timeout().map(Time::of));
    let bounds = Bounds { timeout, memory, progress, ..Bounds::default() };
    let usual = Request::default().budget(Budget { ..bounds.budget()? });
    let catalogue = catalogue_with(&registered_games(py)?);
    let written = bounds.watch().run(py, |watch| {
        let mut answer = Vec::new();
        Service::new(&catalogue, usual)
            .answer(&requested, Observers::both(watch), &mut answer)
            .map(|_| answer)
    })?;
    if let Some(raised) = raised::take_exception() {
        return Err(raised);
    }
    let written = written.map_err(|error| Error::new_err(error.to_string()))?;
    json::of_text(py, &String::from_utf8_lossy(&written))
}
