//! Converts sign expansions to normal forms.

use super::builder::Builder;
use super::cursor::Cursor;
use super::{Run, SignExpansion, real};
use crate::error::{MOST_LEVELS, NumberError};
use crate::normal_form::Term;
use crate::ordinal::Ordinal;
use crate::surreal::Surreal;
use dashu_int::UBig;

/// The maximum number of terms of a number that is decoded from signs.
const MOST_DECODED: usize = 1024;

impl SignExpansion {
    /// Returns the number with this sign expansion.
    ///
    /// # Errors
    /// [`NumberError::NoNumber`] if the normal form is infinite or has an irrational coefficient, and
    /// [`NumberError::NoSigns`] if a periodic word occurs in an exponent.
    ///
    /// # Complexity
    /// Polynomial in the number of runs.
    pub fn to_surreal(&self) -> Result<Surreal, NumberError> {
        self.to_surreal_below(MOST_LEVELS)
    }

    /// Returns the number. Fails if the tower of its exponents has more than `levels` levels.
    fn to_surreal_below(&self, levels: u32) -> Result<Surreal, NumberError> {
        let levels = levels.checked_sub(1).ok_or(NumberError::TooHigh)?;
        let mut terms = Vec::new();
        let mut rest = Cursor::new(self);
        let mut before: Option<(Vec<Run>, bool)> = None;
        while let Some((is_positive, _)) = rest.peek() {
            if terms.len() == MOST_DECODED {
                return Err(NumberError::NoNumber);
            }
            let mut reader = TermReader::new(rest, is_positive);
            reader.read_exponent()?;
            reader.read_factor()?;
            let reduced = reader.exponent.finish().runs()?;
            let exponent = match &before {
                Some((earlier, is_dyadic)) => unreduced(&reduced, earlier, *is_dyadic)?,
                None => reduced,
            };
            let magnitude = real::number(&reader.runs, &reader.word)?;
            let coefficient = if is_positive { magnitude.clone() } else { magnitude.negated() };
            let signs = SignExpansion::from_segments(exponent.iter().cloned().map(super::Segment::Run))?;
            terms.push(Term { exponent: signs.to_surreal_below(levels)?, coefficient });
            before = Some((exponent, magnitude.is_dyadic()));
            rest = reader.rest;
        }
        if terms.is_sorted_by(|one, other| one.exponent > other.exponent) {
            Surreal::from_sorted(terms)
        } else {
            Err(NumberError::NoNumber)
        }
    }
}

/// Reads the signs of one term.
struct TermReader<'s> {
    rest: Cursor<'s>,
    /// The sign of the coefficient.
    is_positive: bool,
    /// The number of pluses of the exponent.
    degree: Ordinal,
    exponent: Builder,
    /// The signs of the coefficient's magnitude, each of which is repeated ω^`degree` times.
    runs: Vec<(bool, UBig)>,
    word: Vec<(bool, UBig)>,
}

impl<'s> TermReader<'s> {
    fn new(rest: Cursor<'s>, is_positive: bool) -> Self {
        let runs = vec![(true, UBig::ONE)];
        TermReader {
            rest,
            is_positive,
            degree: Ordinal::ZERO,
            exponent: Builder::default(),
            runs,
            word: vec![],
        }
    }

    /// Returns the sign of the next run, relative to the sign of the coefficient, and its length.
    fn peek(&self) -> Option<(bool, Ordinal)> {
        self.rest.peek().map(|(is_plus, length)| (is_plus == self.is_positive, length.clone()))
    }

    /// Reads the power of ω: the first plus and all runs that are too long for a coefficient.
    fn read_exponent(&mut self) -> Result<(), NumberError> {
        let mut is_first = true;
        while let Some((is_plus, length)) = self.peek() {
            let taken = if is_plus {
                let degree = length.degree();
                if degree > self.degree {
                    self.exponent.push(true, &degree.without_prefix(&self.degree)?)?;
                    self.degree = degree;
                } else if !is_first {
                    return Ok(());
                }
                Ordinal::monomial(self.degree.clone(), UBig::ONE)?
            } else {
                let next = self.degree.sum(&Ordinal::one())?;
                let (count, _) = length.divided_by_power(&next)?;
                if count.is_zero() {
                    return Ok(());
                }
                self.exponent.push(false, &count)?;
                count.times_power_before(&next)?
            };
            is_first = false;
            self.rest.advance(&taken)?;
            if taken != length {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Reads the signs of the coefficient after the first sign.
    fn read_factor(&mut self) -> Result<(), NumberError> {
        let mut before_last = None;
        while let Some((is_plus, length)) = self.peek() {
            if self.read_word() {
                return Ok(());
            }
            let (count, remainder) = length.divided_by_power(&self.degree)?;
            let Some(count) = count.to_natural() else {
                // Infinitely many equal signs: the previous sign starts the next term.
                let Some(cursor) = before_last else { return Err(NumberError::NoNumber) };
                self.rest = cursor;
                return self.drop_last();
            };
            if count == UBig::ZERO {
                return Ok(());
            }
            // The position before the last sign of this run.
            let mut cursor = self.rest.clone();
            cursor.advance(&Ordinal::monomial(self.degree.clone(), &count - UBig::ONE)?)?;
            before_last = Some(cursor);
            self.rest.advance(&Ordinal::monomial(self.degree.clone(), count.clone())?)?;
            match self.runs.last_mut() {
                Some((last, length)) if *last == is_plus => *length += count,
                _ => self.runs.push((is_plus, count)),
            }
            if !remainder.is_zero() {
                return Ok(());
            }
            if self.runs.len() > super::MOST_RUNS {
                return Err(NumberError::NoNumber);
            }
        }
        Ok(())
    }

    /// Removes the last sign of the coefficient.
    fn drop_last(&mut self) -> Result<(), NumberError> {
        let Some((_, length)) = self.runs.last_mut() else { return Err(NumberError::NoNumber) };
        *length -= UBig::ONE;
        if *length == UBig::ZERO {
            self.runs.pop();
        }
        Ok(())
    }

    /// Reads a word that consists of signs of the coefficient. Returns `false` if there is none.
    fn read_word(&mut self) -> bool {
        let Some(word) = self.rest.whole_word() else { return false };
        let count = |run: &Run| {
            let (count, remainder) = run.length.divided_by_power(&self.degree).ok()?;
            let count = count.to_natural().filter(|count| remainder.is_zero() && *count != UBig::ZERO)?;
            Some((run.is_plus == self.is_positive, count))
        };
        let Some(counts) = word.iter().map(count).collect::<Option<Vec<_>>>() else { return false };
        self.word = counts;
        self.rest.skip_segment();
        true
    }
}

/// Returns the exponent that [`reduced`](super::encode) reduces to `reduced` after the larger exponent `earlier`.
fn unreduced(reduced: &[Run], earlier: &[Run], is_dyadic: bool) -> Result<Vec<Run>, NumberError> {
    let mut exponent = Builder::default();
    let mut rest = reduced.to_vec();
    rest.reverse();
    for run in earlier {
        if !run.is_plus {
            exponent.push(false, &run.length)?;
            continue;
        }
        let Some(next) = rest.last_mut().filter(|next| next.is_plus) else {
            return joined(exponent, &rest);
        };
        if next.length < run.length {
            return joined(exponent, &rest);
        }
        exponent.push(true, &run.length)?;
        next.length = next.length.without_prefix(&run.length)?;
        if next.length.is_zero() {
            rest.pop();
        }
    }
    if !is_dyadic {
        exponent.push(false, &Ordinal::one())?;
    } else if rest.last().is_none_or(|next| next.is_plus) {
        return Err(NumberError::NoNumber);
    }
    joined(exponent, &rest)
}

/// Returns the runs of `start` followed by the runs of `rest`, which are in reverse order.
fn joined(mut start: Builder, rest: &[Run]) -> Result<Vec<Run>, NumberError> {
    for run in rest.iter().rev() {
        start.push(run.is_plus, &run.length)?;
    }
    start.finish().runs()
}
