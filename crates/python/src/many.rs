//! Analyses of many positions in one call, as columns.

use crate::bounds::{Bounds, Memory, Time};
use crate::buffer::{Cells, view};
use crate::count;
use crate::errors::{raise_stopped, wrong_text};
use crate::given;
use crate::instance::instance_text;
use crate::own::Memory as Known;
use crate::play::check_play;
use crate::position::Position;
use crate::raised::{self, Unanswered};
use crate::ruleset::{Ruleset, game_of};
use crate::solve::{play_of, threads_of};
use crate::work::each;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple};
use std::sync::Arc;
use winways::{Analyst, Request, Stopped, Theorems};

/// The approximate size of a parsed position with its row, in bytes.
const POSITION_BYTES: u64 = 256;

/// The maximum nim-value or node count in a column of signed numbers.
const MOST: u64 = i64::MAX as u64;

/// The columns of the analyses so far.
#[derive(Default)]
struct Columns {
    outcomes: Vec<Option<&'static str>>,
    values: Vec<Option<String>>,
    nim_values: Vec<i64>,
    remotenesses: Vec<i64>,
    nodes: Vec<i64>,
    stopped: Option<Stopped>,
}

impl Columns {
    fn push(&mut self, analysis: winways::Analysis) {
        let nimber =
            analysis.value.as_ref().and_then(winways::Value::nimber).filter(|nimber| nimber.0 <= MOST);
        self.outcomes.push(analysis.outcome.map(winways::Outcome::letter));
        self.values.push(analysis.value.as_ref().map(ToString::to_string));
        self.nim_values.push(nimber.map_or(-1, |nimber| nimber.0 as i64));
        self.remotenesses.push(analysis.remoteness.map_or(-1, i64::from));
        self.nodes.push(analysis.method.nodes.min(MOST) as i64);
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let columns = PyDict::new(py);
        columns.set_item("outcome", PyList::new(py, self.outcomes)?)?;
        columns.set_item("value", PyList::new(py, self.values)?)?;
        let numbers =
            [("nim_value", self.nim_values), ("remoteness", self.remotenesses), ("nodes", self.nodes)];
        for (name, column) in numbers {
            columns.set_item(name, view(py, &Cells::of_signed(column))?)?;
        }
        Ok(columns)
    }
}

/// Analyses many positions of a game, and returns columns with a row for each position, in their order.
///
/// `positions` is an iterable. Each item is in a form that `solve` accepts: a string, a number, a list, a tuple, or a row of an
/// array. The columns are `outcome` (letters), `value` (strings, or `None`), `nim_value`, `remoteness` (-1 if there is none) and
/// `nodes`. The last three are `memoryview`s, which `numpy.asarray` accepts without copying; data frames accept the whole result.
/// Parameters and limits are as in `solve`. `LimitReached` contains the columns of the positions before the position that reached
/// the limit.
///
/// >>> import winways as ww
/// >>> columns = ww.solve_many("nim", [[3, 4, 5], [1, 1], 7])
/// >>> columns["outcome"], columns["value"], columns["nim_value"].tolist()
/// (['N', 'P', 'N'], ['*2', '0', '*7'], [2, 0, 7])
#[pyfunction]
#[pyo3(signature = (game, positions, *, misere = None, theorems = true, outcome_only = false, timeout = None, memory = None,
    options = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve_many<'py>(
    game: &Bound<'py, PyAny>,
    positions: &Bound<'py, PyAny>,
    misere: Option<bool>,
    theorems: bool,
    outcome_only: bool,
    timeout: Option<Time>,
    memory: Option<Memory>,
    #[pyo3(from_py_with = count::options)] options: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = game.py();
    let bounds = Bounds { timeout, memory, options, progress, ..Bounds::default() };
    let (budget, watch) = (bounds.budget()?, bounds.watch());
    let ruleset = game_of(game)?;
    let play = play_of(misere, ruleset.game.about().play);
    let positions = watch.hold(|| positions_of(&ruleset, game, positions))?;
    positions.iter().try_for_each(|position| check_play(position, play))?;
    let request = Request::default()
        .play(play)
        .theorems(if theorems { Theorems::Use } else { Theorems::Ignore })
        .moves(0)
        .outcome_only(outcome_only)
        .budget(threads_of(ruleset.origin.memory().is_some(), budget));
    let mut columns = watch.run(py, |watch| {
        let mut columns = Columns::default();
        let mut analyst = Analyst::new(request);
        for position in &positions {
            let analysis = analyst.analyse(position, watch);
            if analysis.stopped.is_some() {
                columns.stopped = analysis.stopped;
                break;
            }
            columns.push(analysis);
        }
        columns
    })?;
    let stopped = columns.stopped.take();
    let columns = columns.into_python(py)?;
    match stopped {
        None => raised::check().map(|()| columns),
        Some(stopped) => Err(raise_stopped(py, &stopped, Some(columns.into_any().unbind()))),
    }
}

/// Parses the positions.
///
/// # Errors
/// The error of the first invalid position. Its message starts with `position` and the index.
fn positions_of(
    ruleset: &Ruleset,
    game: &Bound<'_, PyAny>,
    given: &Bound<'_, PyAny>,
) -> PyResult<Vec<Arc<winways::Position>>> {
    if given.is_instance_of::<PyString>() || given.is_instance_of::<Position>() {
        return Err(PyTypeError::new_err("expected several positions, as a list or an array, not one"));
    }
    let memory: Option<&Py<Known>> = ruleset.origin.memory();
    let array = given.getattr_opt("tolist")?.map(|list| list.call0()).transpose()?;
    let mut positions = Vec::new();
    let read = each(
        array.as_ref().unwrap_or(given),
        |py| memory.map_or(0, |memory| memory.bind(py).get().bytes_met(py)),
        |item| {
            let position = position_of(ruleset, game, &item, positions.len())?;
            positions.push(position);
            Ok(positions.len() as u64 * POSITION_BYTES)
        },
    );
    read.map_err(Unanswered::into_exception).map(|()| positions)
}

fn position_of(
    ruleset: &Ruleset,
    game: &Bound<'_, PyAny>,
    item: &Bound<'_, PyAny>,
    index: usize,
) -> PyResult<Arc<winways::Position>> {
    let py = item.py();
    if let Ok(position) = item.cast::<Position>() {
        let position = position.get();
        if !position.is_of(py, ruleset)? {
            let message = format!("position {index} is not a position of {}", ruleset.game.name());
            return Err(PyValueError::new_err(message));
        }
        return Ok(position.position.clone());
    }
    let owned;
    let text = match item.cast::<PyString>() {
        Ok(text) if ruleset.origin.memory().is_none() => text.to_str()?,
        _ => {
            let arguments = PyTuple::new(py, [item])?;
            owned = match instance_text(game, &arguments)? {
                Some(text) => text,
                None => match item.is_instance_of::<PyInt>() {
                    true => item.str()?.to_string_lossy().into_owned(),
                    false => given::text_of(&arguments)?,
                },
            };
            &owned
        }
    };
    let position = winways::Position::of_game(&*ruleset.game, text);
    position.map(Arc::new).map_err(|mut diagnostic| {
        diagnostic.message = format!("position {index}: {}", diagnostic.message);
        raised::take_exception().unwrap_or_else(|| wrong_text(py, text, &diagnostic))
    })
}
