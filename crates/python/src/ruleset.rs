//! Games.

use crate::errors::wrong_text;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;
use winways::{AnyGame, Catalogue};

/// The rules of a game: one of the catalogue, one told by a rule file, or one written in Python.
#[pyclass(frozen, module = "winways")]
#[derive(Clone)]
pub(crate) struct Ruleset {
    pub(crate) game: Arc<dyn AnyGame>,
}

impl Ruleset {
    /// The ruleset of a game.
    pub(crate) fn of(game: Arc<dyn AnyGame>) -> Self {
        Ruleset { game }
    }
}

#[pymethods]
impl Ruleset {
    /// The name with its parameter.
    #[getter]
    fn name(&self) -> String {
        self.game.name()
    }

    fn __repr__(&self) -> String {
        format!("winways.ruleset({:?})", self.game.name())
    }
}

/// The game that is meant: by its name, by a ruleset, or by an object with an attribute or a method `ruleset` that is one.
pub(crate) fn game_of(game: &Bound<'_, PyAny>) -> PyResult<Arc<dyn AnyGame>> {
    if let Ok(ruleset) = game.cast::<Ruleset>() {
        return Ok(ruleset.get().game.clone());
    }
    if let Ok(name) = game.extract::<&str>() {
        return Catalogue::new().game(name).map_err(|diagnostic| wrong_text(game.py(), name, &diagnostic));
    }
    if let Some(ruleset) = game.getattr_opt("ruleset")? {
        let ruleset = if ruleset.is_callable() { ruleset.call0()? } else { ruleset };
        return Ok(ruleset.cast::<Ruleset>()?.get().game.clone());
    }
    let kind = game.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "expected a game: its name, a Ruleset, or an instance of a class of rules, not {kind}"
    )))
}

/// The game of this name and, for a family, parameter.
#[pyfunction]
pub(crate) fn ruleset(game: &Bound<'_, PyAny>) -> PyResult<Ruleset> {
    game_of(game).map(Ruleset::of)
}

/// The game that a rule file tells, given by its text.
#[pyfunction]
pub(crate) fn rules(py: Python<'_>, text: &str) -> PyResult<Ruleset> {
    let game = Catalogue::new().game_of_text(text);
    game.map(Ruleset::of).map_err(|diagnostic| wrong_text(py, text, &diagnostic))
}
