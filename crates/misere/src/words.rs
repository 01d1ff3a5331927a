//! Sets of words, which are products of generators.

use hashbrown::HashTable;

/// A product of generators: the power of each generator.
pub(crate) type Word = Vec<u16>;

/// A set of words of one length. They are numbered from 0 in insertion order.
#[derive(Clone, Debug)]
pub(crate) struct WordSet {
    length: usize,
    /// The powers in all words, one word after another.
    powers: Vec<u16>,
    numbers: HashTable<u32>,
}

impl WordSet {
    /// Creates an empty set of words of this length.
    pub(crate) fn new(length: usize) -> Self {
        WordSet { length, powers: Vec::new(), numbers: HashTable::new() }
    }

    /// Returns the number of words.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns a word by its number.
    pub(crate) fn word(&self, number: u32) -> &[u16] {
        &self.powers[number as usize * self.length..][..self.length]
    }

    /// Iterates over the words in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u16]> {
        (0..self.len() as u32).map(|number| self.word(number))
    }

    /// Returns the number of a word.
    pub(crate) fn find(&self, word: &[u16]) -> Option<u32> {
        self.numbers.find(hash(word), |&number| self.word(number) == word).copied()
    }

    /// Adds a word, and returns its number.
    pub(crate) fn insert(&mut self, word: &[u16]) -> u32 {
        if let Some(number) = self.find(word) {
            return number;
        }
        let number = self.len() as u32;
        self.powers.extend_from_slice(word);
        let (length, powers) = (self.length, &self.powers);
        let hash_of = |&number: &u32| hash(&powers[number as usize * length..][..length]);
        self.numbers.insert_unique(hash(word), number, hash_of);
        number
    }

    /// Returns the approximate memory of `count` words of this length, in bytes. Tables may grow to twice the required size.
    pub(crate) fn bytes_of(length: usize, count: usize) -> u64 {
        let word = length * size_of::<u16>() + size_of::<u32>() + 1;
        (2 * word as u64).saturating_mul(count as u64)
    }

    /// Returns the approximate memory in use, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        WordSet::bytes_of(self.length, self.len())
    }
}

/// Returns a hash of a word that is the same in every run.
fn hash(word: &[u16]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed =
        word.iter().fold(0u64, |hash, &power| (hash.rotate_left(5) ^ u64::from(power)).wrapping_mul(FACTOR));
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_numbers() {
        let mut set = WordSet::new(3);
        let word = |number: u16| [number % 10, number / 10 % 10, number / 100];
        for number in 0..1000 {
            assert_eq!(set.find(&word(number)), None);
            assert_eq!(set.insert(&word(number)), u32::from(number));
        }
        for number in 0..1000 {
            assert_eq!(set.insert(&word(number)), u32::from(number));
            assert_eq!(set.word(number.into()), word(number));
        }
        assert_eq!((set.len(), set.iter().count(), set.find(&[0, 0, 10])), (1000, 1000, None));
        // Without generators, the empty word is the only word.
        let mut empty = WordSet::new(0);
        assert_eq!((empty.find(&[]), empty.insert(&[]), empty.insert(&[]), empty.len()), (None, 0, 0, 1));
    }
}
