//! The account of one operation: the ledger, and the memory that is in use outside the operation.

use winways_solve::{Ledger, Progress, StopReason};

/// A ledger together with the memory that is in use outside the operation.
#[derive(Clone, Copy)]
pub(crate) struct Work<'w> {
    ledger: &'w Ledger<'w>,
    bytes: u64,
}

impl<'w> Work<'w> {
    /// Creates the account of an operation that starts with `bytes` bytes in use.
    pub(crate) fn new(ledger: &'w Ledger<'w>, bytes: u64) -> Self {
        Work { ledger, bytes }
    }

    /// Charges steps of work, of about ten nanoseconds each.
    pub(crate) fn spend(&self, steps: usize) -> Result<(), StopReason> {
        self.ledger.spend(steps as u64, || Progress::new(0, 0, self.bytes))
    }

    /// Checks that the operation may use `bytes` bytes.
    pub(crate) fn check(&self, bytes: u64) -> Result<(), StopReason> {
        self.ledger.check(self.bytes.saturating_add(bytes))
    }

    /// Returns this account with `bytes` more bytes in use.
    pub(crate) fn with(&self, bytes: u64) -> Self {
        Work { bytes: self.bytes.saturating_add(bytes), ..*self }
    }
}
