//! Conversion of the wire format to Python objects.

use crate::errors::Error;
use pyo3::prelude::*;
use serde::Serialize;

/// Returns the Python object that `json.loads` reads from the serialized form.
pub(crate) fn object<'py>(py: Python<'py>, object: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    of_text(py, &text(object)?)
}

/// Serializes an object to JSON.
pub(crate) fn text(object: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(object).map_err(|error| Error::new_err(error.to_string()))
}

/// Parses a JSON text to a Python object.
pub(crate) fn of_text<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}
