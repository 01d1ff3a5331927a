use super::Word;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A word of 256 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide {
    high: u128,
    low: u128,
}

/// The number of bits of each half.
const HALF: u32 = 128;

impl Wide {
    #[inline]
    fn each(self, other: Wide, of_half: impl Fn(u128, u128) -> u128) -> Wide {
        Wide { high: of_half(self.high, other.high), low: of_half(self.low, other.low) }
    }
}

impl BitAnd for Wide {
    type Output = Wide;

    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.each(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.each(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;

    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.each(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide { high: !self.high, low: !self.low }
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;

    #[inline]
    fn shl(self, by: u32) -> Wide {
        if by >= HALF {
            return Wide { high: self.low << (by - HALF), low: 0 };
        }
        // Shift in two steps, since shifting a half by all its bits would overflow.
        Wide { high: self.high << by | self.low >> 1 >> (HALF - 1 - by), low: self.low << by }
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;

    #[inline]
    fn shr(self, by: u32) -> Wide {
        if by >= HALF {
            return Wide { high: 0, low: self.high >> (by - HALF) };
        }
        Wide { high: self.high >> by, low: self.low >> by | self.high << 1 << (HALF - 1 - by) }
    }
}

impl Word for Wide {
    const BITS: u32 = 2 * HALF;
    const ZERO: Wide = Wide { high: 0, low: 0 };
    const ONE: Wide = Wide { high: 0, low: 1 };
    const ALL: Wide = Wide { high: u128::MAX, low: u128::MAX };

    #[inline]
    fn from_low(bits: u64) -> Wide {
        Wide { high: 0, low: bits.into() }
    }

    #[inline]
    fn low(self) -> u64 {
        self.low as u64
    }

    #[inline]
    fn count_ones(self) -> u32 {
        self.high.count_ones() + self.low.count_ones()
    }

    #[inline]
    fn trailing_zeros(self) -> u32 {
        if self.low == 0 { HALF + self.high.trailing_zeros() } else { self.low.trailing_zeros() }
    }

    #[inline]
    fn leading_zeros(self) -> u32 {
        if self.high == 0 { HALF + self.low.leading_zeros() } else { self.high.leading_zeros() }
    }

    #[inline]
    fn reverse_bits(self) -> Wide {
        Wide { high: self.low.reverse_bits(), low: self.high.reverse_bits() }
    }

    #[inline]
    fn lowest(self) -> Wide {
        if self.low == 0 {
            Wide { high: self.high.lowest(), low: 0 }
        } else {
            Wide { high: 0, low: self.low.lowest() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Bits = BTreeSet<u32>;

    fn bits() -> impl Strategy<Value = Bits> {
        prop_oneof![
            proptest::collection::btree_set(0..256u32, 0..6),
            proptest::collection::btree_set(0..256u32, 0..200),
            proptest::collection::btree_set(prop_oneof![0..2u32, 63..66u32, 126..130u32, 254..256u32], 0..6),
        ]
    }

    fn word(bits: &Bits) -> Wide {
        bits.iter().fold(Wide::ZERO, |word, &bit| word | Wide::bit(bit))
    }

    fn mapped(bits: &Bits, to: impl Fn(u32) -> Option<u32>) -> Wide {
        word(&bits.iter().filter_map(|&bit| to(bit)).filter(|&bit| bit < 256).collect())
    }

    proptest! {
        #[test]
        fn operations_match_sets(a in bits(), b in bits(), by in 0..256u32) {
            let (left, right) = (word(&a), word(&b));
            prop_assert_eq!(left & right, word(&(&a & &b)));
            prop_assert_eq!(left | right, word(&(&a | &b)));
            prop_assert_eq!(left ^ right, word(&(&a ^ &b)));
            prop_assert_eq!(!left, word(&(0..256).filter(|bit| !a.contains(bit)).collect()));
            prop_assert_eq!(left << by, mapped(&a, |bit| bit.checked_add(by)));
            prop_assert_eq!(left >> by, mapped(&a, |bit| bit.checked_sub(by)));
            prop_assert_eq!(left.reverse_bits(), mapped(&a, |bit| Some(255 - bit)));
            prop_assert_eq!(left.count_ones() as usize, a.len());
            prop_assert_eq!(left.trailing_zeros(), a.first().copied().unwrap_or(256));
            prop_assert_eq!(left.leading_zeros(), a.last().map_or(256, |last| 255 - last));
            prop_assert_eq!(left.last(), a.last().copied());
            prop_assert_eq!(left.has(by), a.contains(&by));
            prop_assert_eq!(left == right, a == b);
            // Words are ordered by the highest bit in which they differ.
            let differing = (&a ^ &b).last().copied();
            prop_assert_eq!(left < right, differing.is_some_and(|bit| b.contains(&bit)));
            if let Some(&first) = a.first() {
                prop_assert_eq!(left.lowest(), Wide::bit(first));
            }
            prop_assert_eq!(Wide::first(by), word(&(0..by).collect()));
            prop_assert_eq!(Wide::from_low(left.low()), mapped(&a, |bit| (bit < 64).then_some(bit)));
        }
    }

    #[test]
    fn first_columns_are_every_stride() {
        for stride in 1..=256 {
            let every = |bits: u32| (0..bits).step_by(stride as usize);
            assert_eq!(Wide::first_column(stride), word(&every(256).collect()), "{stride}");
            if stride <= 128 {
                assert_eq!(
                    u128::first_column(stride),
                    every(128).fold(0, |all, bit| all | 1 << bit),
                    "{stride}"
                );
            }
            if stride <= 64 {
                assert_eq!(
                    u64::first_column(stride),
                    every(64).fold(0, |all, bit| all | 1 << bit),
                    "{stride}"
                );
            }
        }
    }
}
