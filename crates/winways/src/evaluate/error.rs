//! Why an expression has no value.

use winways_notation::{Diagnostic, Span};
use winways_solve::Stopped;
use winways_values::{ArenaError, Game, OperationError};

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// It is wrong: the place, and what was expected.
    #[error(transparent)]
    Wrong(#[from] Diagnostic),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

pub(super) type Result<T> = std::result::Result<T, EvaluationError>;

/// The place of an error that concerns no place of the text, or whose place is not known yet.
const NOWHERE: Span = Span { start: 0, end: 0 };

impl EvaluationError {
    /// The same error, which points at `span` if it has no place yet.
    pub(super) fn placed(self, span: Span) -> Self {
        match self {
            EvaluationError::Wrong(diagnostic) if diagnostic.span == NOWHERE => {
                Diagnostic { span, ..diagnostic }.into()
            }
            error => error,
        }
    }

    /// The same error, with what may have been meant if that is known.
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
            ArenaError::TooLarge { .. } => Diagnostic::new(error.to_string(), NOWHERE).into(),
            _ => Stopped { reason: error.into(), nodes: 0 }.into(),
        }
    }
}

impl From<OperationError> for EvaluationError {
    fn from(error: OperationError) -> Self {
        refused(error)
    }
}

/// An operation without result: it was stopped, or it refuses its games.
pub(super) fn refused(error: OperationError) -> EvaluationError {
    match error {
        OperationError::Arena(error) => error.into(),
        refusal => Diagnostic::new(refusal.to_string(), NOWHERE).into(),
    }
}

/// A nimber or a multiple of up, at `span`, is beyond the limit of all values.
pub(super) fn too_large(span: Span) -> Diagnostic {
    Diagnostic::new(ArenaError::TooLarge { limit: Game::NIMBER_LIMIT }.to_string(), span)
}
