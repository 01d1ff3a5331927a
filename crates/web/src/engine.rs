//! The engine, which answers requests on separate threads with limited concurrency.
//!
//! Work starts as a *short* job. A few jobs run concurrently, and some more wait for their turn. Work that takes longer than a
//! second becomes a *task*, of which a few may run concurrently. Short requests therefore never wait for tasks.

use crate::answer::Answer;
use crate::connections::Patience;
use crate::pressure::{Pressure, lock};
use crate::watch::{Watch, overdue};
use futures_util::future::{Either, select};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use winways::limits::EarlyAnswer;
use winways::service::{Bounded, Cancel, Observers, Service, ServiceRequest, Shelf};
use winways::tables::Databases;
use winways::wire::{ErrorJson, ErrorKind};
use winways::{Budget, Catalogue, Progress, Request, Tables};

/// The limits of the server and of each request.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The maximum number of concurrent short jobs.
    pub jobs: usize,
    /// The maximum number of waiting jobs.
    pub waiting: usize,
    /// The maximum number of concurrent tasks, which are jobs of more than a second.
    pub tasks: usize,
    /// The time limit of a request. A request may ask for less.
    pub timeout: Duration,
    /// The memory limit of a request in bytes. A request may ask for less.
    pub memory: u64,
    /// The size limit in bytes of the results that are cached for later requests, for all games together.
    pub kept: u64,
    /// The maximum number of connections. Each other machine may use at most a quarter of them.
    pub connections: usize,
    /// The time limit for receiving a request's head and its body, and the time for which an answer waits for a client that does
    /// not read.
    pub patience: Duration,
    /// The maximum length of a request's body in bytes.
    pub body: usize,
    /// The maximum length of an answer in bytes.
    pub answer: usize,
}

impl Default for Limits {
    /// Returns the default limits: two concurrent jobs and four tasks, each limited to a minute and 256 MiB.
    fn default() -> Self {
        Limits {
            jobs: 2,
            waiting: 64,
            tasks: 4,
            timeout: Duration::from_secs(60),
            memory: 256 << 20,
            kept: 256 << 20,
            connections: 256,
            patience: Duration::from_secs(20),
            body: 1 << 20,
            answer: 32 << 20,
        }
    }
}

impl Limits {
    pub(crate) fn patience(&self) -> Patience {
        Patience { connections: self.connections, head: self.patience, reading: self.patience }
    }
}

/// The time after which a job becomes a task.
const SHORT: Duration = Duration::from_secs(1);

/// The stack size of a worker thread in bytes.
const STACK: usize = 8 << 20;

/// The engine that answers requests.
pub(crate) struct Engine {
    pub(crate) limits: Limits,
    catalogue: Catalogue,
    /// The directory of solved tables, and the open tables.
    tables: Option<(PathBuf, Databases)>,
    shelf: Shelf,
    /// A function that returns free memory to the system, called after each job.
    give_back_memory: fn(),
    pub(crate) pressure: Arc<Pressure>,
    jobs: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    tasks: Arc<Semaphore>,
}

/// The error for a request that exceeds the limits of concurrent work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Busy;

impl Engine {
    pub(crate) fn new(
        limits: Limits,
        catalogue: Catalogue,
        tables: Option<PathBuf>,
        give_back_memory: fn(),
    ) -> Self {
        let semaphore = |places: usize| Arc::new(Semaphore::new(places.clamp(1, Semaphore::MAX_PERMITS)));
        let tables = tables.map(|directory| {
            let databases = Databases::below_within(&directory, limits.memory);
            (directory, databases)
        });
        let (jobs, waiting, tasks) =
            (semaphore(limits.jobs), semaphore(limits.waiting), semaphore(limits.tasks));
        let shelf = Shelf::new(limits.kept);
        let pressure = Arc::default();
        Engine { limits, catalogue, tables, shelf, give_back_memory, pressure, jobs, waiting, tasks }
    }

    /// Starts work on a request, or queues it.
    pub(crate) fn begin(self: &Arc<Self>, request: ServiceRequest) -> Result<Work, Busy> {
        let cancel = Cancel::default();
        let time = request.timeout().map_or(self.limits.timeout, |wished| wished.min(self.limits.timeout));
        let slot = Slot::default();
        let watch: Arc<Mutex<Option<Watch>>> = Arc::default();
        let free = self.jobs.clone().try_acquire_owned();
        let turn = match &free {
            Ok(_) => None,
            Err(_) => Some(self.waiting.clone().try_acquire_owned().map_err(|_| Busy)?),
        };
        let (engine, own) = (self.clone(), (cancel.clone(), slot.clone(), watch.clone()));
        let driver = tokio::spawn(async move {
            let (cancel, slot, watch) = own;
            let job = match free {
                Ok(job) => job,
                // The semaphore is never closed.
                Err(_) => engine.jobs.clone().acquire_owned().await.map_err(|_| Busy)?,
            };
            drop(turn);
            slot.take_job(job);
            let mut answer = engine.work(request, time, cancel, &slot, watch);
            let done = match timeout(SHORT, &mut answer).await {
                Ok(done) => done,
                Err(_) => {
                    slot.become_task(&engine)?;
                    answer.await
                }
            };
            // A panic of an engine must not take down the server.
            Ok(done.unwrap_or_else(|_| defect(ENDED)))
        });
        Ok(Work { engine: self.clone(), cancel, slot, watch, driver })
    }

    /// Works on a request in a separate thread. A thread that continues for a second after it should have stopped is abandoned:
    /// its request gets an error, and its slot is freed.
    fn work(
        self: &Arc<Self>,
        request: ServiceRequest,
        time: Duration,
        cancel: Cancel,
        slot: &Slot,
        watch: Arc<Mutex<Option<Watch>>>,
    ) -> oneshot::Receiver<Answer> {
        let (sender, receiver) = oneshot::channel();
        let (done, ended) = oneshot::channel();
        let (engine, own, started) = (self.clone(), SlotGuard(slot.clone()), watch.clone());
        let work = move || {
            let watch = Watch::start(cancel, time, engine.pressure.clone());
            *lock(&started) = Some(watch.clone());
            let answer = engine.answer(&request, &watch);
            (engine.give_back_memory)();
            drop(own);
            let _ = done.send(answer);
        };
        let thread = thread::Builder::new().name("work".to_owned()).stack_size(STACK).spawn(work);
        let (engine, slot) = (self.clone(), slot.clone());
        tokio::spawn(async move {
            let answer = match thread {
                Err(_) => Answer::busy(),
                Ok(thread) => match select(ended, pin!(overdue(&watch))).await {
                    Either::Left((answer, _)) => answer.unwrap_or_else(|_| defect(ENDED)),
                    Either::Right(_) => {
                        slot.release();
                        engine.pressure.abandon(thread);
                        defect(ABANDONED)
                    }
                },
            };
            // The receiver may have been dropped.
            let _ = sender.send(answer);
        });
        receiver
    }

    /// Clears the results that are cached for later requests.
    pub(crate) fn forget(&self) {
        self.shelf.clear();
        (self.give_back_memory)();
    }

    fn answer(&self, request: &ServiceRequest, watch: &Watch) -> Answer {
        let tables = self.tables.as_ref().map(|(_, databases)| databases as &dyn Tables);
        let budget = Budget { memory: self.limits.memory, ..Budget::DEFAULT };
        let mut service = Service::new(&self.catalogue, Request::default().budget(budget).tables(tables));
        if let Some((directory, _)) = &self.tables {
            service = service.with_tables(directory);
        }
        if let Some(game) = request.game() {
            service = service.with_cache(self.shelf.take(game));
        }
        let mut written = Bounded::new(self.limits.answer);
        let observers = Observers { work: watch, writing: &watch.writing() };
        let status = service.answer(request, observers, &mut written);
        if let Some(game) = request.game()
            && !self.pressure.is_high()
        {
            self.shelf.put(game, service.into_cache());
        }
        Answer::of_service(status, written)
    }
}

/// The message for work that panicked.
const ENDED: &str =
    "the work on this request ended because of a defect of winways; please report the request";

/// The message for work that continued for a second after it should have stopped.
const ABANDONED: &str = "the work on this request did not stop at its limit because of a defect of winways, and was abandoned; please report the request";

fn defect(message: &str) -> Answer {
    Answer::error(&ErrorJson::without_place(ErrorKind::Defect, message))
}

/// A job that is waiting or running. It is cancelled when dropped.
pub(crate) struct Work {
    engine: Arc<Engine>,
    cancel: Cancel,
    slot: Slot,
    watch: Arc<Mutex<Option<Watch>>>,
    driver: JoinHandle<Result<Answer, Busy>>,
}

impl Work {
    /// Waits at most `wait` for the answer. Returns `None` if it is not ready by then.
    pub(crate) async fn answer_within(&mut self, wait: Duration) -> Option<Answer> {
        timeout(wait, self.answer()).await.ok()
    }

    /// Waits for the answer.
    pub(crate) async fn answer(&mut self) -> Answer {
        match (&mut self.driver).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(Busy)) => {
                self.cancel.cancel();
                Answer::busy()
            }
            Err(_) => defect(ENDED),
        }
    }

    /// Turns the job into a task, if there is room.
    pub(crate) fn become_task(&self) -> Result<(), Busy> {
        self.slot.become_task(&self.engine)
    }

    pub(crate) fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Returns the progress.
    pub(crate) fn progress(&self) -> Progress {
        lock(&self.watch).as_ref().map_or_else(Progress::default, Watch::progress)
    }

    /// Returns the early answer, if it is known.
    pub(crate) fn early(&self) -> Option<EarlyAnswer> {
        lock(&self.watch).as_ref().and_then(Watch::early)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.driver.abort();
    }
}

/// The slot that a job occupies under the concurrency limits.
#[derive(Clone, Default)]
struct Slot(Arc<Mutex<Held>>);

#[derive(Default)]
struct Held {
    job: Option<OwnedSemaphorePermit>,
    task: Option<OwnedSemaphorePermit>,
    is_over: bool,
}

impl Slot {
    /// Stores the job's permit when the job starts.
    fn take_job(&self, job: OwnedSemaphorePermit) {
        let mut held = lock(&self.0);
        // A task already has its own permit.
        held.job = held.task.is_none().then_some(job);
    }

    /// Exchanges the job's permit for a task's.
    fn become_task(&self, engine: &Engine) -> Result<(), Busy> {
        let mut held = lock(&self.0);
        if held.task.is_none() && !held.is_over {
            held.task = Some(engine.tasks.clone().try_acquire_owned().map_err(|_| Busy)?);
            held.job = None;
        }
        Ok(())
    }

    /// Releases all permits when the work has ended.
    fn release(&self) {
        *lock(&self.0) = Held { is_over: true, ..Held::default() };
    }
}

/// A guard that releases the slot when dropped, even after a panic.
struct SlotGuard(Slot);

impl Drop for SlotGuard {
    fn drop(&mut self) {
        self.0.release();
    }
}
