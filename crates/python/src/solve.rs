//! Questions about positions.

use crate::errors::raise_stopped;
use crate::position::{Move, Position, position_of};
use crate::work::Watch;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use winways::{Play, Request, analyse};

/// What was found out about a position.
#[pyclass(frozen, module = "winways")]
pub(crate) struct Analysis {
    position: Position,
    analysis: winways::Analysis,
}

#[pymethods]
impl Analysis {
    /// Who wins: `N`, `P`, `L`, `R` or `D`.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.analysis.outcome.map(|outcome| outcome.letter())
    }

    /// What the position is worth.
    #[getter]
    fn value(&self) -> Option<String> {
        self.analysis.value.as_ref().map(ToString::to_string)
    }

    /// The winning moves that are listed.
    #[getter]
    fn winning_moves(&self) -> Vec<Move> {
        let listed = self.analysis.moves.iter().flat_map(|moves| &moves.listed).cloned();
        let Position { position, play } = &self.position;
        listed.map(|step| Move { position: position.clone(), play: *play, step }).collect()
    }
}

/// Who wins, what the position is worth, which moves win, and why.
#[pyfunction]
#[pyo3(signature = (*position, misere = None))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyTuple>,
    misere: Option<bool>,
) -> PyResult<Analysis> {
    let position = position_of(position)?;
    let play = match misere {
        Some(true) => Play::Misere,
        Some(false) => Play::Normal,
        None => position.play,
    };
    let request = Request { play, ..Request::default() };
    let watch = Watch::new(None);
    let analysis = watch.run(py, |watch| analyse(&position.position, &request, watch))?;
    match &analysis.stopped {
        Some(stopped) => Err(raise_stopped(py, stopped, None)),
        None => Ok(Analysis { position, analysis }),
    }
}
