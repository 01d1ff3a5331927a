//! Errors and interrupts of the operations of an arena.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use thiserror::Error;

/// The reason why an operation of the arena has no result.
///
/// The operation has no other effect: the arena stays usable and keeps all cached results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum ArenaError {
    /// The memory limit of the arena is reached.
    #[error("the values would exceed the memory limit of {limit} bytes")]
    OutOfMemory {
        /// The memory limit in bytes.
        limit: u64,
    },
    /// A nimber reached 2¹²⁸, or the magnitude of a multiple of up reached [`Game::UP_LIMIT`](crate::Game::UP_LIMIT).
    #[error("a nimber or a multiple of up is too large: expected less than 2^128 and 2^31")]
    TooLarge,
    /// The operation would try all options of a large nimber.
    #[error("the operation would try all options of a nimber that has more than {limit}")]
    TooManyOptions {
        /// The maximum number of options that are tried.
        limit: u64,
    },
    /// The arena's [`Interrupt`] stopped the operation.
    #[error("{0}")]
    Interrupted(#[from] Interruption),
}

/// The reason for an interruption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Interruption {
    /// The user interrupted the work.
    #[error("interrupted")]
    User,
    /// The time limit was reached.
    #[error("the time limit was reached")]
    Timeout,
    /// The memory limit of all work together was reached.
    #[error("the memory limit was reached")]
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
}

/// A callback that an arena, or an enumeration of options, polls every few thousand steps to find out whether to continue.
///
/// The default never interrupts. [`Interrupt::after_every`] changes the poll interval.
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
pub struct Interrupt {
    callback: Option<Arc<Callback>>,
    steps: Option<NonZeroUsize>,
}

type Callback = dyn Fn() -> ControlFlow<Interruption> + Send + Sync;

impl Interrupt {
    /// Creates an interrupt that calls `callback`. The callback runs with the arena's lock held, so it must not use the
    /// arena.
    pub fn new(callback: impl Fn() -> ControlFlow<Interruption> + Send + Sync + 'static) -> Interrupt {
        Interrupt { callback: Some(Arc::new(callback)), steps: None }
    }

    /// Sets the poll interval to `steps` steps.
    #[must_use]
    pub fn after_every(self, steps: NonZeroUsize) -> Interrupt {
        Interrupt { steps: Some(steps), ..self }
    }

    /// Returns the poll interval in steps, if one was set.
    pub(super) fn steps(&self) -> Option<NonZeroUsize> {
        self.steps
    }

    /// Returns an interrupt that also polls `other` whenever this one lets the work continue.
    ///
    /// ```
    /// use winways_values::{Interrupt, Interruption};
    /// let late = Interrupt::new(|| std::ops::ControlFlow::Break(Interruption::Timeout));
    /// assert!(Interrupt::default().and(late).poll().is_break());
    /// ```
    #[must_use]
    pub fn and(self, other: Interrupt) -> Interrupt {
        let steps = self.steps.min(other.steps).or(self.steps).or(other.steps);
        let both = move || {
            self.poll()?;
            other.poll()
        };
        Interrupt { callback: Some(Arc::new(both)), steps }
    }

    /// Polls the interrupt. Returns `Continue` if the work may continue, and `Break` with the reason otherwise.
    ///
    /// ```
    /// use winways_values::{Interrupt, Interruption};
    /// assert!(Interrupt::default().poll().is_continue());
    /// let late = Interrupt::new(|| std::ops::ControlFlow::Break(Interruption::Timeout));
    /// assert!(late.poll().is_break());
    /// ```
    pub fn poll(&self) -> ControlFlow<Interruption> {
        self.callback.as_ref().map_or(ControlFlow::Continue(()), |callback| callback())
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.callback.is_some() { "Interrupt(..)" } else { "Interrupt(never)" })
    }
}
