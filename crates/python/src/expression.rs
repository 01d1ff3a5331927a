//! Expressions whose value is a game.

use crate::errors::{raise, wrong_text};
use crate::game::Value;
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

/// Evaluates an expression, and converts its value to a Python object of the kind.
pub(crate) fn object_of_text(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    let home = Lease::get();
    into_python(py, &home, evaluate(py, &home, text)?, &[])
}

/// Evaluates an expression whose value must be a game.
pub(crate) fn value_of_text(py: Python<'_>, text: &str) -> PyResult<Value> {
    let home = Lease::get();
    match evaluate(py, &home, text)? {
        Object::Game(game) => Value::new(py, &home, game),
        _ => {
            let diagnostic = Diagnostic::new("this is worth no game", Span::new(0, text.len()));
            Err(wrong_text(py, text, &diagnostic.label("expected an expression that is worth a game")))
        }
    }
}
