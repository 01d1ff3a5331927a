//! The observer of a request: its deadline, its cancellation, and its progress.

use crate::host;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use winways::limits::{EarlyAnswer, Interrupt, Interruption};
use winways::wire::ProgressJson;
use winways::{Observer, Progress, StopReason};

/// The interval between progress events in milliseconds, as in the server.
const INTERVAL: f64 = 200.0;

/// The extra time for writing results after the deadline, in milliseconds.
const WRITING: f64 = 200.0;

/// The observer of one request.
pub(crate) struct Watch {
    deadline: f64,
    state: Mutex<State>,
}

struct State {
    progress: Progress,
    early: Option<EarlyAnswer>,
    /// The time of the next progress event.
    next_event: f64,
}

impl Watch {
    /// Starts the clock of a request with a time limit of `milliseconds`.
    pub(crate) fn start(milliseconds: f64) -> Watch {
        let now = host::now();
        let state = State { progress: Progress::default(), early: None, next_event: now + INTERVAL };
        Watch { deadline: now + milliseconds, state: Mutex::new(state) }
    }

    /// Returns an observer for writing the results, which may continue for [`WRITING`] milliseconds after the deadline.
    pub(crate) fn writing(&self) -> impl Observer + use<> {
        let deadline = self.deadline + WRITING;
        Interrupt::new(move || reason(host::now() >= deadline, false))
    }
}

fn reason(is_late: bool, is_cancelled: bool) -> ControlFlow<Interruption> {
    match (is_cancelled, is_late) {
        (true, _) => ControlFlow::Break(Interruption::User),
        (false, true) => ControlFlow::Break(Interruption::Timeout),
        (false, false) => ControlFlow::Continue(()),
    }
}

impl Observer for Watch {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        let now = host::now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.progress = progress.after(&state.progress);
        if now >= state.next_event {
            state.next_event = now + INTERVAL;
            let json = ProgressJson::new(&state.progress, state.early.as_ref());
            host::progress(&serde_json::to_string(&json).unwrap_or_default());
        }
        reason(now >= self.deadline, host::is_cancelled()).map_break(StopReason::from)
    }

    fn found(&self, answer: &EarlyAnswer) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).early = Some(answer.clone());
    }

    fn interrupt(&self) -> Interrupt {
        let deadline = self.deadline;
        Interrupt::new(move || reason(host::now() >= deadline, host::is_cancelled()))
    }
}
