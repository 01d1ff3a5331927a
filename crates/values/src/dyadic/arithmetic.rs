//! Sums, differences and products of dyadic rationals.
//!
//! Each operation has one implementation, on references. An operation on two words uses `i128`, which cannot overflow.
//! All other operations use big integers.

use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::IBig;

use super::{Dyadic, Repr};

/// Returns the numerators of two words over their common denominator, and the exponent of that denominator. Returns
/// `None` if a number is not a word.
///
/// At most one numerator is shifted, by at most 63 bits. So one magnitude is at most 2^126 and the other at most 2^63.
pub(super) fn align_words(left: &Dyadic, right: &Dyadic) -> Option<(i128, i128, u32)> {
    let (
        &Repr::Word { numerator: left, exponent: left_exponent },
        &Repr::Word { numerator: right, exponent: right_exponent },
    ) = (&left.0, &right.0)
    else {
        return None;
    };
    let exponent = left_exponent.max(right_exponent);
    let left = i128::from(left) << (exponent - left_exponent);
    let right = i128::from(right) << (exponent - right_exponent);
    Some((left, right, exponent.into()))
}

/// Returns the numerators of two numbers over their common denominator, and the exponent of that denominator.
pub(super) fn align(left: &Dyadic, right: &Dyadic) -> (IBig, IBig, u32) {
    let (left, left_exponent) = left.parts();
    let (right, right_exponent) = right.parts();
    let exponent = left_exponent.max(right_exponent);
    let left = left.as_ref() << (exponent - left_exponent) as usize;
    let right = right.as_ref() << (exponent - right_exponent) as usize;
    (left, right, exponent)
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        if let Some((left, right, exponent)) = align_words(self, other) {
            return Dyadic::from_wide(left + right, exponent);
        }
        let (left, right, exponent) = align(self, other);
        Dyadic::from_big(left + right, exponent.into())
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        if let Some((left, right, exponent)) = align_words(self, other) {
            return Dyadic::from_wide(left - right, exponent);
        }
        let (left, right, exponent) = align(self, other);
        Dyadic::from_big(left - right, exponent.into())
    }
}

/// Multiplies two numbers.
///
/// # Panics
///
/// Panics if the exponent of the product exceeds `u32::MAX`. The exponent of a product of two fractions is the sum of
/// their exponents.
impl Mul for &Dyadic {
    type Output = Dyadic;

    fn mul(self, other: &Dyadic) -> Dyadic {
        if let (
            &Repr::Word { numerator: left, exponent: left_exponent },
            &Repr::Word { numerator: right, exponent: right_exponent },
        ) = (&self.0, &other.0)
        {
            let exponent = u32::from(left_exponent) + u32::from(right_exponent);
            return Dyadic::from_wide(i128::from(left) * i128::from(right), exponent);
        }
        let (left, left_exponent) = self.parts();
        let (right, right_exponent) = other.parts();
        let exponent = u64::from(left_exponent) + u64::from(right_exponent);
        Dyadic::from_big(left.as_ref() * right.as_ref(), exponent)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Word { numerator, exponent } => {
                Dyadic::from_wide(-i128::from(*numerator), (*exponent).into())
            }
            Repr::Big(big) => Dyadic::from_big(-&big.numerator, big.exponent.into()),
        }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        -&self
    }
}

/// Implements an operation on operands taken by value by forwarding to the implementation on references.
macro_rules! by_value {
    ($($operation:ident::$method:ident),*) => {$(
        impl $operation for Dyadic {
            type Output = Dyadic;

            fn $method(self, other: Dyadic) -> Dyadic {
                (&self).$method(&other)
            }
        }

        impl $operation<&Dyadic> for Dyadic {
            type Output = Dyadic;

            fn $method(self, other: &Dyadic) -> Dyadic {
                (&self).$method(other)
            }
        }

        impl $operation<Dyadic> for &Dyadic {
            type Output = Dyadic;

            fn $method(self, other: Dyadic) -> Dyadic {
                self.$method(&other)
            }
        }
    )*};
}

by_value!(Add::add, Sub::sub, Mul::mul);

/// Adds up the values of positions; the sum of no values is zero.
impl Sum for Dyadic {
    fn sum<I: Iterator<Item = Dyadic>>(numbers: I) -> Dyadic {
        numbers.fold(Dyadic::ZERO, Add::add)
    }
}
