//! The server's last line of defence: it replaces a process that far exceeds its memory budget, or whose threads do not end. This
//! happens only if an engine has a defect.

use crate::engine::Engine;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// The interval between checks of the process's memory.
const INTERVAL: Duration = Duration::from_millis(20);

/// The interval between checks while memory grows, which may be at a rate of 2 GiB per second.
const SHORT_INTERVAL: Duration = Duration::from_millis(4);

/// The growth per interval, in bytes, above which the short interval is used.
const GROWTH: u64 = 1 << 20;

/// The parameters for measuring and replacing a process; see [`Server::with_backstop`](crate::Server::with_backstop).
pub struct Backstop {
    /// The memory budget of the process in bytes, including cached values.
    pub memory: u64,
    /// Returns the resident memory of the process in bytes, where the system reports it.
    pub resident: fn() -> Option<u64>,
    /// Replaces the process with a new one that listens at the same address. The argument is the reason.
    pub restart: Box<dyn Fn(&str) + Send>,
}

impl Backstop {
    /// Returns the size above which all work is stopped: the budget plus an allowance for the program itself.
    fn soft_limit(&self) -> u64 {
        self.memory.saturating_add(self.memory / 20).saturating_add(16 << 20)
    }

    /// Returns the size above which the process is replaced.
    fn hard_limit(&self) -> u64 {
        self.memory.saturating_add(self.memory / 6).saturating_add(32 << 20)
    }

    /// Watches the process from a separate thread, as long as the engine exists.
    pub(crate) fn watch(self, engine: &Arc<Engine>) {
        let engine = Arc::downgrade(engine);
        // If the thread cannot be started, the work still has its own limits.
        let _ = thread::Builder::new().name("backstop".to_owned()).spawn(move || self.watch_on(&engine));
    }

    fn watch_on(self, engine: &Weak<Engine>) {
        let mut before = 0;
        while let Some(engine) = engine.upgrade() {
            let resident = (self.resident)().unwrap_or(0);
            if let Some(reason) = self.check(&engine, resident) {
                (self.restart)(reason);
            }
            drop(engine);
            thread::sleep(if resident > before + GROWTH { SHORT_INTERVAL } else { INTERVAL });
            before = resident;
        }
    }

    /// Updates the memory pressure. Returns the reason if the process must be replaced.
    fn check(&self, engine: &Engine, resident: u64) -> Option<&'static str> {
        let pressure = &engine.pressure;
        pressure.memory.store(self.memory, Ordering::Relaxed);
        let is_high = resident > self.soft_limit();
        if is_high && !pressure.is_high.swap(is_high, Ordering::Relaxed) {
            engine.forget();
        }
        pressure.is_high.store(is_high, Ordering::Relaxed);
        if resident > self.hard_limit() {
            return Some("the requests far exceeded their common memory limit");
        }
        let most = engine.limits.jobs + engine.limits.tasks;
        (pressure.abandoned() >= most).then_some("too many requests did not stop at their limits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;
    use crate::pressure::lock;
    use crate::watch::Watch;
    use std::sync::Mutex;
    use winways::service::Cancel;
    use winways::{Catalogue, Observer, Progress, StopReason};

    const MIB: u64 = 1 << 20;

    fn watched() -> (Backstop, Arc<Engine>) {
        let backstop = Backstop { memory: 48 * MIB, resident: || None, restart: Box::new(|_| ()) };
        let limits = Limits { jobs: 1, tasks: 1, ..Limits::default() };
        (backstop, Arc::new(Engine::new(limits, Catalogue::new(), None, || ())))
    }

    /// The process stays within its memory budget, regardless of the limits of the requests.
    #[test]
    fn work_stops_when_the_process_is_out_of_memory() {
        let (backstop, engine) = watched();
        let watch = Watch::start(Cancel::default(), Duration::from_secs(3600), engine.pressure.clone());
        let polled = || watch.poll(&Progress::default());
        assert_eq!((backstop.check(&engine, 60 * MIB), polled()), (None, Ok(())));
        assert_eq!(backstop.check(&engine, 70 * MIB), None);
        assert_eq!(polled(), Err(StopReason::Memory { limit: 48 * MIB }));
        // Results are still written.
        assert_eq!(watch.writing().poll(&Progress::default()), Ok(()));
        assert_eq!((backstop.check(&engine, 60 * MIB), polled()), (None, Ok(())));
        assert!(backstop.check(&engine, 100 * MIB).is_some_and(|reason| reason.contains("memory")));
    }

    #[test]
    fn too_many_stuck_threads_cause_a_restart() {
        let (backstop, engine) = watched();
        let (wait, waiting) = std::sync::mpsc::channel::<()>();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..2 {
            assert_eq!(backstop.check(&engine, 0), None, "{number}");
            let waiting = waiting.clone();
            engine.pressure.abandon(thread::spawn(move || {
                // The thread ends when the sender is dropped.
                let _ = lock(&waiting).recv();
            }));
        }
        assert!(backstop.check(&engine, 0).is_some_and(|reason| reason.contains("limits")));
        drop(wait);
        while engine.pressure.abandoned() > 0 {
            thread::yield_now();
        }
        assert_eq!(backstop.check(&engine, 0), None);
    }
}
