//! Python exceptions.

use crate::raised;
use crate::shortened::{marked_line, shortened};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use winways::limits::RuleFault;
use winways::text::LineColumn;
use winways::{Diagnostic, EvaluationError, StopReason, Stopped};

create_exception!(winways, Error, PyException, "The base class of all exceptions of the package.");
create_exception!(
    winways,
    ParseError,
    Error,
    "Raised if a text cannot be parsed. `span` holds the index of the first wrong character and the index after the last."
);
create_exception!(
    winways,
    LimitReached,
    Error,
    "Raised if a limit of time, memory or options stopped the work. `partial` is the partial result, or `None`."
);
create_exception!(
    winways,
    UnsupportedError,
    Error,
    "Raised if an operation is not supported for a game or value."
);

create_exception!(
    winways,
    RuleError,
    Error,
    "Raised if a method of a class of rules returned an invalid result. The message names class, method and position."
);

/// Creates a [`ParseError`] with the message, the line, and carets under the wrong part.
pub(crate) fn wrong_text(py: Python<'_>, text: &str, diagnostic: &Diagnostic) -> PyErr {
    let span = diagnostic.span;
    let start = span.start.min(text.len());
    let end = span.end.clamp(start, text.len());
    let LineColumn { line, column } = LineColumn::of(text, start);
    let mut message = shortened(&diagnostic.to_string());
    if let Some(written) = text.lines().nth(line - 1) {
        let under = text
            .get(start..end)
            .map_or(1, |marked| marked.lines().next().map_or(1, |line| line.chars().count()));
        let [written, carets] = marked_line(written, column - 1, under.max(1));
        message += &format!("\n  {written}\n  {carets}");
    }
    if let Some(help) = &diagnostic.help {
        message += &format!("\nhelp: {help}");
    }
    let characters = |end: usize| text.as_bytes()[..end].iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    with_attribute(py, ParseError::new_err(message), "span", (characters(start), characters(end)))
}

/// Sets an attribute of an exception, and returns the exception.
fn with_attribute<'py>(
    py: Python<'py>,
    error: PyErr,
    name: &str,
    attribute: impl IntoPyObject<'py>,
) -> PyErr {
    match error.value(py).setattr(name, attribute) {
        Ok(()) => error,
        Err(unset) => unset,
    }
}

/// Converts an evaluation error to an exception. `text` is the expression, or empty if there is none.
pub(crate) fn raise(py: Python<'_>, text: &str, error: &EvaluationError) -> PyErr {
    match error {
        EvaluationError::Stopped(stopped) => raise_stopped(py, stopped, None),
        // The rules of a class raised an exception while a text was parsed.
        EvaluationError::Wrong(_) if let Some(exception) = raised::take_exception() => exception,
        EvaluationError::Wrong(diagnostic) if text.is_empty() => {
            let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
            UnsupportedError::new_err(shortened(&format!("{diagnostic}{help}")))
        }
        EvaluationError::Wrong(diagnostic) => wrong_text(py, text, diagnostic),
    }
}

/// Converts the reason why work stopped to the exception of the call. `partial` is the partial result.
pub(crate) fn raise_stopped(py: Python<'_>, stopped: &Stopped, partial: Option<Py<PyAny>>) -> PyErr {
    if matches!(stopped.reason, StopReason::Rules(_) | StopReason::Table)
        && let Some(exception) = raised::take_exception()
    {
        return exception;
    }
    match &stopped.reason {
        StopReason::Interrupted => PyKeyboardInterrupt::new_err(()),
        StopReason::Unsupported(_) => UnsupportedError::new_err(stopped.reason.to_string()),
        StopReason::Rules(_) => Error::new_err(stopped.reason.to_string()),
        StopReason::Contradiction { .. } => PyRuntimeError::new_err(stopped.reason.to_string()),
        _ => with_attribute(py, LimitReached::new_err(stopped.to_string()), "partial", partial),
    }
}

/// Adds the partial result to an exception raised by a rule, if the exception is [`LimitReached`].
pub(crate) fn with_partial(py: Python<'_>, raised: PyErr, partial: &Bound<'_, PyAny>) -> PyErr {
    if !raised.is_instance_of::<LimitReached>(py) {
        return raised;
    }
    with_attribute(py, raised, "partial", partial)
}

/// Converts a fault of the rules, or an interruption, to an exception.
pub(crate) fn raise_fault(py: Python<'_>, fault: &RuleFault) -> PyErr {
    raise_stopped(py, &Stopped::from(fault.clone()), None)
}
