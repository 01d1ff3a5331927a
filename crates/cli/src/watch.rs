use crate::arguments::Bounds;
use crate::render::outcome_in_words;
use crate::watchdog::State;
use crate::{Ending, progress};
use indicatif::ProgressBar;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::time::TimeValLike;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use winways::limits::{EarlyAnswer, Interrupt, Interruption};
use winways::{Observer, Progress, StopReason, Stopped};

/// The observer of the command line. It shows a spinner on a terminal, and stops the work at Ctrl-C, at the time limit, or if the
/// process uses too much memory.
pub(crate) struct Watch {
    state: Arc<State>,
    spinner: ProgressBar,
    give_back_memory: fn(),
}

fn end_at_once() -> ! {
    std::process::exit(i32::from(Ending::Interrupted.code()))
}

/// Signals within this time count as one: the command `timeout` sends one to the program and one to its process group.
const ONE_KEYSTROKE: Duration = Duration::from_millis(200);

/// The number of MiB above which the memory required by a board is announced.
const SMALL: u64 = 16;

/// The grace period for printing results after the deadline.
const PRINTING: Duration = Duration::from_millis(200);

/// The grace period for choosing a move after the deadline; the resulting position still has to be analysed and drawn.
const CHOOSING: Duration = Duration::from_millis(60);

impl Watch {
    /// Starts the clock, and listens for Ctrl-C and for the signals with the same meaning.
    pub(crate) fn start(bounds: &Bounds) -> Self {
        let state = Arc::new(State::new(bounds.timeout, bounds.memory()));
        let (listening, watching) = (state.clone(), state.clone());
        // Threads started from here on inherit the blocked signals.
        let signals = ending_signals();
        if signals.thread_block().is_ok() {
            let listener = thread::Builder::new().name("signals".to_owned());
            if listener.spawn(move || listen(&signals, &listening)).is_err() {
                // Without a listener Ctrl-C ends the program immediately, which is acceptable.
                let _ = signals.thread_unblock();
            }
        }
        // Without a watchdog the work still ends by itself.
        let _ = thread::Builder::new().name("watchdog".to_owned()).spawn(move || watching.watch());
        Watch { state, spinner: progress::spinner(), give_back_memory: || () }
    }

    /// Sets the function that returns free memory to the system between the pieces of work of a session.
    pub(crate) fn giving_back(self, give_back_memory: fn()) -> Self {
        Watch { give_back_memory, ..self }
    }

    /// Starts the clock of the next piece of work, within the total time.
    pub(crate) fn begin(&self, timeout: Option<Duration>) {
        self.give_back_memory();
        self.state.begin(timeout);
    }

    /// Returns free memory to the system, so that the memory of the last piece of work is not added to the memory of the next.
    pub(crate) fn give_back_memory(&self) {
        self.state.give_back_memory(self.give_back_memory);
    }

    /// Clears a request to stop before the next piece of work of a session.
    pub(crate) fn reset(&self) {
        self.give_back_memory();
        self.state.clear_stop();
    }

    /// Allows the work to commit its results when it must stop. The watchdog does not end the process during the commit.
    pub(crate) fn allow_commit_on_stop(&self) {
        self.state.allow_commit_on_stop();
    }

    /// Calls `commit`, which writes results. The write is completed even if the work must stop in the meantime.
    pub(crate) fn while_committing<T>(&self, commit: impl FnOnce() -> T) -> T {
        self.state.begin_commit();
        let result = commit();
        self.state.end_commit();
        result
    }

    /// Calls `wait`, which waits for the user. Meanwhile Ctrl-C ends the program immediately, as does an earlier Ctrl-C that
    /// [`Watch::reset`] has not cleared. The time spent waiting does not count towards the deadline.
    pub(crate) fn while_idle<T>(&self, wait: impl FnOnce() -> T) -> T {
        let began = self.state.begin_idle();
        if self.state.is_stop_requested(Duration::ZERO) {
            end_at_once();
        }
        let result = wait();
        self.state.end_idle(began);
        result
    }

    /// Returns the memory budget in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.state.memory()
    }

    /// Checks whether the work must stop, without reporting progress.
    pub(crate) fn poll(&self) -> ControlFlow<StopReason> {
        reason(&self.state, Duration::ZERO).map_break(StopReason::from)
    }

    /// Returns an observer for printing results, with a short grace period after the deadline.
    pub(crate) fn printing(&self) -> impl Observer + use<> {
        self.stopping_after(PRINTING)
    }

    /// Returns an observer for choosing a move, with a short grace period after the deadline.
    pub(crate) fn choosing(&self) -> impl Observer + use<> {
        self.stopping_after(CHOOSING)
    }

    /// Returns an interrupt that stops the work `grace` after its deadline or after a request to stop.
    fn stopping_after(&self, grace: Duration) -> Interrupt {
        let state = self.state.clone();
        Interrupt::new(move || reason(&state, grace))
    }

    /// Removes the spinner.
    pub(crate) fn finish(&self) {
        self.spinner.finish_and_clear();
    }
}

/// Returns the reason to stop if the deadline passed, or the user asked to stop, at least `grace` ago. The memory limit is checked
/// only if `grace` is zero.
fn reason(state: &State, grace: Duration) -> ControlFlow<Interruption> {
    let reason = if state.is_stop_requested(grace) {
        Interruption::User
    } else if state.is_late(grace) {
        Interruption::Timeout
    } else if grace.is_zero() && state.is_over_memory() {
        Interruption::Memory { limit: state.memory() }
    } else {
        return ControlFlow::Continue(());
    };
    state.note_stop();
    ControlFlow::Break(reason)
}

/// Returns the signals that ask the program to end. SIGHUP is not among them if it is ignored, as under `nohup`.
fn ending_signals() -> SigSet {
    let mut signals = SigSet::from_iter([Signal::SIGINT, Signal::SIGTERM]);
    if !is_ignored(Signal::SIGHUP) {
        signals.add(Signal::SIGHUP);
    }
    signals
}

/// Returns `true` if the program was started with this signal ignored, or `false` if the system does not report it.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal as i32 - 1) & 1 == 1)
}

/// Exits the process immediately with this ending when a signal asks the program to end, as is usual for a server.
#[cfg(feature = "web")]
pub(crate) fn exit_at_signals(ending: Ending) {
    let signals = ending_signals();
    if signals.thread_block().is_err() {
        return;
    }
    let listener = thread::Builder::new().name("signals".to_owned());
    let wait = move || {
        if signals.wait().is_ok() {
            std::process::exit(i32::from(ending.code()));
        }
    };
    if listener.spawn(wait).is_err() {
        // Without a listener a signal ends the program too, with a different exit status.
        let _ = signals.thread_unblock();
    }
}

/// Waits for signals until the process ends.
fn listen(signals: &SigSet, state: &State) {
    while signals.wait().is_ok() {
        let is_repeated = state.is_stop_requested(ONE_KEYSTROKE);
        // The request must be recorded before the check for idleness: `while_idle` sets the flag first and then checks for a
        // request.
        state.request_stop();
        if is_repeated || state.is_idle() {
            // No work can notice the request, or the user does not want to wait.
            end_at_once();
        }
    }
}

impl Observer for Watch {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.poll()?;
        if !self.spinner.is_hidden() {
            let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
            if mebibytes(progress.needed) > SMALL {
                let (total, needed) = (progress.total, mebibytes(progress.needed));
                self.spinner.println(format!("all {total} positions of the board take {needed} MiB"));
            }
            let used = mebibytes(progress.bytes);
            self.spinner.set_message(format!("{} positions, {used} MiB", progress.positions));
            self.spinner.tick();
        }
        ControlFlow::Continue(())
    }

    fn found(&self, answer: &EarlyAnswer) {
        if !self.spinner.is_hidden() {
            let winning = answer.winning_move.as_ref();
            let winning = winning.map_or(String::new(), |name| format!("; a winning move: {name}"));
            self.spinner
                .println(format!("found so far: {}{winning}", outcome_in_words(answer.outcome.into())));
        }
    }

    fn interrupt(&self) -> Interrupt {
        let (state, spinner) = (self.state.clone(), self.spinner.clone());
        Interrupt::new(move || {
            if !spinner.is_hidden() {
                spinner.tick();
            }
            reason(&state, Duration::ZERO)
        })
    }
}

/// A writer that polls an observer after every [`BETWEEN_POLLS`] bytes and fails once the observer stops the work.
pub(crate) struct PolledWriter<'w> {
    out: &'w mut dyn Write,
    observer: &'w dyn Observer,
    /// The number of bytes that may be written before the next poll.
    left: usize,
    stopped: Option<StopReason>,
}

/// The number of bytes of output between two polls.
const BETWEEN_POLLS: usize = 1 << 16;

impl<'w> PolledWriter<'w> {
    pub(crate) fn new(out: &'w mut dyn Write, observer: &'w dyn Observer) -> Self {
        PolledWriter { out, observer, left: BETWEEN_POLLS, stopped: None }
    }

    /// Returns the reason why the observer stopped the writing, if it did.
    pub(crate) fn stopped(self) -> Option<StopReason> {
        self.stopped
    }
}

impl Write for PolledWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left < bytes.len() {
            self.left = BETWEEN_POLLS;
            self.stopped = self.observer.poll(&Progress::default()).err();
        }
        if self.stopped.is_some() {
            return Err(io::Error::other("the writing was ended"));
        }
        let written = self.out.write(&bytes[..bytes.len().min(BETWEEN_POLLS)])?;
        self.left = self.left.saturating_sub(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the ending of a command whose work was stopped for this reason, if any.
pub(crate) fn ending(stopped: Option<&Stopped>) -> Ending {
    match stopped.map(|stopped| &stopped.reason) {
        None => Ending::Answered,
        Some(StopReason::Interrupted) => Ending::Interrupted,
        Some(StopReason::Table | StopReason::Contradiction { .. }) => Ending::CheckFailed,
        Some(_) => Ending::Limit,
    }
}

/// Returns the CPU seconds used so far by all threads of the process, or 0 if the system does not report them.
pub(crate) fn cpu_seconds() -> f64 {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return 0.0 };
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    microseconds as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// An observer that stops the work at the third poll.
    struct Third(AtomicU64);

    impl Observer for Third {
        fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
            match self.0.fetch_add(1, Ordering::Relaxed) {
                0 | 1 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(StopReason::Timeout),
            }
        }
    }

    #[test]
    fn a_polled_writer_polls_by_bytes_written() {
        let (mut out, observer) = (Vec::new(), Third(AtomicU64::new(0)));
        let mut writer = PolledWriter::new(&mut out, &observer);
        let written = (0..u64::MAX).try_for_each(|number| writeln!(writer, "{number}"));
        assert!(written.is_err());
        assert_eq!(writer.stopped(), Some(StopReason::Timeout));
        assert!(out.len() > 2 * BETWEEN_POLLS && out.len() <= 3 * BETWEEN_POLLS, "{}", out.len());
        let (mut out, observer) = (Vec::new(), Third(AtomicU64::new(0)));
        let mut writer = PolledWriter::new(&mut out, &observer);
        // Writing this many bytes at once takes two polls, so the observer does not stop it.
        assert!(writer.write_all(&vec![b'1'; 2 * BETWEEN_POLLS]).is_ok());
        assert_eq!(writer.stopped(), None);
        assert_eq!(out.len(), 2 * BETWEEN_POLLS);
    }
}
