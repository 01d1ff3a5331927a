//! Ordinals below ε₀ in Cantor normal form.

mod arithmetic;
mod power;

use crate::error::{MOST_BITS, MOST_LEVELS, MOST_TERMS, NumberError};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::sync::Arc;

/// An ordinal below ε₀: a sum Σ ω^a·n of terms with natural coefficients n > 0 and descending exponents a, which are ordinals
/// themselves.
///
/// Parts are shared, so cloning only increments a reference count. The number of terms at all levels is at most
/// [`MOST_TERMS`], the height at most [`MOST_LEVELS`].
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ordinal(Option<Arc<Node>>);

/// A term ω^exponent·coefficient of an [`Ordinal`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OrdinalTerm {
    /// The exponent.
    pub exponent: Ordinal,
    /// The coefficient, which is not 0.
    pub coefficient: UBig,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Node {
    terms: Box<[OrdinalTerm]>,
    size: u32,
    height: u32,
}

impl Ordinal {
    /// The ordinal 0.
    pub const ZERO: Ordinal = Ordinal(None);

    /// Returns 1.
    #[must_use]
    pub fn one() -> Ordinal {
        Ordinal::from(1)
    }

    /// Returns ω, the least infinite ordinal.
    #[must_use]
    pub fn omega() -> Ordinal {
        let term = OrdinalTerm { exponent: Ordinal::one(), coefficient: UBig::ONE };
        Ordinal(Some(Arc::new(Node { terms: [term].into(), size: 2, height: 2 })))
    }

    /// Returns ω raised to `exponent`, times `coefficient`.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`] and [`NumberError::TooHigh`].
    pub fn monomial(exponent: Ordinal, coefficient: UBig) -> Result<Ordinal, NumberError> {
        Ordinal::from_sorted(vec![OrdinalTerm { exponent, coefficient }])
    }

    /// Returns the terms, in the order of descending exponents.
    #[must_use]
    pub fn terms(&self) -> &[OrdinalTerm] {
        self.0.as_ref().map_or(&[], |node| &node.terms)
    }

    /// Returns `true` if the ordinal is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_none()
    }

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

    /// Returns the number of terms at all levels, plus the additional words of long coefficients.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.size)
    }

    /// Returns the height of the tower of exponents: 0 for 0, 1 for other finite ordinals, 2 for infinite ordinals below ω^ω.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.height)
    }

    /// Returns the ordinal with the given terms, whose exponents must be strictly descending. Terms with coefficient 0 are omitted.
    pub(crate) fn from_sorted(mut terms: Vec<OrdinalTerm>) -> Result<Ordinal, NumberError> {
        terms.retain(|term| term.coefficient != UBig::ZERO);
        let mut size = 0_u32;
        let mut height = 0;
        for term in &terms {
            if term.coefficient.bit_len() > MOST_BITS {
                return Err(NumberError::TooLarge);
            }
            let own = own_size(term.coefficient.bit_len());
            size = size.saturating_add(own).saturating_add(term.exponent.size());
            height = height.max(1 + term.exponent.height());
        }
        if size > MOST_TERMS {
            return Err(NumberError::TooLarge);
        }
        if height > MOST_LEVELS {
            return Err(NumberError::TooHigh);
        }
        Ok(Ordinal((!terms.is_empty()).then(|| Arc::new(Node { terms: terms.into(), size, height }))))
    }
}

/// Returns the size of a term whose coefficient has `bits` bits, not counting its exponent.
pub(crate) fn own_size(bits: usize) -> u32 {
    // As a surreal number, the coefficient has the denominator 1, with one more bit.
    1 + ((bits + 1) / 64) as u32
}

impl From<u64> for Ordinal {
    fn from(natural: u64) -> Ordinal {
        if natural == 0 {
            return Ordinal::ZERO;
        }
        let term = OrdinalTerm { exponent: Ordinal::ZERO, coefficient: natural.into() };
        let size = own_size(term.coefficient.bit_len());
        Ordinal(Some(Arc::new(Node { terms: [term].into(), size, height: 1 })))
    }
}

/// Compares the terms in order: first the exponents, then the coefficients.
impl Ord for Ordinal {
    fn cmp(&self, other: &Ordinal) -> Ordering {
        if let (Some(one), Some(other)) = (&self.0, &other.0)
            && Arc::ptr_eq(one, other)
        {
            return Ordering::Equal;
        }
        let (terms, others) = (self.terms(), other.terms());
        for (term, other) in terms.iter().zip(others) {
            let order = term.exponent.cmp(&other.exponent);
            let order = order.then_with(|| term.coefficient.cmp(&other.coefficient));
            if order.is_ne() {
                return order;
            }
        }
        terms.len().cmp(&others.len())
    }
}

impl PartialOrd for Ordinal {
    fn partial_cmp(&self, other: &Ordinal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
