//! Exponents below ω^ω.

use crate::error::NumberError;
use crate::normal_form::own_size;
use crate::ordinal::{Ordinal, OrdinalTerm};
use dashu_int::UBig;
use std::cmp::Ordering;

/// The number of odd primes whose generators are supported. The largest is 709.
pub(super) const PRIMES: usize = 126;

/// The odd primes with a generator, ascending.
pub(super) static PRIME_LIST: [u64; PRIMES] = {
    let mut primes = [0; PRIMES];
    let (mut count, mut number) = (0, 3);
    while count < PRIMES {
        let mut divisor = 3;
        while divisor * divisor <= number && number % divisor != 0 {
            divisor += 2;
        }
        if divisor * divisor > number {
            primes[count] = number;
            count += 1;
        }
        number += 2;
    }
    primes
};

/// An ordinal Σ ω^k·d below ω^ω: the coefficients d by k. The last coefficient is not 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Exponent {
    pub(super) digits: Vec<u64>,
}

impl Exponent {
    /// Returns ω^`place`·`digit`, for a digit that is not 0.
    pub(super) fn power(place: usize, digit: u64) -> Exponent {
        let mut digits = vec![0; place];
        digits.push(digit);
        Exponent { digits }
    }

    /// Returns the digit of ω^`place`.
    pub(super) fn digit(&self, place: usize) -> u64 {
        self.digits.get(place).copied().unwrap_or(0)
    }

    /// Returns the exponent with the given digits.
    pub(super) fn new(mut digits: Vec<u64>) -> Exponent {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Exponent { digits }
    }

    /// Returns the size of the ordinal.
    pub(super) fn size(&self) -> u32 {
        let digits = self.digits.iter().enumerate().filter(|&(_, &digit)| digit != 0);
        let sizes = digits.map(|(place, digit)| {
            own_size((u64::BITS - digit.leading_zeros()) as usize) + u32::from(place > 0)
        });
        sizes.sum()
    }

    /// Converts an ordinal to an exponent.
    pub(super) fn from_ordinal(ordinal: &Ordinal) -> Result<Exponent, NumberError> {
        let mut digits = Vec::new();
        for term in ordinal.terms() {
            let place = term.exponent.to_natural().and_then(|place| usize::try_from(place).ok());
            let place = place.ok_or(NumberError::NotNimber)?;
            if place >= PRIMES {
                return Err(NumberError::TooLarge);
            }
            if digits.is_empty() {
                digits = vec![0; place + 1];
            }
            digits[place] = u64::try_from(term.coefficient.clone()).map_err(|_| NumberError::TooLarge)?;
        }
        Ok(Exponent { digits })
    }

    /// Returns the exponent as an ordinal.
    pub(super) fn to_ordinal(&self) -> Result<Ordinal, NumberError> {
        let terms = self.digits.iter().enumerate().rev().map(|(place, &digit)| OrdinalTerm {
            exponent: Ordinal::from(place as u64),
            coefficient: UBig::from(digit),
        });
        Ordinal::from_sorted(terms.collect())
    }
}

/// Compares the ordinals.
impl Ord for Exponent {
    fn cmp(&self, other: &Exponent) -> Ordering {
        let lengths = self.digits.len().cmp(&other.digits.len());
        lengths.then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()))
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Exponent) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
