//! The exceptions that rules in Python raise, kept until the question that they end returns.

use pyo3::prelude::*;
use std::cell::RefCell;
use winways::RuleFault;

thread_local! {
    /// What a rule raised last in this thread.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Keeps an exception, and makes of it the fault that ends the work of an engine.
pub(crate) fn fault_of(raised: PyErr) -> RuleFault {
    let fault = RuleFault::new(raised.to_string());
    keep_exception(Some(raised));
    fault
}

/// Keeps what was raised in another thread.
pub(crate) fn keep_exception(raised: Option<PyErr>) {
    RAISED.with(|kept| *kept.borrow_mut() = raised);
}

/// The exception that is kept, if there is one: nothing more is asked of a rule then, since the question is over. An engine that
/// tries another way after a fault gets the same one.
pub(crate) fn kept_exception() -> PyResult<()> {
    let copy = |kept: &PyErr| Python::attach(|py| kept.clone_ref(py));
    match RAISED.with(|kept| kept.borrow().as_ref().map(copy)) {
        Some(kept) => Err(kept),
        None => Ok(()),
    }
}

/// The exception that a rule of an own game has raised, and that ended the work; it is kept no longer.
pub(crate) fn take_exception() -> Option<PyErr> {
    RAISED.with(RefCell::take)
}

/// What a method of the class gave, unless it raised an exception, which is kept.
pub(crate) fn started<T>(made: PyResult<T>) -> Option<T> {
    made.map_err(fault_of).ok()
}
