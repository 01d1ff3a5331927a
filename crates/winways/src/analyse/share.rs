//! Work by turns: a search is let go on for a share, counted in looks at the observer and not in time.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_solve::{EarlyAnswer, Observer, Progress, StopReason};
use winways_values::{Interrupt, Interruption};

/// An observer that ends the work after so many looks at it, and passes on what the other one says.
pub(super) struct Share<'o> {
    observer: &'o dyn Observer,
    left: Looks,
}

/// Looks that are left; none is left where the share is used up.
#[derive(Clone)]
struct Looks(Arc<AtomicU64>);

impl Looks {
    /// Takes one; whether the work may go on.
    fn take(&self) -> bool {
        let left = self.0.load(Ordering::Relaxed).saturating_sub(1);
        self.0.store(left, Ordering::Relaxed);
        left > 0
    }
}

impl<'o> Share<'o> {
    /// A share of so many looks.
    pub(super) fn new(observer: &'o dyn Observer, looks: u64) -> Self {
        Share { observer, left: Looks(Arc::new(AtomicU64::new(looks))) }
    }

    /// Another share, in place of what is left.
    pub(super) fn grant(&self, looks: u64) {
        self.left.0.store(looks, Ordering::Relaxed);
    }

    /// Whether the work ended since its share was used up.
    pub(super) fn is_spent(&self) -> bool {
        self.left.0.load(Ordering::Relaxed) == 0
    }
}

impl Observer for Share<'_> {
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
            all.ask()?;
            if left.take() { ControlFlow::Continue(()) } else { ControlFlow::Break(Interruption::Timeout) }
        })
    }
}
