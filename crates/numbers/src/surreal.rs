//! Surreal numbers with finite normal forms, and their quotients.

mod arithmetic;
mod exponential;
mod fraction;
mod parts;

pub use fraction::Fraction;

use crate::error::NumberError;
use crate::normal_form::{NormalForm, Term};
use crate::ordinal::Ordinal;
use crate::rational::Rational;

/// A surreal number Σ ω^a·r: a finite sum of terms with rational coefficients r ≠ 0 and descending exponents a, which are
/// surreal numbers themselves.
///
/// These numbers form a ring.
///
/// Source: J. H. Conway, *On Numbers and Games*, chapter 3.
///
/// ```
/// use winways_numbers::Surreal;
///
/// let x: Surreal = "ω - 1".parse()?;
/// let y: Surreal = "ω^(1/2) + 1/ω".parse()?;
/// assert!(y < x);
/// assert_eq!(x.product(&y)?.to_string(), "ω^(3/2)-ω^(1/2)+1-1/ω");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Surreal = NormalForm<Rational>;

impl Surreal {
    /// Returns the number as a rational number, if it is one.
    #[must_use]
    pub fn to_rational(&self) -> Option<Rational> {
        match self.terms() {
            [] => Some(Rational::zero()),
            [term] if term.exponent.is_zero() => Some(term.coefficient.clone()),
            _ => None,
        }
    }

    /// Returns the number as an ordinal.
    ///
    /// # Errors
    /// [`NumberError::NotOrdinal`] if an exponent is not an ordinal or a coefficient is not natural.
    pub fn to_ordinal(&self) -> Result<Ordinal, NumberError> {
        let mut terms = Vec::with_capacity(self.terms().len());
        for term in self.terms() {
            let coefficient = term.coefficient.to_natural().ok_or(NumberError::NotOrdinal)?;
            terms.push(Term { exponent: term.exponent.to_ordinal()?, coefficient });
        }
        Ordinal::from_sorted(terms)
    }
}

impl From<i64> for Surreal {
    fn from(integer: i64) -> Surreal {
        Surreal::constant(integer.into())
    }
}

/// Never fails in practice, since coefficients have the limits of [`Rational`].
impl TryFrom<&Rational> for Surreal {
    type Error = NumberError;

    fn try_from(rational: &Rational) -> Result<Surreal, NumberError> {
        Surreal::monomial(Surreal::ZERO, rational.clone())
    }
}

/// Never fails in practice, since ordinals and surreal numbers have the same limits.
impl TryFrom<&Ordinal> for Surreal {
    type Error = NumberError;

    fn try_from(ordinal: &Ordinal) -> Result<Surreal, NumberError> {
        let mut terms = Vec::with_capacity(ordinal.terms().len());
        for term in ordinal.terms() {
            let coefficient = Rational::from_big(term.coefficient.clone().into(), dashu_int::UBig::ONE)?;
            terms.push(Term { exponent: Surreal::try_from(&term.exponent)?, coefficient });
        }
        Surreal::from_sorted(terms)
    }
}
