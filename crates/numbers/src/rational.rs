//! Rational numbers of limited size.

use crate::error::{MOST_BITS, NumberError};
use dashu_int::ops::{BitTest, Gcd, PowerOfTwo};
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use std::fmt;

/// A rational number in lowest terms.
///
/// Numerators and denominators have at most [`MOST_BITS`] bits.
///
/// ```
/// use winways_numbers::Rational;
///
/// let third = Rational::new(1, 3)?;
/// assert_eq!(third.sum(&third)?.to_string(), "2/3");
/// assert!(third < Rational::new(1, 2)?);
/// # Ok::<(), winways_numbers::NumberError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: IBig,
    denominator: UBig,
}

impl Rational {
    /// Creates the number `numerator / denominator`.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`].
    pub fn new(numerator: i64, denominator: i64) -> Result<Rational, NumberError> {
        Rational::from(numerator).quotient(&Rational::from(denominator))
    }

    /// Creates a number from big integers.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`] and [`NumberError::TooLarge`].
    pub fn from_big(numerator: IBig, denominator: UBig) -> Result<Rational, NumberError> {
        if denominator == UBig::ZERO {
            return Err(NumberError::DivisionByZero);
        }
        if numerator == IBig::ZERO {
            return Ok(Rational::zero());
        }
        let common = (&numerator).gcd(&denominator);
        let (numerator, denominator) = (numerator / IBig::from(common.clone()), denominator / common);
        if numerator.bit_len().max(denominator.bit_len()) > MOST_BITS {
            return Err(NumberError::TooLarge);
        }
        Ok(Rational { numerator, denominator })
    }

    /// Returns 0.
    #[must_use]
    pub fn zero() -> Rational {
        Rational { numerator: IBig::ZERO, denominator: UBig::ONE }
    }

    /// Returns 1.
    #[must_use]
    pub fn one() -> Rational {
        Rational { numerator: IBig::ONE, denominator: UBig::ONE }
    }

    /// Returns the numerator.
    #[must_use]
    pub fn numerator(&self) -> &IBig {
        &self.numerator
    }

    /// Returns the denominator, which is positive.
    #[must_use]
    pub fn denominator(&self) -> &UBig {
        &self.denominator
    }

    /// Compares the number with zero.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        self.numerator.cmp(&IBig::ZERO)
    }

    /// Returns `true` if the number is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.sign().is_eq()
    }

    /// Returns `true` if the number is an integer.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.denominator == UBig::ONE
    }

    /// Returns `true` if the denominator is a power of two.
    #[must_use]
    pub fn is_dyadic(&self) -> bool {
        self.denominator.is_power_of_two()
    }

    /// Returns the number as a natural number, if it is one.
    #[must_use]
    pub fn to_natural(&self) -> Option<UBig> {
        if self.is_integer() { UBig::try_from(self.numerator.clone()).ok() } else { None }
    }

    /// Returns the sum.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn sum(&self, other: &Rational) -> Result<Rational, NumberError> {
        let [one, another] = [(self, other), (other, self)]
            .map(|(number, other)| &number.numerator * IBig::from(other.denominator.clone()));
        Rational::from_big(one + another, &self.denominator * &other.denominator)
    }

    /// Returns the difference.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn difference(&self, other: &Rational) -> Result<Rational, NumberError> {
        self.sum(&other.negated())
    }

    /// Returns the negative.
    #[must_use]
    pub fn negated(&self) -> Rational {
        Rational { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }

    /// Returns the product.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn product(&self, other: &Rational) -> Result<Rational, NumberError> {
        Rational::from_big(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// Returns the quotient.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`] and [`NumberError::TooLarge`].
    pub fn quotient(&self, other: &Rational) -> Result<Rational, NumberError> {
        let (sign, magnitude) = other.numerator.clone().into_parts();
        let numerator = &self.numerator * IBig::from_parts(sign, other.denominator.clone());
        Rational::from_big(numerator, &self.denominator * magnitude)
    }

    /// Returns the largest integer that is not greater than the number.
    #[must_use]
    pub fn floor(&self) -> Rational {
        use dashu_int::ops::DivEuclid;
        let numerator = self.numerator.clone().div_euclid(IBig::from(self.denominator.clone()));
        Rational { numerator, denominator: UBig::ONE }
    }

    /// Returns the non-negative root of the given degree.
    ///
    /// # Errors
    /// [`NumberError::NoRoot`] if the number is negative, the root is irrational, or the degree is 0.
    pub fn root(&self, degree: usize) -> Result<Rational, NumberError> {
        let magnitude = UBig::try_from(self.numerator.clone()).map_err(|_| NumberError::NoRoot)?;
        if degree == 0 {
            return Err(NumberError::NoRoot);
        }
        let numerator = exact_root(&magnitude, degree)?.into();
        Ok(Rational { numerator, denominator: exact_root(&self.denominator, degree)? })
    }

    /// Returns the combined length of the numerator and the denominator, in full words of 64 bits.
    pub(crate) fn extra_words(&self) -> u32 {
        ((self.numerator.bit_len() + self.denominator.bit_len()) / 64) as u32
    }
}

/// Returns the root of a natural number, if the root is a natural number.
fn exact_root(number: &UBig, degree: usize) -> Result<UBig, NumberError> {
    if *number <= UBig::ONE {
        return Ok(number.clone());
    }
    if degree > number.bit_len() {
        return Err(NumberError::NoRoot);
    }
    let root = number.nth_root(degree);
    if root.pow(degree) == *number { Ok(root) } else { Err(NumberError::NoRoot) }
}

impl From<i64> for Rational {
    fn from(integer: i64) -> Rational {
        Rational { numerator: integer.into(), denominator: UBig::ONE }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        let [one, another] = [(self, other), (other, self)]
            .map(|(number, other)| &number.numerator * IBig::from(other.denominator.clone()));
        one.cmp(&another)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes `p` or `p/q`.
impl fmt::Display for Rational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(formatter, "{}", self.numerator)
        } else {
            write!(formatter, "{}/{}", self.numerator, self.denominator)
        }
    }
}
