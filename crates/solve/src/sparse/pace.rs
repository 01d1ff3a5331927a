//! Polls of the observer, timed by the work done.

use crate::budget::{Observer, Progress, StopReason};

/// Work between two polls of the observer, in options of which eight or more are tried at once. It takes a
/// few milliseconds.
pub(super) const WORK_POLL_INTERVAL: u64 = 1 << 22;
/// The work of a pair that is examined individually, and of a value that is decoded.
pub(super) const WORK_OF_A_PAIR: u64 = 1 << 3;

/// A counter of work that polls the observer after every [`WORK_POLL_INTERVAL`].
pub(super) struct Pace<'o> {
    pub(super) observer: &'o dyn Observer,
    pub(super) work: u64,
    pub(super) progress: Progress,
}

impl Pace<'_> {
    pub(super) fn spend(&mut self, work: u64) -> Result<(), StopReason> {
        self.work = self.work.saturating_add(work);
        if self.work < WORK_POLL_INTERVAL {
            return Ok(());
        }
        self.work = 0;
        self.observer.poll(&self.progress)
    }
}
