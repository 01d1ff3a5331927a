//! Limits the length of answers.

use super::RequestStatus;
use crate::wire::{ErrorJson, ErrorKind};
use std::io::{self, Write};

/// A writer of answers with a size limit.
pub struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl Bounded {
    /// Creates a writer of at most `most` bytes.
    pub fn new(most: usize) -> Self {
        Bounded { bytes: Vec::new(), most }
    }

    /// Returns the HTTP status and the text of the answer. If the answer was too long, they describe an error. `status` is the
    /// result of [`Service::answer`](super::Service::answer).
    pub fn finish(self, status: io::Result<RequestStatus>) -> (u16, Vec<u8>) {
        match status {
            Ok(RequestStatus::Answered | RequestStatus::Stopped(_)) => (200, self.bytes),
            Ok(RequestStatus::Refused(status)) => (status, self.bytes),
            Err(_) => {
                let message = format!("the answer has more than {} bytes", self.most);
                let error = ErrorJson::without_place(ErrorKind::Limit, &message)
                    .help("request less with `max_moves` or `up_to`");
                (error.status(), serde_json::to_vec(&error).unwrap_or_default())
            }
        }
    }
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::Error::other("the answer is too long"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
