//! Integer parts and standard parts.

use super::{Surreal, Term};
use crate::error::NumberError;
use crate::rational::Rational;

impl Surreal {
    /// Returns the integer part: the largest omnific integer that is not greater than the number.
    ///
    /// A number is an omnific integer if its exponents are not negative and its constant term is an integer.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    ///
    /// Source: J. H. Conway, *On Numbers and Games*, chapter 5.
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// let x: Surreal = "ω/2 - 1/ω".parse()?;
    /// assert_eq!(x.integer_part()?.to_string(), "ω/2-1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn integer_part(&self) -> Result<Surreal, NumberError> {
        let infinite = self.terms().partition_point(|term| term.exponent.sign().is_gt());
        let mut terms = self.terms()[..infinite].to_vec();
        let rest = &self.terms()[infinite..];
        let (constant, infinitesimal) = match rest {
            [first, rest @ ..] if first.exponent.is_zero() => (first.coefficient.clone(), rest),
            _ => (Rational::zero(), rest),
        };
        let is_below = infinitesimal.first().is_some_and(|term| term.coefficient.sign().is_lt());
        let mut coefficient = constant.floor();
        if is_below && coefficient == constant {
            coefficient = coefficient.difference(&Rational::one())?;
        }
        terms.push(Term { exponent: Surreal::ZERO, coefficient });
        Surreal::from_sorted(terms)
    }

    /// Returns the standard part: the real number that differs from a finite number by an infinitesimal.
    ///
    /// # Errors
    /// [`NumberError::Infinite`] for an infinite number.
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// let x: Surreal = "1/3 - 5/ω".parse()?;
    /// assert_eq!(x.standard_part()?.to_string(), "1/3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn standard_part(&self) -> Result<Rational, NumberError> {
        match self.terms().first() {
            Some(term) if term.exponent.sign().is_gt() => Err(NumberError::Infinite),
            Some(term) if term.exponent.is_zero() => Ok(term.coefficient.clone()),
            _ => Ok(Rational::zero()),
        }
    }
}
