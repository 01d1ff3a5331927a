//! Where values live: one arena for all values of the interpreter, whose memory returns when the last of them goes.

use crate::errors::{Error, raise};
use crate::work::Watch;
use pyo3::prelude::*;
use std::ops::{ControlFlow, Deref};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use winways::{Arena, Budget, EvaluationError, Interrupt, Interruption, Observer, StopReason, Stopped};

/// An arena in which nobody has a value is kept as long as it takes no more bytes: for the values that come next.
const KEPT_WITHOUT_VALUES: u64 = 16 << 20;

/// The arena of the interpreter. A module of Python is one for the process, and so is this.
static HOME: Mutex<Option<Arc<Home>>> = Mutex::new(None);

/// A share in an arena: of a value in it, or of work with it.
#[derive(Clone)]
pub(crate) struct Lease(Arc<Home>);

impl Lease {
    /// A share in the arena of the interpreter.
    pub(crate) fn get() -> Lease {
        Lease(lock(&HOME).get_or_insert_with(|| Arc::new(Home::new())).clone())
    }
}

impl Deref for Lease {
    type Target = Home;

    fn deref(&self) -> &Home {
        &self.0
    }
}

/// Where this was the last share, the arena goes if it has grown, and its memory returns.
impl Drop for Lease {
    fn drop(&mut self) {
        // One is this, and one that of the interpreter.
        if Arc::strong_count(&self.0) > 2 {
            return;
        }
        let mut kept = lock(&HOME);
        if Arc::strong_count(&self.0) == 2 && self.0.arena.bytes() > KEPT_WITHOUT_VALUES {
            let old = kept.take();
            drop(kept);
            drop(old);
        }
    }
}

/// An arena that one thread uses at a time.
pub(crate) struct Home {
    pub(crate) arena: Arc<Arena>,
    /// Whoever has this uses the arena. It is never waited for by a thread that keeps other threads of Python from running.
    using: Mutex<()>,
    user: Mutex<Option<ThreadId>>,
    /// Ends whatever takes longer than a moment.
    at_once: Interrupt,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The use of an arena by this thread.
struct Use<'h>(&'h Home, #[allow(dead_code)] MutexGuard<'h, ()>);

impl<'h> Use<'h> {
    fn begin(home: &'h Home, guard: MutexGuard<'h, ()>) -> Self {
        *lock(&home.user) = Some(thread::current().id());
        Use(home, guard)
    }
}

impl Drop for Use<'_> {
    fn drop(&mut self) {
        *lock(&self.0.user) = None;
    }
}

impl Home {
    fn new() -> Self {
        Home {
            arena: Arc::new(Arena::new(Budget::DEFAULT.memory)),
            using: Mutex::new(()),
            user: Mutex::new(None),
            at_once: Interrupt::new(|| ControlFlow::Break(Interruption::User)),
        }
    }

    /// Works with the arena: what takes a moment at once, and what takes longer while other threads of Python go on. `work` may
    /// be done twice, and must not ask Python for anything.
    ///
    /// # Errors
    /// What `work` refuses, as an exception; `KeyboardInterrupt`.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&Arena) -> Result<T, EvaluationError> + Send + Sync,
    ) -> PyResult<T> {
        let guard = match self.using.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(guard)) => Some(guard.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        if let Some(guard) = guard {
            let _use = Use::begin(self, guard);
            self.arena.set_interrupt(self.at_once.clone());
            match work(&self.arena) {
                Err(EvaluationError::Stopped(Stopped { reason: StopReason::Interrupted, .. })) => {}
                Err(error) => return Err(raise(py, "", &error)),
                Ok(done) => return Ok(done),
            }
        }
        let done = self.work_watched(py, &Watch::new(None, None), |arena, _| work(arena))?;
        done.map_err(|error| raise(py, "", &error))
    }

    /// Works with the arena while other threads of Python go on; the inner error is that of the work.
    ///
    /// # Errors
    /// `KeyboardInterrupt`, or that this thread works with the arena already.
    pub(crate) fn work_watched<T: Send>(
        &self,
        py: Python<'_>,
        watch: &Watch,
        work: impl FnOnce(&Arc<Arena>, &Watch) -> Result<T, EvaluationError> + Send,
    ) -> PyResult<Result<T, EvaluationError>> {
        if *lock(&self.user) == Some(thread::current().id()) {
            let message =
                "a rule of a game cannot calculate with values while a value of that game is worked out";
            return Err(Error::new_err(message));
        }
        watch.run(py, |watch| {
            let _use = Use::begin(self, lock(&self.using));
            self.arena.set_interrupt(watch.interrupt());
            let done = work(&self.arena, watch);
            self.arena.set_interrupt(self.at_once.clone());
            done
        })
    }
}
