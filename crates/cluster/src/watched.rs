//! A connection that reports when the other process has ended.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use timely::communication::allocator::zero_copy::stream::Stream;

/// The state of the connections of a process.
#[derive(Default)]
pub(crate) struct LinkState {
    /// Set if another process has ended or a connection failed.
    pub(crate) is_broken: AtomicBool,
    /// Set if a reading thread will never end, because its stream ended without the end message.
    pub(crate) is_abandoned: AtomicBool,
}

/// The size of a header in bytes: six words.
const HEADER_BYTES: usize = 48;

/// The bytes of a header that hold the length of the data after it.
const LENGTH: std::ops::Range<usize> = 32..40;

/// Tracks the message boundaries of a stream that is read in pieces. Each message is a header followed by data.
#[derive(Default)]
struct Framing {
    header: Vec<u8>,
    /// The number of data bytes still to come.
    data: u64,
    /// `true` if the last message was complete and had no data: the message that ends a connection.
    has_ended: bool,
}

impl Framing {
    fn read(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            self.has_ended = false;
            let skipped = self.data.min(bytes.len() as u64);
            bytes = &bytes[skipped as usize..];
            self.data -= skipped;
            let wanted = (HEADER_BYTES - self.header.len()).min(bytes.len());
            self.header.extend_from_slice(&bytes[..wanted]);
            bytes = &bytes[wanted..];
            if self.header.len() == HEADER_BYTES {
                self.data = self.header[LENGTH].iter().fold(0, |length, &byte| length << 8 | u64::from(byte));
                self.has_ended = self.data == 0;
                self.header.clear();
            }
        }
    }
}

/// A connection that timely's threads read and write. It hides failures from these threads, which would otherwise panic
/// and end the process.
pub(crate) struct Watched {
    stream: TcpStream,
    state: Arc<LinkState>,
    framing: Framing,
}

impl Watched {
    pub(crate) fn new(stream: TcpStream, state: Arc<LinkState>) -> Watched {
        Watched { stream, state, framing: Framing::default() }
    }

    /// Blocks a reading thread until the process ends, so that the thread does not see the failure.
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
                if self.framing.has_ended { Ok(0) } else { self.abandon() }
            }
            result => result.inspect(|&count| self.framing.read(&buffer[..count])),
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use timely::communication::networking::MessageHeader;

    fn message(data: &[u8]) -> Vec<u8> {
        let length = data.len();
        let header =
            MessageHeader { channel: 3, source: 0, target_lower: 0, target_upper: 1, length, seqno: 9 };
        let mut bytes = Vec::new();
        header.write_to(&mut bytes).expect("bytes can be written");
        assert_eq!(bytes.len(), HEADER_BYTES);
        [bytes, data.to_vec()].concat()
    }

    proptest! {
        /// The connection may break after any byte, and data may look like the end message or like a length near 2⁶⁴.
        #[test]
        fn a_stream_has_ended_only_after_the_end_message(
            messages in prop::collection::vec(prop::collection::vec(prop_oneof![Just(0), Just(255u8)], 1..200), 0..5),
            cut in 0usize..1000, piece in 1usize..300,
        ) {
            let mut stream: Vec<u8> = messages.iter().flat_map(|data| message(data)).collect();
            let whole = stream.len();
            stream.extend(message(&[]));
            let cut = cut.min(stream.len());
            let mut framing = Framing::default();
            for bytes in stream[..cut].chunks(piece) {
                framing.read(bytes);
            }
            prop_assert_eq!(framing.has_ended, cut == whole + HEADER_BYTES);
        }
    }
}
