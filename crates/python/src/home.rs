//! Where values live: in one arena of the interpreter, whose memory returns when the last of them goes. An arena that has grown
//! is left to the values in it, for a new one.

use crate::errors::{Error, raise};
use crate::work::Watch;
use pyo3::prelude::*;
use std::ops::{ControlFlow, Deref};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::thread::{self, ThreadId};
use winways::{Arena, Budget, EvaluationError, Interrupt, Interruption, Observer, StopReason, Stopped};

/// An arena in which nobody has a value is kept as long as it takes no more bytes: for the values that come next.
const KEPT_WITHOUT_VALUES: u64 = 16 << 20;

/// New values go to a new arena once the one before takes so many bytes, most of which may be of values that have gone; an arena
/// keeps what it knows. Values that are used again follow.
const LEAST_LIMIT: u64 = 48 << 20;

/// The arena of the interpreter for new values. A module of Python is one for the process, and so is this.
///
/// It is locked only by a thread that holds the interpreter, as one that forks the process does: no fork finds it locked.
static HOME: Mutex<Option<Arc<Home>>> = Mutex::new(None);

/// How often this process was forked from another, and that one before.
static FORKS: AtomicU64 = AtomicU64::new(0);

/// Counts a fork, in the process that is new: `os.register_at_fork` calls it.
///
/// No other thread goes on there. What another thread had locked stays locked; whoever finds a lock that is older than the fork
/// looks whether it is free, and does without what it guards if not.
#[pyfunction(name = "_forked")]
pub(crate) fn forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// How often this process was forked from another.
pub(crate) fn forks() -> u64 {
    FORKS.load(Ordering::Relaxed)
}

/// A share in an arena: of a value in it, or of work with it.
#[derive(Clone)]
pub(crate) struct Lease(Arc<Home>);

impl Lease {
    /// A share in the arena of the interpreter for new values.
    pub(crate) fn get() -> Lease {
        Python::attach(|py| {
            let mut home = lock(&HOME);
            let (limit, before) = match &*home {
                Some(home) if home.is_lost(py) => (LEAST_LIMIT, Weak::new()),
                Some(home) if home.bytes.load(Ordering::Relaxed) <= home.limit => return Lease(home.clone()),
                // What the last arena but one has is still in use: there is as much to keep.
                Some(home) if home.before.strong_count() > 0 => {
                    (home.limit.saturating_mul(2), Arc::downgrade(home))
                }
                Some(home) => (LEAST_LIMIT, Arc::downgrade(home)),
                None => (LEAST_LIMIT, Weak::new()),
            };
            let new = Arc::new(Home::new(limit, before));
            let old = home.replace(new.clone());
            drop(home);
            drop(old.map(Lease));
            Lease(new)
        })
    }

    /// Whether both are shares in one arena.
    pub(crate) fn is(&self, other: &Lease) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
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
        if self.0.is_lost.load(Ordering::Relaxed) || self.0.forks.load(Ordering::Relaxed) != forks() {
            // Another thread may have been changing the arena when the process was forked: it is left as it is.
            std::mem::forget(self.0.clone());
            return;
        }
        // One is this, and one that of the interpreter.
        if Arc::strong_count(&self.0) > 2 || self.0.bytes.load(Ordering::Relaxed) <= KEPT_WITHOUT_VALUES {
            return;
        }
        // Where there is no interpreter any more, the process ends.
        let old = Python::try_attach(|_| {
            let mut home = lock(&HOME);
            let is_usual = home.as_ref().is_some_and(|home| Arc::ptr_eq(home, &self.0));
            if is_usual && Arc::strong_count(&self.0) == 2 { home.take() } else { None }
        });
        drop(old);
    }
}

/// An arena that one thread uses at a time.
pub(crate) struct Home {
    pub(crate) arena: Arc<Arena>,
    /// Held while the arena is used. It is never waited for by a thread that keeps other threads of Python from running.
    using: Mutex<()>,
    user: Mutex<Option<ThreadId>>,
    /// Ends whatever takes longer than a moment.
    at_once: Interrupt,
    /// What the arena took after it was used last.
    bytes: AtomicU64,
    /// From so many bytes on new values go to another arena.
    limit: u64,
    /// The arena of the values before.
    before: Weak<Home>,
    /// The number of forks when it was made, or when it was asked for after one.
    forks: AtomicU64,
    /// Whether a thread of the process that was forked used it then, so that it can never be used here.
    is_lost: AtomicBool,
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
        self.0.bytes.store(self.0.arena.bytes(), Ordering::Relaxed);
    }
}

impl Home {
    fn new(limit: u64, before: Weak<Home>) -> Self {
        Home {
            arena: Arc::new(Arena::new(Budget::DEFAULT.memory)),
            using: Mutex::new(()),
            user: Mutex::new(None),
            at_once: Interrupt::new(|| ControlFlow::Break(Interruption::User)),
            bytes: AtomicU64::new(0),
            limit,
            before,
            forks: AtomicU64::new(forks()),
            is_lost: AtomicBool::new(false),
        }
    }

    /// Whether the arena was in use by another thread when this process was forked. The first question after a fork looks; no
    /// other thread can use the arena before, since this one holds the interpreter.
    fn is_lost(&self, _: Python<'_>) -> bool {
        if self.forks.swap(forks(), Ordering::Relaxed) != forks()
            && matches!(self.using.try_lock(), Err(TryLockError::WouldBlock))
        {
            self.is_lost.store(true, Ordering::Relaxed);
        }
        self.is_lost.load(Ordering::Relaxed)
    }

    fn check(&self, py: Python<'_>) -> PyResult<()> {
        if !self.is_lost(py) {
            return Ok(());
        }
        let message = "another thread was calculating when this process was forked, and this value was made where that thread works: \
                       make the value again, or start processes by \"spawn\" or \"forkserver\"";
        Err(Error::new_err(message))
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
        self.check(py)?;
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
        self.check(py)?;
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
