//! Connections of which it is not known yet who calls.

use crate::greeting::{self, Greeting};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

/// How many callers that have not said who they are may wait; of more the oldest one is sent away.
const MAX_CALLERS: usize = 256;

/// Those who have called and not yet said who they are. All are listened to at once, so that one who says nothing keeps
/// nobody waiting; whoever does not greet in time, or does not speak the language, is sent away.
#[derive(Default)]
pub(crate) struct Callers(VecDeque<Caller>);

struct Caller {
    stream: TcpStream,
    /// The greeting as far as it has come.
    bytes: [u8; Greeting::BYTES],
    length: usize,
    until: Instant,
}

impl Callers {
    /// Takes all connections that wait, without waiting for one.
    ///
    /// # Errors
    /// What the system says of the listener; a connection that broke before it was taken is nobody's fault.
    pub(crate) fn accept(&mut self, listener: &TcpListener) -> io::Result<()> {
        loop {
            match listener.accept() {
                Ok((stream, _)) => self.add(stream),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if is_of_one_connection(error.kind()) => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn add(&mut self, stream: TcpStream) {
        if stream.set_nonblocking(true).is_err() {
            return;
        }
        if self.0.len() == MAX_CALLERS {
            self.0.pop_front();
        }
        let until = Instant::now() + greeting::PATIENCE;
        self.0.push_back(Caller { stream, bytes: [0; Greeting::BYTES], length: 0, until });
    }

    /// Those whose greeting has come by now, in the order in which they called.
    pub(crate) fn greeted(&mut self) -> Vec<(TcpStream, Greeting)> {
        let (now, mut greeted) = (Instant::now(), Vec::new());
        for mut caller in std::mem::take(&mut self.0) {
            match caller.listen() {
                Ok(Some(greeting)) => greeted.push((caller.stream, greeting)),
                Ok(None) if now < caller.until => self.0.push_back(caller),
                Ok(None) | Err(_) => {}
            }
        }
        greeted
    }
}

impl Caller {
    /// The greeting, once all of it has come.
    fn listen(&mut self) -> io::Result<Option<Greeting>> {
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

fn is_of_one_connection(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::Interrupted)
}
