//! Products, squares, roots and inverses in the fields of 8, 16, 32, 64 and 128 bits.
//!
//! Let D = 2^h for fields of 2h bits. Then D·D = D + D/2, so (a·D + b)(c·D + d) takes three products of h bits
//! and one by the constant D/2 (Karatsuba). The products of 16 bits come from tables of logarithms.

use super::tables::{EXP, LOG, LOG_TOP, ORDER, ROOT, SQUARE, TIMES_TOP, map};

/// The field operations that differ between the sizes.
pub trait Tower: Copy {
    /// Returns the nim product.
    fn times(self, other: Self) -> Self;
    /// Returns the nim square.
    fn squared(self) -> Self;
    /// Returns the nim square root.
    fn root(self) -> Self;
    /// Returns the inverse; 0 for 0.
    fn inverted(self) -> Self;
    /// Returns the product with the largest power of two of the field.
    fn times_top(self) -> Self;
}

/// Returns the product of two nimbers of 16 bits and the nim power of 2^15 with exponent `TOPS`.
#[inline]
fn small<const TOPS: usize>(one: u16, other: u16) -> u16 {
    let power =
        EXP[usize::from(LOG[usize::from(one)]) + usize::from(LOG[usize::from(other)]) + TOPS * LOG_TOP];
    if one == 0 || other == 0 { 0 } else { power }
}

impl Tower for u16 {
    #[inline]
    fn times(self, other: u16) -> u16 {
        small::<0>(self, other)
    }

    #[inline]
    fn squared(self) -> u16 {
        SQUARE[0][usize::from(self & 255)] as u16 ^ SQUARE[1][usize::from(self >> 8)] as u16
    }

    #[inline]
    fn root(self) -> u16 {
        ROOT[0][usize::from(self & 255)] as u16 ^ ROOT[1][usize::from(self >> 8)] as u16
    }

    #[inline]
    fn inverted(self) -> u16 {
        let power = EXP[ORDER as usize - usize::from(LOG[usize::from(self)])];
        if self == 0 { 0 } else { power }
    }

    #[inline]
    fn times_top(self) -> u16 {
        let power = EXP[usize::from(LOG[usize::from(self)]) + LOG_TOP];
        if self == 0 { 0 } else { power }
    }
}

/// The field of 8 bits is a subfield of the field of 16 bits.
impl Tower for u8 {
    #[inline]
    fn times(self, other: u8) -> u8 {
        u16::from(self).times(u16::from(other)) as u8
    }

    #[inline]
    fn squared(self) -> u8 {
        SQUARE[0][usize::from(self)] as u8
    }

    #[inline]
    fn root(self) -> u8 {
        ROOT[0][usize::from(self)] as u8
    }

    #[inline]
    fn inverted(self) -> u8 {
        u16::from(self).inverted() as u8
    }

    #[inline]
    fn times_top(self) -> u8 {
        self.times(1 << 7)
    }
}

/// Splits a nimber of 32 bits.
#[inline]
fn halves(nimber: u32) -> (u16, u16) {
    ((nimber >> 16) as u16, nimber as u16)
}

/// Joins the halves of a nimber of 32 bits.
#[inline]
fn joined(high: u16, low: u16) -> u32 {
    u32::from(high) << 16 | u32::from(low)
}

impl Tower for u32 {
    #[inline]
    fn times(self, other: u32) -> u32 {
        let ((a, b), (c, d)) = (halves(self), halves(other));
        let low = small::<0>(b, d);
        joined(small::<0>(a ^ b, c ^ d) ^ low, low ^ small::<1>(a, c))
    }

    #[inline]
    fn squared(self) -> u32 {
        map(&SQUARE, self.into()) as u32
    }

    #[inline]
    fn root(self) -> u32 {
        map(&ROOT, self.into()) as u32
    }

    #[inline]
    fn inverted(self) -> u32 {
        let (high, low) = halves(self);
        let norm = low.times(low ^ high) ^ small::<1>(high, high);
        let inverse = norm.inverted();
        joined(high.times(inverse), (high ^ low).times(inverse))
    }

    #[inline]
    fn times_top(self) -> u32 {
        let (high, low) = halves(self);
        joined((high ^ low).times_top(), high.times_top().times_top())
    }
}

/// Returns the product of two nimbers of 32 bits and 2^31.
///
/// The logarithm of the factor 2^15 is added to the other logarithms, so the factor costs no product.
#[inline]
fn times_and_top(one: u32, other: u32) -> u32 {
    let ((a, b), (c, d)) = (halves(one), halves(other));
    let both = LogPair::new(a ^ b, c ^ d);
    let high = LogPair::new(a, c);
    let low = LogPair::new(b, d);
    joined(both.power::<1>() ^ high.power::<2>(), both.power::<2>() ^ low.power::<2>())
}

/// Two factors of 16 bits, represented by the sum of their logarithms.
struct LogPair {
    sum: usize,
    is_zero: bool,
}

impl LogPair {
    #[inline]
    fn new(one: u16, other: u16) -> LogPair {
        let sum = usize::from(LOG[usize::from(one)]) + usize::from(LOG[usize::from(other)]);
        LogPair { sum, is_zero: one == 0 || other == 0 }
    }

    /// Returns the product of the factors and the nim power of 2^15 with exponent `TOPS`.
    #[inline]
    fn power<const TOPS: usize>(&self) -> u16 {
        let power = EXP[self.sum + TOPS * LOG_TOP];
        if self.is_zero { 0 } else { power }
    }
}

/// Returns the product of two nimbers of 64 bits from products of their halves.
#[inline]
pub(super) fn product_of_halves(one: u64, other: u64) -> u64 {
    let (a, b) = ((one >> 32) as u32, one as u32);
    let (c, d) = ((other >> 32) as u32, other as u32);
    let low = b.times(d);
    let both = (a ^ b).times(c ^ d);
    u64::from(both ^ low) << 32 | u64::from(low ^ times_and_top(a, c))
}

impl Tower for u64 {
    #[inline]
    fn times(self, other: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if let Some(product) = super::carryless::product(self, other) {
            return product;
        }
        product_of_halves(self, other)
    }

    #[inline]
    fn squared(self) -> u64 {
        map(&SQUARE, self)
    }

    #[inline]
    fn root(self) -> u64 {
        map(&ROOT, self)
    }

    #[inline]
    fn inverted(self) -> u64 {
        let (high, low) = ((self >> 32) as u32, self as u32);
        let norm = low.times(low ^ high) ^ high.squared().times_top();
        let inverse = norm.inverted();
        u64::from(high.times(inverse)) << 32 | u64::from((high ^ low).times(inverse))
    }

    #[inline]
    fn times_top(self) -> u64 {
        map(&TIMES_TOP, self)
    }
}

impl Tower for u128 {
    #[inline]
    fn times(self, other: u128) -> u128 {
        let (a, b) = ((self >> 64) as u64, self as u64);
        let (c, d) = ((other >> 64) as u64, other as u64);
        let low = b.times(d);
        let both = (a ^ b).times(c ^ d);
        u128::from(both ^ low) << 64 | u128::from(low ^ a.times(c).times_top())
    }

    #[inline]
    fn squared(self) -> u128 {
        let (high, low) = (((self >> 64) as u64).squared(), (self as u64).squared());
        u128::from(high) << 64 | u128::from(low ^ high.times_top())
    }

    #[inline]
    fn root(self) -> u128 {
        let (high, low) = ((self >> 64) as u64, self as u64);
        u128::from(high.root()) << 64 | u128::from((low ^ high.times_top()).root())
    }

    #[inline]
    fn inverted(self) -> u128 {
        let (high, low) = ((self >> 64) as u64, self as u64);
        let norm = low.times(low ^ high) ^ high.squared().times_top();
        let inverse = norm.inverted();
        u128::from(high.times(inverse)) << 64 | u128::from((high ^ low).times(inverse))
    }

    #[inline]
    fn times_top(self) -> u128 {
        let (high, low) = ((self >> 64) as u64, self as u64);
        u128::from((high ^ low).times_top()) << 64 | u128::from(high.times_top().times_top())
    }
}
