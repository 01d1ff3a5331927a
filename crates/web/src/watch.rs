//! What a piece of work is told: its deadline, and that nobody waits for it any more; and how far it has come.

use crate::pressure::{Pressure, Thread, lock};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use winways::service::Cancel;
use winways::{EarlyAnswer, Interrupt, Interruption, Observer, Progress, StopReason};

/// How long what was found is written down after the time is up.
const WRITING: Duration = Duration::from_millis(200);

/// How long work may go on after it was told to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// The observer of one piece of work.
#[derive(Clone)]
pub(crate) struct Watch(Arc<State>);

struct State {
    cancel: Cancel,
    pressure: Arc<Pressure>,
    thread: Thread,
    deadline: Instant,
    progress: Mutex<Progress>,
    /// What is known of the answer already.
    early: Mutex<Option<EarlyAnswer>>,
}

impl Watch {
    /// Starts the clock of work in this thread.
    pub(crate) fn start(cancel: Cancel, timeout: Duration, pressure: Arc<Pressure>) -> Self {
        let now = Instant::now();
        let deadline = now.checked_add(timeout).unwrap_or(now);
        let thread = Thread::current();
        let (progress, early) = (Mutex::default(), Mutex::default());
        Watch(Arc::new(State { cancel, pressure, thread, deadline, progress, early }))
    }

    /// Returns `true` if the work is told to end as soon as it polls.
    pub(crate) fn is_told(&self) -> bool {
        self.0.reason(Duration::ZERO).is_break()
    }

    /// How far the work had come when it last said so.
    pub(crate) fn progress(&self) -> Progress {
        *self.0.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of the answer before the work ends.
    pub(crate) fn early(&self) -> Option<EarlyAnswer> {
        self.0.early.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
        if self.pressure.is_high() && grace.is_zero() {
            return ControlFlow::Break(Interruption::Memory { limit: self.pressure.memory() });
        }
        match self.deadline.elapsed() >= grace && Instant::now() >= self.deadline {
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

/// Returns when work has gone on for a second after it was told to end. Time for which the machine gave its thread no processor
/// does not count.
pub(crate) async fn overdue(watch: &Mutex<Option<Watch>>) {
    let mut told: Option<(Instant, Duration)> = None;
    loop {
        sleep(LOOK).await;
        let Some(watch) = lock(watch).clone() else { continue };
        if !watch.is_told() {
            continue;
        }
        let waited = watch.0.thread.waited();
        let (since, before) = *told.get_or_insert_with(|| (Instant::now(), waited));
        if since.elapsed().saturating_sub(waited.saturating_sub(before)) >= PATIENCE {
            return;
        }
    }
}
