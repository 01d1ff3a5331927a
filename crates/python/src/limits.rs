//! Limits for all calls in a `with` block, and for work that is done in Python itself.

use crate::bounds::{Bounds, Memory, Time};
use crate::raised::Unanswered;
use crate::work::{Scope, Watch, poll};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Limits for all calls and operators in a `with` block: their total time, the memory of each, and a progress callback.
///
/// The time starts when the block is entered. In nested blocks, and for calls with limits of their own, the stricter limit applies. A
/// limit applies to the thread or the asynchronous task that enters the block.
///
/// >>> import winways as ww
/// >>> with ww.limits(timeout=10, memory="1GiB"):
/// ...     (ww.game("{3|1}") + ww.star).mean, ww.solve("nim", 7, 8, 9).outcome
/// (Fraction(2, 1), 'N')
#[pyclass(frozen, module = "winways", name = "limits")]
pub(crate) struct LimitsOfBlock {
    timeout: Option<Duration>,
    memory: Option<u64>,
    progress: Option<Py<PyAny>>,
    /// The tokens of the blocks that were entered and not yet left.
    tokens: Mutex<Vec<Py<PyAny>>>,
}

#[pymethods]
impl LimitsOfBlock {
    #[new]
    #[pyo3(signature = (*, timeout = None, memory = None, progress = None))]
    fn new(timeout: Option<Time>, memory: Option<Memory>, progress: Option<Py<PyAny>>) -> Self {
        let (timeout, memory) = (timeout.map(|time| time.0), memory.map(|memory| memory.0));
        LimitsOfBlock { timeout, memory, progress, tokens: Mutex::default() }
    }

    fn __enter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let (py, this) = (slf.py(), slf.get());
        let progress = this.progress.as_ref().map(|progress| progress.clone_ref(py));
        let token = Scope::enter(py, this.timeout, this.memory, progress)?;
        this.tokens.lock().unwrap_or_else(PoisonError::into_inner).push(token);
        Ok(slf.clone())
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        let token = self.tokens.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let token = token.ok_or_else(|| PyRuntimeError::new_err("these limits were not entered"))?;
        Scope::leave(py, token)
    }
}

/// The approximate size, in bytes, of a position that is searched in Python.
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
