use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winways_solve::{Observer, Until};
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

    /// Returns an observer that stops the work when this handle cancels it, or when `inner` stops it.
    pub fn observer<'o>(&self, inner: &'o dyn Observer) -> impl Observer + 'o {
        let cancel = self.clone();
        let poll = move || match cancel.is_cancelled() {
            true => ControlFlow::Break(Interruption::User),
            false => ControlFlow::Continue(()),
        };
        Until::new(inner, Interrupt::new(poll))
    }
}
