//! Why a rule in Python gave no answer, kept until the question that it ends returns.

use crate::errors::raise_stopped;
use pyo3::prelude::*;
use std::cell::RefCell;
use winways::{Interruption, RuleFault, StopReason, Stopped};

/// Why a rule gave no answer.
#[derive(Debug)]
pub(crate) enum Unanswered {
    /// It raised this exception, or gave what no rule may give.
    Raised(PyErr),
    /// The question has ended meanwhile: by a limit, or by a handler of signals.
    Ended(Interruption),
}

impl From<PyErr> for Unanswered {
    fn from(raised: PyErr) -> Self {
        Unanswered::Raised(raised)
    }
}

impl Unanswered {
    /// The exception that tells it where no engine does.
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
    /// What a rule raised last in this thread.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Returns the fault that ends the work of an engine; an exception is kept.
pub(crate) fn fault_of(why: impl Into<Unanswered>) -> RuleFault {
    match why.into() {
        Unanswered::Ended(interruption) => RuleFault::Interrupted(interruption),
        Unanswered::Raised(raised) => {
            let fault = RuleFault::new(raised.to_string());
            keep_exception(Some(raised));
            fault
        }
    }
}

/// Keeps the exception of a rule whose caller has no way to return it; `text` of the exception is returned.
pub(crate) fn keep(why: impl Into<Unanswered>) -> String {
    let raised = why.into().into_exception();
    let text = raised.to_string();
    keep_exception(Some(raised));
    text
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
pub(crate) fn started<T>(made: Result<T, Unanswered>) -> Option<T> {
    made.map_err(keep).ok()
}
