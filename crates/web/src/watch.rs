//! What a piece of work is told: its deadline, and that nobody waits for it any more; and how far it has come.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use winways::service::Cancel;
use winways::{Interrupt, Interruption, Observer, Progress, StopReason};

/// How long what was found is written down after the time is up.
const WRITING: Duration = Duration::from_millis(200);

/// The observer of one piece of work.
#[derive(Clone)]
pub(crate) struct Watch(Arc<State>);

struct State {
    cancel: Cancel,
    deadline: Instant,
    progress: Mutex<Progress>,
}

impl Watch {
    /// Starts the clock.
    pub(crate) fn start(cancel: Cancel, timeout: Duration) -> Self {
        let now = Instant::now();
        let deadline = now.checked_add(timeout).unwrap_or(now);
        Watch(Arc::new(State { cancel, deadline, progress: Mutex::default() }))
    }

    /// How far the work had come when it last said so.
    pub(crate) fn progress(&self) -> Progress {
        *self.0.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The observer of what is done with what was found: it is written down for a moment also when the time is up.
    pub(crate) fn writing(&self) -> Writing {
        Writing(self.0.clone())
    }
}

impl State {
    fn reason(&self, grace: Duration) -> ControlFlow<Interruption> {
        if self.cancel.is_cancelled() && grace.is_zero() {
            return ControlFlow::Break(Interruption::User);
        }
        match self.deadline.elapsed() >= grace && Instant::now() >= self.deadline {
            true => ControlFlow::Break(Interruption::Timeout),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Observer for Watch {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        *self.0.progress.lock().unwrap_or_else(PoisonError::into_inner) = *progress;
        self.0.reason(Duration::ZERO).map_break(StopReason::from)
    }

    fn interrupt(&self) -> Interrupt {
        let state = self.0.clone();
        Interrupt::new(move || state.reason(Duration::ZERO))
    }
}

/// What ends the writing of what was found.
pub(crate) struct Writing(Arc<State>);

impl Observer for Writing {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        self.0.reason(WRITING).map_break(StopReason::from)
    }

    fn interrupt(&self) -> Interrupt {
        let state = self.0.clone();
        Interrupt::new(move || state.reason(WRITING))
    }
}
