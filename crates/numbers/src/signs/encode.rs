//! Converts normal forms to sign expansions.

use super::builder::Builder;
use super::real::{RealSigns, stretched};
use super::{Run, SignExpansion};
use crate::error::NumberError;
use crate::ordinal::Ordinal;
use crate::surreal::Surreal;
use dashu_int::UBig;

impl Surreal {
    /// Returns the sign expansion.
    ///
    /// The expansion of a sum is the concatenation of the expansions of its terms, with some minuses omitted. An exponent omits
    /// a minus if an earlier exponent has the same signs up to and including this minus. If the coefficient of an earlier
    /// exponent is not dyadic, an exponent that continues the earlier exponent with a minus omits this minus, too.
    ///
    /// # Errors
    /// [`NumberError::NoSigns`] if an exponent contains a coefficient that is not dyadic, and
    /// [`NumberError::TooLarge`].
    ///
    /// # Complexity
    /// Polynomial in the number of runs, which is at most [`MOST_RUNS`](super::MOST_RUNS).
    ///
    /// Source: H. Gonshor, *An Introduction to the Theory of Surreal Numbers*, chapter 5.
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// let x: Surreal = "1/3 + 1/ω".parse()?;
    /// assert_eq!(x.sign_expansion()?.to_string(), "+ -^2 (+ -)^ω +");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sign_expansion(&self) -> Result<SignExpansion, NumberError> {
        let mut builder = Builder::default();
        let mut before: Option<(Vec<Run>, bool)> = None;
        for term in self.terms() {
            let exponent = term.exponent.sign_expansion()?.runs()?;
            let reduced = match &before {
                Some((earlier, is_dyadic)) => reduced(&exponent, earlier, *is_dyadic)?,
                None => exponent.clone(),
            };
            let is_positive = term.coefficient.sign().is_gt();
            let magnitude = if is_positive { term.coefficient.clone() } else { term.coefficient.negated() };
            push_power(&mut builder, &reduced, is_positive)?;
            push_factor(&mut builder, &RealSigns::new(&magnitude)?, &pluses(&exponent)?, is_positive)?;
            before = Some((exponent, term.coefficient.is_dyadic()));
        }
        Ok(builder.finish())
    }

    /// Returns the birthday: the length of the sign expansion.
    ///
    /// # Errors
    /// Fails like [`Surreal::sign_expansion`].
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// assert_eq!("ω - 5".parse::<Surreal>()?.birthday()?.to_string(), "ω+5");
    /// assert_eq!("1/3".parse::<Surreal>()?.birthday()?.to_string(), "ω");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn birthday(&self) -> Result<Ordinal, NumberError> {
        self.sign_expansion()?.length()
    }
}

/// Returns the number of pluses.
fn pluses(runs: &[Run]) -> Result<Ordinal, NumberError> {
    runs.iter().filter(|run| run.is_plus).try_fold(Ordinal::ZERO, |sum, run| sum.sum(&run.length))
}

/// Returns the runs of an exponent without the minuses that the earlier, larger exponent makes superfluous.
fn reduced(exponent: &[Run], earlier: &[Run], is_dyadic: bool) -> Result<Vec<Run>, NumberError> {
    let equal = exponent.iter().zip(earlier).take_while(|(run, other)| run == other).count();
    let (exponent_rest, earlier_rest) = (&exponent[equal..], &earlier[equal..]);
    let mut kept: Vec<Run> = exponent[..equal].iter().filter(|run| run.is_plus).cloned().collect();
    let Some((run, rest)) = exponent_rest.split_first() else { return Ok(kept) };
    let common = match earlier_rest.first() {
        Some(other) if other.is_plus == run.is_plus => run.length.clone().min(other.length.clone()),
        _ => Ordinal::ZERO,
    };
    let mut left = run.clone();
    if !run.is_plus {
        left.length = left.length.without_prefix(&common)?;
        // The earlier exponent ends here: the next minus is superfluous too if the earlier coefficient is not dyadic.
        let earlier_ends = earlier_rest.is_empty()
            || earlier_rest.len() == 1 && !common.is_zero() && common == earlier_rest[0].length;
        if !is_dyadic && earlier_ends && !left.length.is_zero() {
            left.length = left.length.without_prefix(&Ordinal::one())?;
        }
    }
    if !left.length.is_zero() {
        kept.push(left);
    }
    kept.extend_from_slice(rest);
    Ok(kept)
}

/// Appends the signs of ω raised to an exponent, with all signs changed unless `is_positive`.
fn push_power(builder: &mut Builder, exponent: &[Run], is_positive: bool) -> Result<(), NumberError> {
    builder.push(is_positive, &Ordinal::one())?;
    let mut pluses = Ordinal::ZERO;
    for run in exponent {
        if run.is_plus {
            pluses = pluses.sum(&run.length)?;
            builder.push(is_positive, &Ordinal::monomial(pluses.clone(), UBig::ONE)?)?;
        } else {
            let degree = pluses.sum(&Ordinal::one())?;
            builder.push(!is_positive, &run.length.times_power_before(&degree)?)?;
        }
    }
    Ok(())
}

/// Appends the signs of a coefficient except its first sign, each repeated ω^`degree` times.
fn push_factor(
    builder: &mut Builder,
    signs: &RealSigns,
    degree: &Ordinal,
    is_positive: bool,
) -> Result<(), NumberError> {
    let mut runs = signs.runs.clone();
    if let Some((_, first)) = runs.first_mut() {
        *first -= UBig::ONE;
    }
    for run in stretched(&runs, degree)? {
        builder.push(run.is_plus == is_positive, &run.length)?;
    }
    let mut word = stretched(&signs.word, degree)?;
    for run in &mut word {
        run.is_plus = run.is_plus == is_positive;
    }
    builder.push_word(word)
}
