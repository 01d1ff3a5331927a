//! Limits for work that is done in Python itself.

use crate::bounds::{Bounds, Memory, Time};
use crate::raised::Unanswered;
use crate::work::{Watch, poll};
use pyo3::prelude::*;

/// The approximate size of a position that is searched in Python.
const POSITION_BYTES: u64 = 320;

/// Limits of time and memory for a search in Python. The clock starts when the object is created.
#[pyclass(frozen, module = "winways._winways", name = "_Limits")]
pub(crate) struct Limits(Watch);

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (timeout = None, memory = None))]
    fn new(timeout: Option<Time>, memory: Option<Memory>) -> Self {
        Limits(Bounds { timeout, memory, ..Bounds::default() }.watch())
    }

    /// Raises `LimitReached` if the time is over or if `positions` positions and items exceed the memory limit.
    fn poll(&self, py: Python<'_>, positions: u64) -> PyResult<()> {
        let bytes = positions.saturating_mul(POSITION_BYTES);
        self.0.hold(|| poll(py, bytes).map_err(Unanswered::into_exception))
    }

    /// Returns the remaining seconds, if there is a time limit.
    fn left(&self) -> Option<f64> {
        self.0.left().map(|left| left.as_secs_f64())
    }
}
