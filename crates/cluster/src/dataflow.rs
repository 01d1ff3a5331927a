//! The exchange of batches as a timely dataflow: an input whose packets are routed to their target workers, and a sink.
//! Each exchange is an epoch.

use crate::packet::{Content, Packet};
use crate::watched::{LinkState, Watched};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Pipeline;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Exchange, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::execute::execute_from;
use timely::worker::Worker;
use winways_solve::{Batch, Build, BuildError, Transport, TransportError, run_worker};

/// The interval at which a waiting worker checks that the other processes are still connected.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The time allowed for the arrival of messages that were sent before a link broke.
const GRACE: Duration = Duration::from_millis(500);

/// The maximum number of entries in a batch. Larger batches are sent in pieces.
const PLACES_AT_ONCE: usize = 1 << 17;

/// Runs the workers of process number `index`. `streams` connect it to the other processes.
///
/// Timely uses its own threads, one for each worker of the engine. The workers send them requests through channels,
/// because timely's closures must own everything that they use, and the workers borrow the rules and the store.
pub(crate) fn run(
    index: usize,
    streams: Vec<Option<TcpStream>>,
    build: &Build<'_>,
) -> Result<(), BuildError> {
    let threads = build.budget.threads.max(1);
    let workers = streams.len() * threads;
    let state = Arc::new(LinkState::default());
    let failed = |error: std::io::Error| TransportError::new(format!("the connection failed: {error}"));
    for stream in streams.iter().flatten() {
        stream.set_read_timeout(None).map_err(failed)?;
    }
    let stream_clones: Vec<TcpStream> =
        streams.iter().flatten().map(TcpStream::try_clone).collect::<Result<_, _>>().map_err(failed)?;
    let watch = |stream: Option<TcpStream>| stream.map(|stream| Watched::new(stream, state.clone()));
    let streams: Vec<Option<Watched>> = streams.into_iter().map(watch).collect();
    let hooks = Hooks::default();
    let locals = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(locals, streams, index, threads, hooks).map_err(failed)?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let (clients, server_ends): (Vec<Client>, Vec<Mutex<Option<ServerEnd>>>) =
        (0..threads).map(|thread| client(workers, index * threads + thread)).unzip();
    let flag = state.clone();
    let dataflow_threads = execute_from(builders, Box::new(()), WorkerConfig::default(), move |worker| {
        let server_end =
            server_ends[worker.index() % threads].lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(server_end) = server_end {
            serve(worker, &server_end, &flag.is_broken);
        }
    });
    let dataflow_threads =
        dataflow_threads.map_err(|error| TransportError::new(format!("the dataflow failed: {error}")))?;
    let result = run_engine(clients, build, &state.is_broken);
    if result.is_err() {
        for stream in stream_clones {
            // Let the other processes notice the failure immediately. They may have closed the stream already.
            let _ = stream.shutdown(Shutdown::Both);
        }
        // Timely's threads wait for an orderly shutdown that never comes. They are leaked and end with the process.
        std::mem::forget((dataflow_threads, guard));
        return result;
    }
    drop(dataflow_threads);
    finish_sending(guard, &state);
    result
}

/// Waits until everything is sent and the other processes have reported that they are done. Stops waiting if one of
/// them ends without a report. No data is lost then, since the work of this process is complete.
fn finish_sending(guard: CommsGuard, state: &LinkState) {
    let (done, is_done) = channel();
    std::thread::spawn(move || {
        drop(guard);
        // The receiver is gone if this function has stopped waiting.
        let _ = done.send(());
    });
    while is_done.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        if state.is_abandoned.load(Ordering::SeqCst) {
            break;
        }
    }
}

/// Runs the engine workers, each with its own client of the dataflow.
fn run_engine(clients: Vec<Client>, build: &Build<'_>, broken: &AtomicBool) -> Result<(), BuildError> {
    let run_engine = &|mut client: Client| {
        let result = run_worker(build, &mut client);
        if result.is_err() {
            broken.store(true, Ordering::SeqCst);
        }
        result
    };
    let results: Vec<Result<(), BuildError>> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            clients.into_iter().map(|client| scope.spawn(move || run_engine(client))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().map(join).collect()
    });
    // A transport error only reports that another worker has failed, so any other error takes precedence.
    let rank = |error: &BuildError| matches!(error, BuildError::Transport(_));
    results.into_iter().filter_map(Result::err).min_by_key(rank).map_or(Ok(()), Err)
}

/// A request of an engine worker to the dataflow.
enum Request {
    Exchange(Vec<Batch>),
    Sum(Vec<u64>),
}

/// A reply of the dataflow to an engine worker.
enum Reply {
    Batches(Vec<Batch>),
    Sums(Vec<u64>),
}

/// The channel ends of an engine worker.
struct Client {
    workers: usize,
    index: usize,
    requests: Sender<Request>,
    replies: Receiver<Result<Reply, TransportError>>,
}

/// The channel ends of the dataflow thread that serves an engine worker.
struct ServerEnd {
    requests: Receiver<Request>,
    replies: Sender<Result<Reply, TransportError>>,
}

fn client(workers: usize, index: usize) -> (Client, Mutex<Option<ServerEnd>>) {
    let (ask, requests) = channel();
    let (reply, replies) = channel();
    let server_end = ServerEnd { requests, replies: reply };
    (Client { workers, index, requests: ask, replies }, Mutex::new(Some(server_end)))
}

impl Client {
    fn ask(&mut self, request: Request) -> Result<Reply, TransportError> {
        let gone = || TransportError::new("the dataflow has ended");
        self.requests.send(request).map_err(|_| gone())?;
        self.replies.recv().map_err(|_| gone())?
    }
}

impl Transport for Client {
    fn workers(&self) -> usize {
        self.workers
    }

    fn index(&self) -> usize {
        self.index
    }

    fn exchange(&mut self, batches: Vec<Batch>) -> Result<Vec<Batch>, TransportError> {
        match self.ask(Request::Exchange(batches))? {
            Reply::Batches(batches) => Ok(batches),
            Reply::Sums(_) => Err(TransportError::new("received sums instead of batches")),
        }
    }

    fn sum(&mut self, numbers: &[u64]) -> Result<Vec<u64>, TransportError> {
        match self.ask(Request::Sum(numbers.to_vec()))? {
            Reply::Sums(sums) => Ok(sums),
            Reply::Batches(_) => Err(TransportError::new("received batches instead of sums")),
        }
    }
}

/// The received packets by epoch.
type Received = Rc<RefCell<BTreeMap<u64, Vec<Packet>>>>;

/// Serves an engine worker until its client is dropped.
fn serve(worker: &mut Worker, server_end: &ServerEnd, broken: &AtomicBool) {
    let received = Received::default();
    let mut input = InputHandle::new();
    let sink = received.clone();
    let probe = worker.dataflow::<u64, _, _>(|scope| {
        let packets =
            input.to_stream(scope).container::<Vec<Packet>>().exchange(|packet: &Packet| packet.target);
        let done =
            packets.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(Pipeline, "Receive", |_, _| {
                move |input, _| {
                    input.for_each_time(|time, batches| {
                        let mut received = sink.borrow_mut();
                        let packets = received.entry(*time.time()).or_default();
                        batches.for_each(|batch| packets.append(batch));
                    });
                }
            });
        done.probe().0
    });
    let mut server = Server { worker, input, probe, received, broken };
    while let Ok(request) = server_end.requests.recv() {
        let reply = match request {
            Request::Exchange(batches) => server.exchange(batches).map(Reply::Batches),
            Request::Sum(numbers) => server.sum(&numbers).map(Reply::Sums),
        };
        if server_end.replies.send(reply).is_err() {
            break;
        }
    }
    drop(server);
    wait_for_end(worker, broken);
}

/// Runs the dataflow to its end. The work is complete, so other processes may already have ended.
fn wait_for_end(worker: &mut Worker, broken: &AtomicBool) {
    let mut since = None;
    while worker.has_dataflows() {
        worker.step_or_park(Some(POLL_INTERVAL));
        if broken.load(Ordering::SeqCst) && since.get_or_insert_with(Instant::now).elapsed() > GRACE {
            worker.installed_dataflows().into_iter().for_each(|dataflow| worker.drop_dataflow(dataflow));
        }
    }
}

/// The state of one thread of the dataflow.
struct Server<'w> {
    worker: &'w mut Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>,
    probe: ProbeHandle<u64>,
    received: Received,
    broken: &'w AtomicBool,
}

impl Server<'_> {
    /// Ends the epoch: sends the buffered packets, waits until all workers have sent theirs, and returns the received
    /// contents.
    fn end_epoch(&mut self) -> Result<Vec<Content>, TransportError> {
        let epoch = *self.input.time();
        self.input.advance_to(epoch + 1);
        let mut since = None;
        while self.probe.less_equal(&epoch) {
            self.worker.step_or_park(Some(POLL_INTERVAL));
            let is_broken = self.broken.load(Ordering::SeqCst);
            if is_broken && since.get_or_insert_with(Instant::now).elapsed() > GRACE {
                return Err(TransportError::new("another process has ended, or the connection to it failed"));
            }
        }
        let packets = self.received.borrow_mut().remove(&epoch).unwrap_or_default();
        let contents: Option<Vec<Content>> = packets.iter().map(Packet::content).collect();
        contents.ok_or_else(|| TransportError::new("received invalid data"))
    }

    fn exchange(&mut self, batches: Vec<Batch>) -> Result<Vec<Batch>, TransportError> {
        let (workers, index) = (self.worker.peers(), self.worker.index());
        let mut received = Vec::new();
        for batch in batches {
            let target = batch.shard as usize % workers;
            if target == index {
                received.push(batch);
                continue;
            }
            for piece in pieces(batch) {
                self.input.send(Packet::of_batch(target as u64, &piece));
            }
        }
        for content in self.end_epoch()? {
            match content {
                Content::Batch(batch) if batch.shard as usize % workers == index => received.push(batch),
                _ => return Err(TransportError::new("received an unexpected packet")),
            }
        }
        Ok(received)
    }

    fn sum(&mut self, numbers: &[u64]) -> Result<Vec<u64>, TransportError> {
        for target in 0..self.worker.peers() {
            self.input.send(Packet::of_numbers(target as u64, numbers));
        }
        let mut sums = vec![0u64; numbers.len()];
        for content in self.end_epoch()? {
            match content {
                Content::Numbers(theirs) if theirs.len() == sums.len() => {
                    sums.iter_mut().zip(theirs).for_each(|(sum, number)| *sum = sum.saturating_add(number));
                }
                _ => return Err(TransportError::new("the processes do not run the same step of the build")),
            }
        }
        Ok(sums)
    }
}

/// Splits a batch into pieces of at most [`PLACES_AT_ONCE`] entries.
fn pieces(batch: Batch) -> Vec<Batch> {
    if batch.places.len() <= PLACES_AT_ONCE {
        return vec![batch];
    }
    let words = |piece: usize| match batch.words.is_empty() {
        true => Vec::new(),
        false => batch.words.chunks(PLACES_AT_ONCE).nth(piece).unwrap_or_default().to_vec(),
    };
    let pieces = batch.places.chunks(PLACES_AT_ONCE).enumerate();
    let piece = |(piece, places): (usize, &[u32])| Batch {
        places: places.to_vec(),
        words: words(piece),
        ..Batch { shard: batch.shard, kind: batch.kind, ..Batch::default() }
    };
    pieces.map(piece).collect()
}
