//! What pieces of work share: the memory of the process, and threads that were given up.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// What every piece of work is told about the process.
#[derive(Debug, Default)]
pub(crate) struct Pressure {
    /// Whether the process has more memory than its budget.
    pub(crate) is_high: AtomicBool,
    /// The budget.
    pub(crate) memory: AtomicU64,
    /// Threads whose work was given up.
    given_up: Mutex<Vec<JoinHandle<()>>>,
}

impl Pressure {
    pub(crate) fn is_high(&self) -> bool {
        self.is_high.load(Ordering::Relaxed)
    }

    /// The memory of the process.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }

    /// Counts a thread among those whose work goes on though it was given up.
    pub(crate) fn give_up(&self, thread: JoinHandle<()>) {
        lock(&self.given_up).push(thread);
    }

    /// How many threads still work on what was given up.
    pub(crate) fn given_up(&self) -> usize {
        let mut threads = lock(&self.given_up);
        threads.retain(|thread| !thread.is_finished());
        threads.len()
    }
}

/// A thread, as the system knows it.
#[derive(Debug)]
pub(crate) struct Thread(Option<PathBuf>);

impl Thread {
    /// The thread that calls this.
    pub(crate) fn current() -> Self {
        let name = std::fs::read_link("/proc/thread-self").ok();
        Thread(name.map(|name| PathBuf::from("/proc").join(name).join("schedstat")))
    }

    /// For how long it was ready to work and had no processor; zero where the system does not report it.
    pub(crate) fn waited(&self) -> Duration {
        let text = self.0.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        let nanoseconds = text.as_ref().and_then(|text| text.split_whitespace().nth(1)?.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }
}

/// Locks a mutex whose value is whole also where a thread panicked, since each change of it is a single one.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
