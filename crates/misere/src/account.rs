//! The ledger of a search, with the memory that the search holds besides its current step.

use winways_solve::{Ledger, Progress, StopReason};

/// A ledger for one step of a search. The memory that the search holds besides the step counts against the limit.
#[derive(Clone, Copy)]
pub(crate) struct Account<'l> {
    ledger: &'l Ledger<'l>,
    held: u64,
}

impl<'l> Account<'l> {
    /// Creates an account of a search that holds `held` bytes.
    pub(crate) fn new(ledger: &'l Ledger<'l>, held: u64) -> Self {
        Account { ledger, held }
    }

    /// Returns the account of a step during which the search holds `bytes` more bytes.
    pub(crate) fn holding(self, bytes: u64) -> Self {
        Account { held: self.held.saturating_add(bytes), ..self }
    }

    /// Checks that the step may use `bytes` bytes.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] if the bytes exceed the limit.
    pub(crate) fn check(self, bytes: u64) -> Result<(), StopReason> {
        self.ledger.check(self.held.saturating_add(bytes))
    }

    /// Charges work of a step. `progress` returns the number of elements or words, and the number of bytes in use.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the search must stop.
    #[inline]
    pub(crate) fn spend(self, work: u64, progress: impl FnOnce() -> (usize, u64)) -> Result<(), StopReason> {
        self.ledger.spend(work, || {
            let (count, bytes) = progress();
            Progress::new(count as u64, 0, self.held.saturating_add(bytes))
        })
    }
}
