//! Finite sums Σ ω^a·r with descending exponents: what [`Ordinal`](crate::Ordinal) and [`Surreal`](crate::Surreal) have in common.

use crate::error::{MOST_BITS, MOST_LEVELS, MOST_TERMS, NumberError};
use crate::merge::merged;
use crate::rational::Rational;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::hash::Hash;
use std::sync::Arc;

/// A finite sum Σ ω^a·r of terms with coefficients r ≠ 0 and descending exponents a, which are such sums themselves.
///
/// Parts are shared, so cloning only increments a reference count. The number of terms at all levels is at most
/// [`MOST_TERMS`], the height at most [`MOST_LEVELS`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NormalForm<C>(Option<Arc<Node<C>>>);

/// A term ω^exponent·coefficient.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term<C = Rational> {
    /// The exponent.
    pub exponent: NormalForm<C>,
    /// The coefficient, which is not 0.
    pub coefficient: C,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Node<C> {
    terms: Box<[Term<C>]>,
    size: u32,
    height: u32,
}

/// The coefficients of a kind of number.
pub trait Coefficient: Clone + Ord + Hash {
    /// Returns 1.
    fn one() -> Self;
    /// Compares the number with zero.
    fn sign(&self) -> Ordering;
    /// Returns the length beyond the first word, in words of 64 bits.
    fn extra_words(&self) -> u32;
    /// Returns `true` if the number is longer than the limit.
    fn is_too_long(&self) -> bool;
    /// Returns the sum.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    fn sum(&self, other: &Self) -> Result<Self, NumberError>;
}

impl Coefficient for UBig {
    fn one() -> UBig {
        UBig::ONE
    }

    fn sign(&self) -> Ordering {
        self.cmp(&UBig::ZERO)
    }

    fn extra_words(&self) -> u32 {
        own_size(self.bit_len()) - 1
    }

    fn is_too_long(&self) -> bool {
        self.bit_len() > MOST_BITS
    }

    fn sum(&self, other: &UBig) -> Result<UBig, NumberError> {
        Ok(self + other)
    }
}

/// Returns the size of a term of an ordinal whose coefficient has `bits` bits, not counting its exponent.
pub(crate) fn own_size(bits: usize) -> u32 {
    // As a surreal number, the coefficient has the denominator 1, with one more bit.
    1 + ((bits + 1) / 64) as u32
}

impl Coefficient for Rational {
    fn one() -> Rational {
        Rational::one()
    }

    fn sign(&self) -> Ordering {
        Rational::sign(self)
    }

    fn extra_words(&self) -> u32 {
        Rational::extra_words(self)
    }

    fn is_too_long(&self) -> bool {
        // Rational numbers have this limit themselves.
        false
    }

    fn sum(&self, other: &Rational) -> Result<Rational, NumberError> {
        Rational::sum(self, other)
    }
}

impl<C: Coefficient> NormalForm<C> {
    /// The number 0.
    pub const ZERO: Self = NormalForm(None);

    /// Returns 1.
    #[must_use]
    pub fn one() -> Self {
        NormalForm::constant(C::one())
    }

    /// Returns ω, the least infinite ordinal.
    #[must_use]
    pub fn omega() -> Self {
        let term = Term { exponent: NormalForm::one(), coefficient: C::one() };
        NormalForm(Some(Arc::new(Node { terms: [term].into(), size: 2, height: 2 })))
    }

    /// Returns the sum of the term ω^0·`coefficient`, which must not be longer than the limit.
    pub(crate) fn constant(coefficient: C) -> Self {
        if coefficient.sign().is_eq() {
            return NormalForm::ZERO;
        }
        let size = 1 + coefficient.extra_words();
        let term = Term { exponent: NormalForm::ZERO, coefficient };
        NormalForm(Some(Arc::new(Node { terms: [term].into(), size, height: 1 })))
    }

    /// Returns ω raised to `exponent`, times `coefficient`.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`] and [`NumberError::TooHigh`].
    pub fn monomial(exponent: Self, coefficient: C) -> Result<Self, NumberError> {
        NormalForm::from_sorted(vec![Term { exponent, coefficient }])
    }

    /// Returns the terms, in the order of descending exponents.
    #[must_use]
    pub fn terms(&self) -> &[Term<C>] {
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

    /// Returns the number of terms at all levels, plus the additional words of long coefficients.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.size)
    }

    /// Returns the height of the tower of exponents: 0 for 0, 1 for other finite ordinals and rational numbers, 2 for infinite
    /// ordinals below ω^ω.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.height)
    }

    /// Returns the number with the given terms, whose exponents must be strictly descending. Terms with coefficient 0 are omitted.
    pub(crate) fn from_sorted(mut terms: Vec<Term<C>>) -> Result<Self, NumberError> {
        terms.retain(|term| term.coefficient.sign().is_ne());
        let mut size = 0_u32;
        let mut height = 0;
        for term in &terms {
            if term.coefficient.is_too_long() {
                return Err(NumberError::TooLarge);
            }
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
        Ok(NormalForm((!terms.is_empty()).then(|| Arc::new(Node { terms: terms.into(), size, height }))))
    }

    /// Returns the sum of the terms of both numbers, added as polynomials.
    pub(crate) fn sum_of_terms(&self, other: &Self) -> Result<Self, NumberError> {
        let terms = merged(
            self.terms(),
            other.terms(),
            |one, other| one.exponent.cmp(&other.exponent),
            |one, other| {
                let coefficient = one.coefficient.sum(&other.coefficient)?;
                Ok(Term { exponent: one.exponent.clone(), coefficient })
            },
        )?;
        NormalForm::from_sorted(terms)
    }
}

impl<C> Default for NormalForm<C> {
    fn default() -> Self {
        NormalForm(None)
    }
}

/// Compares the first terms that differ.
impl<C: Coefficient> Ord for NormalForm<C> {
    fn cmp(&self, other: &Self) -> Ordering {
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

impl<C: Coefficient> PartialOrd for NormalForm<C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
