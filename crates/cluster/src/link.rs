use crate::callers::Callers;
use crate::greeting::{self, Greeting};
use crate::hosts::Hosts;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};
use thiserror::Error;
use winways_solve::{Build, BuildError, TransportError};
use xxhash_rust::xxh3::xxh3_64;

/// Why processes did not come together.
#[derive(Debug, Error)]
pub enum LinkError {
    /// This process is not among the hosts.
    #[error("there is no process {index}: the hosts are processes 0 to {last}")]
    NoSuchProcess {
        /// The number asked for.
        index: usize,
        /// The last number there is.
        last: usize,
    },
    /// The address cannot be listened on.
    #[error("process {index} cannot listen on {address}: {source}")]
    Listen {
        /// This process.
        index: usize,
        /// Its address.
        address: String,
        /// What the system says.
        source: io::Error,
    },
    /// A process was not there in time.
    #[error("process {index} ({address}) did not come within {seconds} s{reason}")]
    Absent {
        /// The process.
        index: usize,
        /// Its address.
        address: String,
        /// How long it was waited for.
        seconds: u64,
        /// What the last attempt ended with.
        reason: String,
    },
    /// A process builds another table, or has another hosts file.
    #[error("process {index} builds another table, has another number of shards, or another hosts file")]
    Other {
        /// The process.
        index: usize,
    },
    /// A process of another group listens at the address of one of this group.
    #[error("another group of processes is at {address}, the address of process {index}")]
    Stranger {
        /// The process of this group.
        index: usize,
        /// Its address.
        address: String,
    },
    /// The link broke before the work began.
    #[error("the link to process {index} broke: {source}")]
    Broken {
        /// The process.
        index: usize,
        /// What the system says.
        source: io::Error,
    },
    /// What process 0 had to do before the others failed.
    #[error(transparent)]
    Prepare(Box<dyn std::error::Error + Send + Sync>),
}

impl LinkError {
    /// Returns `true` if it may go away by itself: a process did not come in time, or has gone, or an address is taken for now.
    pub fn is_temporary(&self) -> bool {
        match self {
            LinkError::Absent { .. } | LinkError::Broken { .. } | LinkError::Stranger { .. } => true,
            LinkError::Listen { source, .. } => source.kind() == ErrorKind::AddrInUse,
            LinkError::NoSuchProcess { .. } | LinkError::Other { .. } | LinkError::Prepare(_) => false,
        }
    }
}

/// How long to wait between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// This process's connections to the others of a group.
#[derive(Debug)]
pub struct Link {
    index: usize,
    /// By process; none to itself.
    streams: Vec<Option<TcpStream>>,
}

impl Link {
    /// Connects this process, number `index`, with all others, or gives up after `patience`.
    ///
    /// `what` describes the build; processes that describe another one, or have other hosts, are refused.
    ///
    /// # Errors
    /// [`LinkError`], within `patience` and a few seconds.
    pub fn connect(hosts: &Hosts, index: usize, what: &str, patience: Duration) -> Result<Link, LinkError> {
        if index >= hosts.len() {
            return Err(LinkError::NoSuchProcess { index, last: hosts.len() - 1 });
        }
        let deadline = Instant::now() + patience;
        let listen = |source| LinkError::Listen { index, address: hosts.address(index).to_owned(), source };
        let listener = TcpListener::bind(&*hosts.resolve(index).map_err(listen)?).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let digest = xxh3_64(format!("{hosts}\n{what}").as_bytes());
        let group = hosts.group();
        let greeting = Greeting { group, digest, processes: hosts.len() as u32, index: index as u32 };
        let mut link = Link { index, streams: (0..hosts.len()).map(|_| None).collect() };
        let absent = |other: usize, reason: String| LinkError::Absent {
            index: other,
            address: hosts.address(other).to_owned(),
            seconds: patience.as_secs(),
            reason,
        };
        for other in 0..index {
            let stream = call(hosts, other, greeting, deadline)?.map_err(|reason| absent(other, reason))?;
            link.streams[other] = Some(stream);
        }
        let mut callers = Callers::default();
        while let Some(missing) = (index + 1..hosts.len()).find(|&other| link.streams[other].is_none()) {
            callers.accept(&listener).map_err(listen)?;
            for (stream, theirs) in callers.greeted() {
                link.welcome(stream, theirs, greeting)?;
            }
            if Instant::now() >= deadline {
                return Err(absent(missing, String::new()));
            }
            sleep(PAUSE);
        }
        Ok(link)
    }

    /// Takes a process in that has called.
    fn welcome(
        &mut self,
        mut stream: TcpStream,
        theirs: Greeting,
        greeting: Greeting,
    ) -> Result<(), LinkError> {
        let other = theirs.index as usize;
        let ready = stream.set_nonblocking(false).and_then(|()| stream.set_nodelay(true));
        if ready.and_then(|()| stream.write_all(&greeting.bytes())).is_err() {
            return Ok(());
        }
        // Another group had this address before, or will have it; its process has learnt from the greeting where it is.
        if theirs.group != greeting.group {
            return Ok(());
        }
        if theirs.digest != greeting.digest || theirs.processes != greeting.processes {
            return Err(LinkError::Other { index: other });
        }
        if other <= self.index || other >= self.streams.len() {
            return Ok(());
        }
        // One that died and was started again calls a second time; the last call counts.
        self.streams[other] = Some(stream);
        Ok(())
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.streams.len()
    }

    /// Does what process 0 must have done before the others may do it: `prepare` is called there first.
    ///
    /// # Errors
    /// [`LinkError::Prepare`] with what `prepare` says, here or in process 0.
    pub fn in_turn<T, E>(&mut self, prepare: impl FnOnce() -> Result<T, E>) -> Result<T, LinkError>
    where
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let failed = |error: E| LinkError::Prepare(error.into());
        if self.index == 0 {
            let prepared = prepare();
            for (index, stream) in self.streams.iter_mut().enumerate() {
                let Some(stream) = stream else { continue };
                let sent = stream.write_all(&[u8::from(prepared.is_ok())]);
                sent.map_err(|source| LinkError::Broken { index, source })?;
            }
            return prepared.map_err(failed);
        }
        let mut answer = [0];
        if let Some(stream) = &mut self.streams[0] {
            let broken = |source| LinkError::Broken { index: 0, source };
            stream.set_read_timeout(None).map_err(broken)?;
            stream.read_exact(&mut answer).map_err(broken)?;
        }
        match answer[0] {
            1 => prepare().map_err(failed),
            _ => Err(LinkError::Prepare("process 0 could not begin; it says why".into())),
        }
    }

    /// Does this process's part of a build, with the threads of its budget; all processes have the same number of them.
    ///
    /// # Errors
    /// As [`winways_solve::run_worker`]; [`BuildError::Transport`] when another process ends before its time.
    pub fn run(&self, build: &Build<'_>) -> Result<(), BuildError> {
        let streams = self.streams.iter().map(|stream| stream.as_ref().map(TcpStream::try_clone).transpose());
        let streams: io::Result<Vec<Option<TcpStream>>> = streams.collect();
        let failed = |error| TransportError::new(format!("the link failed: {error}"));
        crate::dataflow::run(self.index, streams.map_err(failed)?, build)
    }
}

/// Calls process `other` until it answers.
fn call(
    hosts: &Hosts,
    other: usize,
    greeting: Greeting,
    deadline: Instant,
) -> Result<Result<TcpStream, String>, LinkError> {
    let mut reason = String::new();
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(Err(reason));
        }
        match try_call(hosts, other, greeting, left) {
            Ok((stream, theirs)) => {
                if theirs.group != greeting.group {
                    return Err(LinkError::Stranger {
                        index: other,
                        address: hosts.address(other).to_owned(),
                    });
                }
                let same = theirs.digest == greeting.digest && theirs.processes == greeting.processes;
                return match same && theirs.index as usize == other {
                    true => Ok(Ok(stream)),
                    false => Err(LinkError::Other { index: other }),
                };
            }
            Err(error) => reason = format!(": {error}"),
        }
        sleep(PAUSE);
    }
}

fn try_call(
    hosts: &Hosts,
    other: usize,
    greeting: Greeting,
    left: Duration,
) -> io::Result<(TcpStream, Greeting)> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the name stands for no address");
    for address in hosts.resolve(other)? {
        match TcpStream::connect_timeout(&address, left.min(greeting::PATIENCE)) {
            Ok(mut stream) => {
                stream.set_nodelay(true)?;
                stream.write_all(&greeting.bytes())?;
                let theirs = Greeting::read(&mut stream)?;
                return Ok((stream, theirs));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}
