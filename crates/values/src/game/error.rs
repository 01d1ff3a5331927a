//! Why an operation of the arena did not come to its end, and who may end one.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use thiserror::Error;

/// Why an operation of the arena has no result.
///
/// The operation did nothing else: the arena stays usable, and what it has found out it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum ArenaError {
    /// The memory that the arena may use is used up.
    #[error("the values need more than the {limit} bytes of memory they may use")]
    OutOfMemory {
        /// The bytes that the arena may use.
        limit: u64,
    },
    /// A nimber, or the magnitude of a multiple of up, reached the limit.
    #[error("a nimber or a multiple of up is too large: expected less than 2^{}", .limit.ilog2())]
    TooLarge {
        /// [`Game::NIMBER_LIMIT`](crate::Game::NIMBER_LIMIT), a power of two.
        limit: u64,
    },
    /// The arena's [`Interrupt`] asked for an end.
    #[error("{}", match .0 {
        Interruption::User => "interrupted",
        Interruption::Timeout => "the time limit was reached",
        Interruption::Memory { .. } => "the memory limit was reached",
    })]
    Interrupted(Interruption),
}

/// Who wanted an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interruption {
    /// The user did.
    User,
    /// The time that was allowed is over.
    Timeout,
    /// All work together has more memory than it may use.
    Memory {
        /// The bytes that it may use.
        limit: u64,
    },
}

/// Whom an arena, or an enumeration of options, asks every few thousand steps whether to go on.
///
/// The default always goes on.
///
/// ```
/// use std::ops::ControlFlow;
/// use winways_values::{Arena, ArenaError, Game, Interrupt, Interruption};
///
/// let arena = Arena::default();
/// arena.set_interrupt(Interrupt::new(|| ControlFlow::Break(Interruption::User)));
/// let mut tower = Game::STAR;
/// let interrupted = (1..10_000).find_map(|step| {
///     let threat = arena.integer(-step).ok()?;
///     arena.form(&[tower], &[threat]).map(|form| tower = form).err()
/// });
/// assert_eq!(interrupted, Some(ArenaError::Interrupted(Interruption::User)));
/// # Ok::<(), ArenaError>(())
/// ```
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<Question>>);

type Question = dyn Fn() -> ControlFlow<Interruption> + Send + Sync;

impl Interrupt {
    /// An interrupt that `ask` decides. It is called with the arena's lock held, and so must not use the arena.
    pub fn new(ask: impl Fn() -> ControlFlow<Interruption> + Send + Sync + 'static) -> Interrupt {
        Interrupt(Some(Arc::new(ask)))
    }

    /// Whether the work may go on, else who wants its end.
    ///
    /// ```
    /// use winways_values::{Interrupt, Interruption};
    /// assert!(Interrupt::default().ask().is_continue());
    /// let late = Interrupt::new(|| std::ops::ControlFlow::Break(Interruption::Timeout));
    /// assert!(late.ask().is_break());
    /// ```
    pub fn ask(&self) -> ControlFlow<Interruption> {
        self.0.as_ref().map_or(ControlFlow::Continue(()), |ask| ask())
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Interrupt(..)" } else { "Interrupt(never)" })
    }
}
