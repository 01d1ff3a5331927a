//! Values of the calculator as Python objects, and back.

use crate::errors::raise;
use crate::expression::evaluate;
use crate::game::{Made, Operand};
use crate::home::Lease;
use crate::numbers::{rational, text_if_not_dyadic};
use crate::play::common_play;
use crate::position::Position;
use crate::thermograph::Thermograph;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyTuple};
use winways::values::{LoopyGame, Object};

/// The maximum nesting depth of Python lists, which also bounds the recursion depth.
pub(crate) const LIST_DEPTH: usize = 64;

/// Converts a value of the calculator to a Python object.
///
/// Positions take their rules from `known` positions of the same game.
pub(crate) fn into_python(
    py: Python<'_>,
    home: &Lease,
    object: Object,
    known: &[Position],
) -> PyResult<Py<PyAny>> {
    Ok(match object {
        Object::Nothing => py.None(),
        Object::Game(game) => Made::new(home, game).into_pyobject(py)?.into_any().unbind(),
        Object::Truth(truth) => PyBool::new(py, truth).to_owned().into_any().unbind(),
        Object::Outcome(outcome) => outcome.letter().into_pyobject(py)?.into_any().unbind(),
        Object::Text(text) | Object::Function(text) => text.into_pyobject(py)?.into_any().unbind(),
        Object::Number { kind, text, latex } => number(py, kind, &text, &latex)?,
        Object::Loopy(game) => loopy(py, &game)?,
        Object::List(objects) => {
            let list = PyList::empty(py);
            for object in objects {
                list.append(into_python(py, home, object, known)?)?;
            }
            list.into_any().unbind()
        }
        Object::Thermograph(thermograph) => Py::new(py, Thermograph { thermograph })?.into_any(),
        Object::Position(position) => {
            let play = common_play(&position);
            Py::new(py, Position::resolved(py, position, play, known)?)?.into_any()
        }
    })
}

/// Converts a game in which play may cycle.
fn loopy(py: Python<'_>, game: &LoopyGame) -> PyResult<Py<PyAny>> {
    let written = game.text().and_then(|text| Ok((text, game.latex()?)));
    let (text, latex) = written.map_err(|error| raise(py, "", &error))?;
    let class = py.import("winways.loopy")?.getattr("LoopyValue")?;
    Ok(class.call1((text, game.kind(), latex))?.unbind())
}

/// Converts a number that is not a game to a `Fraction` if it is rational, and to a `Number` otherwise.
fn number(py: Python<'_>, kind: &str, text: &str, latex: &str) -> PyResult<Py<PyAny>> {
    if kind == "a rational number" {
        return Ok(rational(py, text)?.unbind());
    }
    let class = py.import("winways.number")?.getattr("Number")?;
    Ok(class.call1((text, kind, latex))?.unbind())
}

/// Returns the text of a `Number` or of a fraction that is not dyadic, or `None` for any other object.
fn text_of_number(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = object.py();
    if object.is_instance(&py.import("winways.number")?.getattr("Number")?)? {
        return Ok(Some(object.str()?.to_string_lossy().into_owned()));
    }
    if !object.is_instance(&py.import("fractions")?.getattr("Fraction")?)? {
        return Ok(None);
    }
    text_if_not_dyadic(object)
}

/// Converts a Python object to a value of the calculator.
///
/// Positions in the object are added to `known`.
pub(crate) fn of_python(
    home: &Lease,
    object: &Bound<'_, PyAny>,
    depth: usize,
    known: &mut Vec<Position>,
) -> PyResult<Object> {
    if object.is_none() {
        return Ok(Object::Nothing);
    }
    if let Ok(truth) = object.cast::<PyBool>() {
        return Ok(Object::Truth(truth.is_true()));
    }
    if let Ok(text) = object.extract::<&str>() {
        return Ok(Object::Text(text.to_owned()));
    }
    if let Ok(position) = object.cast::<Position>() {
        known.push(position.get().clone());
        return Ok(Object::Position(position.get().position.copy()));
    }
    if object.is_instance(&object.py().import("winways.loopy")?.getattr("LoopyValue")?)? {
        return evaluate(object.py(), home, object.str()?.extract()?);
    }
    if let Some(text) = text_of_number(object)? {
        return Ok(Object::Number { kind: "a number", text, latex: String::new() });
    }
    if let Some(operand) = Operand::of(object, home)? {
        return home.work(object.py(), |arena| operand.game(arena)).map(Object::Game);
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(PyValueError::new_err(format!("expected lists nested at most {LIST_DEPTH} deep")));
        };
        let entries = object.try_iter()?.map(|entry| of_python(home, &entry?, depth, known));
        return Ok(Object::List(entries.collect::<PyResult<_>>()?));
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "expected a game, a number, a bool, a string, a position, None or a list of these, not {kind}"
    )))
}
