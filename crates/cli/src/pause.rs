//! An observer that pauses long work, so that its state can be saved.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use winways::{Observer, Progress, StopReason};

/// An observer that stops the work after a certain time, and otherwise forwards to another observer.
pub(crate) struct Pause<'w> {
    watch: &'w dyn Observer,
    /// The time of the pause; `None` if the clock cannot represent it.
    due: Option<Instant>,
    is_due: AtomicBool,
}

impl<'w> Pause<'w> {
    /// Creates an observer that stops the work after `time`.
    pub(crate) fn after(time: Duration, watch: &'w dyn Observer) -> Pause<'w> {
        Pause { watch, due: Instant::now().checked_add(time), is_due: AtomicBool::new(false) }
    }

    /// Returns `true` if this observer, not the wrapped one, stopped the work.
    pub(crate) fn was_due(&self) -> bool {
        self.is_due.load(Ordering::Relaxed)
    }
}

impl Observer for Pause<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.watch.observe(progress)?;
        if self.due.is_none_or(|due| Instant::now() < due) {
            return ControlFlow::Continue(());
        }
        self.is_due.store(true, Ordering::Relaxed);
        ControlFlow::Break(StopReason::Timeout)
    }
}
