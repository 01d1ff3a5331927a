//! What ends the process when the work does not end itself.
//!
//! Engines ask their observer several times a second whether to go on, and count the memory that they take. A mistake in that
//! must not cost more than an answer: a thread of its own looks at the clock, at the wish of the user and at the memory of
//! the process, and ends it where the work goes on regardless. Every such end is a defect of an engine.

use crate::Ending;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the clock and the memory are looked at.
const INTERVAL: Duration = Duration::from_millis(20);

/// How often that is while the memory grows, which it may by two GiB a second.
const SHORT_INTERVAL: Duration = Duration::from_millis(4);

/// By how many bytes it must have grown for that.
const GROWTH: u64 = 1 << 20;

/// How long after its limit, or after the wish of the user, the work may go on. Time for which the machine, busy with other
/// programs, gave it no processor does not count.
const PATIENCE: u64 = 1_000_000_000;

/// How long the process waits for stderr to take its last sentence.
const FAREWELL: Duration = Duration::from_millis(200);

/// More than this part of the budget is much memory for a process that has just ended a piece of work.
const MUCH: u64 = 4;

/// So many bytes more than before are much for a process that waits for the next piece of work.
const GROWN: u64 = 32 << 20;

/// The time at which something never happens.
const NEVER: u64 = u64::MAX;

/// A file to which a line is appended whenever the process is ended, for tests that count how often that was necessary.
const LOG: &str = "WINWAYS_WATCHDOG_LOG";

/// What the work, the signals and the watchdog know of each other. Times are nanoseconds since the start.
pub(crate) struct State {
    start: Instant,
    deadline: AtomicU64,
    /// When the time for all pieces of work is up.
    last: u64,
    /// When the user first asked for an end.
    asked: AtomicU64,
    /// Whether the user is waited for.
    idle: AtomicBool,
    /// Whether the work may take its time to keep what it has, once it knows that it is to end.
    keeps: AtomicBool,
    /// Whether the work has been told to end.
    told: AtomicBool,
    /// Whether the process has more memory than the budget allows.
    over: AtomicBool,
    /// The bytes of memory that the process had when free memory was last given back.
    rest: AtomicU64,
    /// The budget.
    memory: u64,
}

/// Why the process is ended.
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
                "ended by the watchdog, since the work had not ended a second after it was interrupted; nothing more was kept"
            }
            Cause::Deadline => {
                "ended by the watchdog, since the work had not ended a second after its time limit; nothing more was kept"
            }
            Cause::Memory => {
                "ended by the watchdog, since the work took far more memory than its limit; nothing more was kept"
            }
        }
    }
}

impl State {
    /// The state at the start of work that may use so many bytes.
    pub(crate) fn new(timeout: Option<Duration>, memory: u64) -> Self {
        let last = timeout.map_or(NEVER, nanoseconds);
        State {
            start: Instant::now(),
            deadline: AtomicU64::new(last),
            last,
            asked: AtomicU64::new(NEVER),
            idle: AtomicBool::new(false),
            keeps: AtomicBool::new(false),
            told: AtomicBool::new(false),
            over: AtomicBool::new(false),
            rest: AtomicU64::new(0),
            memory,
        }
    }

    fn now(&self) -> u64 {
        nanoseconds(self.start.elapsed())
    }

    /// Starts the clock of the next piece of work, for which there is so much time, if there is as much in all.
    pub(crate) fn begin(&self, timeout: Option<Duration>) {
        let end = timeout.map_or(NEVER, |timeout| self.now().saturating_add(nanoseconds(timeout)));
        self.deadline.store(end.min(self.last), Ordering::SeqCst);
    }

    /// The memory that the work may use.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// Whether the process has more memory than that, beside what the program itself has.
    pub(crate) fn is_over_memory(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Calls `give_back`, which gives the system the memory that is free, if the process has much, or has grown.
    pub(crate) fn give_back_memory(&self, give_back: fn()) {
        let resident = resident_bytes().unwrap_or(0);
        let grown = resident.saturating_sub(self.rest.load(Ordering::Relaxed));
        if resident > self.memory / MUCH || grown > GROWN {
            give_back();
            self.rest.store(resident_bytes().unwrap_or(0), Ordering::Relaxed);
        }
    }

    /// Whether the time is up, or was up so long ago.
    pub(crate) fn is_late(&self, by: Duration) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != NEVER && self.now() >= deadline.saturating_add(nanoseconds(by))
    }

    /// When the user asked for an end: whether anyone did, and whether that was so long ago.
    pub(crate) fn is_asked(&self, by: Duration) -> bool {
        let asked = self.asked.load(Ordering::SeqCst);
        asked != NEVER && (by.is_zero() || self.now() >= asked.saturating_add(nanoseconds(by)))
    }

    /// The user asks for an end.
    pub(crate) fn ask(&self) {
        // The first wish counts.
        let _ = self.asked.compare_exchange(NEVER, self.now(), Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Forgets that the user asked for an end, and that the work was told so.
    pub(crate) fn forget(&self) {
        self.told.store(false, Ordering::SeqCst);
        self.asked.store(NEVER, Ordering::SeqCst);
    }

    /// The work has been told to end.
    pub(crate) fn tell(&self) {
        self.told.store(true, Ordering::Relaxed);
    }

    /// The work keeps what it has when it is told to end, however long that takes.
    pub(crate) fn allow_keeping(&self) {
        self.keeps.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.idle.load(Ordering::SeqCst)
    }

    /// Nobody works from now on.
    pub(crate) fn begin_idle(&self) -> u64 {
        self.idle.store(true, Ordering::SeqCst);
        self.now()
    }

    /// The work goes on after a wait that began then: the time for it does not count.
    pub(crate) fn end_idle(&self, began: u64) {
        let waited = self.now().saturating_sub(began);
        let later = |deadline: u64| (deadline != NEVER).then(|| deadline.saturating_add(waited));
        let _ = self.deadline.fetch_update(Ordering::SeqCst, Ordering::SeqCst, later);
        self.idle.store(false, Ordering::SeqCst);
    }

    /// Above so much memory of the process the work is told to end: the budget, and what the program needs for itself.
    fn soft_limit(&self) -> u64 {
        self.memory.saturating_add(self.memory / 20).saturating_add(16 << 20)
    }

    /// Above so much the process is ended.
    fn hard_limit(&self) -> u64 {
        self.memory.saturating_add(self.memory / 6).saturating_add(32 << 20)
    }

    /// What is to be done at a moment at which the process has so many bytes of memory. `withheld` returns for how long since an
    /// earlier moment the work was ready and had no processor.
    fn cause(&self, now: u64, resident: u64, mut withheld: impl FnMut(u64) -> u64) -> Option<Cause> {
        let mut is_past = |time: u64| {
            time != NEVER && now >= time && (now - time).saturating_sub(withheld(time)) >= PATIENCE
        };
        if resident > self.hard_limit() {
            return Some(Cause::Memory);
        }
        let is_keeping = self.keeps.load(Ordering::Relaxed) && self.told.load(Ordering::Relaxed);
        if is_keeping || self.is_idle() {
            return None;
        }
        if is_past(self.asked.load(Ordering::SeqCst)) {
            return Some(Cause::User);
        }
        is_past(self.deadline.load(Ordering::SeqCst)).then_some(Cause::Deadline)
    }

    /// Watches until the process ends.
    pub(crate) fn watch(&self) {
        let mut before = 0;
        let mut withheld = Withheld::default();
        loop {
            let resident = resident_bytes().unwrap_or(0);
            self.over.store(resident > self.soft_limit(), Ordering::Relaxed);
            if let Some(cause) = self.cause(self.now(), resident, |since| withheld.since(since)) {
                end(cause, resident);
            }
            let grows = resident > before + GROWTH;
            thread::sleep(if grows { SHORT_INTERVAL } else { INTERVAL });
            before = resident;
        }
    }
}

/// For how long threads of the process have waited for a processor, in nanoseconds, by their numbers.
type Waits = HashMap<OsString, u64>;

/// How long the process had no processor though it had work.
#[derive(Default)]
struct Withheld {
    /// What the threads had waited when a moment was first asked about, for the moments that were.
    marks: HashMap<u64, Waits>,
}

impl Withheld {
    /// Since this moment, or since it was first asked about: the longest wait of any thread.
    fn since(&mut self, moment: u64) -> u64 {
        let waits = processor_waits();
        if self.marks.len() > MOMENTS {
            self.marks.clear();
        }
        let before = self.marks.entry(moment).or_insert_with(|| waits.clone());
        let longer = |(thread, wait): (&OsString, &u64)| wait - before.get(thread).unwrap_or(&0).min(wait);
        waits.iter().map(longer).max().unwrap_or(0)
    }
}

/// More moments than this are those of pieces of work that have ended.
const MOMENTS: usize = 8;

/// How long each thread was ready to work and had no processor; nothing where the system does not report it.
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

/// The memory that the process has, where the system tells it.
pub(crate) fn resident_bytes() -> Option<u64> {
    memory_stats::memory_stats().map(|memory| memory.physical_mem as u64)
}

/// Says why, and ends the process.
fn end(cause: Cause, resident: u64) -> ! {
    // Whoever holds stderr, or does not read it, must not keep the process alive.
    let farewell = thread::Builder::new().spawn(move || say(cause, resident));
    let start = Instant::now();
    while farewell.as_ref().is_ok_and(|thread| !thread.is_finished()) && start.elapsed() < FAREWELL {
        thread::sleep(INTERVAL);
    }
    std::process::exit(i32::from(cause.ending().code()))
}

fn say(cause: Cause, resident: u64) {
    if let Some(path) = std::env::var_os(LOG)
        && let Ok(mut log) = std::fs::OpenOptions::new().create(true).append(true).open(path)
    {
        let arguments: Vec<String> = std::env::args_os().map(|word| word.display().to_string()).collect();
        let _ = writeln!(log, "{cause:?}\t{} MiB\t{}", resident >> 20, arguments.join(" "));
    }
    let mut stderr = std::io::stderr();
    // A spinner may stand on the line.
    let line_start = if stderr.is_terminal() { "\r\x1b[2K" } else { "" };
    let _ = stderr.write_all(format!("{line_start}error: {}\n", cause.sentence()).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;
    const MIB: u64 = 1 << 20;

    /// A machine that has nothing else to do.
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
    fn work_that_does_not_end_is_ended_a_second_after_the_wish_of_the_user() {
        let state = state(Some(3));
        state.asked.store(2 * SECOND, Ordering::SeqCst);
        assert_eq!(state.cause(3 * SECOND - 1, 0, idle), None);
        // The wish counts, also where the time is up.
        assert_eq!(state.cause(9 * SECOND, 0, idle), Some(Cause::User));
        assert_eq!(Cause::User.ending().code(), 130);
        state.forget();
        assert_eq!(state.cause(3 * SECOND, 0, idle), None);
    }

    /// B9: commands that kept their promise were ended on a machine that had other work.
    #[test]
    fn time_without_a_processor_does_not_count() {
        let state = state(Some(3));
        // After eight seconds, of which the work had a processor for less than one.
        assert_eq!(state.cause(11 * SECOND, 0, |_| 7 * SECOND + 1), None);
        assert_eq!(state.cause(11 * SECOND, 0, |_| 7 * SECOND), Some(Cause::Deadline));
        state.asked.store(5 * SECOND, Ordering::SeqCst);
        assert_eq!(state.cause(11 * SECOND, 0, |since| 11 * SECOND - since), None);
        assert_eq!(state.cause(11 * SECOND, 0, |_| 5 * SECOND), Some(Cause::User));
    }

    #[test]
    fn the_first_wish_counts() {
        let state = state(None);
        assert!(!state.is_asked(Duration::ZERO));
        state.ask();
        let first = state.asked.load(Ordering::SeqCst);
        state.ask();
        assert_eq!(state.asked.load(Ordering::SeqCst), first);
        assert!(state.is_asked(Duration::ZERO) && !state.is_asked(Duration::from_secs(3600)));
    }

    #[test]
    fn the_time_in_which_the_user_is_waited_for_does_not_count() {
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
    fn work_that_keeps_what_it_has_may_take_its_time_once_it_is_told() {
        let state = state(Some(3));
        state.allow_keeping();
        assert_eq!(state.cause(4 * SECOND, 0, idle), Some(Cause::Deadline));
        state.tell();
        assert_eq!(state.cause(1000 * SECOND, 0, idle), None);
        assert_eq!(state.cause(0, 1 << 40, idle), Some(Cause::Memory));
    }

    #[test]
    fn memory_beyond_the_goal_ends_the_process() {
        let state = state(None);
        let goal = 48 * MIB * 11 / 10 + 16 * MIB;
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
