//! Nimbers below ω^ω^ω, an algebraically closed field under nim addition and nim multiplication.

mod constant;
mod exponent;
mod field;
mod product;

use crate::error::{MOST_TERMS, NumberError};
use crate::nim::Extension;
use crate::normal_form::own_size;
use crate::ordinal::{Ordinal, OrdinalTerm};
use dashu_int::ops::BitTest;
use exponent::Exponent;
use std::collections::BTreeMap;

/// A nimber below ω^ω^ω, whose finite coefficients are below 2^256.
///
/// As an ordinal it is Σ ω^e·n with exponents e below ω^ω. Addition is exclusive or on the coefficients. For
/// multiplication each power ω^e is a product of the generators χ: for the k-th odd prime p, χ of p^n is
/// ω^(ω^(k−1)·p^(n−1)). Its p-th power is χ of p^(n−1), or the constant α of p if n = 1.
///
/// Sources: J. H. Conway, *On Numbers and Games*, chapter 6; H. W. Lenstra, On the algebraic closure of two (1977);
/// Nim multiplication (1978).
///
/// ```
/// use winways_numbers::Transfinite;
///
/// let omega = Transfinite::omega();
/// assert_eq!(omega.power(3)?.to_string(), "*2");
/// let x: Transfinite = "*(ω^2 + 1)".parse()?;
/// assert_eq!(x.product(&x.inverse()?)?, Transfinite::from(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Transfinite {
    /// The coefficients by exponent. No coefficient is 0.
    terms: BTreeMap<Exponent, Coefficient>,
}

/// A nimber in the field of 256 bits.
type Coefficient = Extension<u128>;

impl Transfinite {
    /// Returns the nimber ω, whose cube is 2.
    #[must_use]
    pub fn omega() -> Transfinite {
        Transfinite::term(Exponent::power(0, 1), Coefficient::ONE)
    }

    /// Returns the nimber 0.
    #[must_use]
    pub fn zero() -> Transfinite {
        Transfinite::default()
    }

    /// Returns `true` if the nimber is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the nimber as an element of the field of 128 bits, if it is one.
    #[must_use]
    pub fn to_finite(&self) -> Option<u128> {
        self.to_extension().and_then(Extension::in_field)
    }

    /// Returns the nimber as an element of the field of 256 bits, if it is finite.
    #[must_use]
    pub fn to_extension(&self) -> Option<Extension<u128>> {
        match self.terms.len() {
            0 => Some(Coefficient::default()),
            1 => self.terms.get(&Exponent::default()).copied(),
            _ => None,
        }
    }

    /// Converts an ordinal to a nimber.
    ///
    /// # Errors
    /// [`NumberError::NotNimber`] if the ordinal is ω^ω^ω or more, or a coefficient is 2^256 or more.
    /// [`NumberError::TooLarge`] if an exponent is ω^126 or more, or has a coefficient of 2^64 or more.
    pub fn from_ordinal(ordinal: &Ordinal) -> Result<Transfinite, NumberError> {
        let mut terms = BTreeMap::new();
        for term in ordinal.terms() {
            let coefficient = Coefficient::of_natural(&term.coefficient).ok_or(NumberError::NotNimber)?;
            terms.insert(Exponent::from_ordinal(&term.exponent)?, coefficient);
        }
        Ok(Transfinite { terms })
    }

    /// Returns the nimber as an ordinal.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn to_ordinal(&self) -> Result<Ordinal, NumberError> {
        let terms = self.terms.iter().rev().map(|(exponent, &coefficient)| {
            Ok(OrdinalTerm { exponent: exponent.to_ordinal()?, coefficient: coefficient.to_natural() })
        });
        Ordinal::from_sorted(terms.collect::<Result<_, NumberError>>()?)
    }

    /// Returns the nim sum, which is also the difference.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn sum(&self, other: &Transfinite) -> Result<Transfinite, NumberError> {
        let mut sum = self.clone();
        sum.add_all(other);
        sum.within_limit()
    }

    /// Adds all terms of a nimber.
    fn add_all(&mut self, other: &Transfinite) {
        for (exponent, &coefficient) in &other.terms {
            self.add(exponent, coefficient);
        }
    }

    /// Returns the nimber if the size of the ordinal is within the limit.
    fn within_limit(self) -> Result<Transfinite, NumberError> {
        let bits = |coefficient: &Coefficient| coefficient.to_natural().bit_len();
        let sizes =
            self.terms.iter().map(|(exponent, coefficient)| own_size(bits(coefficient)) + exponent.size());
        if sizes.sum::<u32>() > MOST_TERMS { Err(NumberError::TooLarge) } else { Ok(self) }
    }

    /// Returns a power of ω times a finite nimber that is not 0.
    fn term(exponent: Exponent, coefficient: Coefficient) -> Transfinite {
        Transfinite { terms: BTreeMap::from([(exponent, coefficient)]) }
    }

    /// Adds a term.
    fn add(&mut self, exponent: &Exponent, coefficient: Coefficient) {
        match self.terms.get_mut(exponent) {
            Some(present) if *present == coefficient => {
                self.terms.remove(exponent);
            }
            Some(present) => *present = present.sum(coefficient),
            None if coefficient != Coefficient::default() => {
                self.terms.insert(exponent.clone(), coefficient);
            }
            None => {}
        }
    }
}

impl From<u128> for Transfinite {
    fn from(finite: u128) -> Transfinite {
        Transfinite::from(Extension::from(finite))
    }
}

impl From<Extension<u128>> for Transfinite {
    fn from(finite: Extension<u128>) -> Transfinite {
        let mut nimber = Transfinite::zero();
        nimber.add(&Exponent::default(), finite);
        nimber
    }
}
