//! The observer of a job: its deadline, its cancellation, and its progress.

use crate::pressure::{Pressure, Thread, lock};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use winways::limits::{EarlyAnswer, Interrupt, Interruption};
use winways::service::Cancel;
use winways::{Observer, Progress, StopReason};

/// The extra time for writing results after the deadline.
const WRITING: Duration = Duration::from_millis(200);

/// The time for which work may continue after it should have stopped.
const PATIENCE: Duration = Duration::from_secs(1);

/// The interval between checks for overdue work.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The observer of one job.
#[derive(Clone)]
pub(crate) struct Watch(Arc<State>);

struct State {
    cancel: Cancel,
    pressure: Arc<Pressure>,
    thread: Thread,
    /// The time limit; `None` if the clock cannot represent it.
    deadline: Option<Instant>,
    progress: Mutex<Progress>,
    /// The early answer, once it is known.
    early: Mutex<Option<EarlyAnswer>>,
}

impl Watch {
    /// Starts the clock for work on the current thread.
    pub(crate) fn start(cancel: Cancel, timeout: Duration, pressure: Arc<Pressure>) -> Self {
        let deadline = Instant::now().checked_add(timeout);
        let thread = Thread::current();
        let (progress, early) = (Mutex::default(), Mutex::default());
        Watch(Arc::new(State { cancel, pressure, thread, deadline, progress, early }))
    }

    /// Returns `true` if the work will be stopped at its next poll.
    pub(crate) fn must_stop(&self) -> bool {
        self.0.reason(Duration::ZERO).is_break()
    }

    /// Returns the progress reported at the last poll.
    pub(crate) fn progress(&self) -> Progress {
        *self.0.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the early answer, once it is known.
    pub(crate) fn early(&self) -> Option<EarlyAnswer> {
        self.0.early.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns an observer for writing the results, which may continue for [`WRITING`] after the deadline.
    pub(crate) fn writing(&self) -> impl Observer + use<> {
        self.stopping_after(WRITING)
    }

    fn stopping_after(&self, grace: Duration) -> Interrupt {
        let state = self.0.clone();
        Interrupt::new(move || state.reason(grace))
    }
}

impl State {
    fn reason(&self, grace: Duration) -> ControlFlow<Interruption> {
        if self.cancel.is_cancelled() && grace.is_zero() {
            return ControlFlow::Break(Interruption::User);
        }
        if self.pressure.is_high() && grace.is_zero() {
            return ControlFlow::Break(Interruption::Memory { limit: self.pressure.memory() });
        }
        let is_late = |deadline: Instant| {
            let late = Instant::now().checked_duration_since(deadline);
            late.is_some_and(|late| late >= grace)
        };
        match self.deadline.is_some_and(is_late) {
            true => ControlFlow::Break(Interruption::Timeout),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Observer for Watch {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        let mut latest = self.0.progress.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = progress.after(&latest);
        drop(latest);
        self.0.reason(Duration::ZERO).map_break(StopReason::from)
    }

    fn found(&self, answer: &EarlyAnswer) {
        *self.0.early.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer.clone());
    }

    fn interrupt(&self) -> Interrupt {
        self.stopping_after(Duration::ZERO)
    }
}

/// Returns once work has continued for a second after it should have stopped. Time during which its thread had no processor does
/// not count.
pub(crate) async fn overdue(watch: &Mutex<Option<Watch>>) {
    let mut stop_seen: Option<(Instant, Duration)> = None;
    loop {
        sleep(CHECK_INTERVAL).await;
        let Some(watch) = lock(watch).clone() else { continue };
        if !watch.must_stop() {
            continue;
        }
        let waited = watch.0.thread.waited();
        let (since, before) = *stop_seen.get_or_insert_with(|| (Instant::now(), waited));
        if since.elapsed().saturating_sub(waited.saturating_sub(before)) >= PATIENCE {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(timeout: Duration) -> Watch {
        Watch::start(Cancel::default(), timeout, Arc::default())
    }

    #[test]
    fn time_limits_beyond_the_clock_are_never_reached() {
        assert!(!watch(Duration::MAX).must_stop());
        assert!(!watch(Duration::from_secs(3600)).must_stop());
        assert!(watch(Duration::ZERO).must_stop());
        assert!(!watch(Duration::ZERO).0.reason(WRITING).is_break());
    }
}
