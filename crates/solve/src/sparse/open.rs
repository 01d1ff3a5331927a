//! Sets of indices of rare values.

/// A set of indices.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    bits: Vec<u64>,
    /// The number of indices in the set.
    size: usize,
}

impl Open {
    /// Creates the set of all indices below a bound.
    pub(super) fn below(bound: usize) -> Open {
        (0..bound as u16).collect()
    }

    pub(super) fn contains(&self, index: u16) -> bool {
        self.bits.get(usize::from(index / 64)).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    pub(super) fn remove(&mut self, index: u16) {
        if self.contains(index) {
            self.bits[usize::from(index / 64)] &= !(1 << (index % 64));
            self.size -= 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Returns the least index.
    pub(super) fn least(&self) -> Option<u16> {
        let word = self.bits.iter().position(|&bits| bits != 0)?;
        Some(64 * word as u16 + self.bits[word].trailing_zeros() as u16)
    }

    /// Returns the indices in ascending order.
    pub(super) fn indices(&self) -> Vec<u16> {
        let mut indices = Vec::with_capacity(self.size);
        for (first, &word) in (0..).step_by(64).zip(&self.bits) {
            let mut bits = word;
            while bits != 0 {
                indices.push(first + bits.trailing_zeros() as u16);
                bits &= bits - 1;
            }
        }
        indices
    }
}

impl FromIterator<u16> for Open {
    fn from_iter<I: IntoIterator<Item = u16>>(indices: I) -> Open {
        let mut open = Open::default();
        for index in indices {
            let word = usize::from(index / 64);
            open.bits.resize(open.bits.len().max(word + 1), 0);
            open.size += usize::from(!open.contains(index));
            open.bits[word] |= 1 << (index % 64);
        }
        open
    }
}
