//! A hasher whose results depend neither on the width of addresses nor on the processor. The table evicts by hash, so different
//! hashes would give different node counts.

use std::hash::Hasher;

/// A hasher of 64-bit words. Lengths and discriminants are words too.
#[derive(Default)]
pub(super) struct Words(u64);

/// The first fractional digits of pi: a constant without structure.
const FACTOR: u64 = 0x243f_6a88_85a3_08d3;

impl Hasher for Words {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        // The exclusive or of the halves of a product. The other constant prevents zeros from hashing to zero.
        let product =
            u128::from(self.0.rotate_left(23) ^ number ^ 0x1319_8a2e_0370_7345) * u128::from(FACTOR);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::Words;
    use std::hash::{Hash, Hasher};

    fn hash(key: impl Hash) -> u64 {
        let mut hasher = Words::default();
        key.hash(&mut hasher);
        hasher.finish()
    }

    fn hash_of_words(words: &[u64]) -> u64 {
        let mut hasher = Words::default();
        words.iter().for_each(|&word| hasher.write_u64(word));
        hasher.finish()
    }

    #[test]
    fn every_number_is_a_word() {
        assert_eq!(hash((7u8, 8u16, 9u32, 10usize, -1isize)), hash_of_words(&[7, 8, 9, 10, u64::MAX]));
        assert_eq!(hash(1u128 << 64 | 2), hash_of_words(&[2, 1]));
        assert_eq!(hash(Some(5u32)), hash_of_words(&[1, 5]));
        // The length is hashed first.
        assert_eq!(hash(&[1u8, 2, 3][..]), hash_of_words(&[3, 0x03_0201]));
    }

    #[test]
    fn short_keys_have_different_buckets() {
        let mut counts = [0; 256];
        for (left, right) in (0..64u64).flat_map(|left| (0..64u64).map(move |right| (left, right))) {
            counts[(hash((left, right)) & 255) as usize] += 1;
        }
        // The average is 16, with a standard deviation of 4.
        assert!(counts.iter().all(|count| (1..48).contains(count)), "{counts:?}");
    }
}
