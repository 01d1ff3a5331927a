//! Surreal numbers with finite normal forms, and their quotients.

mod arithmetic;
mod exponential;
mod fraction;
mod parts;

pub use fraction::Fraction;

use crate::error::{MOST_LEVELS, MOST_TERMS, NumberError};
use crate::ordinal::Ordinal;
use crate::rational::Rational;
use std::cmp::Ordering;
use std::sync::Arc;

/// A surreal number Σ ω^a·r: a finite sum of terms with rational coefficients r ≠ 0 and descending exponents a, which are
/// surreal numbers themselves.
///
/// These numbers form a ring. Parts are shared, so cloning only increments a reference count. The number of terms at all
/// levels is at most [`MOST_TERMS`], the height at most [`MOST_LEVELS`].
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Surreal(Option<Arc<Node>>);

/// A term ω^exponent·coefficient of a [`Surreal`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The exponent.
    pub exponent: Surreal,
    /// The coefficient, which is not 0.
    pub coefficient: Rational,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Node {
    terms: Box<[Term]>,
    size: u32,
    height: u32,
}

impl Surreal {
    /// The number 0.
    pub const ZERO: Surreal = Surreal(None);

    /// Returns 1.
    #[must_use]
    pub fn one() -> Surreal {
        Surreal::from(1)
    }

    /// Returns ω, the simplest number larger than all integers.
    #[must_use]
    pub fn omega() -> Surreal {
        let term = Term { exponent: Surreal::one(), coefficient: Rational::one() };
        Surreal(Some(Arc::new(Node { terms: [term].into(), size: 2, height: 2 })))
    }

    /// Returns ω raised to `exponent`, times `coefficient`.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`] and [`NumberError::TooHigh`].
    pub fn monomial(exponent: Surreal, coefficient: Rational) -> Result<Surreal, NumberError> {
        Surreal::from_sorted(vec![Term { exponent, coefficient }])
    }

    /// Returns the terms, in the order of descending exponents.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        self.0.as_ref().map_or(&[], |node| &node.terms)
    }

    /// Compares the number with zero.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        self.terms().first().map_or(Ordering::Equal, |term| term.coefficient.sign())
    }

    /// Returns `true` if the number is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_none()
    }

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
            terms.push(crate::ordinal::OrdinalTerm { exponent: term.exponent.to_ordinal()?, coefficient });
        }
        Ordinal::from_sorted(terms)
    }

    /// Returns the number of terms at all levels, plus the additional words of long coefficients.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.size)
    }

    /// Returns the height of the tower of exponents: 0 for 0, 1 for other rational numbers.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.height)
    }

    /// Returns the number with the given terms, whose exponents must be strictly descending. Terms with coefficient 0 are omitted.
    pub(crate) fn from_sorted(mut terms: Vec<Term>) -> Result<Surreal, NumberError> {
        terms.retain(|term| !term.coefficient.is_zero());
        let mut size = 0_u32;
        let mut height = 0;
        for term in &terms {
            let own = 1 + term.coefficient.extra_words();
            size = size.saturating_add(own).saturating_add(term.exponent.size());
            height = height.max(1 + term.exponent.height());
        }
        if size > MOST_TERMS {
            return Err(NumberError::TooLarge);
        }
        if height > MOST_LEVELS {
            return Err(NumberError::TooHigh);
        }
        Ok(Surreal((!terms.is_empty()).then(|| Arc::new(Node { terms: terms.into(), size, height }))))
    }
}

impl From<i64> for Surreal {
    fn from(integer: i64) -> Surreal {
        if integer == 0 {
            return Surreal::ZERO;
        }
        let term = Term { exponent: Surreal::ZERO, coefficient: integer.into() };
        let size = 1 + term.coefficient.extra_words();
        Surreal(Some(Arc::new(Node { terms: [term].into(), size, height: 1 })))
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

/// Compares the first terms that differ.
impl Ord for Surreal {
    fn cmp(&self, other: &Surreal) -> Ordering {
        if let (Some(one), Some(other)) = (&self.0, &other.0)
            && Arc::ptr_eq(one, other)
        {
            return Ordering::Equal;
        }
        let (terms, others) = (self.terms(), other.terms());
        for (term, other) in terms.iter().zip(others) {
            match term.exponent.cmp(&other.exponent) {
                Ordering::Greater => return term.coefficient.sign(),
                Ordering::Less => return other.coefficient.sign().reverse(),
                Ordering::Equal => match term.coefficient.cmp(&other.coefficient) {
                    Ordering::Equal => {}
                    order => return order,
                },
            }
        }
        match (terms.get(others.len()), others.get(terms.len())) {
            (Some(term), _) => term.coefficient.sign(),
            (_, Some(other)) => other.coefficient.sign().reverse(),
            _ => Ordering::Equal,
        }
    }
}

impl PartialOrd for Surreal {
    fn partial_cmp(&self, other: &Surreal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
