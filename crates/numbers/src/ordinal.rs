//! Ordinals below ε₀ in Cantor normal form.

mod arithmetic;
mod power;

use crate::normal_form::{NormalForm, Term};
use dashu_int::UBig;

/// An ordinal below ε₀: a sum Σ ω^a·n of terms with natural coefficients n > 0 and descending exponents a, which are ordinals
/// themselves.
///
/// Source: G. Cantor, Beiträge zur Begründung der transfiniten Mengenlehre (1897); for the natural operations
/// J. H. Conway, *On Numbers and Games*, chapter 3.
///
/// ```
/// use winways_numbers::Ordinal;
///
/// let (one, omega) = (Ordinal::from(1), Ordinal::omega());
/// assert_eq!(one.sum(&omega)?, omega);
/// assert_eq!(one.natural_sum(&omega)?.to_string(), "ω+1");
/// # Ok::<(), winways_numbers::NumberError>(())
/// ```
pub type Ordinal = NormalForm<UBig>;

/// A term ω^exponent·coefficient of an [`Ordinal`].
pub type OrdinalTerm = Term<UBig>;

impl Ordinal {
    /// Returns the ordinal as a natural number, if it is finite.
    #[must_use]
    pub fn to_natural(&self) -> Option<UBig> {
        match self.terms() {
            [] => Some(UBig::ZERO),
            [term] if term.exponent.is_zero() => Some(term.coefficient.clone()),
            _ => None,
        }
    }

    /// Returns the exponent of the first term, or 0 for the ordinal 0.
    #[must_use]
    pub fn degree(&self) -> Ordinal {
        self.terms().first().map_or(Ordinal::ZERO, |term| term.exponent.clone())
    }
}

impl From<u64> for Ordinal {
    fn from(natural: u64) -> Ordinal {
        Ordinal::constant(natural.into())
    }
}
