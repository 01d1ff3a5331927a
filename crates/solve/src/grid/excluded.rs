//! Sets of nim-values as bits.

/// The set of values of the options of a pair.
#[derive(Default)]
pub(super) struct Excluded {
    words: Vec<u64>,
    /// All words from this index on are zero.
    end: usize,
}

impl Excluded {
    /// Values from this limit on are ignored: the least missing value is at most the number of options.
    pub(super) const LIMIT: u64 = 1 << 26;

    pub(super) fn insert(&mut self, value: u32) {
        if u64::from(value) < Excluded::LIMIT {
            let word = insert(&mut self.words, value);
            self.end = self.end.max(word + 1);
        }
    }

    pub(super) fn clear(&mut self) {
        self.words[..self.end].fill(0);
        self.end = 0;
    }

    pub(super) fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }

    /// Returns the least value in neither this set nor any of the other sets, or `None` if it is beyond
    /// the limit. The caller guarantees that no value of the first `full` words is missing.
    pub(super) fn least_missing(&self, others: &[&[u64]], full: usize) -> Option<u32> {
        (full as u64..Excluded::LIMIT / 64).find_map(|index| {
            let index = index as usize;
            let own = self.words.get(index).copied().unwrap_or(0);
            let word = others.iter().fold(own, |word, other| word | other.get(index).copied().unwrap_or(0));
            (word != u64::MAX).then(|| 64 * index as u32 + word.trailing_ones())
        })
    }
}

/// Inserts a value into a set and returns the index of its word.
pub(super) fn insert(words: &mut Vec<u64>, value: u32) -> usize {
    let word = (value / 64) as usize;
    if word >= words.len() {
        words.resize(word + 1, 0);
    }
    words[word] |= 1 << (value % 64);
    word
}
