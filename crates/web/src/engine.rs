//! Work: on threads of its own, never more at once than is allowed.
//!
//! A piece of work begins as a *short* one, of which a few are under way at once and some wait for their turn. One that is not
//! done within a second becomes a *task*, of which a few are allowed too: short questions never wait for long ones.

use crate::answer::{Answer, Bounded};
use crate::connections::Patience;
use crate::kept::Shelf;
use crate::pressure::{Pressure, lock};
use crate::watch::{Watch, overdue};
use axum::http::StatusCode;
use futures_util::future::{Either, select};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use winways::service::{Cancel, Observers, Service, ServiceRequest};
use winways::wire::ErrorJson;
use winways::{Budget, Catalogue, Databases, EarlyAnswer, Progress, Request, Tables};

/// What the server and each request may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many short questions are worked on at once.
    pub jobs: usize,
    /// How many may wait for their turn.
    pub waiting: usize,
    /// How many tasks may be under way at once: work of more than a second.
    pub tasks: usize,
    /// The time for a request; one may ask for less.
    pub timeout: Duration,
    /// The memory for a request in bytes; one may ask for less.
    pub memory: u64,
    /// The memory for what was found and may be asked for again, of all games together, in bytes.
    pub kept: u64,
    /// How many connections there may be at once; a quarter of them from one other machine.
    pub connections: usize,
    /// How long a request may take to come, its head and then its body, and how long an answer waits for one who does not read.
    pub patience: Duration,
    /// The length of a request's body in bytes.
    pub body: usize,
    /// The length of an answer in bytes.
    pub answer: usize,
}

impl Default for Limits {
    /// Two short questions and four tasks at once, each within a minute and 256 MiB.
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

/// Work that takes longer is a task.
const SHORT: Duration = Duration::from_secs(1);

/// The stack of a thread that works, in bytes.
const STACK: usize = 8 << 20;

/// Answers requests.
pub(crate) struct Engine {
    pub(crate) limits: Limits,
    catalogue: Catalogue,
    /// The directory of solved tables, and those that answer for their boards.
    tables: Option<(PathBuf, Databases)>,
    shelf: Shelf,
    /// Called after each piece of work: gives the system the memory that is free.
    give_back_memory: fn(),
    pub(crate) pressure: Arc<Pressure>,
    jobs: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    tasks: Arc<Semaphore>,
}

/// That as much work is under way as is allowed.
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

    /// Begins to work on a request, as soon as there is room.
    pub(crate) fn begin(self: &Arc<Self>, request: ServiceRequest) -> Result<Work, Busy> {
        let cancel = Cancel::default();
        let time = request.timeout().map_or(self.limits.timeout, |wished| wished.min(self.limits.timeout));
        let place = Place::default();
        let watch: Arc<Mutex<Option<Watch>>> = Arc::default();
        let free = self.jobs.clone().try_acquire_owned();
        let turn = match &free {
            Ok(_) => None,
            Err(_) => Some(self.waiting.clone().try_acquire_owned().map_err(|_| Busy)?),
        };
        let (engine, own) = (self.clone(), (cancel.clone(), place.clone(), watch.clone()));
        let driver = tokio::spawn(async move {
            let (cancel, place, watch) = own;
            let job = match free {
                Ok(job) => job,
                // Nobody closes the semaphore.
                Err(_) => engine.jobs.clone().acquire_owned().await.map_err(|_| Busy)?,
            };
            drop(turn);
            place.take_job(job);
            let mut answer = engine.work(request, time, cancel, &place, watch);
            let done = match timeout(SHORT, &mut answer).await {
                Ok(done) => done,
                Err(_) => {
                    place.become_task(&engine)?;
                    answer.await
                }
            };
            // The last defence: a defect of an engine must not take the server with it.
            Ok(done.unwrap_or_else(|_| defect(ENDED)))
        });
        Ok(Work { engine: self.clone(), cancel, place, watch, driver })
    }

    /// Works on a request in a thread of its own. One that does not end when it is told to is given up: it is answered for, and
    /// its place is free.
    fn work(
        self: &Arc<Self>,
        request: ServiceRequest,
        time: Duration,
        cancel: Cancel,
        place: &Place,
        watch: Arc<Mutex<Option<Watch>>>,
    ) -> oneshot::Receiver<Answer> {
        let (sender, receiver) = oneshot::channel();
        let (done, ended) = oneshot::channel();
        let (engine, own, started) = (self.clone(), Leaving(place.clone()), watch.clone());
        let work = move || {
            let watch = Watch::start(cancel, time, engine.pressure.clone());
            *lock(&started) = Some(watch.clone());
            let answer = engine.answer(&request, &watch);
            (engine.give_back_memory)();
            drop(own);
            let _ = done.send(answer);
        };
        let thread = thread::Builder::new().name("work".to_owned()).stack_size(STACK).spawn(work);
        let (engine, place) = (self.clone(), place.clone());
        tokio::spawn(async move {
            let answer = match thread {
                Err(_) => Answer::busy(),
                Ok(thread) => match select(ended, pin!(overdue(&watch))).await {
                    Either::Left((answer, _)) => answer.unwrap_or_else(|_| defect(ENDED)),
                    Either::Right(_) => {
                        place.leave();
                        engine.pressure.give_up(thread);
                        defect(GIVEN_UP)
                    }
                },
            };
            // Perhaps nobody waits for it any more.
            let _ = sender.send(answer);
        });
        receiver
    }

    /// Forgets what was kept for later requests.
    pub(crate) fn forget(&self) {
        self.shelf.clear();
        (self.give_back_memory)();
    }

    fn answer(&self, request: &ServiceRequest, watch: &Watch) -> Answer {
        let tables = self.tables.as_ref().map(|(_, databases)| databases as &dyn Tables);
        let budget = Budget { memory: self.limits.memory, ..Budget::DEFAULT };
        let mut service = Service::new(&self.catalogue, Request { budget, tables, ..Request::default() });
        if let Some((directory, _)) = &self.tables {
            service = service.with_tables(directory);
        }
        if let Some(game) = request.game() {
            service = service.knowing(self.shelf.take(game));
        }
        let mut written = Bounded::new(self.limits.answer);
        let observers = Observers { work: watch, writing: &watch.writing() };
        let settled = service.answer(request, observers, &mut written);
        if let Some(game) = request.game()
            && !self.pressure.is_high()
        {
            self.shelf.put(game, service.into_kept());
        }
        Answer::of_service(settled, written)
    }
}

/// What is said of work that panicked.
const ENDED: &str = "the work on this request ended by a defect of winways; please report the request";

/// What is said of work that went on for a second after it was told to end.
const GIVEN_UP: &str = "the work on this request did not end with its limit, by a defect of winways, and was given up; please report the request";

fn defect(message: &str) -> Answer {
    Answer::error(StatusCode::SERVICE_UNAVAILABLE, ErrorJson::without_place("defect", message))
}

/// A piece of work. Who drops it waits no more: it is cancelled.
pub(crate) struct Work {
    engine: Arc<Engine>,
    cancel: Cancel,
    place: Place,
    watch: Arc<Mutex<Option<Watch>>>,
    driver: JoinHandle<Result<Answer, Busy>>,
}

impl Work {
    /// The answer, if it is there within this time.
    pub(crate) async fn answer_within(&mut self, wait: Duration) -> Option<Answer> {
        timeout(wait, self.answer()).await.ok()
    }

    /// The answer.
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

    /// Makes it a task, if there is room for one more.
    pub(crate) fn become_task(&self) -> Result<(), Busy> {
        self.place.become_task(&self.engine)
    }

    pub(crate) fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// How far it has come.
    pub(crate) fn progress(&self) -> Progress {
        lock(&self.watch).as_ref().map_or_else(Progress::default, Watch::progress)
    }

    /// What is known of the answer already.
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

/// The place that a piece of work has among those that are under way.
#[derive(Clone, Default)]
struct Place(Arc<Mutex<Held>>);

#[derive(Default)]
struct Held {
    job: Option<OwnedSemaphorePermit>,
    task: Option<OwnedSemaphorePermit>,
    is_over: bool,
}

impl Place {
    /// The work begins.
    fn take_job(&self, job: OwnedSemaphorePermit) {
        let mut held = lock(&self.0);
        // A task has its place already.
        held.job = held.task.is_none().then_some(job);
    }

    /// The work needs the place of a task, and none of a short question any more.
    fn become_task(&self, engine: &Engine) -> Result<(), Busy> {
        let mut held = lock(&self.0);
        if held.task.is_none() && !held.is_over {
            held.task = Some(engine.tasks.clone().try_acquire_owned().map_err(|_| Busy)?);
            held.job = None;
        }
        Ok(())
    }

    /// The work has ended.
    fn leave(&self) {
        *lock(&self.0) = Held { is_over: true, ..Held::default() };
    }
}

/// Leaves the place when it is dropped, by a panic too.
struct Leaving(Place);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.leave();
    }
}
