//! The first message that connected processes exchange.

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
use std::time::Duration;

/// The first bytes of a connection.
const MAGIC: [u8; 8] = *b"WINWAYS2";

/// The time within which a connected process must send its greeting.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(5);

/// The identity of a process and of its build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Greeting {
    /// The secret of the group; 0 if the group has none.
    pub(crate) group: u64,
    pub(crate) digest: u64,
    pub(crate) processes: u32,
    pub(crate) index: u32,
}

impl Greeting {
    pub(crate) const BYTES: usize = 32;

    pub(crate) fn bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..16].copy_from_slice(&self.group.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.digest.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.processes.to_le_bytes());
        bytes[28..].copy_from_slice(&self.index.to_le_bytes());
        bytes
    }

    /// Reads a greeting from a stream, and blocks until it has arrived or [`TIMEOUT`] has passed.
    pub(crate) fn read(stream: &mut TcpStream) -> io::Result<Greeting> {
        stream.set_read_timeout(Some(TIMEOUT))?;
        let mut bytes = [0; Self::BYTES];
        stream.read_exact(&mut bytes)?;
        Greeting::of_bytes(&bytes)
    }

    /// Parses a greeting.
    pub(crate) fn of_bytes(bytes: &[u8; Self::BYTES]) -> io::Result<Greeting> {
        if bytes[..8] != MAGIC {
            return Err(io::Error::new(ErrorKind::InvalidData, "the peer is not a process of a build"));
        }
        let word = |range: std::ops::Range<usize>| {
            bytes[range].iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte))
        };
        let (processes, index) = (word(24..28) as u32, word(28..32) as u32);
        Ok(Greeting { group: word(8..16), digest: word(16..24), processes, index })
    }
}
