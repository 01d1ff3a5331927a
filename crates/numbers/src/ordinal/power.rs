//! Powers of ordinals.

use super::{Ordinal, OrdinalTerm};
use crate::error::{MOST_BITS, MOST_TERMS, NumberError};
use dashu_int::UBig;
use dashu_int::ops::BitTest;

impl Ordinal {
    /// Returns the ordinary power. The power with exponent 0 is 1.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`] and [`NumberError::TooHigh`].
    ///
    /// # Complexity
    /// O(log n) products, where n is the finite part of the exponent.
    ///
    /// ```
    /// use winways_numbers::Ordinal;
    ///
    /// let (two, omega) = (Ordinal::from(2), Ordinal::omega());
    /// assert_eq!(two.power(&omega)?, omega);
    /// assert_eq!(omega.power(&omega)?.to_string(), "ω^ω");
    /// # Ok::<(), winways_numbers::NumberError>(())
    /// ```
    pub fn power(&self, exponent: &Ordinal) -> Result<Ordinal, NumberError> {
        if exponent.is_zero() || *self == Ordinal::one() {
            return Ok(Ordinal::one());
        }
        if self.is_zero() {
            return Ok(Ordinal::ZERO);
        }
        let (infinite, finite) = exponent.split_finite()?;
        match self.to_natural() {
            Some(base) => {
                let power = Ordinal::monomial(infinite.divided_by_omega()?, UBig::ONE)?;
                power.product(&natural_power(&base, &finite)?)
            }
            None if infinite.is_zero() => self.finite_power(&finite),
            None => {
                let power = Ordinal::monomial(self.degree().product(&infinite)?, UBig::ONE)?;
                power.product(&self.finite_power(&finite)?)
            }
        }
    }

    /// Returns the ordinal without its finite part, and the finite part.
    fn split_finite(&self) -> Result<(Ordinal, UBig), NumberError> {
        match self.terms() {
            [infinite @ .., last] if last.exponent.is_zero() => {
                Ok((Ordinal::from_sorted(infinite.to_vec())?, last.coefficient.clone()))
            }
            _ => Ok((self.clone(), UBig::ZERO)),
        }
    }

    /// Returns the ordinal q for which ω·q is this ordinal, whose finite part must be 0.
    fn divided_by_omega(&self) -> Result<Ordinal, NumberError> {
        let terms = self.terms().iter().map(|term| {
            let exponent = term.exponent.without_prefix(&Ordinal::one())?;
            Ok(OrdinalTerm { exponent, coefficient: term.coefficient.clone() })
        });
        Ordinal::from_sorted(terms.collect::<Result<_, _>>()?)
    }

    /// Returns the power of an infinite ordinal with a finite exponent.
    fn finite_power(&self, exponent: &UBig) -> Result<Ordinal, NumberError> {
        // A power of a sum has at least one term per unit of the exponent.
        if self.terms().len() > 1 && *exponent > UBig::from(MOST_TERMS) {
            return Err(NumberError::TooLarge);
        }
        let (mut result, mut square) = (Ordinal::one(), self.clone());
        for bit in 0..exponent.bit_len() {
            if bit > 0 {
                square = square.product(&square)?;
            }
            if exponent.bit(bit) {
                // The powers of one ordinal commute.
                result = result.product(&square)?;
            }
        }
        Ok(result)
    }
}

/// Returns the natural number `base`^`exponent` as an ordinal.
fn natural_power(base: &UBig, exponent: &UBig) -> Result<Ordinal, NumberError> {
    if *base <= UBig::ONE || *exponent == UBig::ZERO {
        let is_zero = *base == UBig::ZERO && *exponent != UBig::ZERO;
        return Ok(if is_zero { Ordinal::ZERO } else { Ordinal::one() });
    }
    let exponent = usize::try_from(exponent.clone()).map_err(|_| NumberError::TooLarge)?;
    if (base.bit_len() - 1).saturating_mul(exponent) > MOST_BITS {
        return Err(NumberError::TooLarge);
    }
    Ordinal::monomial(Ordinal::ZERO, base.pow(exponent))
}
