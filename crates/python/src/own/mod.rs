//! Games whose rules are written in Python.

use pyo3::PyErr;

/// The exception that a rule of an own game has raised, and that ended the work.
pub(crate) fn take_exception() -> Option<PyErr> {
    None
}
