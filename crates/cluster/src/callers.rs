//! Incoming connections that have not identified themselves yet.

use crate::greeting::{self, Greeting};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

/// The maximum number of pending connections. When it is exceeded, the oldest connection is closed.
const MAX_PENDING: usize = 256;

/// Incoming connections without a complete greeting. All are polled without blocking, so that a silent connection does
/// not delay the others. A connection is closed if its greeting is invalid or does not arrive in time.
#[derive(Default)]
pub(crate) struct PendingConnections(VecDeque<PendingConnection>);

struct PendingConnection {
    stream: TcpStream,
    /// The part of the greeting that has been received.
    bytes: [u8; Greeting::BYTES],
    length: usize,
    deadline: Instant,
}

impl PendingConnections {
    /// Accepts all waiting connections without blocking.
    ///
    /// # Errors
    /// Returns the error of the listener. Errors of a single connection that failed before it was accepted are ignored.
    pub(crate) fn accept(&mut self, listener: &TcpListener) -> io::Result<()> {
        loop {
            match listener.accept() {
                Ok((stream, _)) => self.add(stream),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if is_connection_error(error.kind()) => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn add(&mut self, stream: TcpStream) {
        if stream.set_nonblocking(true).is_err() {
            return;
        }
        if self.0.len() == MAX_PENDING {
            self.0.pop_front();
        }
        let deadline = Instant::now() + greeting::TIMEOUT;
        self.0.push_back(PendingConnection { stream, bytes: [0; Greeting::BYTES], length: 0, deadline });
    }

    /// Returns the connections whose greeting is complete, in the order in which they were accepted.
    pub(crate) fn greeted(&mut self) -> Vec<(TcpStream, Greeting)> {
        let (now, mut greeted) = (Instant::now(), Vec::new());
        for mut connection in std::mem::take(&mut self.0) {
            match connection.poll_greeting() {
                Ok(Some(greeting)) => greeted.push((connection.stream, greeting)),
                Ok(None) if now < connection.deadline => self.0.push_back(connection),
                Ok(None) | Err(_) => {}
            }
        }
        greeted
    }
}

impl PendingConnection {
    /// Returns the greeting once all of it has been received.
    fn poll_greeting(&mut self) -> io::Result<Option<Greeting>> {
        while self.length < Greeting::BYTES {
            match self.stream.read(&mut self.bytes[self.length..]) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.length += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Greeting::of_bytes(&self.bytes).map(Some)
    }
}

fn is_connection_error(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::Interrupted)
}
