use crate::Ending;
use indicatif::{ProgressBar, ProgressStyle};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use winways::{Interrupt, Interruption, Observer, Progress, StopReason, Stopped};

/// The observer of the command line: a spinner on a terminal, Ctrl-C, and the time limit.
pub(crate) struct Watch {
    limits: Limits,
    /// When the time for all pieces of work is up.
    last: Option<Instant>,
    idle: Arc<AtomicBool>,
    /// When the user first asked for an end.
    asked: Arc<Mutex<Option<Instant>>>,
    spinner: ProgressBar,
}

/// What ends the work.
#[derive(Clone)]
struct Limits {
    deadline: Option<Instant>,
    interrupted: Arc<AtomicBool>,
}

impl Limits {
    fn poll(&self) -> ControlFlow<Interruption> {
        if self.interrupted.load(Ordering::Relaxed) {
            return ControlFlow::Break(Interruption::User);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => ControlFlow::Break(Interruption::Timeout),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn end_at_once() -> ! {
    std::process::exit(i32::from(Ending::Interrupted.code()))
}

/// Signals that come within this time are one: `timeout` sends two, to the program and to its group.
const ONE_KEYSTROKE: Duration = Duration::from_millis(200);

impl Watch {
    /// Starts the clock, and listens for Ctrl-C.
    pub(crate) fn start(timeout: Option<Duration>) -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        let idle = Arc::new(AtomicBool::new(false));
        let (flag, nobody_works) = (interrupted.clone(), idle.clone());
        let asked = Arc::new(Mutex::new(None));
        let first_asked = asked.clone();
        // Without a handler Ctrl-C ends the program at once, which is right too.
        let _ = ctrlc::set_handler(move || {
            let mut asked: MutexGuard<'_, Option<Instant>> =
                first_asked.lock().unwrap_or_else(PoisonError::into_inner);
            let asked_again = asked.is_some_and(|first| first.elapsed() > ONE_KEYSTROKE);
            asked.get_or_insert_with(Instant::now);
            // Before the look at who works: one who is about to wait looks at the flag after saying so.
            flag.store(true, Ordering::SeqCst);
            if asked_again || nobody_works.load(Ordering::SeqCst) {
                // There is no work that could notice, or the user does not want to wait for that.
                end_at_once();
            }
        });
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        // Hidden by itself where stderr is no terminal.
        let spinner = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
            spinner.set_style(style);
        }
        Watch { limits: Limits { deadline, interrupted }, last: deadline, idle, asked, spinner }
    }

    /// Starts the clock of the next piece of work, for which there is so much time, if there is as much in all.
    pub(crate) fn begin(&mut self, timeout: Option<Duration>) {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        self.limits.deadline = deadline.into_iter().chain(self.last).min();
    }

    /// Forgets that the user asked for an end, before the next piece of work of a session.
    pub(crate) fn reset(&self) {
        self.limits.interrupted.store(false, Ordering::SeqCst);
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Calls `wait`, which waits for the user; meanwhile Ctrl-C ends the program at once, and so does one that no work
    /// has noticed.
    pub(crate) fn while_idle<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.idle.store(true, Ordering::SeqCst);
        if self.limits.interrupted.load(Ordering::SeqCst) {
            end_at_once();
        }
        let result = wait();
        self.idle.store(false, Ordering::SeqCst);
        result
    }

    /// Whether the work is to end, without a look at how far it is.
    pub(crate) fn poll(&self) -> ControlFlow<StopReason> {
        match self.limits.poll() {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(Interruption::User) => ControlFlow::Break(StopReason::Interrupted),
            ControlFlow::Break(Interruption::Timeout) => ControlFlow::Break(StopReason::Timeout),
        }
    }

    /// Takes the spinner away.
    pub(crate) fn finish(&self) {
        self.spinner.finish_and_clear();
    }
}

impl Observer for Watch {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.poll()?;
        if !self.spinner.is_hidden() {
            let mebibytes = progress.bytes >> 20;
            self.spinner.set_message(format!("{} positions, {mebibytes} MiB", progress.positions));
            self.spinner.tick();
        }
        ControlFlow::Continue(())
    }

    fn interrupt(&self) -> Interrupt {
        let (limits, spinner) = (self.limits.clone(), self.spinner.clone());
        Interrupt::new(move || {
            if !spinner.is_hidden() {
                spinner.tick();
            }
            limits.poll()
        })
    }
}

/// How a command ends whose work was stopped, or was not.
pub(crate) fn ending(stopped: Option<&Stopped>) -> Ending {
    match stopped.map(|stopped| &stopped.reason) {
        None => Ending::Answered,
        Some(StopReason::Interrupted) => Ending::Interrupted,
        Some(StopReason::Table) => Ending::CheckFailed,
        Some(_) => Ending::Limit,
    }
}

/// The CPU seconds that this process has used so far, by all threads; 0 where the system does not report them.
pub(crate) fn cpu_seconds() -> f64 {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return 0.0 };
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    microseconds as f64 / 1e6
}
