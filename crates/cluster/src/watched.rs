//! A connection that tells when the other process has ended.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use timely::communication::allocator::zero_copy::stream::Stream;

/// A connection of which timely's threads read and write, and which keeps failures from them: they would panic.
pub(crate) struct Watched {
    stream: TcpStream,
    broken: Arc<AtomicBool>,
}

impl Watched {
    pub(crate) fn new(stream: TcpStream, broken: Arc<AtomicBool>) -> Watched {
        Watched { stream, broken }
    }
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Ok(0) | Err(_) if !buffer.is_empty() => {
                self.broken.store(true, Ordering::SeqCst);
                Ok(0)
            }
            result => result,
        }
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes).or_else(|_| {
            self.broken.store(true, Ordering::SeqCst);
            Ok(bytes.len())
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().or_else(|_| {
            self.broken.store(true, Ordering::SeqCst);
            Ok(())
        })
    }
}

impl Stream for Watched {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Watched { stream: self.stream.try_clone()?, broken: self.broken.clone() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other process may have ended already.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
