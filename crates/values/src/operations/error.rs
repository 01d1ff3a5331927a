//! Why an operation has no result.

use std::error::Error;
use std::fmt;

use crate::{ArenaError, Dyadic};

pub(super) type Result<T> = std::result::Result<T, OperationError>;

/// Why an operation on games has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperationError {
    /// The arena, or what memos hold beside it, could not go on.
    Arena(ArenaError),
    /// A temperature is lower than the operation is defined for.
    TooCold {
        /// The lowest temperature it is defined for.
        lowest: Dyadic,
    },
    /// A game that has to be greater than zero is not.
    NotPositive,
    /// Atomic weights belong to all-small games, and in this follower one player can move and the other cannot.
    NotAllSmall {
        /// The follower, which is an integer.
        follower: Dyadic,
    },
    /// A multiple of a game, or a number, is too large to be worked out.
    TooLarge,
    /// A text would be longer than this many bytes.
    TooLong {
        /// The limit.
        limit: usize,
    },
}

impl fmt::Display for OperationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperationError::Arena(error) => error.fmt(formatter),
            OperationError::TooCold { lowest } => {
                write!(formatter, "the temperature must be at least {lowest}")
            }
            OperationError::NotPositive => formatter.write_str("the game must be greater than zero"),
            OperationError::NotAllSmall { follower } => write!(
                formatter,
                "only all-small games have an atomic weight, and only one player can move in the follower {follower}"
            ),
            OperationError::TooLarge => formatter.write_str("a multiple or a number is too large"),
            OperationError::TooLong { limit } => {
                write!(formatter, "the text would be longer than {limit} bytes")
            }
        }
    }
}

impl Error for OperationError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            OperationError::Arena(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ArenaError> for OperationError {
    fn from(error: ArenaError) -> OperationError {
        OperationError::Arena(error)
    }
}
