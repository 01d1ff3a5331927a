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
use winways::{EarlyAnswer, Interrupt, Interruption, Observer, Progress, StopReason, Stopped};

/// The observer of the command line: a spinner on a terminal, Ctrl-C, the time limit, and the memory of the process.
pub(crate) struct Watch {
    state: Arc<State>,
    spinner: ProgressBar,
    give_back_memory: fn(),
}

fn end_at_once() -> ! {
    std::process::exit(i32::from(Ending::Interrupted.code()))
}

/// Signals that come within this time are one: `timeout` sends two, to the program and to its group.
const ONE_KEYSTROKE: Duration = Duration::from_millis(200);

/// MiB of memory that are not worth an announcement.
const SMALL: u64 = 16;

/// How long what was found is printed after the time is up.
const PRINTING: Duration = Duration::from_millis(200);

/// How long a move is chosen after the time is up: the position after it is still to be looked at and drawn.
const CHOOSING: Duration = Duration::from_millis(60);

impl Watch {
    /// Starts the clock, and listens for Ctrl-C and for the signals that mean the same.
    pub(crate) fn start(bounds: &Bounds) -> Self {
        let state = Arc::new(State::new(bounds.timeout, bounds.memory()));
        let (listening, watching) = (state.clone(), state.clone());
        // Threads that are started from here on do not take the signals either.
        let signals = ending_signals();
        if signals.thread_block().is_ok() {
            let listener = thread::Builder::new().name("signals".to_owned());
            if listener.spawn(move || listen(&signals, &listening)).is_err() {
                // Without a listener Ctrl-C ends the program at once, which is right too.
                let _ = signals.thread_unblock();
            }
        }
        // Without a watchdog the work ends itself, as it should anyway.
        let _ = thread::Builder::new().name("watchdog".to_owned()).spawn(move || watching.watch());
        Watch { state, spinner: progress::spinner(), give_back_memory: || () }
    }

    /// The same for a session of many pieces of work, between which free memory is given back.
    pub(crate) fn giving_back(self, give_back_memory: fn()) -> Self {
        Watch { give_back_memory, ..self }
    }

    /// Starts the clock of the next piece of work, for which there is so much time, if there is as much in all.
    pub(crate) fn begin(&self, timeout: Option<Duration>) {
        self.give_back_memory();
        self.state.begin(timeout);
    }

    /// What the last piece of work took and freed does not add up with what the next one takes, nor stays while nobody works.
    pub(crate) fn give_back_memory(&self) {
        self.state.give_back_memory(self.give_back_memory);
    }

    /// Forgets that the user asked for an end, before the next piece of work of a session.
    pub(crate) fn reset(&self) {
        self.give_back_memory();
        self.state.forget();
    }

    /// The work commits what it has when it is told to end, and is not ended meanwhile.
    pub(crate) fn allow_keeping(&self) {
        self.state.allow_keeping();
    }

    /// Calls `wait`, which waits for the user; meanwhile Ctrl-C ends the program at once, and so does one that no work
    /// has noticed. The time does not count.
    pub(crate) fn while_idle<T>(&self, wait: impl FnOnce() -> T) -> T {
        let began = self.state.begin_idle();
        if self.state.is_asked(Duration::ZERO) {
            end_at_once();
        }
        let result = wait();
        self.state.end_idle(began);
        result
    }

    /// The memory that the work may use.
    pub(crate) fn memory(&self) -> u64 {
        self.state.memory()
    }

    /// Whether the work is to end, without a look at how far it is.
    pub(crate) fn poll(&self) -> ControlFlow<StopReason> {
        reason(&self.state, Duration::ZERO).map_break(StopReason::from)
    }

    /// The observer of what is done with what was found: it is printed for a moment also when the time is up.
    pub(crate) fn printing(&self) -> Printing<'_> {
        Printing { watch: self, grace: PRINTING }
    }

    /// The observer of the choice of a move, for which there is a moment also when the time is up.
    pub(crate) fn choosing(&self) -> Printing<'_> {
        Printing { watch: self, grace: CHOOSING }
    }

    /// Takes the spinner away.
    pub(crate) fn finish(&self) {
        self.spinner.finish_and_clear();
    }
}

/// Why the work is to end, if it is; such a time after the limit.
fn reason(state: &State, grace: Duration) -> ControlFlow<Interruption> {
    let reason = if state.is_asked(grace) {
        Interruption::User
    } else if state.is_late(grace) {
        Interruption::Timeout
    } else if grace.is_zero() && state.is_over_memory() {
        Interruption::Memory { limit: state.memory() }
    } else {
        return ControlFlow::Continue(());
    };
    state.tell();
    ControlFlow::Break(reason)
}

/// The signals that ask for an end. `nohup` and the like have the program ignore the end of the terminal.
fn ending_signals() -> SigSet {
    let mut signals = SigSet::from_iter([Signal::SIGINT, Signal::SIGTERM]);
    if !is_ignored(Signal::SIGHUP) {
        signals.add(Signal::SIGHUP);
    }
    signals
}

/// Whether the program was started so that it ignores a signal, where the system tells.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal as i32 - 1) & 1 == 1)
}

/// From now on the signals that ask for an end end the process at once, in this way: for a server, whose end they are.
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
        // Without a listener a signal ends the program too, and says so.
        let _ = signals.thread_unblock();
    }
}

/// Waits for signals until the process ends.
fn listen(signals: &SigSet, state: &State) {
    while signals.wait().is_ok() {
        let asked_again = state.is_asked(ONE_KEYSTROKE);
        // Before the look at who works: one who is about to wait looks at the wish after saying so.
        state.ask();
        if asked_again || state.is_idle() {
            // There is no work that could notice, or the user does not want to wait for that.
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

/// What ends the printing of what was found.
pub(crate) struct Printing<'w> {
    watch: &'w Watch,
    /// How long it goes on after the time is up.
    grace: Duration,
}

impl Observer for Printing<'_> {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        reason(&self.watch.state, self.grace).map_break(StopReason::from)
    }

    fn interrupt(&self) -> Interrupt {
        let (state, grace) = (self.watch.state.clone(), self.grace);
        Interrupt::new(move || reason(&state, grace))
    }
}

/// A writer that polls an observer after every [`BETWEEN_POLLS`] bytes, and fails once the observer ends the work.
pub(crate) struct PolledWriter<'w> {
    out: &'w mut dyn Write,
    observer: &'w dyn Observer,
    /// The bytes that may be written before the next poll.
    left: usize,
    stopped: Option<StopReason>,
}

/// Bytes of output between two polls.
const BETWEEN_POLLS: usize = 1 << 16;

impl<'w> PolledWriter<'w> {
    pub(crate) fn new(out: &'w mut dyn Write, observer: &'w dyn Observer) -> Self {
        PolledWriter { out, observer, left: BETWEEN_POLLS, stopped: None }
    }

    /// Why the observer ended the writing, if it did.
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

/// How a command ends whose work was stopped, or was not.
pub(crate) fn ending(stopped: Option<&Stopped>) -> Ending {
    match stopped.map(|stopped| &stopped.reason) {
        None => Ending::Answered,
        Some(StopReason::Interrupted) => Ending::Interrupted,
        Some(StopReason::Table | StopReason::Contradiction { .. }) => Ending::CheckFailed,
        Some(_) => Ending::Limit,
    }
}

/// The CPU seconds that this process has used so far, by all threads; 0 where the system does not report them.
pub(crate) fn cpu_seconds() -> f64 {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return 0.0 };
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    microseconds as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Ends the work at the third poll.
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
    fn a_polled_writer_polls_by_what_is_written() {
        let (mut out, observer) = (Vec::new(), Third(AtomicU64::new(0)));
        let mut writer = PolledWriter::new(&mut out, &observer);
        let written = (0..u64::MAX).try_for_each(|number| writeln!(writer, "{number}"));
        assert!(written.is_err());
        assert_eq!(writer.stopped(), Some(StopReason::Timeout));
        assert!(out.len() > 2 * BETWEEN_POLLS && out.len() <= 3 * BETWEEN_POLLS, "{}", out.len());
        let (mut out, observer) = (Vec::new(), Third(AtomicU64::new(0)));
        let mut writer = PolledWriter::new(&mut out, &observer);
        // Whole, though it is written at once.
        assert!(writer.write_all(&vec![b'1'; 2 * BETWEEN_POLLS]).is_ok());
        assert_eq!(writer.stopped(), None);
        assert_eq!(out.len(), 2 * BETWEEN_POLLS);
    }
}
