//! Large numbers as values of the calculator: numbers that it does not represent as short games.

use super::error::{EvaluationError, Result};
use crate::Outcome;
use std::cmp::Ordering;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_numbers::{Fraction, NumberError, Transfinite};
use winways_values::{Charge, Session};

/// The memory of a number in bytes, in addition to its text: a nimber has a tree of terms with nodes of this size.
const LARGE_BYTES: u64 = 1536;

/// A large number with its text.
#[derive(Debug)]
pub(super) struct LargeNumber {
    pub(super) number: Number,
    text: String,
    latex: String,
    _charge: Charge,
}

/// A number that is not represented as a short game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Number {
    /// A surreal number that is not dyadic.
    Surreal(Fraction),
    /// A nimber of more than 128 bits.
    Nimber(Transfinite),
}

/// A kind of large number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    Nimber,
    TransfiniteNimber,
    Rational,
    Ordinal,
    Surreal,
}

impl NumberKind {
    /// Returns the name with its article.
    pub(super) fn with_article(self) -> &'static str {
        match self {
            NumberKind::Nimber => "a nimber",
            NumberKind::TransfiniteNimber => "a transfinite nimber",
            NumberKind::Rational => "a rational number",
            NumberKind::Ordinal => "an ordinal",
            NumberKind::Surreal => "a surreal number",
        }
    }

    /// Returns the name for programs.
    pub(super) fn name(self) -> &'static str {
        match self {
            NumberKind::Nimber => "nimber",
            NumberKind::TransfiniteNimber => "transfinite-nimber",
            NumberKind::Rational => "rational",
            NumberKind::Ordinal => "ordinal",
            NumberKind::Surreal => "surreal",
        }
    }
}

impl From<NumberError> for EvaluationError {
    fn from(error: NumberError) -> Self {
        Diagnostic::new(error.to_string(), Span::at(0)).into()
    }
}

impl LargeNumber {
    /// Creates a number and charges its memory.
    pub(super) fn new(session: &mut Session<'_>, number: Number) -> Result<Arc<LargeNumber>> {
        let (text, latex) = match &number {
            Number::Surreal(fraction) => (fraction.to_string(), fraction.latex()),
            Number::Nimber(nimber) => (nimber.to_string(), nimber.latex()),
        };
        session.spend(1 + text.len() / 16)?;
        // The terms take several times the memory of their digits.
        let charge = session.charge((9 * text.len() + latex.len()) as u64 + LARGE_BYTES)?;
        Ok(Arc::new(LargeNumber { number, text, latex, _charge: charge }))
    }

    /// Returns the number in the notation of the calculator.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number in LaTeX math mode.
    pub(super) fn latex(&self) -> &str {
        &self.latex
    }

    /// Returns the kind of number.
    pub(super) fn kind(&self) -> NumberKind {
        match &self.number {
            Number::Nimber(nimber) if nimber.to_extension().is_some() => NumberKind::Nimber,
            Number::Nimber(_) => NumberKind::TransfiniteNimber,
            Number::Surreal(fraction) => match fraction.to_surreal() {
                Ok(number) if number.to_rational().is_some() => NumberKind::Rational,
                Ok(number) if number.to_ordinal().is_ok() => NumberKind::Ordinal,
                _ => NumberKind::Surreal,
            },
        }
    }

    /// Returns `true` if equal numbers have the same text.
    pub(super) fn has_normal_form(&self) -> bool {
        match &self.number {
            Number::Nimber(_) => true,
            Number::Surreal(fraction) => fraction.to_surreal().is_ok(),
        }
    }

    /// Returns `true` if the number lies between all negative and all positive rational numbers. Every nimber does.
    pub(super) fn is_infinitesimal(&self) -> bool {
        match &self.number {
            Number::Nimber(_) => true,
            // The first term of the denominator is 1.
            Number::Surreal(fraction) => {
                fraction.numerator().terms().first().is_none_or(|term| term.exponent.sign().is_lt())
            }
        }
    }

    /// Returns the outcome of the number as a game.
    pub(super) fn outcome(&self) -> Outcome {
        match self.sign() {
            None => Outcome::Next,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Equal) => Outcome::Previous,
            Some(Ordering::Greater) => Outcome::Left,
        }
    }

    /// Compares the number with zero; `None` for a nimber, which is confused with zero.
    pub(super) fn sign(&self) -> Option<Ordering> {
        match &self.number {
            Number::Nimber(_) => None,
            Number::Surreal(fraction) => Some(fraction.sign()),
        }
    }
}
