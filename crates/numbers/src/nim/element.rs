//! Elements of nim fields in the lanes of registers, and the quadratic extension that doubles their bits.

use std::ops::BitXor;

/// Elements of a nim field, one in each lane of a register or of several registers.
pub(super) trait Element: Copy + BitXor<Output = Self> {
    /// Returns the nim products.
    fn times(self, other: Self) -> Self;
    /// Returns the products with the largest power of two of the field.
    fn times_top(self) -> Self;
    /// Returns the nim squares.
    fn squared(self) -> Self;
    /// Returns the inverses; 0 for 0.
    fn inverted(self) -> Self;
}

/// Elements `high`·D + `low` of the quadratic extension, where D² = D + D/2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair<T> {
    pub(super) low: T,
    pub(super) high: T,
}

impl<T: Element> BitXor for Pair<T> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Pair { low: self.low ^ other.low, high: self.high ^ other.high }
    }
}

impl<T: Element> Element for Pair<T> {
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        let low = self.low.times(other.low);
        let high = self.high.times(other.high);
        let both = (self.high ^ self.low).times(other.high ^ other.low);
        Pair { low: low ^ high.times_top(), high: both ^ low }
    }

    #[inline(always)]
    fn times_top(self) -> Self {
        Pair { low: self.high.times_top().times_top(), high: (self.high ^ self.low).times_top() }
    }

    #[inline(always)]
    fn squared(self) -> Self {
        let high = self.high.squared();
        Pair { low: self.low.squared() ^ high.times_top(), high }
    }

    #[inline(always)]
    fn inverted(self) -> Self {
        let norm = self.low.times(self.low ^ self.high) ^ self.high.squared().times_top();
        let inverse = norm.inverted();
        Pair { low: (self.high ^ self.low).times(inverse), high: self.high.times(inverse) }
    }
}

/// A value that a slice of `T` stores in consecutive entries.
pub(super) trait Parts<T>: Copy {
    /// The number of entries.
    const COUNT: usize;
    /// Reads a value from a slice of [`COUNT`](Parts::COUNT) entries.
    fn read(parts: &[T]) -> Self;
    /// Writes a value to a slice of [`COUNT`](Parts::COUNT) entries.
    fn write(self, parts: &mut [T]);
}

impl<T, H: Parts<T>> Parts<T> for Pair<H> {
    const COUNT: usize = 2 * H::COUNT;

    #[inline(always)]
    fn read(parts: &[T]) -> Self {
        let (low, high) = parts.split_at(H::COUNT);
        Pair { low: H::read(low), high: H::read(high) }
    }

    #[inline(always)]
    fn write(self, parts: &mut [T]) {
        let (low, high) = parts.split_at_mut(H::COUNT);
        self.low.write(low);
        self.high.write(high);
    }
}
