//! The interpreter's arena, which stores values. Its memory is released with the last value in it. When an arena has grown too
//! large, it keeps its values, and new values go to a new arena.

use crate::errors::{Error, raise};
use crate::work::{Scope, Watch};
use pyo3::prelude::*;
use std::cell::Cell;
use std::ops::{ControlFlow, Deref};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use winways::limits::{Interrupt, Interruption};
use winways::values::Arena;
use winways::{Budget, EvaluationError, Observer, StopReason, Stopped};

/// The maximum size, in bytes, at which an arena without values is kept for future values.
const KEPT_WITHOUT_VALUES: u64 = 16 << 20;

/// The smallest size, in bytes, beyond which an arena receives no new values. Most of a large arena may belong to values that are
/// gone, since an arena never frees single values. Old values move to the new arena when they are used again.
const LEAST_LIMIT: u64 = 48 << 20;

/// The interpreter's arena for new values. A Python module exists once per process, and so does this arena.
///
/// Only a thread that holds the interpreter locks this mutex. Forking also needs the interpreter, so the mutex is never locked at
/// a fork.
static HOME: Mutex<Option<Arc<Home>>> = Mutex::new(None);

/// The number of forks between the original process and this one.
static FORKS: AtomicU64 = AtomicU64::new(0);

/// Counts a fork in the child process. `os.register_at_fork` calls it.
///
/// No other thread continues in the child, so a lock held by another thread stays locked forever. Code that finds a lock older
/// than the fork checks whether it is free. If it is not, the code abandons the data behind it.
#[pyfunction(name = "_forked")]
pub(crate) fn forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// Returns the number of forks between the original process and this one.
pub(crate) fn forks() -> u64 {
    FORKS.load(Ordering::Relaxed)
}

/// A shared reference to an arena, held by a value in it or by work that uses it.
#[derive(Clone)]
pub(crate) struct Lease(Arc<Home>);

impl Lease {
    /// Returns a reference to the interpreter's arena for new values.
    pub(crate) fn get() -> Lease {
        Python::attach(|py| {
            let mut home = lock(&HOME);
            let (limit, before) = match &*home {
                Some(home) if home.is_lost(py) => (LEAST_LIMIT, Weak::new()),
                Some(home) if home.arena.bytes() <= home.limit => return Lease(home.clone()),
                // The arena before this one is still in use, so double the limit of the new one.
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

    /// Returns `true` if both refer to the same arena.
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

/// Releases the arena with the last reference to it, if it has grown.
impl Drop for Lease {
    fn drop(&mut self) {
        if self.0.is_lost.load(Ordering::Relaxed) || self.0.forks.load(Ordering::Relaxed) != forks() {
            // Another thread may have been changing the arena at the fork, so leak it.
            std::mem::forget(self.0.clone());
            return;
        }
        // Besides this reference, the interpreter holds one.
        if Arc::strong_count(&self.0) > 2 || self.0.arena.bytes() <= KEPT_WITHOUT_VALUES {
            return;
        }
        // If there is no interpreter any more, the process is ending.
        let old = Python::try_attach(|_| {
            let mut home = lock(&HOME);
            let is_usual = home.as_ref().is_some_and(|home| Arc::ptr_eq(home, &self.0));
            if is_usual && Arc::strong_count(&self.0) == 2 { home.take() } else { None }
        });
        drop(old);
    }
}

/// An arena that is used by one thread at a time.
pub(crate) struct Home {
    pub(crate) arena: Arc<Arena>,
    /// The interrupt that stops work at its first poll, which comes after a few milliseconds at most.
    moment: Interrupt,
    /// Locked while the arena is in use. A thread that blocks other Python threads never waits for this lock.
    using: Mutex<()>,
    /// The number of the thread that uses the arena, from [`this_thread`], or 0.
    user: AtomicUsize,
    /// The size, in bytes, beyond which new values go to another arena.
    limit: u64,
    /// The previous arena.
    before: Weak<Home>,
    /// The number of forks when the arena was created, or when it was last checked after a fork.
    forks: AtomicU64,
    /// `true` if another thread was using the arena at a fork, so that it can never be used in this process.
    is_lost: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a nonzero number that identifies this thread among all running threads.
fn this_thread() -> usize {
    // A `Cell`, so that the address differs between threads.
    thread_local!(static HERE: Cell<u8> = const { Cell::new(0) });
    HERE.with(|here| std::ptr::from_ref(here).addr())
}

/// A guard that restores, when dropped, the interrupt that stops work in an arena after a moment.
struct AtOnce<'h>(&'h Home);

impl Drop for AtOnce<'_> {
    fn drop(&mut self) {
        self.0.arena.set_interrupt(self.0.moment.clone());
    }
}

/// A guard for the use of an arena by this thread.
struct Use<'h>(&'h Home, #[allow(dead_code)] MutexGuard<'h, ()>);

impl<'h> Use<'h> {
    fn begin(home: &'h Home, guard: MutexGuard<'h, ()>) -> Self {
        home.user.store(this_thread(), Ordering::Relaxed);
        Use(home, guard)
    }
}

impl Drop for Use<'_> {
    fn drop(&mut self) {
        self.0.user.store(0, Ordering::Relaxed);
    }
}

impl Home {
    fn new(limit: u64, before: Weak<Home>) -> Self {
        let arena = Arena::new(Budget::DEFAULT.memory);
        let moment = Interrupt::new(|| ControlFlow::Break(Interruption::User));
        arena.set_interrupt(moment.clone());
        Home {
            arena: Arc::new(arena),
            moment,
            using: Mutex::new(()),
            user: AtomicUsize::new(0),
            limit,
            before,
            forks: AtomicU64::new(forks()),
            is_lost: AtomicBool::new(false),
        }
    }

    /// Returns `true` if another thread was using the arena at a fork of this process. The first call after a fork checks this.
    /// No thread can use the arena earlier, since this thread holds the interpreter.
    fn is_lost(&self, _: Python<'_>) -> bool {
        if self.forks.load(Ordering::Relaxed) != forks()
            && self.forks.swap(forks(), Ordering::Relaxed) != forks()
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
        let message = "this process was forked while another thread was using the memory of this value: \
                       create the value again, or start processes with \"spawn\" or \"forkserver\"";
        Err(Error::new_err(message))
    }

    /// Returns the interrupt for [`Home::at_once`], which stops work at its first poll.
    pub(crate) fn moment(&self) -> &Interrupt {
        &self.moment
    }

    /// Runs `work` with the arena, at first only for a moment. If that does not suffice, runs it again while other Python threads run.
    /// Since `work` may run twice, it must not call into Python.
    ///
    /// # Errors
    /// The error of `work`, as an exception, or `KeyboardInterrupt`.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&Arena) -> Result<T, EvaluationError> + Send + Sync,
    ) -> PyResult<T> {
        self.check(py)?;
        let memory = Scope::check(py)?;
        let work = |arena: &Arena| match memory {
            None => work(arena),
            // Values of earlier calls do not count against the limit.
            Some(memory) => {
                arena.set_memory(arena.bytes().saturating_add(memory).min(Budget::DEFAULT.memory));
                let done = work(arena);
                arena.set_memory(Budget::DEFAULT.memory);
                done
            }
        };
        if let Some(done) = self.for_a_moment(work) {
            return done.map_err(|error| raise(py, "", &error));
        }
        let done = self.work_watched(py, &Watch::new(None, None), |arena, _| work(arena))?;
        done.map_err(|error| raise(py, "", &error))
    }

    /// Runs `work` with the arena for a moment. Returns `None` if that does not suffice, if the work fails, if another thread uses the
    /// arena, or if a memory limit is in force.
    ///
    /// # Errors
    /// An error if the arena cannot be used, or `LimitReached` if a time limit has expired.
    pub(crate) fn at_once<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Arc<Arena>) -> Result<T, EvaluationError>,
    ) -> PyResult<Option<T>> {
        self.check(py)?;
        match Scope::check(py)? {
            None => Ok(self.for_a_moment(|_| work(&self.arena)).and_then(Result::ok)),
            Some(_) => Ok(None),
        }
    }

    /// Runs `work` with the arena, unless another thread uses it. Returns `None` if `work` takes more than a moment.
    fn for_a_moment<T>(
        &self,
        work: impl FnOnce(&Arena) -> Result<T, EvaluationError>,
    ) -> Option<Result<T, EvaluationError>> {
        let guard = match self.using.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(guard)) => guard.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        let _use = Use::begin(self, guard);
        match work(&self.arena) {
            Err(EvaluationError::Stopped(Stopped { reason: StopReason::Interrupted, .. })) => None,
            done => Some(done),
        }
    }

    /// Runs `work` with the arena while other Python threads run. The inner result is the result of `work`.
    ///
    /// # Errors
    /// `KeyboardInterrupt`, or an error if this thread is already using the arena.
    pub(crate) fn work_watched<T: Send>(
        &self,
        py: Python<'_>,
        watch: &Watch,
        work: impl FnOnce(&Arc<Arena>, &Watch) -> Result<T, EvaluationError> + Send,
    ) -> PyResult<Result<T, EvaluationError>> {
        self.check(py)?;
        if self.user.load(Ordering::Relaxed) == this_thread() {
            let message =
                "a rule of a game cannot calculate with values while a value of that game is being computed";
            return Err(Error::new_err(message));
        }
        watch.run(py, |watch| {
            let _use = Use::begin(self, lock(&self.using));
            self.arena.set_interrupt(watch.interrupt());
            let _interrupts = AtOnce(self);
            work(&self.arena, watch)
        })
    }
}
