//! Sets of indices of rare values.

/// A set of up to 512 indices.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open {
    bits: [u64; 8],
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
        self.bits[usize::from(index / 64)] &= !(1 << (index % 64));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bits.iter().fold(0, |all, word| all | word) == 0
    }

    /// Iterates over the indices in ascending order.
    pub(super) fn indices(self) -> impl Iterator<Item = u16> {
        (0..).zip(self.bits).flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as u16)?;
                bits &= bits - 1;
                Some(64 * word + bit)
            })
        })
    }
}

impl FromIterator<u16> for Open {
    fn from_iter<I: IntoIterator<Item = u16>>(indices: I) -> Open {
        let mut bits = [0; 8];
        for index in indices {
            bits[usize::from(index / 64)] |= 1 << (index % 64);
        }
        Open { bits }
    }
}
