//! Memory: what the tables hold, and what they may.

use std::fmt;

/// The memory that an arena may use is used up.
///
/// The operation that returned it did nothing else: the arena stays usable, and what it has found out it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutOfMemory {
    /// The bytes that the arena may use.
    pub limit: u64,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the values need more than the {} bytes of memory they may use", self.limit)
    }
}

impl std::error::Error for OutOfMemory {}

/// Bytes taken and the bytes there are.
#[derive(Debug)]
pub(super) struct Budget {
    used: u64,
    limit: u64,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Budget {
        Budget { used: 0, limit }
    }

    pub(super) fn used(&self) -> u64 {
        self.used
    }

    pub(super) fn exceeded(&self) -> OutOfMemory {
        OutOfMemory { limit: self.limit }
    }

    /// Whether `bytes` more could be taken.
    pub(super) fn check(&self, bytes: u64) -> Result<(), OutOfMemory> {
        match self.used.checked_add(bytes) {
            Some(total) if total <= self.limit => Ok(()),
            _ => Err(self.exceeded()),
        }
    }

    pub(super) fn take(&mut self, bytes: u64) -> Result<(), OutOfMemory> {
        self.check(bytes)?;
        self.used += bytes;
        Ok(())
    }

    /// Makes room for `extra` more elements, before they are pushed.
    #[inline]
    pub(super) fn reserve<T>(&mut self, vector: &mut Vec<T>, extra: usize) -> Result<(), OutOfMemory> {
        if vector.capacity() - vector.len() >= extra { Ok(()) } else { self.enlarge(vector, extra) }
    }

    #[cold]
    fn enlarge<T>(&mut self, vector: &mut Vec<T>, extra: usize) -> Result<(), OutOfMemory> {
        let least = vector.len().checked_add(extra).ok_or(self.exceeded())?;
        let capacity = least.max(vector.capacity().saturating_mul(2)).max(16);
        self.replace(vector, capacity)
    }

    /// Moves `vector` to a place with exactly `capacity` elements. Old and new place are there at the same time.
    pub(super) fn replace<T>(&mut self, vector: &mut Vec<T>, capacity: usize) -> Result<(), OutOfMemory> {
        self.take(bytes_of::<T>(capacity))?;
        let old = bytes_of::<T>(vector.capacity());
        if vector.try_reserve_exact(capacity - vector.len()).is_err() {
            self.used -= bytes_of::<T>(capacity);
            return Err(self.exceeded());
        }
        self.used -= old;
        Ok(())
    }

    /// An empty vector for exactly `capacity` elements.
    pub(super) fn vector<T>(&mut self, capacity: usize) -> Result<Vec<T>, OutOfMemory> {
        let mut vector = Vec::new();
        self.replace(&mut vector, capacity)?;
        Ok(vector)
    }

    /// Gives back the memory of `vector`.
    pub(super) fn release<T>(&mut self, vector: Vec<T>) {
        self.used -= bytes_of::<T>(vector.capacity());
    }
}

fn bytes_of<T>(count: usize) -> u64 {
    (count as u64).saturating_mul(size_of::<T>() as u64)
}
