//! Operations on games beyond sums and the order.
//!
//! * `work`: the session, its memory, and the bottom-up traversal of a game that all operations share;
//! * `wall`, `thermograph`, `temperature`: thermographs, mean and temperature;
//! * `heating`: cooling, freezing, heating and overheating;
//! * `text`, `style`, `structure`: games as text and as lists;
//! * `atomic_weight`, `reduced`, `products`, `pair`, `uptimals`: atomic weights, reduced canonical forms, products and
//!   powers of up;
//! * `followers`, `kinds`, `parity`: properties that depend on the followers;
//! * `born`: all games born by a day.

mod atomic_weight;
mod born;
mod error;
mod followers;
mod heating;
mod kinds;
mod pair;
mod parity;
mod products;
mod reduced;
mod structure;
mod style;
mod temperature;
#[cfg(test)]
mod tests;
mod text;
mod thermograph;
mod uptimals;
mod wall;
mod work;

pub use error::OperationError;
pub use parity::Parity;
pub use structure::{Follower, Structure};
pub use text::TextLimits;
pub use thermograph::Thermograph;
pub use uptimals::Uptimal;
pub use wall::{Breakpoint, Wall};

use crate::{Game, Session};
use pair::Pair;
use work::{LastMemo, Memo, TrackedSession};

/// Operations on games, with memos of their results. The results for a game and all its followers are reused for every
/// game that shares a follower.
///
/// Every operation works on canonical forms, bottom-up from the followers without options, with an explicit stack. The
/// cost is a step for each *distinct* follower, not for each line of play. The memos count towards the memory of the
/// arena and are freed when `Operations` is dropped.
///
/// Sources: Berlekamp, Conway and Guy, *Winning Ways* (second edition 2001–2004), chapters 6 to 8; Siegel,
/// *Combinatorial Game Theory* (2013), chapter II.
///
/// # Errors
/// Each operation may return [`OperationError::Arena`]. The operations and the arena stay usable after an error.
///
/// ```
/// use winways_values::{Arena, Dyadic, Operations};
///
/// let arena = Arena::default();
/// let mut operations = Operations::new(arena.session());
/// let session = operations.session();
/// let (four, one, minus_two) = (session.integer(4)?, session.integer(1)?, session.integer(-2)?);
/// let right = session.form(&[one], &[minus_two])?;
/// let game = session.form(&[four], &[right])?;
/// assert_eq!(operations.mean(game)?, Dyadic::new(7, 2));
/// assert_eq!(operations.temperature(game)?, Dyadic::new(9, 2));
/// # Ok::<(), winways_values::OperationError>(())
/// ```
#[derive(Debug)]
pub struct Operations<'arena> {
    work: TrackedSession<'arena>,
    thermographs: Memo<Game, Thermograph>,
    cooled: LastMemo<Game>,
    overheated: LastMemo<(Option<Game>, Game)>,
    weights: Memo<Game, Game>,
    companions: Memo<Game, Game>,
    reduced: Memo<Game, Game>,
    parities: Memo<Game, Option<Parity>>,
    nortons: LastMemo<Game>,
    products: Memo<Pair, Game>,
    ordinal_sums: LastMemo<Game>,
}

impl<'arena> Operations<'arena> {
    /// Creates the operations on the games of the session's arena. They hold the lock of the arena until they are dropped.
    #[must_use]
    pub fn new(session: Session<'arena>) -> Operations<'arena> {
        Operations {
            work: TrackedSession::new(session),
            thermographs: Memo::default(),
            cooled: LastMemo::default(),
            overheated: LastMemo::default(),
            weights: Memo::default(),
            companions: Memo::default(),
            reduced: Memo::default(),
            parities: Memo::default(),
            nortons: LastMemo::default(),
            products: Memo::default(),
            ordinal_sums: LastMemo::default(),
        }
    }

    /// Returns the session, with which games can be created.
    pub fn session(&mut self) -> &mut Session<'arena> {
        &mut self.work.session
    }
}
