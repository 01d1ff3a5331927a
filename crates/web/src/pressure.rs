//! State shared by all jobs: the memory pressure of the process, and abandoned threads.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// The state of the process, as seen by every job.
#[derive(Debug, Default)]
pub(crate) struct Pressure {
    /// `true` if the process exceeds its memory budget.
    pub(crate) is_high: AtomicBool,
    /// The memory budget of the process in bytes.
    pub(crate) memory: AtomicU64,
    /// Threads whose work was abandoned.
    abandoned: Mutex<Vec<JoinHandle<()>>>,
}

impl Pressure {
    pub(crate) fn is_high(&self) -> bool {
        self.is_high.load(Ordering::Relaxed)
    }

    /// Returns the memory budget of the process in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }

    /// Records a thread as abandoned.
    pub(crate) fn abandon(&self, thread: JoinHandle<()>) {
        lock(&self.abandoned).push(thread);
    }

    /// Returns the number of abandoned threads that are still running.
    pub(crate) fn abandoned(&self) -> usize {
        let mut threads = lock(&self.abandoned);
        threads.retain(|thread| !thread.is_finished());
        threads.len()
    }
}

/// A thread, identified by its scheduler statistics in the system.
#[derive(Debug)]
pub(crate) struct Thread(Option<PathBuf>);

impl Thread {
    /// Returns the current thread.
    pub(crate) fn current() -> Self {
        let name = std::fs::read_link("/proc/thread-self").ok();
        Thread(name.map(|name| PathBuf::from("/proc").join(name).join("schedstat")))
    }

    /// Returns the time for which the thread was runnable without a processor, or zero if the system does not report it.
    pub(crate) fn waited(&self) -> Duration {
        let text = self.0.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        let nanoseconds = text.as_ref().and_then(|text| text.split_whitespace().nth(1)?.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }
}

/// Locks a mutex. Its value is consistent even after a panic, since each change is a single operation.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
