//! Rules of games.

use crate::errors::wrong_text;
use crate::given::check_instance;
use crate::json;
use crate::origin::Origin;
use crate::registered::registered_game;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::Arc;
use winways::games::AnyGame;
use winways::wire::PageJson;
use winways::{Catalogue, Play};

/// The rules of a game from the catalogue, from a rule file, or from a Python class.
///
/// >>> import winways as ww
/// >>> kayles = ww.ruleset("kayles")
/// >>> kayles.title, kayles.position(9)
/// ('Kayles', position('kayles(9)'))
#[pyclass(frozen, module = "winways")]
#[derive(Clone)]
pub(crate) struct Ruleset {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) origin: Origin,
}

impl Ruleset {
    /// Creates the ruleset of a catalogue game.
    pub(crate) fn known(game: Arc<dyn AnyGame>) -> Self {
        Ruleset { game, origin: Origin::Catalogue }
    }
}

#[pymethods]
impl Ruleset {
    /// The name with its parameter.
    #[getter]
    fn name(&self) -> String {
        self.game.name()
    }

    /// The display name.
    #[getter]
    fn title(&self) -> String {
        self.game.about().title.clone()
    }

    /// The rules, in sentences or as the text of a rule file.
    #[getter]
    fn text(&self) -> String {
        self.game.about().rules.clone()
    }

    /// A description of the notation for positions.
    #[getter]
    fn notation(&self) -> String {
        self.game.about().notation.clone()
    }

    /// The sources: books, papers, contest problems.
    #[getter]
    fn sources(&self) -> Vec<String> {
        self.game.about().sources.clone()
    }

    /// `True` if the rules use misère play.
    #[getter]
    fn misere(&self) -> bool {
        self.game.about().play == Play::Misere
    }

    /// `True` if both players have the same moves.
    #[getter]
    fn is_impartial(&self) -> bool {
        self.game.properties().is_impartial
    }

    /// `True` if a position may recur.
    #[getter]
    fn may_cycle(&self) -> bool {
        self.game.properties().may_cycle
    }

    /// Creates a position of the game from its notation, or the starting position if there are no arguments.
    #[pyo3(signature = (*position))]
    fn position<'py>(slf: &Bound<'py, Self>, position: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let mut all = vec![slf.clone().into_any()];
        all.extend(position.iter());
        slf.py().import("winways")?.getattr("position")?.call1(PyTuple::new(slf.py(), all)?)
    }

    /// Returns the documentation of the game: the object that `winways games NAME --format json` prints.
    pub(crate) fn page<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match Catalogue::new().entry(self.game.page().name, winways::Span::at(0)) {
            Ok(entry) if self.origin.is_catalogue() => json::object(py, &PageJson::new(entry)),
            _ => json::object(py, &PageJson::of_game(&*self.game)),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = pyo3::types::PyString::new(py, &self.game.name()).repr()?;
        Ok(match self.origin.is_catalogue() {
            true => format!("ruleset({name})"),
            false => format!("<ruleset {}>", self.game.name()),
        })
    }

    /// Compares the rules. Rulesets of Python classes are equal if the classes and the attributes of the instances are equal.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Ruleset>() else { return Ok(false) };
        let (py, other) = (other.py(), other.get());
        Ok(self.game.name() == other.game.name() && self.origin.is_same(py, &other.origin)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.game.name(), self.origin.hash(py)?).into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let package = py.import("winways")?;
        let name = if matches!(self.origin, Origin::File(_)) { "rules" } else { "ruleset" };
        let given = match &self.origin {
            Origin::Catalogue => PyString::new(py, &self.game.name()).into_any(),
            Origin::File(text) => PyString::new(py, text).into_any(),
            Origin::Own(own) => own.instance.bind(py).clone(),
        };
        Ok((package.getattr(name)?, (given,)))
    }
}

/// Converts a name, a ruleset, or an object with an attribute or method `ruleset` to a ruleset.
pub(crate) fn game_of(game: &Bound<'_, PyAny>) -> PyResult<Ruleset> {
    if let Ok(name) = game.extract::<&str>() {
        if let Some(registered) = registered_game(game.py(), name)? {
            return Ok(registered);
        }
        let found = Catalogue::new().game(name);
        let found = found.map_err(|diagnostic| wrong_text(game.py(), name, &diagnostic))?;
        return Ok(Ruleset::known(found));
    }
    if let Ok(ruleset) = game.cast::<Ruleset>() {
        return Ok(ruleset.get().clone());
    }
    check_instance(game)?;
    if let Some(ruleset) = game.getattr_opt("ruleset")? {
        let ruleset = if ruleset.is_callable() { ruleset.call0()? } else { ruleset };
        return Ok(ruleset.cast::<Ruleset>()?.get().clone());
    }
    let kind = game.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "expected a game: its name, a Ruleset, or an instance of a class of rules, not {kind}"
    )))
}

/// Returns the game with this name, which includes the parameter for a family.
///
/// >>> import winways as ww
/// >>> ww.ruleset("subtract{1,3,4}"), ww.ruleset("tic-tac-toe")
/// (ruleset('subtract{1,3,4}'), ruleset('mnk(3,3,3)'))
#[pyfunction]
#[pyo3(signature = (game, /))]
pub(crate) fn ruleset(game: &Bound<'_, PyAny>) -> PyResult<Ruleset> {
    game_of(game)
}

/// Creates a game from the text of a rule file.
///
/// >>> import winways as ww
/// >>> grundy = ww.rules("heap n -> a, b where a + b = n, a != b, a >= 1, b >= 1")
/// >>> ww.solve(grundy, 5, 6).value
/// game('*3')
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn rules(py: Python<'_>, text: &str) -> PyResult<Ruleset> {
    let game = Catalogue::new().game_of_text(text).map_err(|diagnostic| wrong_text(py, text, &diagnostic))?;
    Ok(Ruleset { game, origin: Origin::File(text.into()) })
}
