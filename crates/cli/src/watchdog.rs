//! A watchdog that ends the process if the work does not end itself.
//!
//! Engines poll their observer several times a second and count the memory that they use. If an engine fails to do so, only the
//! answer is lost: a separate thread monitors the clock, requests of the user to stop, and the memory of the process. It ends
//! the process if the work continues regardless. Every such end is a defect of an engine.

use crate::Ending;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The interval between checks of the clock and the memory.
const INTERVAL: Duration = Duration::from_millis(20);

/// The interval while the memory grows. At two GiB a second, the memory grows by 8 MiB per interval.
const SHORT_INTERVAL: Duration = Duration::from_millis(4);

/// The growth in bytes between two checks that shortens the interval.
const GROWTH: u64 = 1 << 20;

/// The time in nanoseconds that the work may continue after its limit or after a request to stop. Time in which a busy machine
/// gave it no processor does not count.
const GRACE: u64 = 1_000_000_000;

/// The maximum time to wait for stderr to take the final message.
const MESSAGE_TIMEOUT: Duration = Duration::from_millis(200);

/// Between two pieces of work, a process returns free memory if its resident memory exceeds the budget divided by this number.
const LARGE_FRACTION: u64 = 4;

/// Between two pieces of work, a process also returns free memory if it has grown by more than this number of bytes.
const LARGE_GROWTH: u64 = 32 << 20;

/// A time that is never reached.
const NEVER: u64 = u64::MAX;

/// The environment variable that names a log file. A line is appended to it whenever the watchdog ends the process; tests count
/// these lines.
const LOG: &str = "WINWAYS_WATCHDOG_LOG";

/// The state shared by the work, the signal handler and the watchdog. Times are in nanoseconds since the start.
pub(crate) struct State {
    start: Instant,
    deadline: AtomicU64,
    /// The deadline of all pieces of work together.
    last: u64,
    /// The time of the user's first request to stop.
    stop_requested: AtomicU64,
    /// `true` while the program waits for the user.
    idle: AtomicBool,
    /// `true` if the work may take its time to commit its results once it has been asked to stop.
    commits_on_stop: AtomicBool,
    /// `true` once the work has been asked to stop.
    stop_noticed: AtomicBool,
    /// `true` while the work writes something that must be completed.
    committing: AtomicBool,
    /// `true` if the process uses more memory than the budget allows.
    over_memory: AtomicBool,
    /// The resident memory in bytes after free memory was last returned to the system.
    baseline: AtomicU64,
    /// The memory budget in bytes.
    memory: u64,
}

/// The reason for ending the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    User,
    Deadline,
    Memory,
}

impl Cause {
    fn ending(self) -> Ending {
        match self {
            Cause::User => Ending::Interrupted,
            Cause::Deadline | Cause::Memory => Ending::Limit,
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Cause::User => {
                "ended by the watchdog, since the work had not ended a second after it was interrupted; no further results were saved"
            }
            Cause::Deadline => {
                "ended by the watchdog, since the work had not ended a second after its time limit; no further results were saved"
            }
            Cause::Memory => {
                "ended by the watchdog, since the work used far more memory than its limit; no further results were saved"
            }
        }
    }
}

impl State {
    /// Creates the state at the start of work with a limit of time and a memory budget in bytes.
    pub(crate) fn new(timeout: Option<Duration>, memory: u64) -> Self {
        let last = timeout.map_or(NEVER, nanoseconds);
        State {
            start: Instant::now(),
            deadline: AtomicU64::new(last),
            last,
            stop_requested: AtomicU64::new(NEVER),
            idle: AtomicBool::new(false),
            commits_on_stop: AtomicBool::new(false),
            stop_noticed: AtomicBool::new(false),
            committing: AtomicBool::new(false),
            over_memory: AtomicBool::new(false),
            baseline: AtomicU64::new(0),
            memory,
        }
    }

    fn now(&self) -> u64 {
        nanoseconds(self.start.elapsed())
    }

    /// Starts the clock of the next piece of work. Its deadline is the end of `timeout`, or of the total time if that is
    /// earlier.
    pub(crate) fn begin(&self, timeout: Option<Duration>) {
        let end = timeout.map_or(NEVER, |timeout| self.now().saturating_add(nanoseconds(timeout)));
        self.deadline.store(end.min(self.last), Ordering::SeqCst);
    }

    /// Returns the memory budget in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// Returns `true` if the process uses more memory than the budget plus an allowance for the program itself.
    pub(crate) fn is_over_memory(&self) -> bool {
        self.over_memory.load(Ordering::Relaxed)
    }

    /// Calls `give_back`, which returns free memory to the system, if the process uses a lot of memory or has grown a lot.
    pub(crate) fn give_back_memory(&self, give_back: fn()) {
        let resident = resident_bytes().unwrap_or(0);
        let grown = resident.saturating_sub(self.baseline.load(Ordering::Relaxed));
        if resident > self.memory / LARGE_FRACTION || grown > LARGE_GROWTH {
            give_back();
            self.baseline.store(resident_bytes().unwrap_or(0), Ordering::Relaxed);
        }
    }

    /// Returns `true` if the deadline passed at least `by` ago.
    pub(crate) fn is_late(&self, by: Duration) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != NEVER && self.now() >= deadline.saturating_add(nanoseconds(by))
    }

    /// Returns `true` if the user asked to stop at least `by` ago.
    pub(crate) fn is_stop_requested(&self, by: Duration) -> bool {
        let stop_requested = self.stop_requested.load(Ordering::SeqCst);
        stop_requested != NEVER
            && (by.is_zero() || self.now() >= stop_requested.saturating_add(nanoseconds(by)))
    }

    /// Records a request of the user to stop.
    pub(crate) fn request_stop(&self) {
        // The time of the first request counts.
        let _ = self.stop_requested.compare_exchange(NEVER, self.now(), Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Clears a request to stop, and the record that the work has noticed it.
    pub(crate) fn clear_stop(&self) {
        self.stop_noticed.store(false, Ordering::SeqCst);
        self.stop_requested.store(NEVER, Ordering::SeqCst);
    }

    /// Records that the work has been asked to stop.
    pub(crate) fn note_stop(&self) {
        self.stop_noticed.store(true, Ordering::Relaxed);
    }

    /// Allows the work to commit its results when it must stop, however long that takes.
    pub(crate) fn allow_commit_on_stop(&self) {
        self.commits_on_stop.store(true, Ordering::Relaxed);
    }

    /// Marks the beginning of a piece of work that must be completed and during which nothing polls.
    pub(crate) fn begin_commit(&self) {
        self.committing.store(true, Ordering::SeqCst);
    }

    /// Marks the end of the work that [`State::begin_commit`] began. The work is about to poll, so a request to stop or a passed
    /// deadline counts as noticed.
    pub(crate) fn end_commit(&self) {
        if self.is_stop_requested(Duration::ZERO) || self.now() >= self.deadline.load(Ordering::SeqCst) {
            self.note_stop();
        }
        self.committing.store(false, Ordering::SeqCst);
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.idle.load(Ordering::SeqCst)
    }

    /// Marks the program as waiting for the user. Returns the current time.
    pub(crate) fn begin_idle(&self) -> u64 {
        self.idle.store(true, Ordering::SeqCst);
        self.now()
    }

    /// Marks the program as working after a wait since `began`. The deadline is extended by the time of the wait.
    pub(crate) fn end_idle(&self, began: u64) {
        let waited = self.now().saturating_sub(began);
        let later = |deadline: u64| (deadline != NEVER).then(|| deadline.saturating_add(waited));
        let _ = self.deadline.fetch_update(Ordering::SeqCst, Ordering::SeqCst, later);
        self.idle.store(false, Ordering::SeqCst);
    }

    /// Returns the resident memory above which the work must stop: the budget plus an allowance for the program itself.
    fn soft_limit(&self) -> u64 {
        self.memory.saturating_add(self.memory / 20).saturating_add(8 << 20)
    }

    /// Returns the resident memory above which the process is ended.
    fn hard_limit(&self) -> u64 {
        self.memory.saturating_add(self.memory / 6).saturating_add(24 << 20)
    }

    /// Returns the cause for ending the process at time `now` with `resident` bytes of memory, if any. Given an earlier time, `withheld`
    /// returns for how many nanoseconds since then the work was ready but had no processor.
    fn cause(&self, now: u64, resident: u64, mut withheld: impl FnMut(u64) -> u64) -> Option<Cause> {
        let mut is_past =
            |time: u64| time != NEVER && now >= time && (now - time).saturating_sub(withheld(time)) >= GRACE;
        if resident > self.hard_limit() {
            return Some(Cause::Memory);
        }
        let is_committing = self.committing.load(Ordering::SeqCst)
            || (self.commits_on_stop.load(Ordering::Relaxed) && self.stop_noticed.load(Ordering::Relaxed));
        if is_committing || self.is_idle() {
            return None;
        }
        if is_past(self.stop_requested.load(Ordering::SeqCst)) {
            return Some(Cause::User);
        }
        is_past(self.deadline.load(Ordering::SeqCst)).then_some(Cause::Deadline)
    }

    /// Monitors the process until it ends.
    pub(crate) fn watch(&self) {
        let mut before = 0;
        let mut withheld = Withheld::default();
        loop {
            let resident = resident_bytes().unwrap_or(0);
            self.over_memory.store(resident > self.soft_limit(), Ordering::Relaxed);
            if let Some(cause) = self.cause(self.now(), resident, |since| withheld.since(since)) {
                end(cause, resident);
            }
            let grows = resident > before + GROWTH;
            thread::sleep(if grows { SHORT_INTERVAL } else { INTERVAL });
            before = resident;
        }
    }
}

/// The total time in nanoseconds that each thread of the process has waited for a processor, by thread id.
type Waits = HashMap<OsString, u64>;

/// A record of how long the process had work but no processor.
#[derive(Default)]
struct Withheld {
    /// For each time that was queried, the waits of the threads at its first query.
    marks: HashMap<u64, Waits>,
}

impl Withheld {
    /// Returns the longest wait of any thread since `time`, measured from the first query about `time`.
    fn since(&mut self, time: u64) -> u64 {
        let waits = processor_waits();
        if self.marks.len() > MAX_TIMES {
            self.marks.clear();
        }
        let before = self.marks.entry(time).or_insert_with(|| waits.clone());
        let longer = |(thread, wait): (&OsString, &u64)| wait - before.get(thread).unwrap_or(&0).min(wait);
        waits.iter().map(longer).max().unwrap_or(0)
    }
}

/// The maximum number of recorded times. Beyond it, most of them belong to work that has ended, so all are cleared.
const MAX_TIMES: usize = 8;

/// Returns how long each thread was ready without a processor, or an empty map if the system does not report it.
fn processor_waits() -> Waits {
    let wait = |thread: std::fs::DirEntry| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        Some((thread.file_name(), text.split_whitespace().nth(1)?.parse().ok()?))
    };
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    threads.filter_map(wait).collect()
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(NEVER)
}

/// Returns the resident memory of the process in bytes, if the system reports it. On Linux, pages of files do not count: how much of
/// the program itself is resident depends on the state of the system's cache.
pub(crate) fn resident_bytes() -> Option<u64> {
    anonymous_bytes().or_else(|| memory_stats::memory_stats().map(|memory| memory.physical_mem as u64))
}

/// Returns the resident memory in bytes that belongs to no file, or `None` if the system does not report it.
fn anonymous_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    kibibytes.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1 << 10)
}

/// Reports the cause and ends the process.
fn end(cause: Cause, resident: u64) -> ! {
    // A locked or blocked stderr must not keep the process alive.
    let message = thread::Builder::new().spawn(move || report(cause, resident));
    let start = Instant::now();
    while message.as_ref().is_ok_and(|thread| !thread.is_finished()) && start.elapsed() < MESSAGE_TIMEOUT {
        thread::sleep(INTERVAL);
    }
    std::process::exit(i32::from(cause.ending().code()))
}

fn report(cause: Cause, resident: u64) {
    if let Some(path) = std::env::var_os(LOG)
        && let Ok(mut log) = std::fs::OpenOptions::new().create(true).append(true).open(path)
    {
        let arguments: Vec<String> = std::env::args_os().map(|word| word.display().to_string()).collect();
        let _ = writeln!(log, "{cause:?}\t{} MiB\t{}", resident >> 20, arguments.join(" "));
    }
    let mut stderr = std::io::stderr();
    // There may be a spinner on the line.
    let line_start = if stderr.is_terminal() { "\r\x1b[2K" } else { "" };
    let _ = stderr.write_all(format!("{line_start}error: {}\n", cause.sentence()).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;
    const MIB: u64 = 1 << 20;

    /// Returns the withheld time on an idle machine.
    fn idle(_: u64) -> u64 {
        0
    }

    fn state(seconds: Option<u64>) -> State {
        State::new(seconds.map(Duration::from_secs), 48 * MIB)
    }

    #[test]
    fn work_that_does_not_end_is_ended_a_second_after_its_limit() {
        let state = state(Some(3));
        assert_eq!(state.cause(4 * SECOND - 1, 0, idle), None);
        assert_eq!(state.cause(4 * SECOND, 0, idle), Some(Cause::Deadline));
        assert_eq!(Cause::Deadline.ending().code(), 3);
        assert_eq!(self::state(None).cause(u64::MAX - 1, 0, idle), None);
    }

    #[test]
    fn work_that_does_not_end_is_ended_a_second_after_a_request() {
        let state = state(Some(3));
        state.stop_requested.store(2 * SECOND, Ordering::SeqCst);
        assert_eq!(state.cause(3 * SECOND - 1, 0, idle), None);
        // The user's request takes precedence over the deadline.
        assert_eq!(state.cause(9 * SECOND, 0, idle), Some(Cause::User));
        assert_eq!(Cause::User.ending().code(), 130);
        state.clear_stop();
        assert_eq!(state.cause(3 * SECOND, 0, idle), None);
    }

    /// A checkpoint that is being written when the user asks to stop is completed.
    #[test]
    fn a_commit_is_completed_and_the_work_can_end_after_it() {
        let state = state(None);
        state.allow_commit_on_stop();
        state.begin_commit();
        state.stop_requested.store(0, Ordering::SeqCst);
        assert_eq!(state.cause(60 * SECOND, 0, idle), None);
        assert_eq!(state.cause(60 * SECOND, 1000 * MIB, idle), Some(Cause::Memory));
        state.end_commit();
        assert_eq!(state.cause(60 * SECOND, 0, idle), None);
        // The same holds if the deadline passes during the commit.
        let late = self::state(Some(0));
        late.allow_commit_on_stop();
        late.begin_commit();
        late.end_commit();
        assert_eq!(late.cause(60 * SECOND, 0, idle), None);
        // A later request must be noticed again.
        state.clear_stop();
        state.stop_requested.store(0, Ordering::SeqCst);
        assert_eq!(state.cause(60 * SECOND, 0, idle), Some(Cause::User));
    }

    /// Work that ends in time must not be ended on a busy machine.
    #[test]
    fn time_without_a_processor_does_not_count() {
        let state = state(Some(3));
        // Eight seconds after the deadline, during which the work had a processor for less than one second.
        assert_eq!(state.cause(11 * SECOND, 0, |_| 7 * SECOND + 1), None);
        assert_eq!(state.cause(11 * SECOND, 0, |_| 7 * SECOND), Some(Cause::Deadline));
        state.stop_requested.store(5 * SECOND, Ordering::SeqCst);
        assert_eq!(state.cause(11 * SECOND, 0, |since| 11 * SECOND - since), None);
        assert_eq!(state.cause(11 * SECOND, 0, |_| 5 * SECOND), Some(Cause::User));
    }

    #[test]
    fn the_first_request_counts() {
        let state = state(None);
        assert!(!state.is_stop_requested(Duration::ZERO));
        state.request_stop();
        let first = state.stop_requested.load(Ordering::SeqCst);
        state.request_stop();
        assert_eq!(state.stop_requested.load(Ordering::SeqCst), first);
        assert!(
            state.is_stop_requested(Duration::ZERO) && !state.is_stop_requested(Duration::from_secs(3600))
        );
    }

    #[test]
    fn time_spent_waiting_for_the_user_does_not_count() {
        let state = state(Some(3));
        let began = state.begin_idle();
        assert_eq!(state.cause(100 * SECOND, 0, idle), None);
        state.end_idle(began);
        let deadline = state.deadline.load(Ordering::SeqCst);
        assert!(deadline > 3 * SECOND);
        assert_eq!(state.cause(deadline + SECOND - 1, 0, idle), None);
        assert_eq!(state.cause(deadline + SECOND, 0, idle), Some(Cause::Deadline));
    }

    #[test]
    fn committing_work_may_take_its_time_after_a_request_to_stop() {
        let state = state(Some(3));
        state.allow_commit_on_stop();
        assert_eq!(state.cause(4 * SECOND, 0, idle), Some(Cause::Deadline));
        state.note_stop();
        assert_eq!(state.cause(1000 * SECOND, 0, idle), None);
        assert_eq!(state.cause(0, 1 << 40, idle), Some(Cause::Memory));
    }

    #[test]
    fn memory_beyond_the_hard_limit_ends_the_process() {
        let state = state(None);
        let goal = 48 * MIB * 11 / 10 + 10 * MIB;
        assert!(state.soft_limit() > 48 * MIB && state.soft_limit() < goal);
        assert_eq!((state.cause(0, goal, idle), state.cause(0, state.hard_limit(), idle)), (None, None));
        assert_eq!(state.cause(0, state.hard_limit() + 1, idle), Some(Cause::Memory));
        assert_eq!(State::new(None, u64::MAX).cause(0, u64::MAX, idle), None);
    }

    #[test]
    fn the_memory_of_this_process_is_known() {
        assert!(resident_bytes().is_none_or(|bytes| bytes > MIB / 4));
    }
}
