use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winways_solve::{EarlyAnswer, Observer, Progress, StopReason};
use winways_values::{Interrupt, Interruption};

/// A handle that cancels the work on one request from another thread.
///
/// ```
/// use winways::{NoObserver, Observer, Progress, StopReason, service::Cancel};
/// let cancel = Cancel::default();
/// let observer = cancel.observer(&NoObserver);
/// assert!(observer.poll(&Progress::default()).is_ok());
/// cancel.cancel();
/// assert_eq!(observer.poll(&Progress::default()), Err(StopReason::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Cancels the work permanently.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the work was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns an observer that stops the work when it is cancelled, or when `inner` stops it.
    pub fn observer<'o>(&self, inner: &'o dyn Observer) -> impl Observer + 'o {
        Cancelled { cancel: self.clone(), inner }
    }
}

struct Cancelled<'o> {
    cancel: Cancel,
    inner: &'o dyn Observer,
}

impl Observer for Cancelled<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        match self.cancel.is_cancelled() {
            true => ControlFlow::Break(StopReason::Interrupted),
            false => self.inner.observe(progress),
        }
    }

    fn found(&self, answer: &EarlyAnswer) {
        self.inner.found(answer);
    }

    fn interrupt(&self) -> Interrupt {
        let (cancel, inner) = (self.cancel.clone(), self.inner.interrupt());
        Interrupt::new(move || match cancel.is_cancelled() {
            true => ControlFlow::Break(Interruption::User),
            false => inner.poll(),
        })
    }
}
