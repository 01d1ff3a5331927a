//! Exceptions and interruptions of Python rules, stored until the call that they end returns.

use crate::errors::raise_stopped;
use pyo3::prelude::*;
use std::cell::RefCell;
use winways::limits::{Interruption, RuleFault};
use winways::{StopReason, Stopped};

/// The reason why a call of a rule failed.
#[derive(Debug)]
pub(crate) enum Unanswered {
    /// The rule raised this exception or returned an invalid result.
    Raised(PyErr),
    /// A limit or a signal handler stopped the work.
    Ended(Interruption),
}

impl From<PyErr> for Unanswered {
    fn from(raised: PyErr) -> Self {
        Unanswered::Raised(raised)
    }
}

impl Unanswered {
    /// Converts the reason to an exception, for calls without an engine that reports it.
    pub(crate) fn into_exception(self) -> PyErr {
        match self {
            Unanswered::Raised(raised) => raised,
            Unanswered::Ended(interruption) => {
                let stopped = Stopped { reason: StopReason::from(interruption), nodes: 0 };
                Python::attach(|py| raise_stopped(py, &stopped, None))
            }
        }
    }
}

thread_local! {
    /// The first exception of a rule in this thread since the beginning of the call.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Returns the fault that stops an engine, and stores the exception if a rule raised one.
pub(crate) fn fault_of(why: impl Into<Unanswered>) -> RuleFault {
    match why.into() {
        Unanswered::Ended(interruption) => RuleFault::Interrupted(interruption),
        Unanswered::Raised(raised) => {
            let fault = RuleFault::new(raised.to_string());
            keep_first(raised);
            fault
        }
    }
}

/// Stores the exception of a rule whose caller cannot return it, and returns the exception's text.
pub(crate) fn keep(why: impl Into<Unanswered>) -> String {
    let raised = why.into().into_exception();
    let text = raised.to_string();
    keep_first(raised);
    text
}

/// Stores an exception unless one is stored already, which may be its cause.
fn keep_first(raised: PyErr) {
    RAISED.with(|kept| {
        kept.borrow_mut().get_or_insert(raised);
    });
}

/// Stores an exception for this thread, such as one that was raised in another thread. `None` clears it.
pub(crate) fn keep_exception(raised: Option<PyErr>) {
    RAISED.with(|kept| *kept.borrow_mut() = raised);
}

/// A guard around code in Python that may call the package. It restores the stored exception when it is dropped, so that the nested
/// calls neither lose this exception nor leave one of their own.
pub(crate) struct Nested(Option<PyErr>);

impl Nested {
    pub(crate) fn begin() -> Nested {
        Nested(take_exception())
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        keep_exception(self.0.take());
    }
}

/// Returns the stored exception as an error, if there is one. No rule is called after an exception: an engine that tries another
/// method after a fault gets the same exception again.
pub(crate) fn kept_exception() -> PyResult<()> {
    let copy = |kept: &PyErr| Python::attach(|py| kept.clone_ref(py));
    match RAISED.with(|kept| kept.borrow().as_ref().map(copy)) {
        Some(kept) => Err(kept),
        None => Ok(()),
    }
}

/// Removes and returns the exception of a rule that ended the work.
pub(crate) fn take_exception() -> Option<PyErr> {
    RAISED.with(RefCell::take)
}

/// Removes the stored exception, if there is one, and returns it as an error. Methods that cannot return an exception, such as
/// `write`, store it.
pub(crate) fn check() -> PyResult<()> {
    take_exception().map_or(Ok(()), Err)
}

/// Returns the result of a method of the class, or stores its exception and returns `None`.
pub(crate) fn ok_or_keep<T>(result: Result<T, Unanswered>) -> Option<T> {
    result.map_err(keep).ok()
}
