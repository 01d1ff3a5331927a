//! Quotients of surreal numbers with finite normal forms.

use super::Surreal;
use crate::error::NumberError;
use crate::rational::Rational;
use std::cmp::Ordering;

/// A quotient of two surreal numbers with finite normal forms.
///
/// The first term of the denominator is 1. The denominator is 1 if a short division finds a finite normal form of the quotient. Equality
/// and order compare the numbers, not the representations.
///
/// ```
/// use winways_numbers::Fraction;
///
/// let x: Fraction = "1/(ω+1)".parse()?;
/// let y: Fraction = "(ω-1)/(ω^2-1)".parse()?;
/// assert_eq!(x, y);
/// assert_eq!(x.to_string(), "(1/ω)/(1+1/ω)");
/// # Ok::<(), winways_numbers::ParseNumberError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fraction {
    numerator: Surreal,
    denominator: Surreal,
}

/// The maximum number of terms of a quotient that a division computes.
const MOST_QUOTIENT_TERMS: usize = 64;

impl Fraction {
    /// Creates the quotient of two numbers.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`] and [`NumberError::TooLarge`].
    pub fn new(numerator: &Surreal, denominator: &Surreal) -> Result<Fraction, NumberError> {
        let Some(first) = denominator.terms().first() else { return Err(NumberError::DivisionByZero) };
        let by_first = Surreal::monomial(first.exponent.clone(), first.coefficient.clone())?.inverse()?;
        let (numerator, denominator) = (numerator.product(&by_first)?, denominator.product(&by_first)?);
        match exact_quotient(&numerator, &denominator).ok().flatten() {
            Some(quotient) => Ok(Fraction::from(quotient)),
            None => Ok(Fraction { numerator, denominator }),
        }
    }

    /// Returns the numerator.
    #[must_use]
    pub fn numerator(&self) -> &Surreal {
        &self.numerator
    }

    /// Returns the denominator, whose first term is 1.
    #[must_use]
    pub fn denominator(&self) -> &Surreal {
        &self.denominator
    }

    /// Returns the number if the denominator is 1.
    ///
    /// # Errors
    /// [`NumberError::NotFinite`].
    pub fn to_surreal(&self) -> Result<Surreal, NumberError> {
        if self.denominator == Surreal::one() {
            Ok(self.numerator.clone())
        } else {
            Err(NumberError::NotFinite)
        }
    }

    /// Returns the sum.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn sum(&self, other: &Fraction) -> Result<Fraction, NumberError> {
        if self.denominator == other.denominator {
            return Fraction::new(&self.numerator.sum(&other.numerator)?, &self.denominator);
        }
        let one = self.numerator.product(&other.denominator)?;
        let another = other.numerator.product(&self.denominator)?;
        Fraction::new(&one.sum(&another)?, &self.denominator.product(&other.denominator)?)
    }

    /// Returns the negative.
    ///
    /// # Errors
    /// None in practice; the return type matches the other operations.
    pub fn negated(&self) -> Result<Fraction, NumberError> {
        Ok(Fraction { numerator: self.numerator.negated()?, denominator: self.denominator.clone() })
    }

    /// Returns the difference.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn difference(&self, other: &Fraction) -> Result<Fraction, NumberError> {
        self.sum(&other.negated()?)
    }

    /// Returns the product.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn product(&self, other: &Fraction) -> Result<Fraction, NumberError> {
        let numerator = self.numerator.product(&other.numerator)?;
        Fraction::new(&numerator, &self.denominator.product(&other.denominator)?)
    }

    /// Returns the quotient.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`] and [`NumberError::TooLarge`].
    pub fn quotient(&self, other: &Fraction) -> Result<Fraction, NumberError> {
        let numerator = self.numerator.product(&other.denominator)?;
        Fraction::new(&numerator, &self.denominator.product(&other.numerator)?)
    }

    /// Compares the number with zero.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        self.numerator.sign()
    }

    /// Compares two numbers.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`] if the products with the denominators are too large.
    pub fn compare(&self, other: &Fraction) -> Result<Ordering, NumberError> {
        if self.denominator == other.denominator {
            return Ok(self.numerator.cmp(&other.numerator));
        }
        let one = self.numerator.product(&other.denominator)?;
        Ok(one.cmp(&other.numerator.product(&self.denominator)?))
    }
}

/// Returns the quotient if its normal form is finite and short. The first term of the denominator must be 1.
fn exact_quotient(numerator: &Surreal, denominator: &Surreal) -> Result<Option<Surreal>, NumberError> {
    let (Some(last), Some(lowest)) = (numerator.terms().last(), denominator.terms().last()) else {
        return Ok(Some(Surreal::ZERO));
    };
    let bound = last.exponent.difference(&lowest.exponent)?;
    let (mut rest, mut terms) = (numerator.clone(), Vec::new());
    while let Some(first) = rest.terms().first().cloned() {
        if first.exponent < bound || terms.len() == MOST_QUOTIENT_TERMS {
            return Ok(None);
        }
        let part = Surreal::monomial(first.exponent.clone(), first.coefficient.clone())?;
        rest = rest.difference(&part.product(denominator)?)?;
        terms.push(first);
    }
    Surreal::from_sorted(terms).map(Some)
}

/// Two fractions are equal if their numbers are equal. They compare as unequal if the products to compare are too large.
impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.compare(other).is_ok_and(Ordering::is_eq)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        self.compare(other).ok()
    }
}

impl From<Surreal> for Fraction {
    fn from(numerator: Surreal) -> Fraction {
        Fraction { numerator, denominator: Surreal::one() }
    }
}

/// Never fails in practice, since coefficients have the limits of [`Rational`].
impl TryFrom<&Rational> for Fraction {
    type Error = NumberError;

    fn try_from(rational: &Rational) -> Result<Fraction, NumberError> {
        Surreal::try_from(rational).map(Fraction::from)
    }
}
