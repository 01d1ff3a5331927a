//! A connection that reports when the other process has ended.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

/// The state of the connections of a process.
#[derive(Default)]
pub(crate) struct LinkState {
    /// Set if another process has ended or a connection failed.
    pub(crate) is_broken: AtomicBool,
    /// Set if a reading thread will never end, because its stream ended without the end message.
    pub(crate) is_abandoned: AtomicBool,
}

/// The size in bytes of the message that ends a connection: a header of six words without data.
const END_BYTES: usize = 48;

/// A connection that timely's threads read and write. It hides failures from them, since they would panic and end the
/// process.
pub(crate) struct Watched {
    stream: TcpStream,
    state: Arc<LinkState>,
    /// The last bytes that were read.
    last: [u8; END_BYTES],
}

impl Watched {
    pub(crate) fn new(stream: TcpStream, state: Arc<LinkState>) -> Watched {
        // Anything but the end message, whose length field is zero.
        Watched { stream, state, last: [1; END_BYTES] }
    }

    fn record_tail(&mut self, bytes: &[u8]) {
        let news = &bytes[bytes.len().saturating_sub(END_BYTES)..];
        self.last.rotate_left(news.len());
        self.last[END_BYTES - news.len()..].copy_from_slice(news);
    }

    /// Returns `true` if the last message was the end message.
    fn has_ended(&self) -> bool {
        MessageHeader::try_read(&self.last).is_some_and(|header| header.length == 0)
    }

    /// Blocks a reading thread until the process ends, so that it does not see the failure.
    fn abandon(&self) -> ! {
        self.state.is_abandoned.store(true, Ordering::SeqCst);
        loop {
            std::thread::park();
        }
    }
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Ok(0) | Err(_) if !buffer.is_empty() => {
                self.state.is_broken.store(true, Ordering::SeqCst);
                if self.has_ended() { Ok(0) } else { self.abandon() }
            }
            result => result.inspect(|&count| self.record_tail(&buffer[..count])),
        }
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes).or_else(|_| {
            self.state.is_broken.store(true, Ordering::SeqCst);
            Ok(bytes.len())
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().or_else(|_| {
            self.state.is_broken.store(true, Ordering::SeqCst);
            Ok(())
        })
    }
}

impl Stream for Watched {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Watched::new(self.stream.try_clone()?, self.state.clone()))
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
