//! The finite nim fields of 8, 16, 32, 64 and 128 bits, and their quadratic extensions.
//!
//! The nimbers below 2^(2^k) are a field under nim addition (exclusive or) and nim multiplication. The functions here,
//! except those for batches, are generic over the unsigned integers that represent such a field.
//!
//! Source: J. H. Conway, *On Numbers and Games*, chapter 6.
//!
//! ```
//! use winways_numbers::nim;
//!
//! assert_eq!(nim::product(16_u64, 16), 24);
//! assert_eq!(nim::inverse(u64::MAX), Some(221_865_125_609_472));
//! assert_eq!(nim::square_root(u64::MAX), 13_308_621_735_066_724_477);
//! ```

#[cfg(any(test, target_arch = "x86_64"))]
mod basis;
mod batch;
mod blocks;
#[cfg(target_arch = "x86_64")]
mod carryless;
mod element;
mod equation;
mod extension;
#[cfg(any(test, target_arch = "x86_64"))]
mod galois;
mod karatsuba;
mod kernel;
mod logarithm;
mod planes;
mod polynomial;
mod tables;
mod tower;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

pub use batch::{invert_all_u64, invert_all_u128, multiply_all_u64, multiply_all_u128};
pub use equation::{Roots, solve_artin_schreier, solve_quadratic};
pub use extension::Extension;
pub use logarithm::{Interrupted, logarithm, logarithm_while, multiplicative_order};
pub use polynomial::{MinimalPolynomial, degree, minimal_polynomial};

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitXor, BitXorAssign};
use tower::Tower;

/// An unsigned integer whose values are the elements of a nim field.
///
/// Implemented by `u8`, `u16`, `u32`, `u64` and `u128`.
pub trait NimField:
    Tower
    + Eq
    + Ord
    + Hash
    + Default
    + fmt::Debug
    + fmt::Display
    + BitXor<Output = Self>
    + BitXorAssign
    + BitAnd<Output = Self>
    + Into<u128>
    + TryFrom<u128>
{
    /// The number of bits: the degree of the field over its subfield {0, 1}.
    const BITS: u32;
    /// The nimber 0.
    const ZERO: Self;
    /// The nimber 1.
    const ONE: Self;
    /// The largest power of two in the field. The trace of a nimber is the bit at this place.
    const TOP: Self;
    /// The prime factors of the number of non-zero elements, ascending.
    const PRIMES: &'static [u64];

    /// Returns the nimber `value` without the bits above [`BITS`](NimField::BITS).
    fn truncate(value: u128) -> Self;
}

macro_rules! nim_field {
    ($($integer:ty: $primes:expr),*) => {
        $(impl NimField for $integer {
            const BITS: u32 = <$integer>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const TOP: Self = 1 << (<$integer>::BITS - 1);
            const PRIMES: &'static [u64] = $primes;

            #[inline]
            fn truncate(value: u128) -> Self {
                value as $integer
            }
        })*
    };
}

nim_field! {
    u8: &[3, 5, 17],
    u16: &[3, 5, 17, 257],
    u32: &[3, 5, 17, 257, 65_537],
    u64: &[3, 5, 17, 257, 641, 65_537, 6_700_417],
    u128: &[3, 5, 17, 257, 641, 65_537, 274_177, 6_700_417, 67_280_421_310_721]
}

/// Returns the nim product.
///
/// # Complexity
/// Constant. A product of 64 bits takes one carry-less multiplication and 24 table look-ups if the machine has the instruction, and
/// otherwise 10 products from tables. A product of 128 bits takes three times as much. [`multiply_all_u64`] and [`multiply_all_u128`]
/// take a fraction of the time per product.
///
/// ```
/// use winways_numbers::nim;
///
/// assert_eq!(nim::product(2_u8, 2), 3);
/// assert_eq!(nim::product(1_u128 << 64, 1 << 64), (1 << 64) + (1 << 63));
/// ```
#[inline]
#[must_use]
pub fn product<T: NimField>(one: T, other: T) -> T {
    one.times(other)
}

/// Returns the nim square, a linear map.
#[inline]
#[must_use]
pub fn square<T: NimField>(nimber: T) -> T {
    nimber.squared()
}

/// Returns the nim square root: the only nimber with the given square.
///
/// ```
/// use winways_numbers::nim;
///
/// assert_eq!(nim::square_root(3_u8), 2);
/// ```
#[inline]
#[must_use]
pub fn square_root<T: NimField>(nimber: T) -> T {
    nimber.root()
}

/// Returns the multiplicative inverse, or `None` for 0.
///
/// ```
/// use winways_numbers::nim;
///
/// assert_eq!(nim::inverse(2_u8), Some(3));
/// assert_eq!(nim::inverse(0_u8), None);
/// ```
#[inline]
#[must_use]
pub fn inverse<T: NimField>(nimber: T) -> Option<T> {
    (nimber != T::ZERO).then(|| nimber.inverted())
}

/// Returns the nimber raised to a power. The power with exponent 0 is 1.
///
/// # Complexity
/// At most 128 squares and 128 products.
///
/// ```
/// use winways_numbers::nim;
///
/// assert_eq!(nim::power(2_u8, 3), 1);
/// ```
#[must_use]
pub fn power<T: NimField>(nimber: T, mut exponent: u128) -> T {
    let (mut result, mut square) = (T::ONE, nimber);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result.times(square);
        }
        square = square.squared();
        exponent >>= 1;
    }
    result
}

/// Returns the absolute trace: the sum of the conjugates x, x², x⁴, … in the field, which is 0 or 1.
///
/// The trace is the top bit of the nimber.
///
/// ```
/// use winways_numbers::nim;
///
/// assert_eq!([127, 128].map(nim::trace::<u8>), [false, true]);
/// ```
#[inline]
#[must_use]
pub fn trace<T: NimField>(nimber: T) -> bool {
    nimber & T::TOP != T::ZERO
}

/// Returns the number of non-zero elements of the field.
pub(crate) fn group_order<T: NimField>() -> u128 {
    u128::MAX >> (u128::BITS - T::BITS)
}
