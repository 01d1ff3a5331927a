//! A transposition table of whole sums within a memory limit; the cheapest entries are evicted first.

use super::hash::Words;
use super::sum::Key;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use winways_rules::Component;

/// A map from sums to facts about them. Keys are compared in full, so evictions never cause wrong results.
pub(super) struct Table<C, V> {
    /// Buckets of [`BUCKET`] slots each; the number of buckets is a power of two.
    slots: Vec<Option<Slot<C, V>>>,
    /// Heap bytes owned by the keys.
    key_bytes: u64,
    limit: u64,
}

struct Slot<C, V> {
    hash: u64,
    key: Key<C>,
    known: V,
    /// The number of sums searched to compute the entry.
    cost: u64,
}

const BUCKET: usize = 4;
/// The number of slots of a new table.
const FIRST_SLOTS: usize = 1 << 6;

impl<C: Component, V: Copy> Table<C, V> {
    /// Creates an empty table that uses at most `limit` bytes, or the bytes of its first few slots if that is
    /// more.
    pub(super) fn new(limit: u64) -> Self {
        let mut slots = Vec::new();
        slots.resize_with(FIRST_SLOTS, || None);
        Table { slots, key_bytes: 0, limit }
    }

    pub(super) fn hash(key: &Key<C>) -> u64 {
        let mut hasher = Words::default();
        key.hash(&mut hasher);
        hasher.finish()
    }

    pub(super) fn get(&self, hash: u64, key: &Key<C>) -> Option<V> {
        let mut slots = self.slots[self.bucket(hash)].iter().flatten();
        slots.find(|slot| slot.hash == hash && slot.key == *key).map(|slot| slot.known)
    }

    /// Stores a fact about a sum, unless its key would exceed the memory limit. Replaces the entry of the
    /// sum, or evicts the cheapest entry of a full bucket.
    pub(super) fn insert(&mut self, hash: u64, key: Key<C>, known: V, cost: u64) {
        let mut slot_index = self.slot_for(hash, &key);
        if self.slots[slot_index].as_ref().is_some_and(|slot| slot.key != key) && self.grow() {
            slot_index = self.slot_for(hash, &key);
        }
        let freed = self.slots[slot_index].as_ref().map_or(0, |slot| slot.key.bytes());
        let key_bytes = self.key_bytes - freed + key.bytes();
        if key_bytes <= self.key_bytes || self.slot_bytes() + key_bytes <= self.limit {
            self.key_bytes = key_bytes;
            self.slots[slot_index] = Some(Slot { hash, key, known, cost });
        }
    }

    /// Returns the slot of the sum, or else a free slot of its bucket, or else the slot with the cheapest
    /// entry.
    fn slot_for(&self, hash: u64, key: &Key<C>) -> usize {
        let rank = |slot_index: &usize| match &self.slots[*slot_index] {
            Some(slot) if slot.hash == hash && slot.key == *key => (0, 0),
            None => (1, 0),
            Some(slot) => (2, slot.cost),
        };
        self.bucket(hash).min_by_key(rank).unwrap_or_default()
    }

    /// Doubles the number of slots. Returns `false` if the old and the new slots do not fit into memory together.
    fn grow(&mut self) -> bool {
        if 3 * self.slot_bytes() + self.key_bytes > self.limit {
            return false;
        }
        let mut slots = Vec::new();
        slots.resize_with(2 * self.slots.len(), || None);
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().flatten() {
            // Each bucket is divided between two, so a free slot exists.
            let mut bucket = self.bucket(slot.hash);
            if let Some(slot_index) = bucket.find(|slot_index| self.slots[*slot_index].is_none()) {
                self.slots[slot_index] = Some(slot);
            }
        }
        true
    }

    fn bucket(&self, hash: u64) -> Range<usize> {
        let buckets = self.slots.len() / BUCKET;
        let first = (hash as usize & (buckets - 1)) * BUCKET;
        first..first + BUCKET
    }

    fn slot_bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<Option<Slot<C, V>>>()) as u64
    }

    /// Returns the number of bytes used.
    pub(super) fn bytes(&self) -> u64 {
        self.slot_bytes() + self.key_bytes
    }
}
