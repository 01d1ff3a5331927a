//! Why an operation has no result.

use thiserror::Error;

use crate::{ArenaError, Dyadic};

pub(super) type Result<T> = std::result::Result<T, OperationError>;

/// Why an operation on games has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OperationError {
    /// The arena, or what memos hold beside it, could not go on.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A temperature is lower than the operation is defined for.
    #[error("the temperature must be at least {lowest}")]
    TooCold {
        /// The lowest temperature it is defined for.
        lowest: Dyadic,
    },
    /// A game that has to be greater than zero is not.
    #[error("the game must be greater than zero")]
    NotPositive,
    /// Atomic weights belong to all-small games, and in this follower one player can move and the other cannot.
    #[error(
        "only all-small games have an atomic weight, and only one player can move in the follower {follower}"
    )]
    NotAllSmall {
        /// The follower, which is an integer.
        follower: Dyadic,
    },
    /// A multiple of a game, or a number, is too large to be worked out.
    #[error("a multiple or a number is too large")]
    TooLarge,
    /// A text would be longer than this many bytes.
    #[error("the text would be longer than {limit} bytes")]
    TooLong {
        /// The limit.
        limit: usize,
    },
}
