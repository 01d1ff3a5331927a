//! The objects of the wire format as objects of Python.

use crate::errors::Error;
use pyo3::prelude::*;
use serde::Serialize;

/// What is printed as JSON, as `json.loads` reads it.
pub(crate) fn object<'py>(py: Python<'py>, object: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    of_text(py, &text(object)?)
}

/// What is printed as JSON.
pub(crate) fn text(object: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(object).map_err(|error| Error::new_err(error.to_string()))
}

/// What a JSON text says.
pub(crate) fn of_text<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}
