//! Long work: the interpreter goes on meanwhile, and Ctrl-C ends it.

use crate::own;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use winways::{Interrupt, Interruption, Observer, Progress, StopReason};

/// How often the interpreter is asked whether the user wants an end.
const ASKED_EVERY: Duration = Duration::from_millis(20);

/// What ends long work: signals, and a limit of time.
#[derive(Clone)]
pub(crate) struct Watch(Arc<State>);

struct State {
    deadline: Option<Instant>,
    asked: Mutex<Instant>,
    /// What a handler of signals has raised.
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    /// A watch over work for which there is so much time.
    pub(crate) fn new(timeout: Option<Duration>) -> Self {
        let now = Instant::now();
        let deadline = timeout.and_then(|timeout| now.checked_add(timeout));
        Watch(Arc::new(State { deadline, asked: Mutex::new(now), raised: Mutex::new(None) }))
    }

    /// Does the work while other threads of Python go on.
    ///
    /// # Errors
    /// What a handler of signals has raised meanwhile, such as `KeyboardInterrupt`.
    pub(crate) fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Watch) -> T + Send) -> PyResult<T> {
        own::take_exception();
        let done = py.detach(|| work(self));
        match lock(&self.0.raised).take() {
            Some(raised) => Err(raised),
            None => Ok(done),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn ask(&self) -> ControlFlow<Interruption> {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return ControlFlow::Break(Interruption::Timeout);
        }
        {
            let mut asked = lock(&self.asked);
            if now.duration_since(*asked) < ASKED_EVERY {
                return ControlFlow::Continue(());
            }
            *asked = now;
        }
        match Python::attach(|py| py.check_signals()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(raised) => {
                lock(&self.raised).get_or_insert(raised);
                ControlFlow::Break(Interruption::User)
            }
        }
    }
}

impl Observer for Watch {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        self.0.ask().map_break(StopReason::from)
    }

    fn interrupt(&self) -> Interrupt {
        let state = self.0.clone();
        Interrupt::new(move || state.ask())
    }
}
