//! The last resort of a server: a process that takes far more memory than it may, or whose threads do not end, is replaced. That
//! happens by a defect of an engine only.

use crate::engine::Engine;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// How often the memory of the process is looked at.
const INTERVAL: Duration = Duration::from_millis(20);

/// How often that is while the memory grows, which it may by two GiB a second.
const SHORT_INTERVAL: Duration = Duration::from_millis(4);

/// By how many bytes it must have grown for that.
const GROWTH: u64 = 1 << 20;

/// How a process is measured and replaced; see [`Server::with_backstop`](crate::Server::with_backstop).
pub struct Backstop {
    /// The memory of the process, kept values included, in bytes.
    pub memory: u64,
    /// Returns the resident memory of the process in bytes, where the system reports it.
    pub resident: fn() -> Option<u64>,
    /// Replaces the process by a new one that listens at the same address; the text says why.
    pub restart: Box<dyn Fn(&str) + Send>,
}

impl Backstop {
    /// Above so much memory all work is told to end: the budget, and what the program needs for itself.
    fn soft_limit(&self) -> u64 {
        self.memory.saturating_add(self.memory / 20).saturating_add(16 << 20)
    }

    /// Above so much the process is replaced.
    fn hard_limit(&self) -> u64 {
        self.memory.saturating_add(self.memory / 6).saturating_add(32 << 20)
    }

    /// Watches the process from a thread of its own, as long as the engine is there.
    pub(crate) fn watch(self, engine: &Arc<Engine>) {
        let engine = Arc::downgrade(engine);
        // Without a thread the work ends itself, as it should anyway.
        let _ = thread::Builder::new().name("backstop".to_owned()).spawn(move || self.watch_on(&engine));
    }

    fn watch_on(self, engine: &Weak<Engine>) {
        let mut before = 0;
        while let Some(engine) = engine.upgrade() {
            let resident = (self.resident)().unwrap_or(0);
            if let Some(reason) = self.look(&engine, resident) {
                (self.restart)(reason);
            }
            drop(engine);
            thread::sleep(if resident > before + GROWTH { SHORT_INTERVAL } else { INTERVAL });
            before = resident;
        }
    }

    /// Tells the work how much memory there is; why the process is to be replaced, if it is.
    fn look(&self, engine: &Engine, resident: u64) -> Option<&'static str> {
        let pressure = &engine.pressure;
        pressure.memory.store(self.memory, Ordering::Relaxed);
        let is_high = resident > self.soft_limit();
        if is_high && !pressure.is_high.swap(is_high, Ordering::Relaxed) {
            engine.forget();
        }
        pressure.is_high.store(is_high, Ordering::Relaxed);
        if resident > self.hard_limit() {
            return Some("the requests took far more memory than all of them together may");
        }
        let most = engine.limits.jobs + engine.limits.tasks;
        (pressure.given_up() >= most).then_some("too many requests went on after their limits")
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

    /// B7: the process keeps its budget, whatever the requests make of theirs.
    #[test]
    fn work_ends_where_the_process_has_no_memory_left() {
        let (backstop, engine) = watched();
        let watch = Watch::start(Cancel::default(), Duration::from_secs(3600), engine.pressure.clone());
        let polled = || watch.poll(&Progress::default());
        assert_eq!((backstop.look(&engine, 60 * MIB), polled()), (None, Ok(())));
        assert_eq!(backstop.look(&engine, 70 * MIB), None);
        assert_eq!(polled(), Err(StopReason::Memory { limit: 48 * MIB }));
        // What it found is written down.
        assert_eq!(watch.writing().poll(&Progress::default()), Ok(()));
        assert_eq!((backstop.look(&engine, 60 * MIB), polled()), (None, Ok(())));
        assert!(backstop.look(&engine, 100 * MIB).is_some_and(|reason| reason.contains("memory")));
    }

    #[test]
    fn too_many_threads_that_do_not_end_are_a_reason_to_begin_anew() {
        let (backstop, engine) = watched();
        let (wait, waiting) = std::sync::mpsc::channel::<()>();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..2 {
            assert_eq!(backstop.look(&engine, 0), None, "{number}");
            let waiting = waiting.clone();
            engine.pressure.give_up(thread::spawn(move || {
                // It ends when nobody can send any more.
                let _ = lock(&waiting).recv();
            }));
        }
        assert!(backstop.look(&engine, 0).is_some_and(|reason| reason.contains("limits")));
        drop(wait);
        while engine.pressure.given_up() > 0 {
            thread::yield_now();
        }
        assert_eq!(backstop.look(&engine, 0), None);
    }
}
