//! Sums, products, inverses and roots of surreal numbers.

use super::{Surreal, Term};
use crate::error::{MOST_BITS, NumberError, check_pairs};
use crate::rational::Rational;
use dashu_int::ops::{BitTest, Gcd};
use dashu_int::{IBig, UBig};
use std::collections::BTreeMap;

/// The maximum number of word products in a product of numbers. Computing that many takes about a tenth of a second.
const MOST_WORDS_MULTIPLIED: usize = 1 << 26;

impl Surreal {
    /// Returns the sum.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    ///
    /// # Complexity
    /// Linear in the sizes.
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// let x: Surreal = "ω - 1".parse()?;
    /// assert_eq!(x.sum(&Surreal::one())?, Surreal::omega());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sum(&self, other: &Surreal) -> Result<Surreal, NumberError> {
        self.sum_of_terms(other)
    }

    /// Returns the negative.
    ///
    /// # Errors
    /// None in practice; the return type matches the other operations.
    pub fn negated(&self) -> Result<Surreal, NumberError> {
        self.scaled(&Rational::from(-1))
    }

    /// Returns the difference.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn difference(&self, other: &Surreal) -> Result<Surreal, NumberError> {
        self.sum(&other.negated()?)
    }

    /// Returns the absolute value.
    ///
    /// # Errors
    /// Fails like [`Surreal::negated`].
    pub fn absolute(&self) -> Result<Surreal, NumberError> {
        if self.sign().is_lt() { self.negated() } else { Ok(self.clone()) }
    }

    /// Returns the product with a rational number.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn scaled(&self, factor: &Rational) -> Result<Surreal, NumberError> {
        let terms = self.terms().iter().map(|term| {
            Ok(Term { exponent: term.exponent.clone(), coefficient: term.coefficient.product(factor)? })
        });
        Surreal::from_sorted(terms.collect::<Result<_, NumberError>>()?)
    }

    /// Returns the product.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    ///
    /// # Complexity
    /// O(n·m·log(n·m)) sums and comparisons of exponents for n and m terms.
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// let omega = Surreal::omega();
    /// assert_eq!(omega.product(&omega.inverse()?)?, Surreal::one());
    /// # Ok::<(), winways_numbers::NumberError>(())
    /// ```
    pub fn product(&self, other: &Surreal) -> Result<Surreal, NumberError> {
        check_pairs(self.terms().len(), other.terms().len())?;
        // Integer products and sums need no greatest common divisors, which take most of the time of rational arithmetic.
        let (ours, our_denominator) = self.over_common_denominator()?;
        let (theirs, their_denominator) = other.over_common_denominator()?;
        let words = |numbers: &[IBig]| numbers.iter().map(|number| number.bit_len() / 64 + 1).sum::<usize>();
        if words(&ours).saturating_mul(words(&theirs)) > MOST_WORDS_MULTIPLIED {
            return Err(NumberError::TooLarge);
        }
        let mut sums: BTreeMap<Surreal, IBig> = BTreeMap::new();
        for (one, our_numerator) in self.terms().iter().zip(&ours) {
            for (another, their_numerator) in other.terms().iter().zip(&theirs) {
                let sum = sums.entry(one.exponent.sum(&another.exponent)?).or_default();
                *sum += our_numerator * their_numerator;
            }
        }
        let denominator = our_denominator * their_denominator;
        let terms = sums.into_iter().rev().map(|(exponent, numerator)| {
            Ok(Term { exponent, coefficient: Rational::from_big(numerator, denominator.clone())? })
        });
        Surreal::from_sorted(terms.collect::<Result<_, NumberError>>()?)
    }

    /// Returns the numerators of the coefficients over a common denominator, and the denominator.
    fn over_common_denominator(&self) -> Result<(Vec<IBig>, UBig), NumberError> {
        let mut common = UBig::ONE;
        for term in self.terms() {
            let denominator = term.coefficient.denominator();
            let shared = (&common).gcd(denominator);
            common *= denominator / shared;
            if common.bit_len() > 4 * MOST_BITS {
                return Err(NumberError::TooLarge);
            }
        }
        let numerator =
            |term: &Term| term.coefficient.numerator() * IBig::from(&common / term.coefficient.denominator());
        Ok((self.terms().iter().map(numerator).collect(), common))
    }

    /// Returns the power with a natural exponent.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    ///
    /// # Complexity
    /// O(log `exponent`) products.
    pub fn power(&self, mut exponent: u32) -> Result<Surreal, NumberError> {
        let (mut result, mut square) = (Surreal::one(), self.clone());
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.product(&square)?;
            }
            exponent >>= 1;
            if exponent > 0 {
                square = square.product(&square)?;
            }
        }
        Ok(result)
    }

    /// Returns the inverse of a number with one term. Other inverses are [fractions](crate::Fraction).
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`] and [`NumberError::NotMonomial`].
    pub fn inverse(&self) -> Result<Surreal, NumberError> {
        match self.terms() {
            [] => Err(NumberError::DivisionByZero),
            [term] => {
                Surreal::monomial(term.exponent.negated()?, Rational::one().quotient(&term.coefficient)?)
            }
            _ => Err(NumberError::NotMonomial),
        }
    }

    /// Returns the positive root of the given degree, for a number with one term whose coefficient has a rational root.
    ///
    /// # Errors
    /// [`NumberError::NotMonomial`] and [`NumberError::NoRoot`].
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// let x: Surreal = "4ω".parse()?;
    /// assert_eq!(x.root(2)?.to_string(), "2ω^(1/2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn root(&self, degree: u32) -> Result<Surreal, NumberError> {
        if degree == 0 {
            return Err(NumberError::NoRoot);
        }
        match self.terms() {
            [] => Ok(Surreal::ZERO),
            [term] => {
                let exponent = term.exponent.scaled(&Rational::new(1, degree.into())?)?;
                Surreal::monomial(exponent, term.coefficient.root(degree as usize)?)
            }
            _ => Err(NumberError::NotMonomial),
        }
    }

    /// Returns ω raised to this number (the omega map).
    ///
    /// # Errors
    /// [`NumberError::TooLarge`] and [`NumberError::TooHigh`].
    pub fn omega_map(&self) -> Result<Surreal, NumberError> {
        Surreal::monomial(self.clone(), Rational::one())
    }
}
