//! Long-running work, which lets other Python threads run, stops on Ctrl-C, and reports its progress to a callback.

use crate::errors::raise_stopped;
use crate::raised::{self, Nested, Unanswered};
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use winways::limits::{EarlyAnswer, Interrupt, Interruption};
use winways::{Budget, Observer, Outcome, StopReason, Stopped};

/// The interval between checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// The interval at which work that holds the interpreter lets other Python threads run.
const YIELD_INTERVAL: Duration = Duration::from_millis(5);

/// The duration below which work is not reported, unless an early answer is known.
const REPORT_DELAY: Duration = Duration::from_secs(1);

/// The extra time for writing results after the deadline.
const WRITING: Duration = Duration::from_millis(200);

/// The interval between progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// The progress of long-running work.
///
/// A `progress` callback is called with it several times a second, once the work has taken more than a second. It is also called
/// as soon as the outcome or a winning move is known while the work continues.
#[pyclass(frozen, module = "winways")]
pub(crate) struct Progress {
    /// The number of positions known so far.
    #[pyo3(get)]
    positions: u64,
    /// The total number of positions if it is known; otherwise 0.
    #[pyo3(get)]
    total: u64,
    /// The memory that the work needs to finish, in bytes, if it is known; otherwise 0.
    #[pyo3(get)]
    needed: u64,
    /// The current layer, for work that proceeds by layers.
    #[pyo3(get)]
    layer: u64,
    /// The memory used, in bytes.
    #[pyo3(get)]
    memory: u64,
    /// The elapsed time in seconds.
    #[pyo3(get)]
    seconds: f64,
    /// The outcome, as the letter of an `Analysis`, once it is known. It may be known before the value is.
    #[pyo3(get)]
    outcome: Option<&'static str>,
    /// The name of a winning move, once one is known.
    #[pyo3(get)]
    winning_move: Option<String>,
}

#[pymethods]
impl Progress {
    fn __str__(&self) -> String {
        let of = if self.total > 0 { format!(" of {}", self.total) } else { String::new() };
        let known = match (self.outcome, &self.winning_move) {
            (Some(outcome), Some(step)) => format!(", outcome {outcome} by {step}"),
            (Some(outcome), None) => format!(", outcome {outcome}"),
            (None, _) => String::new(),
        };
        format!("{}{of} positions, {} MiB, {:.1} s{known}", self.positions, self.memory >> 20, self.seconds)
    }

    fn __repr__(&self) -> String {
        format!("<progress: {}>", self.__str__())
    }
}

/// The limits of the enclosing `with winways.limits(...)` statements.
#[pyclass(frozen, module = "winways._winways", name = "_Scope")]
pub(crate) struct Scope {
    deadline: Option<Instant>,
    memory: Option<u64>,
    progress: Option<Py<PyAny>>,
}

/// The context variable whose value is the current [`Scope`] or `None`. It exists once limits have been used.
static SCOPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

impl Scope {
    /// Returns the scope of the current context.
    pub(crate) fn current(py: Python<'_>) -> Option<Py<Scope>> {
        let variable = SCOPE.get(py)?.bind(py);
        variable.call_method0("get").ok()?.cast_into().ok().map(Bound::unbind)
    }

    /// Enters a scope within the current one, and returns the token with which [`Scope::leave`] restores the current one. The stricter
    /// limits of both scopes apply. The clock starts now.
    pub(crate) fn enter(
        py: Python<'_>,
        timeout: Option<Duration>,
        memory: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let variable = SCOPE.get_or_try_init(py, || -> PyResult<_> {
            let parameters = PyDict::new(py);
            parameters.set_item("default", py.None())?;
            let class = py.import("contextvars")?.getattr("ContextVar")?;
            Ok(class.call(("winways limits",), Some(&parameters))?.unbind())
        })?;
        let outer = Scope::current(py);
        let outer = outer.as_ref().map(Py::get);
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let scope = Scope {
            deadline: stricter(deadline, outer.and_then(|outer| outer.deadline)),
            memory: stricter(memory, outer.and_then(|outer| outer.memory)),
            progress: progress
                .or_else(|| outer.and_then(|outer| Some(outer.progress.as_ref()?.clone_ref(py)))),
        };
        Ok(variable.bind(py).call_method1("set", (Py::new(py, scope)?,))?.unbind())
    }

    /// Leaves the scope that was entered with this token.
    pub(crate) fn leave(py: Python<'_>, token: Py<PyAny>) -> PyResult<()> {
        let Some(variable) = SCOPE.get(py) else { return Ok(()) };
        variable.bind(py).call_method1("reset", (token,)).map(drop)
    }

    /// Returns the memory limit of the current scope.
    ///
    /// # Errors
    /// `LimitReached` if the time limit of the scope has expired.
    pub(crate) fn check(py: Python<'_>) -> PyResult<Option<u64>> {
        let Some(scope) = Scope::current(py) else { return Ok(None) };
        check_deadline(py, scope.get().deadline)?;
        Ok(scope.get().memory)
    }
}

/// Returns the smaller of two limits.
pub(crate) fn stricter<T: Ord>(some: Option<T>, other: Option<T>) -> Option<T> {
    match (some, other) {
        (Some(some), Some(other)) => Some(some.min(other)),
        (some, other) => some.or(other),
    }
}

fn check_deadline(py: Python<'_>, deadline: Option<Instant>) -> PyResult<()> {
    match deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        true => Err(raise_stopped(py, &Stopped { reason: StopReason::Timeout, nodes: 0 }, None)),
        false => Ok(()),
    }
}

/// A monitor that stops long work on signals, at a time limit, and at a memory limit for the results of Python rules.
#[derive(Clone)]
pub(crate) struct Watch(Arc<State>);

struct State {
    began: Instant,
    deadline: Option<Instant>,
    /// The deadline of the enclosing limits and calls, after which no work begins.
    outer_deadline: Option<Instant>,
    /// The watch of the call whose rules make this call.
    outer: Option<Watch>,
    /// `true` if the callback belongs to the enclosing limits, which other calls share.
    is_callback_shared: bool,
    memory: u64,
    asked: Mutex<Instant>,
    /// `true` if the work runs in a thread other than the watching thread.
    is_elsewhere: AtomicBool,
    is_over: AtomicBool,
    /// The exception of a signal handler or of the callback.
    raised: Mutex<Option<PyErr>>,
    latest: Mutex<winways::Progress>,
    early: Mutex<Early>,
    reporter: Mutex<Reporter>,
}

/// Results that are known before the work ends.
#[derive(Default)]
struct Early {
    answer: Option<EarlyAnswer>,
    /// `true` if they have not been reported yet.
    is_news: bool,
}

/// The receiver of progress reports.
enum Reporter {
    /// No receiver.
    Nobody,
    /// The default progress line of a notebook, created lazily.
    Default,
    /// A callback, and the time of its last call.
    Callback(Py<PyAny>, Instant),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    /// Creates a watch with a time limit and a progress callback.
    pub(crate) fn new(timeout: Option<Duration>, progress: Option<Py<PyAny>>) -> Self {
        Watch::within(Budget::DEFAULT.memory, timeout, progress)
    }

    /// Creates a watch like [`Watch::new`], with a memory limit for the results of Python rules.
    pub(crate) fn within(memory: u64, timeout: Option<Duration>, progress: Option<Py<PyAny>>) -> Self {
        let now = Instant::now();
        let (scope, inherited) = Python::attach(|py| {
            let scope = Scope::current(py);
            let progress =
                scope.as_ref().and_then(|scope| Some(scope.get().progress.as_ref()?.clone_ref(py)));
            (scope, progress)
        });
        let scope = scope.as_ref().map(Py::get);
        let outer = WATCHING.with(|watches| watches.borrow().last().cloned());
        let outer_deadline = stricter(
            scope.and_then(|scope| scope.deadline),
            outer.as_ref().and_then(|outer| outer.0.deadline),
        );
        let is_callback_shared = progress.is_none() && inherited.is_some();
        let progress = progress.or(inherited);
        let deadline = timeout.and_then(|timeout| now.checked_add(timeout));
        let reporter = progress.map_or(Reporter::Default, |callback| Reporter::Callback(callback, now));
        Watch(Arc::new(State {
            began: now,
            deadline: stricter(deadline, outer_deadline),
            outer_deadline,
            outer,
            is_callback_shared,
            memory: scope.and_then(|scope| scope.memory).map_or(memory, |limit| memory.min(limit)),
            asked: Mutex::new(now),
            is_elsewhere: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            raised: Mutex::new(None),
            latest: Mutex::default(),
            early: Mutex::default(),
            reporter: Mutex::new(reporter),
        }))
    }

    /// Runs the work while other Python threads run.
    ///
    /// # Errors
    /// An exception of a signal handler, such as `KeyboardInterrupt`, or `RecursionError` if too many calls are nested.
    pub(crate) fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Watch) -> T + Send) -> PyResult<T> {
        check_deadline(py, self.0.outer_deadline)?;
        let watching = self.enter()?;
        raised::take_exception();
        let done = py.detach(|| work(self));
        drop(watching);
        self.finish(py)?;
        Ok(done)
    }

    /// Runs work of several threads like [`Watch::run`]. Only Python's main thread receives signals, and the workers need not include
    /// it. So this thread waits for the workers and checks for signals.
    ///
    /// # Errors
    /// Fails like [`Watch::run`].
    pub(crate) fn run_elsewhere<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Watch) -> T + Send,
    ) -> PyResult<T> {
        check_deadline(py, self.0.outer_deadline)?;
        self.0.is_elsewhere.store(true, Ordering::Relaxed);
        let outer = WATCHING.with(|watches| watches.borrow().clone());
        let done = py.detach(|| {
            std::thread::scope(|scope| {
                let (ended, wait) = channel::<()>();
                let worker = scope.spawn(move || {
                    // The nesting depth in the worker includes the calls outside of it.
                    WATCHING.with(|watches| *watches.borrow_mut() = outer);
                    let done = self.enter().map(|watching| {
                        let done = work(self);
                        drop(watching);
                        done
                    });
                    drop(ended);
                    (done, raised::take_exception())
                });
                while wait.recv_timeout(SIGNAL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    let _ = self.0.attend();
                }
                worker.join()
            })
        });
        self.finish(py)?;
        let (done, raised) = done.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        raised::keep_exception(raised);
        done
    }

    /// Runs the work with [`Watch::run`] or [`Watch::run_elsewhere`], depending on the number of threads.
    ///
    /// # Errors
    /// Fails like [`Watch::run`].
    pub(crate) fn run_with<T: Send>(
        &self,
        py: Python<'_>,
        threads: usize,
        work: impl FnOnce(&Watch) -> T + Send,
    ) -> PyResult<T> {
        if threads > 1 { self.run_elsewhere(py, work) } else { self.run(py, work) }
    }

    /// Runs work that calls Python rules and needs the interpreter itself, such as parsing a position.
    ///
    /// # Errors
    /// The error of the work, the exception of a rule, an exception of a signal handler, or `RecursionError` if too many calls are
    /// nested.
    pub(crate) fn hold<T>(&self, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        Python::attach(|py| check_deadline(py, self.0.outer_deadline))?;
        let watching = self.enter()?;
        let nested = Nested::begin();
        let done = work();
        let rules = raised::check();
        drop((nested, watching));
        match lock(&self.0.raised).take() {
            Some(raised) => Err(raised),
            None => done.and_then(|done| rules.map(|()| done)),
        }
    }

    /// Stops the work at its next poll. Its results so far are kept.
    pub(crate) fn stop(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }

    /// Returns an interrupt for writing the results, which may take [`WRITING`] longer than the deadline.
    pub(crate) fn writing(&self) -> Interrupt {
        let end = self.0.deadline.and_then(|deadline| deadline.checked_add(WRITING));
        Interrupt::new(move || match end.is_some_and(|end| Instant::now() >= end) {
            true => ControlFlow::Break(Interruption::Timeout),
            false => ControlFlow::Continue(()),
        })
    }

    /// Returns the remaining time, if there is a limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.0.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Makes Python rules in this thread poll this watch until the returned guard is dropped.
    ///
    /// # Errors
    /// `RecursionError` if too many calls are nested, since they would overflow the stack.
    fn enter(&self) -> PyResult<Watching> {
        WATCHING.with(|watches| {
            let mut watches = watches.borrow_mut();
            if watches.len() >= MOST_NESTED {
                return Err(PyRecursionError::new_err(format!(
                    "rules called winways again, {MOST_NESTED} calls deep; expected rules that compute the moves \
                     themselves, or nest fewer calls"
                )));
            }
            watches.push(self.clone());
            Ok(Watching)
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        if let Reporter::Callback(callback, _) =
            std::mem::replace(&mut *lock(&self.0.reporter), Reporter::Nobody)
            && !self.0.is_callback_shared
            && callback.bind(py).hasattr("close")?
        {
            callback.call_method0(py, "close")?;
        }
        match lock(&self.0.raised).take() {
            Some(raised) => Err(raised),
            None => Ok(()),
        }
    }
}

thread_local! {
    /// The watches of the nested calls in this thread. Calls are nested if a rule calls the package.
    static WATCHING: RefCell<Vec<Watch>> = const { RefCell::new(Vec::new()) };
    /// The serial numbers of the instances whose methods are being called in this thread.
    static ASKED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    /// The time when this thread last let other threads run.
    static YIELDED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// The maximum number of nested calls, in which a rule calls the package. A call takes up to 26 KiB of the stack, and a thread may
/// have a stack of only 2 MiB.
const MOST_NESTED: usize = 50;

/// A guard that removes the current watch of this thread.
struct Watching;

impl Drop for Watching {
    fn drop(&mut self) {
        WATCHING.with(|watches| watches.borrow_mut().pop());
    }
}

/// Polls the limits of the current call, and lets other Python threads run. Long work that holds the interpreter, such as reading
/// the result of a rule, calls this function. `bytes` is the memory that counts against the limit.
///
/// # Errors
/// [`Unanswered::Ended`] for a limit or a signal, or the exception of a signal handler if no call is active.
pub(crate) fn poll(py: Python<'_>, bytes: u64) -> Result<(), Unanswered> {
    let now = Instant::now();
    if YIELDED.get().is_none_or(|yielded| now.duration_since(yielded) >= YIELD_INTERVAL) {
        py.detach(std::thread::yield_now);
        YIELDED.set(Some(Instant::now()));
    }
    let Some(watch) = WATCHING.with(|watches| watches.borrow().last().cloned()) else {
        return Ok(py.check_signals()?);
    };
    let limit = watch.0.memory;
    if bytes > limit {
        return Err(Unanswered::Ended(Interruption::Memory { limit }));
    }
    match watch.0.poll() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(interruption) => Err(Unanswered::Ended(interruption)),
    }
}

/// A guard around a call of a method of a class of rules, including the use of the iterator that the method returns.
pub(crate) struct Asking {
    _nested: Nested,
}

impl Asking {
    /// Begins a call of a method of the instance with this serial number.
    pub(crate) fn begin(serial: u64) -> Asking {
        ASKED.with(|asked| asked.borrow_mut().push(serial));
        Asking { _nested: Nested::begin() }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        ASKED.with(|asked| asked.borrow_mut().pop());
    }
}

/// Returns `true` if a method of the instance with this serial number is being called in this thread.
pub(crate) fn is_asking(serial: u64) -> bool {
    ASKED.with(|asked| asked.borrow().contains(&serial))
}

/// The number of items of an iterator between two polls.
const ITEMS_PER_POLL: usize = 16;

/// Visits the items of an iterable object, which may be infinite. `visit` returns the total size of the items so far, in bytes. At
/// each poll, `others` returns the size of everything else.
///
/// # Errors
/// Fails like [`poll`], or with an exception of the iterator or an error of `visit`.
pub(crate) fn each<'py>(
    items: &Bound<'py, PyAny>,
    others: impl Fn(Python<'py>) -> u64,
    mut visit: impl FnMut(Bound<'py, PyAny>) -> Result<u64, Unanswered>,
) -> Result<(), Unanswered> {
    let py = items.py();
    for (place, item) in items.try_iter()?.enumerate() {
        let bytes = visit(item?)?;
        if (place + 1).is_multiple_of(ITEMS_PER_POLL) {
            poll(py, bytes.saturating_add(others(py)))?;
        }
    }
    Ok(())
}

impl State {
    /// Returns `Continue` if the work may continue. Also checks for signals, at most once per [`SIGNAL_INTERVAL`].
    fn poll(&self) -> ControlFlow<Interruption> {
        if self.is_stopped() {
            return ControlFlow::Break(Interruption::User);
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return ControlFlow::Break(Interruption::Timeout);
        }
        if self.is_elsewhere.load(Ordering::Relaxed) {
            return ControlFlow::Continue(());
        }
        {
            let mut asked = lock(&self.asked);
            if now.duration_since(*asked) < SIGNAL_INTERVAL {
                return ControlFlow::Continue(());
            }
            *asked = now;
        }
        self.attend()
    }

    /// Returns `true` if this work or an enclosing call has been stopped.
    fn is_stopped(&self) -> bool {
        let mut state = self;
        while !state.is_over.load(Ordering::Relaxed) {
            match &state.outer {
                Some(outer) => state = &outer.0,
                None => return false,
            }
        }
        true
    }

    /// Runs signal handlers, and reports progress.
    fn attend(&self) -> ControlFlow<Interruption> {
        let attended = Python::attach(|py| {
            py.check_signals()?;
            self.report(py)
        });
        match attended {
            Ok(()) => ControlFlow::Continue(()),
            Err(raised) => {
                lock(&self.raised).get_or_insert(raised);
                self.is_over.store(true, Ordering::Relaxed);
                ControlFlow::Break(Interruption::User)
            }
        }
    }

    fn report(&self, py: Python<'_>) -> PyResult<()> {
        let now = Instant::now();
        let passed = now.duration_since(self.began);
        let mut reporter = lock(&self.reporter);
        let is_news = lock(&self.early).is_news && matches!(&*reporter, Reporter::Callback(..));
        if passed < REPORT_DELAY && !is_news {
            return Ok(());
        }
        if let Reporter::Default = &*reporter {
            let usual = py.import("winways.progress")?.call_method0("usual")?;
            *reporter = match usual.is_none() {
                true => Reporter::Nobody,
                false => Reporter::Callback(usual.unbind(), self.began),
            };
        }
        let callback = match &mut *reporter {
            Reporter::Callback(callback, called)
                if is_news || now.duration_since(*called) >= REPORT_INTERVAL =>
            {
                *called = now;
                callback.clone_ref(py)
            }
            _ => return Ok(()),
        };
        drop(reporter);
        let winways::Progress { positions, total, needed, layer, bytes, .. } = *lock(&self.latest);
        let seconds = passed.as_secs_f64();
        let early = {
            let mut early = lock(&self.early);
            early.is_news = false;
            early.answer.clone()
        };
        let outcome = early.as_ref().map(|early| Outcome::from(early.outcome).letter());
        let winning_move = early.and_then(|early| early.winning_move);
        let progress =
            Progress { positions, total, needed, layer, memory: bytes, seconds, outcome, winning_move };
        let _nested = Nested::begin();
        callback.call1(py, (progress,))?;
        Ok(())
    }
}

impl Observer for Watch {
    fn observe(&self, progress: &winways::Progress) -> ControlFlow<StopReason> {
        let mut latest = lock(&self.0.latest);
        *latest = progress.after(&latest);
        drop(latest);
        self.0.poll().map_break(StopReason::from)
    }

    fn found(&self, answer: &EarlyAnswer) {
        *lock(&self.0.early) = Early { answer: Some(answer.clone()), is_news: true };
    }

    fn interrupt(&self) -> Interrupt {
        let state = self.0.clone();
        Interrupt::new(move || state.poll())
    }
}
