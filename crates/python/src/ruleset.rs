//! Games.

use crate::errors::wrong_text;
use crate::json;
use crate::position::Position;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use winways::wire::PageJson;
use winways::{AnyGame, Catalogue, Play};

/// The rules of a game: one of the catalogue, one told by a rule file, or one written in Python.
///
/// >>> import winways as ww
/// >>> kayles = ww.ruleset("kayles")
/// >>> kayles.title, kayles.position(9)
/// ('Kayles', position('kayles(9)'))
#[pyclass(frozen, module = "winways")]
#[derive(Clone)]
pub(crate) struct Ruleset {
    pub(crate) game: Arc<dyn AnyGame>,
    /// Whether it is of the catalogue, where its name tells it.
    pub(crate) is_known: bool,
}

impl Ruleset {
    /// The ruleset of a game that is not of the catalogue.
    pub(crate) fn of(game: Arc<dyn AnyGame>) -> Self {
        Ruleset { game, is_known: false }
    }
}

#[pymethods]
impl Ruleset {
    /// The name with its parameter.
    #[getter]
    fn name(&self) -> String {
        self.game.name()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> String {
        self.game.title().to_owned()
    }

    /// The rules, in sentences or as a rule file.
    #[getter]
    fn text(&self) -> String {
        self.game.rules().to_owned()
    }

    /// How a position is written.
    #[getter]
    fn notation(&self) -> String {
        self.game.notation().to_owned()
    }

    /// Books, papers, contest problems.
    #[getter]
    fn sources(&self) -> Vec<String> {
        self.game.sources().into_iter().map(str::to_owned).collect()
    }

    /// Whether its rules state misère play.
    #[getter]
    fn misere(&self) -> bool {
        self.game.play() == Play::Misere
    }

    /// Whether both players have the same moves.
    #[getter]
    fn is_impartial(&self) -> bool {
        self.game.properties().is_impartial
    }

    /// Whether a position may come again.
    #[getter]
    fn may_cycle(&self) -> bool {
        self.game.properties().may_cycle
    }

    /// A position of the game, in its notation; without arguments the one with which play begins.
    #[pyo3(signature = (*position))]
    fn position(slf: &Bound<'_, Self>, position: &Bound<'_, PyTuple>) -> PyResult<Position> {
        let mut all = vec![slf.clone().into_any()];
        all.extend(position.iter());
        crate::position::position_of(&PyTuple::new(slf.py(), all)?)
    }

    /// What there is to say about the game: the object that `winways games NAME --format json` prints.
    pub(crate) fn page<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match Catalogue::new().entry(self.game.page().name, winways::Span::at(0)) {
            Ok(entry) if self.is_known => json::object(py, &PageJson::new(entry)),
            _ => json::object(py, &PageJson::of_game(&*self.game)),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = pyo3::types::PyString::new(py, &self.game.name()).repr()?;
        Ok(if self.is_known { format!("ruleset({name})") } else { format!("<ruleset {}>", self.game.name()) })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        match (self.is_known, self.game.rules()) {
            (true, _) => Ok((py.import("winways")?.getattr("ruleset")?, (self.game.name(),))),
            (false, text) if Catalogue::new().game_of_text(text).is_ok() => {
                Ok((py.import("winways")?.getattr("rules")?, (text.to_owned(),)))
            }
            _ => Err(PyTypeError::new_err(
                "rules that are written in Python are pickled as their own object, not as a Ruleset",
            )),
        }
    }
}

/// The game that is meant: by its name, by a ruleset, or by an object with an attribute or a method `ruleset` that is one.
pub(crate) fn game_of(game: &Bound<'_, PyAny>) -> PyResult<Ruleset> {
    if let Ok(name) = game.extract::<&str>() {
        let found = Catalogue::new().game(name);
        let found = found.map_err(|diagnostic| wrong_text(game.py(), name, &diagnostic))?;
        return Ok(Ruleset { game: found, is_known: true });
    }
    if let Ok(ruleset) = game.cast::<Ruleset>() {
        return Ok(ruleset.get().clone());
    }
    if let Some(ruleset) = game.getattr_opt("ruleset")? {
        let ruleset = if ruleset.is_callable() { ruleset.call0()? } else { ruleset };
        return Ok(ruleset.cast::<Ruleset>()?.get().clone());
    }
    let kind = game.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "expected a game: its name, a Ruleset, or an instance of a class of rules, not {kind}"
    )))
}

/// The game of this name and, for a family, parameter.
///
/// >>> import winways as ww
/// >>> ww.ruleset("subtract{1,3,4}"), ww.ruleset("tic-tac-toe")
/// (ruleset('subtract{1,3,4}'), ruleset('mnk(3,3,3)'))
#[pyfunction]
#[pyo3(signature = (game, /))]
pub(crate) fn ruleset(game: &Bound<'_, PyAny>) -> PyResult<Ruleset> {
    game_of(game)
}

/// The game that a rule file tells, given by its text.
///
/// >>> import winways as ww
/// >>> grundy = ww.rules("heap n -> a, b where a + b = n, a != b, a >= 1, b >= 1")
/// >>> ww.solve(grundy, 5, 6).value
/// game('*3')
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn rules(py: Python<'_>, text: &str) -> PyResult<Ruleset> {
    let game = Catalogue::new().game_of_text(text);
    game.map(Ruleset::of).map_err(|diagnostic| wrong_text(py, text, &diagnostic))
}
