//! The errors of operations.

use thiserror::Error;

use crate::{ArenaError, Dyadic};

pub(super) type Result<T> = std::result::Result<T, OperationError>;

/// The reason why an operation on games has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OperationError {
    /// The arena was interrupted, or the arena and the memos together reached the memory limit.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The temperature is below the domain of the operation.
    #[error("the temperature must be at least {lowest}")]
    TooCold {
        /// The lowest temperature for which the operation is defined.
        lowest: Dyadic,
    },
    /// The argument is not greater than zero: the unit of a Norton product, or the exponent of a power of up.
    #[error("the game must be greater than zero")]
    NotPositive,
    /// The game is not all-small: in this follower, one player can move and the other cannot.
    #[error(
        "only all-small games have an atomic weight, and only one player can move in the follower {follower}"
    )]
    NotAllSmall {
        /// The follower, which is an integer.
        follower: Dyadic,
    },
    /// A multiple of a game, or a number, is too large to compute.
    #[error("a multiple or a number is too large")]
    TooLarge,
    /// The text would be longer than this many bytes.
    #[error("the text would be longer than {limit} bytes")]
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
}
