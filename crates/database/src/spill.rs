//! Files of spilled states, which do not fit in memory. A file contains the states as 32-bit numbers, followed
//! by their checksum.

use crate::seal::Checksum;
use crate::{Error, disk};
use std::fs;
use std::path::Path;

/// Writes states to a file. Replaces the previous states of the file.
pub(crate) fn write(path: &Path, states: &[u32]) -> Result<(), Error> {
    let mut bytes = Vec::with_capacity(file_bytes(states.len()) as usize);
    bytes.extend(states.iter().flat_map(|state| state.to_le_bytes()));
    let checksum = Checksum::of(&bytes);
    bytes.extend(checksum.0.to_le_bytes());
    disk::write(path, &bytes).map_err(Error::io("write", path))
}

/// Returns the size, in bytes, of a file with this number of states: four bytes each, and a checksum.
pub(crate) fn file_bytes(states: usize) -> u64 {
    4 * states as u64 + 8
}

/// Reads spilled states and checks their checksum.
pub(crate) fn read(path: &Path) -> Result<Vec<u32>, Error> {
    let bytes = fs::read(path).map_err(Error::io("read", path))?;
    let (states, checksum) = bytes.split_at(bytes.len().saturating_sub(8));
    if checksum != Checksum::of(states).0.to_le_bytes() {
        return Err(Error::damaged(path, "the checksum does not match"));
    }
    Ok(states.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect())
}
