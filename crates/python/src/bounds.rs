//! Limits on the work of a call: time, memory, options and threads.

use crate::shortened::shortened;
use crate::work::{Scope, Watch};
use bytesize::ByteSize;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::time::Duration;
use winways::Budget;

/// A duration, given as seconds or as a `timedelta`.
pub(crate) struct Time(pub(crate) Duration);

impl Time {
    /// Creates a time limit from a duration.
    pub(crate) fn of(time: Duration) -> Time {
        Time(time)
    }
}

impl<'py> FromPyObject<'_, 'py> for Time {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let seconds = match object.getattr_opt("total_seconds")? {
            Some(seconds) => seconds.call0()?.extract()?,
            None => object
                .extract::<f64>()
                .map_err(|_| PyTypeError::new_err("expected a time in seconds or a timedelta"))?,
        };
        let time = Duration::try_from_secs_f64(seconds);
        time.map(Time)
            .map_err(|_| PyValueError::new_err(format!("expected a time in seconds, not {seconds}")))
    }
}

/// An amount of memory, given as a number of bytes or as a string such as `512MiB`.
pub(crate) struct Memory(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Memory {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract::<&str>() {
            let size = text.parse::<ByteSize>();
            return size.map(|size| Memory(size.as_u64())).map_err(|_| {
                PyValueError::new_err(format!(
                    "expected an amount of memory such as \"512MiB\", not {:?}",
                    shortened(text)
                ))
            });
        }
        object.extract().map(Memory).map_err(|_| {
            PyTypeError::new_err(
                "expected an amount of memory: a number of bytes, or a string such as \"512MiB\"",
            )
        })
    }
}

/// The limits of one call.
#[derive(Default)]
pub(crate) struct Bounds {
    pub(crate) timeout: Option<Time>,
    pub(crate) memory: Option<Memory>,
    pub(crate) options: Option<u64>,
    pub(crate) threads: Option<usize>,
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Bounds {
    /// Returns the budget for the engines, within the limits of the enclosing `with winways.limits(...)`.
    ///
    /// # Errors
    /// `ValueError` if the number of threads is 0, and `LimitReached` if the time of the enclosing limits is over.
    pub(crate) fn budget(&self) -> PyResult<Budget> {
        if self.threads == Some(0) {
            return Err(PyValueError::new_err("expected at least one thread"));
        }
        let memory = self.memory.as_ref().map_or(Budget::DEFAULT.memory, |memory| memory.0);
        let scope = Python::attach(Scope::check)?;
        let memory = scope.map_or(memory, |limit| memory.min(limit));
        Ok(Budget { memory, options: self.options, threads: self.threads.unwrap_or(1) })
    }

    /// Starts the clock, and returns a watch with the limits of time and memory.
    pub(crate) fn watch(self) -> Watch {
        let memory = self.memory.map_or(Budget::DEFAULT.memory, |memory| memory.0);
        Watch::within(memory, self.timeout.map(|time| time.0), self.progress)
    }
}
