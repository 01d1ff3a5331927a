//! States put away for a while, because memory has no room for them: numbers of 32 bits, then their checksum.

use crate::seal::Seal;
use crate::{Error, disk};
use std::fs;
use std::path::Path;

/// Puts states away in the place of those that were there.
pub(crate) fn put_away(path: &Path, states: &[u32]) -> Result<(), Error> {
    let mut bytes = Vec::with_capacity(states.len() * 4 + 8);
    bytes.extend(states.iter().flat_map(|state| state.to_le_bytes()));
    let seal = Seal::of(&bytes);
    bytes.extend(seal.0.to_le_bytes());
    disk::write(path, &bytes).map_err(Error::io("write", path))
}

/// Reads states that were put away.
pub(crate) fn fetch(path: &Path) -> Result<Vec<u32>, Error> {
    let bytes = fs::read(path).map_err(Error::io("read", path))?;
    let (states, seal) = bytes.split_at(bytes.len().saturating_sub(8));
    if seal != Seal::of(states).0.to_le_bytes() {
        return Err(Error::damaged(path, "the checksum is another"));
    }
    Ok(states.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect())
}
