//! What is known of whole sums, within a bound of memory: what cost least gives way.

use super::sum::Key;
use foldhash::fast::FixedState;
use std::hash::BuildHasher;
use std::ops::Range;
use winways_rules::Component;

/// What is known of sums, which are compared as a whole: whatever gives way, nothing that is found is wrong.
pub(super) struct Table<C, V> {
    /// Buckets of [`BUCKET`] slots; their number is a power of two.
    slots: Vec<Option<Slot<C, V>>>,
    hasher: FixedState,
    /// What the keys own.
    key_bytes: u64,
    limit: u64,
}

struct Slot<C, V> {
    hash: u64,
    key: Key<C>,
    known: V,
    /// How many sums were looked at to find it out.
    cost: u64,
}

const BUCKET: usize = 4;
/// The slots of a new table.
const FIRST_SLOTS: usize = 1 << 6;

impl<C: Component, V: Copy> Table<C, V> {
    /// An empty table, which takes at most `limit` bytes or those of its first few slots.
    pub(super) fn new(limit: u64) -> Self {
        let mut slots = Vec::new();
        slots.resize_with(FIRST_SLOTS, || None);
        Table { slots, hasher: FixedState::default(), key_bytes: 0, limit }
    }

    pub(super) fn hash(&self, key: &Key<C>) -> u64 {
        self.hasher.hash_one(key)
    }

    pub(super) fn get(&self, hash: u64, key: &Key<C>) -> Option<V> {
        let mut slots = self.slots[self.bucket(hash)].iter().flatten();
        slots.find(|slot| slot.hash == hash && slot.key == *key).map(|slot| slot.known)
    }

    /// Remembers what is known of a sum, in place of what was known of it or of one that cost least, if there is room.
    pub(super) fn insert(&mut self, hash: u64, key: Key<C>, known: V, cost: u64) {
        let mut place = self.place_for(hash, &key);
        if self.slots[place].as_ref().is_some_and(|slot| slot.key != key) && self.grow() {
            place = self.place_for(hash, &key);
        }
        let given_back = self.slots[place].as_ref().map_or(0, |slot| slot.key.bytes());
        let key_bytes = self.key_bytes - given_back + key.bytes();
        if key_bytes <= self.key_bytes || self.slot_bytes() + key_bytes <= self.limit {
            self.key_bytes = key_bytes;
            self.slots[place] = Some(Slot { hash, key, known, cost });
        }
    }

    /// Where the sum is; else a place that is free, or the cheapest.
    fn place_for(&self, hash: u64, key: &Key<C>) -> usize {
        let rank = |place: &usize| match &self.slots[*place] {
            Some(slot) if slot.hash == hash && slot.key == *key => (0, 0),
            None => (1, 0),
            Some(slot) => (2, slot.cost),
        };
        self.bucket(hash).min_by_key(rank).unwrap_or_default()
    }

    /// Doubles the slots, if there is room for both.
    fn grow(&mut self) -> bool {
        if 3 * self.slot_bytes() + self.key_bytes > self.limit {
            return false;
        }
        let mut slots = Vec::new();
        slots.resize_with(2 * self.slots.len(), || None);
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().flatten() {
            // What was one bucket becomes two, so there is a free place.
            let mut bucket = self.bucket(slot.hash);
            if let Some(place) = bucket.find(|place| self.slots[*place].is_none()) {
                self.slots[place] = Some(slot);
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

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.slot_bytes() + self.key_bytes
    }
}
