//! Expressions whose value is a game.

use crate::errors::{raise, wrong_text};
use crate::game::Made;
use crate::home::Lease;
use crate::object::into_python;
use crate::work::Watch;
use pyo3::prelude::*;
use winways::values::Object;
use winways::{Budget, Calculator, Catalogue, Diagnostic, Span};

/// Evaluates an expression.
pub(crate) fn evaluate(py: Python<'_>, home: &Lease, text: &str) -> PyResult<Object> {
    let object = home.work_watched(py, &Watch::new(None, None), |arena, watch| {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::sharing(&catalogue, arena.clone(), Budget::DEFAULT);
        calculator.evaluate(text, watch)?.object()
    })?;
    object.map_err(|error| raise(py, text, &error))
}

/// The maximum length, in bytes, of a text that is evaluated without letting other threads run.
const SHORT: usize = 200;

/// Evaluates a short text without names, such as `{2|-1}+^*`. Returns `None` for other texts, or if the evaluation takes more than a
/// moment. Names are excluded, since a name may call rules in Python.
fn at_once(py: Python<'_>, home: &Lease, text: &str) -> PyResult<Option<Object>> {
    let is_plain = |byte| {
        matches!(byte, b'0'..=b'9' | b'{' | b'}' | b'|' | b',' | b'+' | b'-' | b'*' | b'^' | b'/' | b' ')
    };
    if text.len() > SHORT || !text.bytes().all(is_plain) {
        return Ok(None);
    }
    home.at_once(py, |arena| {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::sharing(&catalogue, arena.clone(), Budget::DEFAULT);
        calculator.evaluate(text, home.moment())?.object()
    })
}

/// Evaluates an expression, and converts its value to a Python object of the matching class.
pub(crate) fn object_of_text(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    let home = Lease::get();
    into_python(py, &home, evaluate(py, &home, text)?, &[])
}

/// Evaluates an expression whose value must be a game.
pub(crate) fn value_of_text(py: Python<'_>, text: &str) -> PyResult<Made> {
    let home = Lease::get();
    let object = match at_once(py, &home, text)? {
        Some(object) => object,
        None => evaluate(py, &home, text)?,
    };
    match object {
        Object::Game(game) => Ok(Made::new(&home, game)),
        _ => {
            let diagnostic =
                Diagnostic::new("the value of this expression is not a game", Span::new(0, text.len()));
            Err(wrong_text(py, text, &diagnostic.label("expected an expression whose value is a game")))
        }
    }
}
