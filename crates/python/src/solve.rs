//! Analyses of positions.

use crate::bounds::{Bounds, Memory, Time};
use crate::count;
use crate::errors::raise_stopped;
use crate::expression::object_of_text;
use crate::json;
use crate::moves::Move;
use crate::play::check_play;
use crate::position::{Position, position_of};
use crate::raised;
use crate::work::Watch;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::path::PathBuf;
use winways::tables::Databases;
use winways::wire::AnalysisJson;
use winways::{Analyst, Budget, Detail, Play, PositionMove, Request, Theorems, Value};

/// The analysis of a position: outcome, value, winning moves, and explanation.
///
/// >>> import winways as ww
/// >>> a = ww.solve("nim", 7, 8, 9)
/// >>> a.outcome, a.value, a.winning_moves[0].text
/// ('N', game('*6'), 'heap 7 -> 1')
/// >>> print("\n".join(a.explanation))
/// 7 xor 8 xor 9 = 6
/// not zero: the player to move can make it zero, and then every answer changes it again
#[pyclass(frozen, module = "winways")]
pub(crate) struct Analysis {
    /// The analysed position.
    #[pyo3(get)]
    position: Position,
    /// `True` if the analysis is for misère play.
    #[pyo3(get)]
    misere: bool,
    /// The outcome: `N` if the next player wins, `P` the previous player, `L` Left, `R` Right, `D` for a draw, or `None` if it is
    /// unknown.
    #[pyo3(get)]
    outcome: Option<String>,
    value: Option<ShownValue>,
    /// The number of moves to the end if the winner ends play as soon as possible and the loser as late as possible, or `None`
    /// if it is unknown.
    #[pyo3(get)]
    remoteness: Option<u32>,
    /// The listed winning moves. For a drawn position, the moves that keep the draw; in a game of points, the best moves.
    #[pyo3(get)]
    winning_moves: Vec<Move>,
    /// The number of winning moves, including unlisted ones, or `None` if it is unknown.
    #[pyo3(get)]
    winning_move_count: Option<u64>,
    /// The moves that survive in the canonical form of a partizan position.
    #[pyo3(get)]
    canonical_moves: Vec<Move>,
    /// The explanation, in sentences.
    #[pyo3(get)]
    explanation: Vec<String>,
    /// The theorem or the search that determined the outcome.
    #[pyo3(get)]
    method: String,
    /// The number of distinct positions searched.
    #[pyo3(get)]
    nodes: u64,
    /// The reason why the work stopped early, or `None`.
    #[pyo3(get)]
    stopped: Option<String>,
    source: Source,
}

/// The source of the object that the command line prints.
enum Source {
    Analysis(Box<winways::Analysis>),
    /// The object as text, for an unpickled analysis.
    Text(String),
}

/// The value of a position.
#[derive(Clone, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ShownValue {
    nimber: Option<u64>,
    /// An expression with this value.
    expression: Option<String>,
    points: Option<i64>,
    /// The display text.
    shown: String,
}

impl ShownValue {
    fn new(value: &Value) -> ShownValue {
        ShownValue {
            nimber: value.nimber().map(|nimber| nimber.0),
            expression: value.expression(),
            points: value.points(),
            shown: value.to_string(),
        }
    }
}

impl Analysis {
    /// Creates the analysis of a position from the engines' result.
    pub(crate) fn new(position: Position, analysis: winways::Analysis) -> Self {
        let step = |step: &PositionMove| Move::of(position.clone(), None, step.clone());
        let moves = |steps: &[PositionMove]| steps.iter().map(step).collect();
        Analysis {
            misere: analysis.play == Play::Misere,
            outcome: analysis.outcome.map(|outcome| outcome.letter().to_owned()),
            value: analysis.value.as_ref().map(ShownValue::new),
            remoteness: analysis.remoteness,
            winning_moves: analysis.moves.as_ref().map_or_else(Vec::new, |listed| moves(&listed.listed)),
            winning_move_count: analysis.moves.as_ref().map(|moves| moves.total),
            canonical_moves: moves(&analysis.canonical_moves),
            explanation: analysis.explanation.clone(),
            method: format!("{}, {}", analysis.method.kind.name(), analysis.method.name),
            nodes: analysis.method.nodes,
            stopped: analysis.stopped.as_ref().map(ToString::to_string),
            source: Source::Analysis(Box::new(analysis)),
            position,
        }
    }
}

#[pymethods]
impl Analysis {
    /// The value of the position: a `Game`, or an `int` in a game of points. `None` if there is no value or it is unknown.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let Some(value) = &self.value else { return Ok(None) };
        if let Some(points) = value.points {
            return Ok(Some(points.into_pyobject(py)?.into_any().unbind()));
        }
        // The calculator has no nimbers beyond its limit; `nim_value` returns the size.
        value.expression.as_ref().map(|text| object_of_text(py, text)).transpose()
    }

    /// The nim-value of an impartial position, of any size. `None` if there is no nim-value or it is unknown.
    #[getter]
    fn nim_value(&self) -> Option<u64> {
        self.value.as_ref().and_then(|value| value.nimber)
    }

    /// The unproved patterns that the answer relies on, each with `statement` and `checked_to`.
    ///
    /// >>> import winways as ww
    /// >>> ww.solve("aliquot", 10**12, conjecture=True).assumptions[0]["statement"]
    /// 'g(n) = the number of trailing binary zeros of n for n >= 1'
    #[getter]
    fn assumptions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let fields = self.to_dict(py)?;
        fields.call_method1("get", ("assumptions", PyList::empty(py)))
    }

    /// Returns the object that `winways solve --format json` prints.
    ///
    /// >>> import winways as ww
    /// >>> ww.solve("nim", 7, 8, 9).to_dict()["value"]
    /// '*6'
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::of_text(py, &self.text()?)
    }

    fn __repr__(&self) -> PyResult<String> {
        let outcome = self.outcome.as_deref().unwrap_or("?");
        let value = self.value.as_ref().map_or(String::new(), |value| format!(", value {}", value.shown));
        Ok(format!("<analysis of {}: outcome {outcome}{value}>", self.position.written()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let state = (
            self.position.clone(),
            self.misere,
            self.outcome.clone(),
            self.value.clone(),
            self.remoteness,
            self.winning_moves.clone(),
            self.winning_move_count,
            self.canonical_moves.clone(),
            self.explanation.clone(),
            (self.method.clone(), self.nodes),
            self.stopped.clone(),
            self.text()?,
        );
        Ok((py.import("winways._winways")?.getattr("_analysis_of_state")?, state.into_pyobject(py)?))
    }
}

impl Analysis {
    /// Returns the object that the command line prints, as text.
    fn text(&self) -> PyResult<String> {
        match &self.source {
            Source::Analysis(analysis) => {
                raised::take_exception();
                let text = json::text(&AnalysisJson::new(&self.position.position, analysis));
                raised::check().and(text)
            }
            Source::Text(text) => Ok(text.clone()),
        }
    }
}

/// Restores a pickled analysis. `source` is the object that the command line prints, as text.
#[pyfunction(name = "_analysis_of_state")]
#[allow(clippy::too_many_arguments)]
pub(crate) fn analysis_of_state(
    position: Position,
    misere: bool,
    outcome: Option<String>,
    value: Option<ShownValue>,
    remoteness: Option<u32>,
    winning_moves: Vec<Move>,
    winning_move_count: Option<u64>,
    canonical_moves: Vec<Move>,
    explanation: Vec<String>,
    method: (String, u64),
    stopped: Option<String>,
    source: String,
) -> Analysis {
    let ((method, nodes), source) = (method, Source::Text(source));
    Analysis {
        position,
        misere,
        outcome,
        value,
        remoteness,
        winning_moves,
        winning_move_count,
        canonical_moves,
        explanation,
        method,
        nodes,
        stopped,
        source,
    }
}

/// Returns the play convention of the analysis.
pub(crate) fn play_of(misere: Option<bool>, usual: Play) -> Play {
    match misere {
        Some(true) => Play::Misere,
        Some(false) => Play::Normal,
        None => usual,
    }
}

/// Returns the budget, with a single thread if `is_own`. Python rules run in one thread at a time, and identify their caller by
/// the thread.
pub(crate) fn threads_of(is_own: bool, budget: Budget) -> Budget {
    if is_own { Budget { threads: 1, ..budget } } else { budget }
}

/// Analyses a position.
pub(crate) fn answer(
    py: Python<'_>,
    position: Position,
    request: Request<'_>,
    watch: &Watch,
) -> PyResult<Analysis> {
    let play = request.play;
    check_play(&position.position, play)?;
    let request = request.budget(threads_of(position.is_own(), request.budget));
    let asked = &position.position;
    let solved = position.graph().and_then(|(memory, key)| memory.take_solved(key, play));
    let (analysis, solved) = watch.run_with(py, request.budget.threads, |watch| {
        let mut analyst = Analyst::with_cache(request, solved.unwrap_or_default());
        let analysis = analyst.analyse(asked, watch);
        (analysis, analyst.into_cache())
    })?;
    if let Some((memory, key)) = position.graph() {
        memory.keep_solved(key, play, solved);
    }
    let stopped = analysis.stopped.clone();
    let analysis = Analysis::new(position, analysis);
    match stopped {
        None => raised::check().map(|()| analysis),
        Some(stopped) => Err(raise_stopped(py, &stopped, Some(Py::new(py, analysis)?.into_any()))),
    }
}

/// Analyses a position: who wins, its value, the winning moves, and why.
///
/// The position is a `Position`, or a game and a position on its board. A game is a name, a ruleset or an instance of a class of
/// rules.
///
/// `misere=True` requests misère play, and `misere=False` normal play; the default is the convention of the rules. At most
/// `moves` winning moves are listed. `theorems=False` uses search only. `explain=True` gives the reasons step by step, and
/// `outcome_only=True` gives only the outcome. With `conjecture=True`, an unproved pattern of the first values may determine the
/// value of a large heap; `assumptions` lists such patterns.
///
/// `timeout` is in seconds, `memory` in bytes or a string such as `"512MiB"`, and `options` a maximum number of options. When a
/// limit is reached, `LimitReached` contains the partial answer. `tables` is a directory with solved tables. `progress` is called
/// during work of more than a second.
///
/// >>> import winways as ww
/// >>> ww.solve("nim", 7, 8, 9).outcome, ww.solve("nim", "1 1", misere=True).outcome
/// ('N', 'N')
#[pyfunction]
#[pyo3(signature = (*position, misere = None, moves = 1000, theorems = true, explain = false, outcome_only = false,
    conjecture = false, timeout = None, memory = None, options = None, threads = None, tables = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyTuple>,
    misere: Option<bool>,
    #[pyo3(from_py_with = count::moves)] moves: usize,
    theorems: bool,
    explain: bool,
    outcome_only: bool,
    conjecture: bool,
    timeout: Option<Time>,
    memory: Option<Memory>,
    #[pyo3(from_py_with = count::options)] options: Option<u64>,
    #[pyo3(from_py_with = count::threads)] threads: Option<usize>,
    tables: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Analysis> {
    let bounds = Bounds { timeout, memory, options, threads, progress };
    let (budget, watch) = (bounds.budget()?, bounds.watch());
    let position = watch.hold(|| position_of(position))?;
    if let Some(directory) = &tables {
        let opened = std::fs::read_dir(directory);
        opened.map_err(|error| {
            std::io::Error::new(error.kind(), format!("cannot open {}: {error}", directory.display()))
        })?;
    }
    let tables = tables.as_deref().map(Databases::below);
    let play = match misere {
        Some(misere) => play_of(Some(misere), Play::Normal),
        None => position.usual_play()?,
    };
    let request = Request::default()
        .play(play)
        .theorems(if theorems { Theorems::Use } else { Theorems::Ignore })
        .detail(if explain { Detail::Full } else { Detail::Brief })
        .moves(moves)
        .outcome_only(outcome_only)
        .conjecture(conjecture)
        .budget(budget)
        .tables(tables.as_ref().map(|tables| tables as &dyn winways::Tables));
    answer(py, position, request, &watch)
}
