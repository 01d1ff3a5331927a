use crate::callers::PendingConnections;
use crate::greeting::{self, Greeting};
use crate::hosts::Hosts;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};
use thiserror::Error;
use winways_solve::{Build, BuildError, TransportError};
use xxhash_rust::xxh3::xxh3_64;

/// An error while connecting or preparing the processes of a build.
#[derive(Debug, Error)]
pub enum LinkError {
    /// The number of this process is not among the hosts.
    #[error("there is no process {index}: the hosts are processes 0 to {last}")]
    NoSuchProcess {
        /// The requested number.
        index: usize,
        /// The greatest valid number.
        last: usize,
    },
    /// The process cannot listen on its address.
    #[error("process {index} cannot listen on {address}: {source}")]
    Listen {
        /// The number of this process.
        index: usize,
        /// The address of this process.
        address: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Another process did not connect in time.
    #[error("process {index} ({address}) did not connect within {patience:?}{reason}")]
    Absent {
        /// The number of the missing process.
        index: usize,
        /// The address of the missing process.
        address: String,
        /// The time limit.
        patience: Duration,
        /// The error of the last attempt, after a colon and a space, or an empty string.
        reason: String,
    },
    /// Another process builds a different table, or uses a different number of shards or threads or a different hosts file.
    #[error(
        "process {index} builds a different table, or uses a different number of shards or threads, or another hosts file"
    )]
    Other {
        /// The number of that process.
        index: usize,
    },
    /// A process of another group listens at the address of a process of this group.
    #[error("another group of processes is at {address}, the address of process {index}")]
    Stranger {
        /// The number of the process of this group.
        index: usize,
        /// The address of that process.
        address: String,
    },
    /// The link to another process broke before the build started.
    #[error("the connection to process {index} failed: {source}")]
    Broken {
        /// The number of that process.
        index: usize,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The preparation failed, here or in process 0.
    #[error(transparent)]
    Prepare(Box<dyn std::error::Error + Send + Sync>),
}

impl LinkError {
    /// Returns `true` if a later attempt may succeed: a process did not connect in time or has ended, or an address is
    /// in use.
    pub fn is_temporary(&self) -> bool {
        match self {
            LinkError::Absent { .. } | LinkError::Broken { .. } | LinkError::Stranger { .. } => true,
            LinkError::Listen { source, .. } => source.kind() == ErrorKind::AddrInUse,
            LinkError::NoSuchProcess { .. } | LinkError::Other { .. } | LinkError::Prepare(_) => false,
        }
    }
}

/// The pause between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(20);

/// The connections of this process to the other processes of its group.
#[derive(Debug)]
pub struct Link {
    index: usize,
    /// The stream to each process; `None` for this process.
    streams: Vec<Option<TcpStream>>,
}

/// The maximum time to wait for other processes: a hundred years.
const MAX_PATIENCE: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);

impl Link {
    /// Connects this process, number `index`, to all others. Fails if this takes longer than `patience`.
    ///
    /// `description` identifies the build. Processes with a different description or different hosts are refused.
    ///
    /// # Errors
    /// Returns a [`LinkError`], at the latest a few seconds after `patience` has elapsed.
    pub fn connect(
        hosts: &Hosts,
        index: usize,
        description: &str,
        patience: Duration,
    ) -> Result<Link, LinkError> {
        if index >= hosts.len() {
            return Err(LinkError::NoSuchProcess { index, last: hosts.len() - 1 });
        }
        let patience = patience.min(MAX_PATIENCE);
        let deadline = Instant::now() + patience;
        let listen = |source| LinkError::Listen { index, address: hosts.address(index).to_owned(), source };
        let listener = TcpListener::bind(&*hosts.resolve(index).map_err(listen)?).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let digest = xxh3_64(format!("{hosts}\n{description}").as_bytes());
        let group = hosts.group();
        let greeting = Greeting { group, digest, processes: hosts.len() as u32, index: index as u32 };
        let mut link = Link { index, streams: (0..hosts.len()).map(|_| None).collect() };
        let absent = |other: usize, reason: String| LinkError::Absent {
            index: other,
            address: hosts.address(other).to_owned(),
            patience,
            reason,
        };
        for other in 0..index {
            let stream =
                connect_until(hosts, other, greeting, deadline)?.map_err(|reason| absent(other, reason))?;
            link.streams[other] = Some(stream);
        }
        let mut pending = PendingConnections::default();
        while let Some(missing) = (index + 1..hosts.len()).find(|&other| link.streams[other].is_none()) {
            pending.accept(&listener).map_err(listen)?;
            for (stream, theirs) in pending.greeted() {
                link.accept(stream, theirs, greeting)?;
            }
            if Instant::now() >= deadline {
                return Err(absent(missing, String::new()));
            }
            sleep(PAUSE);
        }
        Ok(link)
    }

    /// Handles the greeting of a process that has connected to this one.
    fn accept(
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
        // The process belongs to another group, which may have used this address before. It recognises from our greeting
        // that it has reached the wrong group.
        if theirs.group != greeting.group {
            return Ok(());
        }
        if theirs.digest != greeting.digest || theirs.processes != greeting.processes {
            return Err(LinkError::Other { index: other });
        }
        if other <= self.index || other >= self.streams.len() {
            return Ok(());
        }
        // A process that was restarted connects a second time; its last connection is used.
        self.streams[other] = Some(stream);
        Ok(())
    }

    /// Returns the number of processes.
    pub fn processes(&self) -> usize {
        self.streams.len()
    }

    /// Runs a preparation step in process 0 and, once it has succeeded there, in the other processes.
    ///
    /// # Errors
    /// Returns [`LinkError::Prepare`] with the error of `prepare` if it failed here or in process 0, or
    /// [`LinkError::Broken`] if a link failed.
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
            _ => Err(LinkError::Prepare("process 0 could not start; see its error message".into())),
        }
    }

    /// Runs this process's part of a build, with the number of threads of its budget. All processes must have the same
    /// number of threads.
    ///
    /// # Errors
    /// Fails like [`winways_solve::run_worker`], or with [`BuildError::Transport`] if another process ends prematurely.
    pub fn run(&self, build: &Build<'_>) -> Result<(), BuildError> {
        let streams = self.streams.iter().map(|stream| stream.as_ref().map(TcpStream::try_clone).transpose());
        let streams: io::Result<Vec<Option<TcpStream>>> = streams.collect();
        let failed = |error| TransportError::new(format!("the connection failed: {error}"));
        crate::dataflow::run(self.index, streams.map_err(failed)?, build)
    }
}

/// Connects to process `other`, and retries until `deadline`. The inner error is the reason why the last attempt
/// failed.
fn connect_until(
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
        match try_connect(hosts, other, greeting, left) {
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

fn try_connect(
    hosts: &Hosts,
    other: usize,
    greeting: Greeting,
    left: Duration,
) -> io::Result<(TcpStream, Greeting)> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the host name has no address");
    for address in hosts.resolve(other)? {
        match TcpStream::connect_timeout(&address, left.min(greeting::TIMEOUT)) {
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
