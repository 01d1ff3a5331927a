//! Quotas of polls, which let two searches alternate. Polls are counted instead of time, so the results are
//! deterministic.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_solve::{EarlyAnswer, Observer, Progress, StopReason};
use winways_values::{Interrupt, Interruption};

/// An observer that stops the work after a quota of polls and otherwise forwards to the wrapped observer.
pub(super) struct Quota<'o> {
    observer: &'o dyn Observer,
    left: Polls,
}

/// The number of polls left. Zero means that the quota is exhausted.
#[derive(Clone)]
struct Polls(Arc<AtomicU64>);

impl Polls {
    /// Uses one poll. Returns `true` if the work may continue.
    fn take(&self) -> bool {
        let left = self.0.load(Ordering::Relaxed).saturating_sub(1);
        self.0.store(left, Ordering::Relaxed);
        left > 0
    }
}

impl<'o> Quota<'o> {
    /// Creates a quota of `polls` polls.
    pub(super) fn new(observer: &'o dyn Observer, polls: u64) -> Self {
        Quota { observer, left: Polls(Arc::new(AtomicU64::new(polls))) }
    }

    /// Replaces the polls left by `polls` new ones.
    pub(super) fn grant(&self, polls: u64) {
        self.left.0.store(polls, Ordering::Relaxed);
    }

    /// Returns `true` if the quota is exhausted.
    pub(super) fn is_exhausted(&self) -> bool {
        self.left.0.load(Ordering::Relaxed) == 0
    }
}

impl Observer for Quota<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.observer.observe(progress)?;
        if self.left.take() { ControlFlow::Continue(()) } else { ControlFlow::Break(StopReason::Timeout) }
    }

    fn found(&self, answer: &EarlyAnswer) {
        self.observer.found(answer);
    }

    fn interrupt(&self) -> Interrupt {
        let (all, left) = (self.observer.interrupt(), self.left.clone());
        Interrupt::new(move || {
            all.poll()?;
            if left.take() { ControlFlow::Continue(()) } else { ControlFlow::Break(Interruption::Timeout) }
        })
    }
}
