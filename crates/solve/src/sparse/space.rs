//! The two classes of nim-values that make a space sparse.

use super::code::Code;

/// A division of nim-values into *rare* and *common* ones whose classes add under xor.
///
/// With a mask k, the class of a value v is the parity of the bits of v & k; odd is common. In the positional
/// kind, the classes are exchanged in heaps whose parity differs from the parity of the splits. In both kinds,
/// the class of an option of two heaps is the sum of the classes of the two heaps. A common value therefore
/// comes only from a rare and a common heap.
///
/// Every mask is correct; a good mask leaves few heaps rare.
///
/// Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 4 (sparse spaces); A. Flammenkamp's
/// computations of octal games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Space {
    mask: u16,
    /// In the positional kind: the parity of the heaps whose classes are not exchanged.
    positional: Option<u64>,
}

impl Space {
    pub(super) const fn new(mask: u16, positional: Option<u64>) -> Space {
        assert!(mask != 0);
        Space { mask, positional }
    }

    /// Returns the division with the fewest rare heaps, and the number of its rare heaps. `counts` gives for
    /// each value the number of heaps of even and of odd size that have it, for at least two values.
    ///
    /// All masks are evaluated together. For N heaps, the number of rare heaps under the mask k is (N + H(k)) / 2, where H
    /// is the Walsh–Hadamard transform of the frequencies of the values. The positional kind is tried if all
    /// splits take numbers of the same parity.
    ///
    /// # Complexity
    /// O(V log V) for values less than V.
    pub(super) fn best(counts: &[[u64; 2]], splits: &[u64]) -> (Space, u64) {
        let parity = splits.first().map(|&first| first & 1);
        let one_parity = parity.filter(|&parity| splits.iter().all(|split| split & 1 == parity));
        let kinds = [Some(None), one_parity.map(Some)];
        let total: u64 = counts.iter().flatten().sum();
        let mut best: Option<(i64, Space)> = None;
        for positional in kinds.into_iter().flatten() {
            let sign = |parity: u64| if positional.is_none_or(|kept| kept == parity) { 1 } else { -1 };
            let weigh = |[even, odd]: [u64; 2]| sign(0) * even as i64 + sign(1) * odd as i64;
            let mut sums: Vec<i64> = counts.iter().copied().map(weigh).collect();
            sums.resize(counts.len().next_power_of_two().max(2), 0);
            walsh_hadamard(&mut sums);
            for (mask, &sum) in sums.iter().enumerate().skip(1) {
                if best.is_none_or(|(least, _)| sum < least) {
                    best = Some((sum, Space::new(mask as u16, positional)));
                }
            }
        }
        match best {
            Some((sum, space)) => (space, ((total as i64 + sum) / 2) as u64),
            None => unreachable!("there are at least two entries, so there is a mask"),
        }
    }

    /// Returns the division with the fewest rare heaps among heaps 0, 1, 2, … of the given values, or `None` if it is not
    /// sparse (see [`is_sparse`]).
    pub(super) fn sparse(values: &[u16], splits: &[u64]) -> Option<Space> {
        let greatest = values.iter().copied().max().unwrap_or(0);
        let mut counts = vec![[0; 2]; usize::from(greatest).max(1) + 1];
        for (heap, &value) in values.iter().enumerate().skip(1) {
            counts[usize::from(value)][heap % 2] += 1;
        }
        let (space, rare) = Space::best(&counts, splits);
        let half = (0..).zip(&values[..values.len() / 2]).skip(1);
        let early = half.filter(|&(heap, &value)| !space.is_common(heap, value)).count() as u64;
        is_sparse(values.len() as u64, early, rare).then_some(space)
    }

    fn turned(self, heap: u64) -> bool {
        self.positional.is_some_and(|parity| heap & 1 != parity)
    }

    /// Returns the name of the division in checkpoints.
    pub(super) fn name(self) -> String {
        match self.positional {
            None => format!("{}", self.mask),
            Some(parity) => format!("{}+{parity}", self.mask),
        }
    }

    pub(super) fn mask(self) -> u16 {
        self.mask
    }

    /// Returns the parity of the heaps whose classes are not exchanged, in the positional kind.
    pub(super) fn parity(self) -> Option<u64> {
        self.positional
    }

    pub(super) fn is_positional(self) -> bool {
        self.positional.is_some()
    }

    /// Returns `true` if taking this many tokens without splitting exchanges the classes of values.
    pub(super) fn take_turns(self, taken: u64) -> bool {
        self.positional.is_some() && taken & 1 == 1
    }

    pub(super) fn is_common(self, heap: u64, value: u16) -> bool {
        odd_parity(value & self.mask) != self.turned(heap)
    }

    pub(super) fn dropped_bit(self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// Returns the code of a heap with a value, or `None` if the value does not fit.
    pub(super) fn encode<C: Code>(self, heap: u64, value: u16) -> Option<C> {
        let index = self.index(value);
        (usize::from(index) < C::INDICES).then(|| C::new(index, self.is_common(heap, value)))
    }

    /// Returns the value without the lowest bit of the mask.
    pub(super) fn index(self, value: u16) -> u16 {
        let low = (1u16 << self.dropped_bit()) - 1;
        (value >> 1 & !low) | (value & low)
    }

    /// Returns the value of a code; the inverse of [`Space::encode`].
    pub(super) fn decode<C: Code>(self, heap: u64, code: C) -> u16 {
        self.value_of(heap, code.index(), code.is_common())
    }

    /// Returns the value with this index in this class.
    fn value_of(self, heap: u64, index: u16, common: bool) -> u16 {
        let low = (1u16 << self.dropped_bit()) - 1;
        let value = (index & !low) << 1 | (index & low);
        if self.is_common(heap, value) == common { value } else { value | 1 << self.dropped_bit() }
    }

    /// Returns `true` if the common value with this index has the dropped bit, for heaps of even and of odd
    /// size.
    ///
    /// If so, the rare value with the same index is less than the common value.
    pub(super) fn common_has_dropped_bit(self, index: u16) -> [bool; 2] {
        [0, 1].map(|heap| self.value_of(heap, index, true) >> self.dropped_bit() & 1 == 1)
    }
}

/// The percentage of rare heaps up to which a space is always sparse.
const FEW_RARE: u64 = 10;
/// The percentage of rare heaps up to which a space is sparse if their number grows slowly.
const MAX_RARE: u64 = 25;
/// The upper bound (exclusive) of the growth of the number of rare heaps while the number of heaps doubles, in percent, if
/// more than [`FEW_RARE`] percent are rare.
const MAX_GROWTH: u64 = 60;
/// The number of heaps up to which the growth is not limited.
const FIRST_HEAPS: u64 = 1 << 13;

/// Returns `true` if a space is sparse, given the numbers of all heaps, of rare heaps in the first half of all
/// heaps, and of all rare heaps.
pub(super) fn is_sparse(heaps: u64, early: u64, rare: u64) -> bool {
    let (percent, grown) = (rare * 100, rare.saturating_sub(early) * 100);
    let may_grow = heaps <= FIRST_HEAPS || grown < early * MAX_GROWTH;
    percent <= heaps * FEW_RARE || (percent <= heaps * MAX_RARE && may_grow)
}

fn odd_parity(value: u16) -> bool {
    value.count_ones() & 1 == 1
}

/// Computes the transform in place: entry k becomes the sum over v of (−1)^|v & k| times entry v. The length
/// is a power of two.
fn walsh_hadamard(entries: &mut [i64]) {
    let mut half = 1;
    while half < entries.len() {
        for block in entries.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn codes_are_linear_keep_order_and_decode(
            mask in 1u16..256, positional in proptest::option::of(0u64..2),
            (m, n) in (0u64..40, 0u64..40), (v, w) in (0u16..256, 0u16..256),
        ) {
            let space = Space::new(mask, positional);
            let code = |heap, value| space.encode::<u8>(heap, value).unwrap();
            prop_assert_eq!(space.decode(n, space.encode::<u16>(n, 4 * v + 3).unwrap()), 4 * v + 3);
            prop_assert_eq!(space.decode(n, code(n, v)), v);
            prop_assert_eq!(space.index(v ^ w), space.index(v) ^ space.index(w));
            if space.is_common(n, v) == space.is_common(n, w) {
                prop_assert_eq!(v.cmp(&w), code(n, v).cmp(&code(n, w)));
            }
            // Heaps m and n are an option of heap m + n + s for any split s of the parity that the kind
            // requires.
            let split = positional.unwrap_or(m % 2);
            let common = space.is_common(m, v) != space.is_common(n, w);
            prop_assert_eq!(space.is_common(m + n + split, v ^ w), common);
            prop_assert_eq!(space.is_common(n + m, v), space.is_common(n, v) != space.take_turns(m));
        }

        #[test]
        fn the_best_mask_has_the_fewest_rare_heaps(
            values in proptest::collection::vec(0u16..16, 2..60), splits in proptest::collection::vec(0u64..5, 1..3),
        ) {
            let mut counts = [[0; 2]; 16];
            for (heap, &value) in values.iter().enumerate().skip(1) {
                counts[usize::from(value)][heap % 2] += 1;
            }
            let (best, rares) = Space::best(&counts, &splits);
            let count = |space: Space| {
                (0u64..).zip(&values).skip(1).filter(|&(heap, &value)| !space.is_common(heap, value)).count() as u64
            };
            prop_assert_eq!(count(best), rares);
            for mask in 1..16 {
                prop_assert!(count(Space::new(mask, None)) >= rares);
                if splits.iter().all(|split| split % 2 == splits[0] % 2) {
                    prop_assert!(count(Space::new(mask, Some(splits[0] % 2))) >= rares);
                }
            }
        }
    }
}
