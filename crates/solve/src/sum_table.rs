//! A table of values of sums that needs no allocation per sum.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;
use winways_rules::Component;

/// A map from sums (lists of components) to values.
///
/// The components of all sums are stored one after another in a few long lists. Millions of sums therefore
/// take little more memory than their components, and dropping the table is fast.
///
/// The order of the components matters. If sums are equal as multisets, sort their components first.
///
/// ```
/// use winways_solve::SumTable;
///
/// let mut values = SumTable::default();
/// values.insert(&[1u64, 2], 3);
/// assert_eq!((values.get(&[1, 2]), values.get(&[2, 1])), (Some(3), None));
/// ```
pub struct SumTable<C, V> {
    /// The stored components. No chunk grows beyond its initial capacity.
    chunks: Vec<Vec<C>>,
    entries: HashTable<Entry<V>>,
    hasher: FixedState,
    /// The bytes of the chunks, and the heap bytes owned by their components.
    bytes: u64,
}

/// The location of a sum in the chunks, and its value.
struct Entry<V> {
    chunk: u32,
    start: u32,
    length: u32,
    value: V,
}

/// The capacity of the first chunk, in components.
const FIRST_CHUNK: usize = 1 << 6;
/// The capacity of the largest regular chunk, in components. A longer sum gets a chunk of its own length.
const LARGEST_CHUNK: usize = 1 << 16;

impl<C, V> Default for SumTable<C, V> {
    fn default() -> Self {
        SumTable { chunks: Vec::new(), entries: HashTable::new(), hasher: FixedState::default(), bytes: 0 }
    }
}

impl<C: Component, V: Copy> SumTable<C, V> {
    /// Returns the value of a sum, if it is in the table. O(number of components).
    #[inline]
    pub fn get(&self, sum: &[C]) -> Option<V> {
        let is_same = |entry: &Entry<V>| sum_at(&self.chunks, entry) == sum;
        self.entries.find(self.hasher.hash_one(sum), is_same).map(|entry| entry.value)
    }

    /// Inserts the value of a sum that is not in the table. O(number of components), amortised.
    ///
    /// # Panics
    /// Panics if the sum has 2^32 components or more.
    pub fn insert(&mut self, sum: &[C], value: V) {
        let hash = self.hasher.hash_one(sum);
        let chunk = self.chunk_for(sum.len());
        let components = &mut self.chunks[chunk];
        let start = components.len();
        components.extend_from_slice(sum);
        self.bytes += sum.iter().map(|component| component.owned_bytes() as u64).sum::<u64>();
        let [chunk, start, length] = [chunk, start, sum.len()].map(|number| {
            u32::try_from(number).unwrap_or_else(|_| unreachable!("the index exceeds 32 bits"))
        });
        let (chunks, hasher) = (&self.chunks, &self.hasher);
        let rehash = |entry: &Entry<V>| hasher.hash_one(sum_at(chunks, entry));
        self.entries.insert_unique(hash, Entry { chunk, start, length, value }, rehash);
    }

    /// Returns the index of a chunk with room for `length` more components; allocates one if necessary.
    fn chunk_for(&mut self, length: usize) -> usize {
        let last = self.chunks.last();
        let has_room = last.is_some_and(|chunk| chunk.capacity() - chunk.len() >= length);
        if !has_room {
            let doubled = last.map_or(FIRST_CHUNK, |chunk| 2 * chunk.capacity().min(LARGEST_CHUNK / 2));
            let chunk = Vec::with_capacity(doubled.max(length));
            self.bytes += (chunk.capacity() * size_of::<C>()) as u64;
            self.chunks.push(chunk);
        }
        self.chunks.len() - 1
    }

    /// Returns the number of sums with a value.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if no sum has a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of bytes used.
    pub fn bytes(&self) -> u64 {
        self.entries.allocation_size() as u64 + self.bytes
    }

    /// Returns the number of bytes that the next insertion may need beyond the components: a hash table of
    /// twice the size if the present one is full.
    pub fn bytes_to_grow(&self) -> u64 {
        match self.entries.len() == self.entries.capacity() {
            true => 2 * self.entries.allocation_size() as u64,
            false => 0,
        }
    }
}

fn sum_at<'c, C, V>(chunks: &'c [Vec<C>], entry: &Entry<V>) -> &'c [C] {
    let start = entry.start as usize;
    &chunks[entry.chunk as usize][start..start + entry.length as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn agrees_with_a_map(sums in prop::collection::vec(prop::collection::vec(0u64..5, 0..6), 0..400), long in 0usize..200_000) {
            let mut table = SumTable::default();
            let mut map = HashMap::new();
            for (value, sum) in sums.iter().cloned().chain([vec![7; long], vec![8; 3]]).enumerate() {
                prop_assert_eq!(table.get(&sum), map.get(&sum).copied());
                map.entry(sum.clone()).or_insert_with(|| {
                    table.insert(&sum, value);
                    value
                });
            }
            prop_assert_eq!(table.len(), map.len());
            for (sum, value) in &map {
                prop_assert_eq!(table.get(sum), Some(*value));
            }
            let components: usize = map.keys().map(|sum| sum.len() * size_of::<u64>()).sum();
            prop_assert!(table.bytes() >= components as u64);
        }
    }
}
