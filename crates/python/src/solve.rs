//! Questions about positions.

use crate::bounds::{Bounds, Memory, Time};
use crate::errors::raise_stopped;
use crate::expression::value_of_text;
use crate::game::Value;
use crate::home::Lease;
use crate::json;
use crate::position::{Move, Position, check_play, position_of};
use crate::work::Watch;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::path::PathBuf;
use winways::wire::AnalysisJson;
use winways::{Budget, Databases, Detail, Play, Request, Theorems, Value as Worth, analyse};

/// What was found out about a position: who wins, the value, the winning moves, and why.
///
/// >>> import winways as ww
/// >>> a = ww.solve("nim", 7, 8, 9)
/// >>> a.outcome, a.value, a.winning_moves[0].text
/// ('N', game('*6'), 'heap 7 -> 1')
/// >>> print("\n".join(a.explanation))
/// 7 xor 8 xor 9 = 6
/// not zero: the player to move can make it zero, and then every answer unbalances it again
#[pyclass(frozen, module = "winways")]
pub(crate) struct Analysis {
    position: Position,
    analysis: winways::Analysis,
}

impl Analysis {
    /// What was found out about a position.
    pub(crate) fn new(position: Position, analysis: winways::Analysis) -> Self {
        Analysis { position, analysis }
    }
}

#[pymethods]
impl Analysis {
    /// The position that was asked about.
    #[getter]
    fn position(&self) -> Position {
        self.position.clone()
    }

    /// Whether it is about misère play.
    #[getter]
    fn misere(&self) -> bool {
        self.analysis.play == Play::Misere
    }

    /// Who wins: `N` the next player, `P` the previous one, `L` Left, `R` Right, `D` nobody; `None` if that is not known.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.analysis.outcome.map(|outcome| outcome.letter())
    }

    /// What the position is worth: a `Game`; in a game of points an `int`; `None` where there is no value, or none is known.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        Ok(Some(match &self.analysis.value {
            None => return Ok(None),
            Some(Worth::Nimber(nimber)) if nimber.0 < winways::Game::NIMBER_LIMIT => {
                let (home, size) = (Lease::get(), nimber.0);
                let game = home.work(py, |arena| Ok(arena.nimber(size)?))?;
                Py::new(py, Value::new(py, &home, game)?)?.into_any()
            }
            // As large as no value of the calculator is; its size is `nim_value`.
            Some(Worth::Nimber(_)) => return Ok(None),
            Some(Worth::Game(value)) => Py::new(py, value_of_text(py, &value.text)?)?.into_any(),
            Some(Worth::Points(points)) => points.into_pyobject(py)?.into_any().unbind(),
        }))
    }

    /// The nim-value of a position of an impartial game, of any size; `None` where there is none, or none is known.
    #[getter]
    fn nim_value(&self) -> Option<u64> {
        self.analysis.value.as_ref().and_then(Worth::nimber).map(|nimber| nimber.0)
    }

    /// How many moves of both players there are to the end if the winner hurries and the loser delays, where that is known.
    #[getter]
    fn remoteness(&self) -> Option<u32> {
        self.analysis.remoteness
    }

    /// The winning moves that are listed; of a drawn position those that hold the draw, in a game of points those that get most.
    #[getter]
    fn winning_moves(&self) -> Vec<Move> {
        let listed = self.analysis.moves.iter().flat_map(|moves| &moves.listed).cloned();
        listed.map(|step| self.position.step(step)).collect()
    }

    /// How many winning moves there are, also those that are not listed; `None` if that is not known.
    #[getter]
    fn winning_move_count(&self) -> Option<u64> {
        self.analysis.moves.as_ref().map(|moves| moves.total)
    }

    /// The moves that survive in canonical form, of a partizan position.
    #[getter]
    fn canonical_moves(&self) -> Vec<Move> {
        self.analysis.canonical_moves.iter().map(|step| self.position.step(step.clone())).collect()
    }

    /// Why, in sentences.
    #[getter]
    fn explanation(&self) -> Vec<String> {
        self.analysis.explanation.clone()
    }

    /// The theorem or the search by which the outcome was found.
    #[getter]
    fn method(&self) -> String {
        format!("{}, {}", self.analysis.method.kind.name(), self.analysis.method.name)
    }

    /// How many distinct positions were looked at.
    #[getter]
    fn nodes(&self) -> u64 {
        self.analysis.method.nodes
    }

    /// Why the work ended before everything was known, or `None`.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.analysis.stopped.as_ref().map(ToString::to_string)
    }

    /// The object that `winways solve --format json` prints.
    ///
    /// >>> import winways as ww
    /// >>> ww.solve("nim", 7, 8, 9).to_dict()["value"]
    /// '*6'
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &AnalysisJson::new(&self.position.position, &self.analysis))
    }

    fn __repr__(&self) -> String {
        let outcome = self.analysis.outcome.map_or("?", |outcome| outcome.letter());
        let value = self.analysis.value.as_ref().map_or(String::new(), |value| format!(", value {value}"));
        format!("<analysis of {}: outcome {outcome}{value}>", self.position.position)
    }
}

/// What is asked about a position.
pub(crate) struct Wishes {
    pub(crate) misere: Option<bool>,
    pub(crate) moves: usize,
    pub(crate) theorems: bool,
    pub(crate) explain: bool,
    pub(crate) outcome_only: bool,
    pub(crate) budget: Budget,
    pub(crate) tables: Option<PathBuf>,
}

impl Default for Wishes {
    fn default() -> Self {
        Wishes {
            misere: None,
            moves: Request::default().moves,
            theorems: true,
            explain: false,
            outcome_only: false,
            budget: Budget::DEFAULT,
            tables: None,
        }
    }
}

/// The play that is asked about.
pub(crate) fn play_of(misere: Option<bool>, usual: Play) -> Play {
    match misere {
        Some(true) => Play::Misere,
        Some(false) => Play::Normal,
        None => usual,
    }
}

/// The answer to a question about a position.
pub(crate) fn answer(
    py: Python<'_>,
    position: Position,
    wishes: &Wishes,
    watch: &Watch,
) -> PyResult<Analysis> {
    let play = play_of(wishes.misere, position.play);
    check_play(&position.position, play)?;
    let tables = wishes.tables.as_ref().map(|directory| Databases::below(directory));
    let request = Request {
        play,
        theorems: if wishes.theorems { Theorems::Use } else { Theorems::Ignore },
        detail: if wishes.explain { Detail::Full } else { Detail::Brief },
        moves: wishes.moves,
        outcome_only: wishes.outcome_only,
        budget: wishes.budget,
        tables: tables.as_ref().map(|tables| tables as &dyn winways::Tables),
    };
    let asked = &position.position;
    let analysis = watch.run_with(py, wishes.budget.threads, |watch| analyse(asked, &request, watch))?;
    let stopped = analysis.stopped.clone();
    let analysis = Analysis { position, analysis };
    match stopped {
        None => Ok(analysis),
        Some(stopped) => Err(raise_stopped(py, &stopped, Some(Py::new(py, analysis)?.into_any()))),
    }
}

/// Who wins a position, what it is worth, which moves win, and why.
///
/// The position is a `Position`; or a game, by name, ruleset or class of rules, and the position on its board. `misere` asks for
/// the play that the rules do not state; at most `moves` winning moves are listed; without `theorems` everything is searched;
/// `explain` asks for the reasons step by step, `outcome_only` for nothing but the outcome. `timeout` is in seconds, `memory` in
/// bytes or as `"512MiB"`, `options` a number of options looked at; where a limit is reached, `LimitReached` has the partial
/// answer. `tables` is a directory with solved tables. `progress` is called with the progress of work of more than a second.
///
/// >>> import winways as ww
/// >>> ww.solve("nim", 7, 8, 9).outcome, ww.solve("nim", "1 1", misere=True).outcome
/// ('N', 'N')
#[pyfunction]
#[pyo3(signature = (*position, misere = None, moves = 1000, theorems = true, explain = false, outcome_only = false,
    timeout = None, memory = None, options = None, threads = None, tables = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyTuple>,
    misere: Option<bool>,
    moves: usize,
    theorems: bool,
    explain: bool,
    outcome_only: bool,
    timeout: Option<Time>,
    memory: Option<Memory>,
    options: Option<u64>,
    threads: Option<usize>,
    tables: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Analysis> {
    let bounds = Bounds { timeout, memory, options, threads, progress };
    let wishes = Wishes { misere, moves, theorems, explain, outcome_only, budget: bounds.budget()?, tables };
    answer(py, position_of(position)?, &wishes, &bounds.watch())
}
