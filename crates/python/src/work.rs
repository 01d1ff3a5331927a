//! Long work: other threads of Python go on meanwhile, Ctrl-C ends it, and a callback is told how far it has come.

use crate::raised::{self, Unanswered};
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use winways::{Budget, EarlyAnswer, Interrupt, Interruption, Observer, Outcome, StopReason};

/// How often the interpreter is asked whether the user wants an end.
const ASKED_EVERY: Duration = Duration::from_millis(20);

/// Other threads of Python run at least as often as this while items of an iterator are read.
const YIELDED_EVERY: Duration = Duration::from_millis(5);

/// Work that takes no longer than this is not reported.
const NOT_REPORTED: Duration = Duration::from_secs(1);

/// How often it is reported how far the work has come.
const REPORTED_EVERY: Duration = Duration::from_millis(200);

/// How far long work has come.
///
/// A callback that is given as `progress` is called with it several times a second once the work has taken more than a second, and
/// as soon as it is known who wins, or a winning move, while the work goes on.
#[pyclass(frozen, module = "winways")]
pub(crate) struct Progress {
    /// How many positions are known.
    #[pyo3(get)]
    positions: u64,
    /// The number of all positions, if it is known; else 0.
    #[pyo3(get)]
    total: u64,
    /// The memory that the work needs to its end, in bytes, if it is known; else 0.
    #[pyo3(get)]
    needed: u64,
    /// The layer under way, of work that goes by layers.
    #[pyo3(get)]
    layer: u64,
    /// How much memory the work uses, in bytes.
    #[pyo3(get)]
    memory: u64,
    /// How long the work has taken.
    #[pyo3(get)]
    seconds: f64,
    /// Who wins, as the letter of an `Analysis`, once that is known: before the value is.
    #[pyo3(get)]
    outcome: Option<&'static str>,
    /// A winning move, by its name, once one is known.
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

/// What ends long work: signals, and limits of time and, for what rules in Python return, of memory.
#[derive(Clone)]
pub(crate) struct Watch(Arc<State>);

struct State {
    began: Instant,
    deadline: Option<Instant>,
    memory: u64,
    asked: Mutex<Instant>,
    /// Whether the work is done by another thread than the one that watches.
    is_elsewhere: AtomicBool,
    is_over: AtomicBool,
    /// What a handler of signals, or the callback, has raised.
    raised: Mutex<Option<PyErr>>,
    latest: Mutex<winways::Progress>,
    early: Mutex<Early>,
    reporter: Mutex<Reporter>,
}

/// What is known before the work ends.
#[derive(Default)]
struct Early {
    answer: Option<EarlyAnswer>,
    /// Whether it has not been reported.
    is_news: bool,
}

/// Who learns how far the work has come.
enum Reporter {
    /// Nobody.
    Nobody,
    /// The line that a notebook shows, which is made when there is something to report.
    Usual,
    /// This callback, which was called then.
    Callback(Py<PyAny>, Instant),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    /// A watch over work for which there is so much time; `progress` is called with how far it has come.
    pub(crate) fn new(timeout: Option<Duration>, progress: Option<Py<PyAny>>) -> Self {
        Watch::within(Budget::DEFAULT.memory, timeout, progress)
    }

    /// As [`Watch::new`], with a limit of the bytes that rules in Python may fill.
    pub(crate) fn within(memory: u64, timeout: Option<Duration>, progress: Option<Py<PyAny>>) -> Self {
        let now = Instant::now();
        let reporter = progress.map_or(Reporter::Usual, |callback| Reporter::Callback(callback, now));
        Watch(Arc::new(State {
            began: now,
            deadline: timeout.and_then(|timeout| now.checked_add(timeout)),
            memory,
            asked: Mutex::new(now),
            is_elsewhere: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            raised: Mutex::new(None),
            latest: Mutex::default(),
            early: Mutex::default(),
            reporter: Mutex::new(reporter),
        }))
    }

    /// Does the work while other threads of Python go on.
    ///
    /// # Errors
    /// What a handler of signals has raised meanwhile, such as `KeyboardInterrupt`.
    pub(crate) fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Watch) -> T + Send) -> PyResult<T> {
        raised::take_exception();
        let done = py.detach(|| {
            let _watching = self.enter();
            work(self)
        });
        self.finish(py)?;
        Ok(done)
    }

    /// As [`Watch::run`], for work of several threads: only the main thread of Python learns of signals, and it may not be one
    /// of them, so it waits for them and looks.
    ///
    /// # Errors
    /// As [`Watch::run`].
    pub(crate) fn run_elsewhere<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Watch) -> T + Send,
    ) -> PyResult<T> {
        self.0.is_elsewhere.store(true, Ordering::Relaxed);
        let done = py.detach(|| {
            std::thread::scope(|scope| {
                let (ended, wait) = channel::<()>();
                let worker = scope.spawn(move || {
                    let watching = self.enter();
                    let done = work(self);
                    drop(watching);
                    drop(ended);
                    (done, raised::take_exception())
                });
                while wait.recv_timeout(ASKED_EVERY) == Err(RecvTimeoutError::Timeout) {
                    let _ = self.0.attend();
                }
                worker.join()
            })
        });
        self.finish(py)?;
        let (done, raised) = done.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        raised::keep_exception(raised);
        Ok(done)
    }

    /// As the one or the other, by the number of threads.
    ///
    /// # Errors
    /// As [`Watch::run`].
    pub(crate) fn run_with<T: Send>(
        &self,
        py: Python<'_>,
        threads: usize,
        work: impl FnOnce(&Watch) -> T + Send,
    ) -> PyResult<T> {
        if threads > 1 { self.run_elsewhere(py, work) } else { self.run(py, work) }
    }

    /// Does work that asks rules in Python and needs the interpreter itself, such as reading a position.
    ///
    /// # Errors
    /// Those of the work, and what a handler of signals has raised meanwhile.
    pub(crate) fn hold<T>(&self, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let watching = self.enter();
        let done = work();
        drop(watching);
        match lock(&self.0.raised).take() {
            Some(raised) => Err(raised),
            None => done,
        }
    }

    /// How much time is left, if there is a limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.0.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// From now on rules that this thread asks are polled for this watch, until what is returned goes.
    fn enter(&self) -> Watching {
        WATCHING.with(|watches| watches.borrow_mut().push(self.clone()));
        Watching
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        if let Reporter::Callback(callback, _) =
            std::mem::replace(&mut *lock(&self.0.reporter), Reporter::Nobody)
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
    /// The watches over the questions under way in this thread: a rule may ask a question itself.
    static WATCHING: RefCell<Vec<Watch>> = const { RefCell::new(Vec::new()) };
    /// When this thread let others run last.
    static YIELDED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// A watch that is over the rules that this thread asks.
struct Watching;

impl Drop for Watching {
    fn drop(&mut self) {
        WATCHING.with(|watches| watches.borrow_mut().pop());
    }
}

/// Asks whether the question under way may go on, and lets other threads of Python run: for long work that holds the
/// interpreter, such as reading what a rule returned. `bytes` is about what the instance of the rules takes by now.
///
/// # Errors
/// [`Unanswered::Ended`] by a limit or a signal; what a handler of signals raises where no question is under way.
pub(crate) fn poll(py: Python<'_>, bytes: u64) -> Result<(), Unanswered> {
    let now = Instant::now();
    if YIELDED.get().is_none_or(|yielded| now.duration_since(yielded) >= YIELDED_EVERY) {
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
    match watch.0.ask() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(interruption) => Err(Unanswered::Ended(interruption)),
    }
}

/// Whether rules are asked in this thread, for a question under way.
#[pyfunction(name = "_is_asking")]
pub(crate) fn is_asking() -> bool {
    WATCHING.with(|watches| !watches.borrow().is_empty())
}

/// So many items of an iterator are read between two polls.
const ITEMS_PER_POLL: usize = 16;

/// Visits the items of any object that has some, and perhaps has no end. `visit` returns the bytes that the items take until
/// then, and `others` is asked at each poll for those of everything else.
///
/// # Errors
/// As [`poll`]; what the iterator raises, and the error of a visit.
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
    /// Whether the work may go on; asks the interpreter now and then.
    fn ask(&self) -> ControlFlow<Interruption> {
        if self.is_over.load(Ordering::Relaxed) {
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
            if now.duration_since(*asked) < ASKED_EVERY {
                return ControlFlow::Continue(());
            }
            *asked = now;
        }
        self.attend()
    }

    /// Lets handlers of signals run, and reports.
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
        if passed < NOT_REPORTED && !is_news {
            return Ok(());
        }
        if let Reporter::Usual = &*reporter {
            let usual = py.import("winways.progress")?.call_method0("usual")?;
            *reporter = match usual.is_none() {
                true => Reporter::Nobody,
                false => Reporter::Callback(usual.unbind(), self.began),
            };
        }
        let callback = match &mut *reporter {
            Reporter::Callback(callback, called)
                if is_news || now.duration_since(*called) >= REPORTED_EVERY =>
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
        let progress = Progress { positions, total, needed, layer, memory: bytes, seconds, outcome, winning_move };
        callback.call1(py, (progress,))?;
        Ok(())
    }
}

impl Observer for Watch {
    fn observe(&self, progress: &winways::Progress) -> ControlFlow<StopReason> {
        let mut latest = lock(&self.0.latest);
        *latest = progress.after(&latest);
        drop(latest);
        self.0.ask().map_break(StopReason::from)
    }

    fn found(&self, answer: &EarlyAnswer) {
        *lock(&self.0.early) = Early { answer: Some(answer.clone()), is_news: true };
    }

    fn interrupt(&self) -> Interrupt {
        let state = self.0.clone();
        Interrupt::new(move || state.ask())
    }
}
