//! Errors of the evaluation of expressions.

use winways_notation::{Diagnostic, Span};
use winways_solve::Stopped;
use winways_values::{ArenaError, OperationError};

/// The reason an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// The expression is wrong. The diagnostic points to the error and states the expected input.
    #[error(transparent)]
    Wrong(#[from] Diagnostic),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

pub(super) type Result<T> = std::result::Result<T, EvaluationError>;

/// The span of an error that has no position in the text, or whose position is not known yet.
const NOWHERE: Span = Span { start: 0, end: 0 };

impl EvaluationError {
    /// Sets the span of an error that has none.
    pub(super) fn with_span(self, span: Span) -> Self {
        match self {
            EvaluationError::Wrong(diagnostic) if diagnostic.span == NOWHERE => {
                Diagnostic { span, ..diagnostic }.into()
            }
            error => error,
        }
    }

    /// Adds the hint, if it is given, to a diagnostic.
    pub(super) fn with_help(self, help: Option<&str>) -> Self {
        match (self, help) {
            (EvaluationError::Wrong(diagnostic), Some(help)) => diagnostic.help(help).into(),
            (error, _) => error,
        }
    }
}

impl From<ArenaError> for EvaluationError {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::TooLarge => Diagnostic::new(error.to_string(), NOWHERE).into(),
            _ => Stopped { reason: error.into(), nodes: 0 }.into(),
        }
    }
}

impl From<OperationError> for EvaluationError {
    fn from(error: OperationError) -> Self {
        refused(error)
    }
}

/// Converts the error of an operation that was stopped or that does not apply to its games.
pub(super) fn refused(error: OperationError) -> EvaluationError {
    match error {
        OperationError::Arena(error) => error.into(),
        refusal => Diagnostic::new(refusal.to_string(), NOWHERE).into(),
    }
}

/// Returns the diagnostic for a nimber or a multiple of up at `span` that is too large for a value.
pub(super) fn too_large(span: Span) -> Diagnostic {
    Diagnostic::new(ArenaError::TooLarge.to_string(), span)
}
