//! Bit planes: the register i holds the bit i of many nimbers.

use super::element::{Element, Pair};
use super::karatsuba::{Digit, Norms, Points, invert, multiply_by_points};
use std::ops::{BitAnd, BitXor};

/// A register of bits, in lanes of 64 bits.
pub(super) trait Lanes: Copy + BitXor<Output = Self> + BitAnd<Output = Self> {
    /// The number of lanes.
    const COUNT: usize;
    /// The register whose bits are 0.
    const ZERO: Self;
    /// Returns a register with `word` in each lane.
    fn splat(word: u64) -> Self;
    /// Reads the lanes from the first [`COUNT`](Lanes::COUNT) words.
    fn load(words: &[u64]) -> Self;
    /// Writes the lanes to the first [`COUNT`](Lanes::COUNT) words.
    fn store(self, words: &mut [u64]);
    /// Shifts each lane to the left by `N` bits.
    fn left<const N: i32>(self) -> Self;
    /// Shifts each lane to the right by `N` bits.
    fn right<const N: i32>(self) -> Self;

    /// Transposes the 8×8 bytes of each lane: exchanges the index of the row with the index of the byte.
    #[inline(always)]
    fn exchange_bytes(rows: [Self; 8]) -> [Self; 8] {
        exchange::<Self, 32, 16, 8>(rows)
    }

    /// Like [`multiply_by_points`], but out of line, so that its code occurs once.
    fn multiply_by_points(one: &mut Points<Byte<Self>>, other: &Points<Byte<Self>>, digits: usize);

    /// Like [`invert`], but out of line.
    fn invert(norms: &mut Norms<Byte<Self>>, digits: usize, points: &mut [Points<Byte<Self>>; 2]);
}

impl Lanes for u64 {
    const COUNT: usize = 1;
    const ZERO: Self = 0;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        word
    }

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        words[0]
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        words[0] = self;
    }

    #[inline(always)]
    fn left<const N: i32>(self) -> Self {
        self << N
    }

    #[inline(always)]
    fn right<const N: i32>(self) -> Self {
        self >> N
    }

    #[inline(never)]
    fn multiply_by_points(one: &mut Points<Byte<u64>>, other: &Points<Byte<u64>>, digits: usize) {
        multiply_by_points(one, other, digits);
    }

    #[inline(never)]
    fn invert(norms: &mut Norms<Byte<u64>>, digits: usize, points: &mut [Points<Byte<u64>>; 2]) {
        invert(norms, digits, points);
    }
}

/// A plane: nimbers of one bit.
#[derive(Clone, Copy)]
pub(super) struct Plane<V>(V);

impl<V: Lanes> BitXor for Plane<V> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Plane(self.0 ^ other.0)
    }
}

impl<V: Lanes> Element for Plane<V> {
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Plane(self.0 & other.0)
    }

    #[inline(always)]
    fn times_top(self) -> Self {
        self
    }

    #[inline(always)]
    fn squared(self) -> Self {
        self
    }

    #[inline(always)]
    fn inverted(self) -> Self {
        self
    }
}

/// Nimbers of 8 bits: the register i holds the bit i of each.
#[derive(Clone, Copy)]
pub(super) struct Byte<V>([V; 8]);

/// The planes of a byte as nested pairs.
type Nested<V> = Pair<Pair<Pair<Plane<V>>>>;

impl<V: Lanes> Byte<V> {
    #[inline(always)]
    fn nested(self) -> Nested<V> {
        let [a, b, c, d, e, f, g, h] = self.0;
        let pair = |low, high| Pair { low: Plane(low), high: Plane(high) };
        Pair {
            low: Pair { low: pair(a, b), high: pair(c, d) },
            high: Pair { low: pair(e, f), high: pair(g, h) },
        }
    }
}

impl<V: Lanes> From<Nested<V>> for Byte<V> {
    #[inline(always)]
    fn from(Pair { low: Pair { low: ab, high: cd }, high: Pair { low: ef, high: gh } }: Nested<V>) -> Self {
        Byte([ab.low.0, ab.high.0, cd.low.0, cd.high.0, ef.low.0, ef.high.0, gh.low.0, gh.high.0])
    }
}

impl<V: Lanes> BitXor for Byte<V> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(mut self, other: Self) -> Self {
        for (plane, other) in self.0.iter_mut().zip(other.0) {
            *plane = *plane ^ other;
        }
        self
    }
}

impl<V: Lanes> Element for Byte<V> {
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.nested().times(other.nested()).into()
    }

    #[inline(always)]
    fn times_top(self) -> Self {
        self.nested().times_top().into()
    }

    #[inline(always)]
    fn squared(self) -> Self {
        self.nested().squared().into()
    }

    #[inline(always)]
    fn inverted(self) -> Self {
        self.nested().inverted().into()
    }
}

impl<V: Lanes> Digit for Byte<V> {
    const WORDS: usize = 64 * V::COUNT;
    const ZERO: Self = Byte([V::ZERO; 8]);

    /// Transposes the words of each lane: exchanges the indices of the byte and of the bit with the index of the row.
    #[inline(always)]
    fn load(words: &[u64], digits: &mut [Self]) {
        for first in 0..8 {
            let mut column = [V::ZERO; 8];
            for (row, value) in column.iter_mut().enumerate() {
                *value = V::load(&words[(8 * row + first) * V::COUNT..]);
            }
            for (digit, value) in digits.iter_mut().zip(V::exchange_bytes(column)) {
                digit.0[first] = value;
            }
        }
        for digit in digits {
            *digit = Byte(exchange::<V, 4, 2, 1>(digit.0));
        }
    }

    #[inline(always)]
    fn store(digits: &mut [Self], words: &mut [u64]) {
        for digit in &mut *digits {
            *digit = Byte(exchange::<V, 4, 2, 1>(digit.0));
        }
        for first in 0..8 {
            let mut column = [V::ZERO; 8];
            for (value, digit) in column.iter_mut().zip(&*digits) {
                *value = digit.0[first];
            }
            for (row, value) in V::exchange_bytes(column).into_iter().enumerate() {
                value.store(&mut words[(8 * row + first) * V::COUNT..]);
            }
        }
    }

    #[inline(always)]
    fn multiply_by_points(one: &mut Points<Self>, other: &Points<Self>, digits: usize) {
        V::multiply_by_points(one, other, digits);
    }

    #[inline(always)]
    fn invert(norms: &mut Norms<Self>, digits: usize, points: &mut [Points<Self>; 2]) {
        V::invert(norms, digits, points);
    }
}

/// Exchanges the three bits of the row index with the bits of the column index whose values are `A`, `B` and `C`.
#[inline(always)]
pub(super) fn exchange<V: Lanes, const A: i32, const B: i32, const C: i32>(mut rows: [V; 8]) -> [V; 8] {
    for row in 0..4 {
        swap::<V, A>(&mut rows, row, row + 4);
    }
    for row in [0, 1, 4, 5] {
        swap::<V, B>(&mut rows, row, row + 2);
    }
    for row in [0, 2, 4, 6] {
        swap::<V, C>(&mut rows, row, row + 1);
    }
    rows
}

/// Swaps the upper half of each block of 2·`S` columns in the row `one` with the lower half in the row `other`.
#[inline(always)]
fn swap<V: Lanes, const S: i32>(rows: &mut [V; 8], one: usize, other: usize) {
    let lower = V::splat(u64::MAX / ((1 << S) + 1));
    let change = (rows[one].right::<S>() ^ rows[other]) & lower;
    rows[one] = rows[one] ^ change.left::<S>();
    rows[other] = rows[other] ^ change;
}
