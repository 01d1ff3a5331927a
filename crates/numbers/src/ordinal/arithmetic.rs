//! Sums and products of ordinals.

use super::{Ordinal, OrdinalTerm};
use crate::error::NumberError;
use dashu_int::UBig;

impl Ordinal {
    /// Returns the ordinary sum, in which the terms of `self` below the first term of `other` vanish.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    ///
    /// # Complexity
    /// Linear in the sizes.
    ///
    /// ```
    /// use winways_numbers::Ordinal;
    ///
    /// let omega = Ordinal::omega();
    /// assert_eq!(omega.sum(&Ordinal::from(2))?.sum(&omega)?.to_string(), "2ω");
    /// # Ok::<(), winways_numbers::NumberError>(())
    /// ```
    pub fn sum(&self, other: &Ordinal) -> Result<Ordinal, NumberError> {
        let Some(first) = other.terms().first() else { return Ok(self.clone()) };
        let kept = self.terms().partition_point(|term| term.exponent > first.exponent);
        let mut terms = self.terms()[..kept].to_vec();
        let mut first = first.clone();
        if let Some(equal) = self.terms().get(kept).filter(|term| term.exponent == first.exponent) {
            first.coefficient += &equal.coefficient;
        }
        terms.push(first);
        terms.extend_from_slice(&other.terms()[1..]);
        Ordinal::from_sorted(terms)
    }

    /// Returns the natural sum: the terms of both ordinals, added as polynomials.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    ///
    /// # Complexity
    /// Linear in the sizes.
    pub fn natural_sum(&self, other: &Ordinal) -> Result<Ordinal, NumberError> {
        self.sum_of_terms(other)
    }

    /// Returns the ordinary product.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    ///
    /// # Complexity
    /// Linear in the number of terms, plus a sum of exponents for each infinite term of `other`.
    ///
    /// ```
    /// use winways_numbers::Ordinal;
    ///
    /// let (two, omega) = (Ordinal::from(2), Ordinal::omega());
    /// assert_eq!(two.product(&omega)?, omega);
    /// assert_eq!(omega.product(&two)?.to_string(), "2ω");
    /// # Ok::<(), winways_numbers::NumberError>(())
    /// ```
    pub fn product(&self, other: &Ordinal) -> Result<Ordinal, NumberError> {
        let Some(first) = self.terms().first() else { return Ok(Ordinal::ZERO) };
        let mut terms = Vec::new();
        for term in other.terms() {
            let (exponent, coefficient) = if term.exponent.is_zero() {
                (first.exponent.clone(), &first.coefficient * &term.coefficient)
            } else {
                (first.exponent.sum(&term.exponent)?, term.coefficient.clone())
            };
            terms.push(OrdinalTerm { exponent, coefficient });
            if term.exponent.is_zero() {
                terms.extend_from_slice(&self.terms()[1..]);
            }
        }
        Ordinal::from_sorted(terms)
    }

    /// Returns the natural product: the terms of both ordinals, multiplied as polynomials with natural sums of exponents.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    ///
    /// # Complexity
    /// O(n·m·log(n·m)) sums and comparisons of exponents for n and m terms.
    pub fn natural_product(&self, other: &Ordinal) -> Result<Ordinal, NumberError> {
        crate::error::check_pairs(self.terms().len(), other.terms().len())?;
        let mut terms = Vec::with_capacity(self.terms().len() * other.terms().len());
        for one in self.terms() {
            for another in other.terms() {
                let exponent = one.exponent.natural_sum(&another.exponent)?;
                let coefficient = &one.coefficient * &another.coefficient;
                terms.push(OrdinalTerm { exponent, coefficient });
            }
        }
        terms.sort_by(|one, another| another.exponent.cmp(&one.exponent));
        terms.dedup_by(|later, earlier| {
            let is_equal = later.exponent == earlier.exponent;
            if is_equal {
                earlier.coefficient += &later.coefficient;
            }
            is_equal
        });
        Ordinal::from_sorted(terms)
    }

    /// Returns the ordinal that gives `self` when added to the right of `prefix`.
    ///
    /// # Errors
    /// [`NumberError::Negative`] if `prefix` is larger than `self`.
    ///
    /// ```
    /// use winways_numbers::Ordinal;
    ///
    /// let omega = Ordinal::omega();
    /// assert_eq!(omega.without_prefix(&Ordinal::from(5))?, omega);
    /// # Ok::<(), winways_numbers::NumberError>(())
    /// ```
    pub fn without_prefix(&self, prefix: &Ordinal) -> Result<Ordinal, NumberError> {
        if prefix > self {
            return Err(NumberError::Negative);
        }
        let (terms, others) = (self.terms(), prefix.terms());
        let equal = terms.iter().zip(others).take_while(|(term, other)| term == other).count();
        let mut rest = terms[equal..].to_vec();
        if let (Some(term), Some(other)) = (rest.first_mut(), others.get(equal))
            && term.exponent == other.exponent
        {
            term.coefficient = (&term.coefficient - &other.coefficient).max(UBig::ZERO);
        }
        Ordinal::from_sorted(rest)
    }

    /// Returns the quotient and the remainder of the division by ω^`exponent`: `self` = ω^`exponent`·quotient +
    /// remainder, with a remainder below ω^`exponent`.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn divided_by_power(&self, exponent: &Ordinal) -> Result<(Ordinal, Ordinal), NumberError> {
        let kept = self.terms().partition_point(|term| term.exponent >= *exponent);
        let mut quotient = Vec::with_capacity(kept);
        for term in &self.terms()[..kept] {
            let lower = term.exponent.without_prefix(exponent)?;
            quotient.push(OrdinalTerm { exponent: lower, coefficient: term.coefficient.clone() });
        }
        Ok((Ordinal::from_sorted(quotient)?, Ordinal::from_sorted(self.terms()[kept..].to_vec())?))
    }

    /// Returns the product ω^`exponent`·`self`.
    ///
    /// # Errors
    /// Returns [`NumberError::TooLarge`] if the product is too large, or [`NumberError::TooHigh`] if its tower of exponents is
    /// too high.
    pub(crate) fn times_power_before(&self, exponent: &Ordinal) -> Result<Ordinal, NumberError> {
        Ordinal::monomial(exponent.clone(), UBig::ONE)?.product(self)
    }
}
