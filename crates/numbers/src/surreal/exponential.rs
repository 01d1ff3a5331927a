//! The exponential function on purely infinite numbers.

use super::{Surreal, Term};
use crate::error::NumberError;
use crate::rational::Rational;
use dashu_int::UBig;

impl Surreal {
    /// Returns the exponential of a purely infinite number.
    ///
    /// The exponential of Σ ω^a·r is ω^Σ ω^g(a)·r. The function g is defined by g(a) = {c, g(a′) | g(a″)}. Here c is the
    /// exponent of the first term of a, and a′ and a″ are the positive numbers whose sign expansions are prefixes of a, below
    /// and above a. Below ε₀, c < a holds for every exponent a that is not infinitesimal and for these prefixes, so g(a) = a.
    /// Among infinitesimal exponents, g(2⁻ⁿ·ω^−b) = 2⁻ⁿ − b is known for ordinals b.
    ///
    /// # Errors
    /// [`NumberError::NotInfinite`] if an exponent is not positive, and [`NumberError::NoExponential`] for other
    /// infinitesimal exponents.
    ///
    /// Source: H. Gonshor, *An Introduction to the Theory of Surreal Numbers*, chapter 10.
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// assert_eq!(Surreal::omega().exponential()?.to_string(), "ω^ω");
    /// let x: Surreal = "ω^(1/ω)".parse()?;
    /// assert_eq!(x.exponential()?, Surreal::omega());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exponential(&self) -> Result<Surreal, NumberError> {
        let mut terms = Vec::with_capacity(self.terms().len());
        for term in self.terms() {
            let exponent = exponent_of_exponential(&term.exponent)?;
            terms.push(Term { exponent, coefficient: term.coefficient.clone() });
        }
        // The function g is increasing, so the terms descend.
        Surreal::from_sorted(terms)?.omega_map()
    }
}

/// Returns g(`a`).
fn exponent_of_exponential(a: &Surreal) -> Result<Surreal, NumberError> {
    let Some(first) = a.terms().first().filter(|_| a.sign().is_gt()) else {
        return Err(NumberError::NotInfinite);
    };
    if !first.exponent.sign().is_lt() {
        return Ok(a.clone());
    }
    let is_power = *first.coefficient.numerator() == UBig::ONE.into() && first.coefficient.is_dyadic();
    let is_ordinal = first.exponent.negated()?.to_ordinal().is_ok();
    if a.terms().len() > 1 || !is_power || !is_ordinal {
        return Err(NumberError::NoExponential);
    }
    let coefficient: &Rational = &first.coefficient;
    first.exponent.sum(&Surreal::try_from(coefficient)?)
}
