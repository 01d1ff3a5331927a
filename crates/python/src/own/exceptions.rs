//! The exceptions that rules in Python raise, kept until the question that they end returns.

use pyo3::PyErr;
use std::cell::RefCell;
use winways::RuleFault;

thread_local! {
    /// What a rule raised last in this thread.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Keeps an exception, and makes of it the fault that ends the work of an engine.
pub(super) fn fault_of(raised: PyErr) -> RuleFault {
    let fault = RuleFault::new(raised.to_string());
    RAISED.with(|kept| *kept.borrow_mut() = Some(raised));
    fault
}

/// The exception that a rule of an own game has raised, and that ended the work; it is kept no longer.
pub(crate) fn take_exception() -> Option<PyErr> {
    RAISED.with(RefCell::take)
}
