//! Hash tables with open addressing, for small entries that are never removed one by one.

use super::account::Account;
use super::error::ArenaError;

/// An entry of a [`Table`], with its key and value.
pub(super) trait Entry: Copy {
    /// The entry that marks a free slot; it equals no other entry.
    const FREE: Self;

    fn is_free(&self) -> bool;

    /// Returns the hash of the key, whose upper bits must be well mixed.
    fn hash(&self) -> u64;
}

/// A hash table whose number of slots is a power of two. Each entry is in the first free slot from its hash on.
#[derive(Debug)]
pub(super) struct Table<E> {
    slots: Vec<E>,
    count: usize,
}

impl<E: Entry> Table<E> {
    pub(super) fn new() -> Table<E> {
        Table { slots: Vec::new(), count: 0 }
    }

    #[inline]
    pub(super) fn find(&self, hash: u64, same: impl Fn(&E) -> bool) -> Option<&E> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = self.first(hash);
        loop {
            let entry = &self.slots[slot & mask];
            if entry.is_free() {
                return None;
            }
            if same(entry) {
                return Some(entry);
            }
            slot += 1;
        }
    }

    /// Makes room for one more entry.
    #[inline]
    pub(super) fn reserve(&mut self, account: &mut Account) -> Result<(), ArenaError> {
        if (self.count + 1) * 4 <= self.slots.len() * 3 { Ok(()) } else { self.enlarge(account) }
    }

    /// Adds an entry whose key is not in the table.
    #[inline]
    pub(super) fn insert(&mut self, entry: E, account: &mut Account) -> Result<(), ArenaError> {
        self.reserve(account)?;
        self.place(entry);
        self.count += 1;
        Ok(())
    }

    pub(super) fn clear(&mut self) {
        if self.count > 0 {
            self.slots.fill(E::FREE);
            self.count = 0;
        }
    }

    #[inline]
    fn place(&mut self, entry: E) {
        let mask = self.slots.len() - 1;
        let mut slot = self.first(entry.hash());
        while !self.slots[slot & mask].is_free() {
            slot += 1;
        }
        self.slots[slot & mask] = entry;
    }

    /// Returns the first slot to probe, the upper bits of the hash. There must be at least two slots.
    #[inline]
    fn first(&self, hash: u64) -> usize {
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    #[cold]
    fn enlarge(&mut self, account: &mut Account) -> Result<(), ArenaError> {
        let capacity = (self.slots.len() * 2).max(16);
        let mut slots = account.vector(capacity)?;
        slots.resize(capacity, E::FREE);
        let old = std::mem::replace(&mut self.slots, slots);
        for &entry in old.iter().filter(|entry| !entry.is_free()) {
            self.place(entry);
        }
        account.release(old);
        Ok(())
    }
}

/// Mixes two words into one: the exclusive or of the halves of a product.
#[inline]
pub(super) fn mix(left: u64, right: u64) -> u64 {
    // The first fractional digits of pi: constants without structure.
    let product = u128::from(left ^ 0x243f_6a88_85a3_08d3) * u128::from(right ^ 0x1319_8a2e_0370_7345);
    (product >> 64) as u64 ^ product as u64
}
