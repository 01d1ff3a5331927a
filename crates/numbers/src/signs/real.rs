//! Sign expansions of rational numbers.

use super::{MOST_RUNS, Run};
use crate::error::{MOST_BITS, NumberError};
use crate::ordinal::Ordinal;
use crate::rational::Rational;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use std::collections::HashMap;

/// The signs of a positive rational number: runs of finite length, then a word repeated ω times, which may be empty.
pub(super) struct RealSigns {
    pub(super) runs: Vec<(bool, UBig)>,
    pub(super) word: Vec<(bool, UBig)>,
}

impl RealSigns {
    /// Returns the signs of a positive number.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`] if there are too many signs before the period ends.
    ///
    /// # Complexity
    /// Linear in the number of signs after the integer part.
    pub(super) fn new(number: &Rational) -> Result<RealSigns, NumberError> {
        let floor = number.floor();
        let whole = floor.to_natural().unwrap_or(UBig::ZERO);
        if *number == floor {
            return Ok(RealSigns { runs: vec![(true, whole)], word: Vec::new() });
        }
        let denominator = number.denominator();
        let fraction = number.difference(&floor)?;
        let mut rest = UBig::try_from(fraction.numerator().clone()).unwrap_or(UBig::ZERO);
        let mut runs = vec![(true, whole + UBig::ONE), (false, UBig::ONE)];
        let mut bits = Vec::new();
        let mut seen = HashMap::new();
        // The signs so far are the expansion of the midpoint of an interval. `number` lies at the fraction `rest` / `denominator`
        // of this interval.
        loop {
            let double = &rest << 1;
            if double == *denominator {
                append(&mut runs, &bits);
                return Ok(RealSigns { runs, word: Vec::new() });
            }
            if let Some(&start) = seen.get(&rest) {
                let start: usize = start;
                append(&mut runs, &bits[..start]);
                let mut word = Vec::new();
                append(&mut word, &bits[start..]);
                return Ok(RealSigns { runs, word });
            }
            if bits.len() >= MOST_RUNS.max(MOST_BITS) {
                return Err(NumberError::TooLarge);
            }
            if !number.is_dyadic() {
                seen.insert(rest, bits.len());
            }
            let is_upper = double > *denominator;
            bits.push(is_upper);
            rest = if is_upper { double - denominator } else { double };
        }
    }
}

/// Appends single signs to runs.
fn append(runs: &mut Vec<(bool, UBig)>, signs: &[bool]) {
    for &sign in signs {
        match runs.last_mut() {
            Some((last, length)) if *last == sign => *length += UBig::ONE,
            _ => runs.push((sign, UBig::ONE)),
        }
    }
}

/// Returns the positive number with the given signs, which start with +.
///
/// # Errors
/// [`NumberError::TooLarge`].
pub(super) fn number(runs: &[(bool, UBig)], word: &[(bool, UBig)]) -> Result<Rational, NumberError> {
    let mut runs = runs.to_vec();
    // The integer part must end before the word starts.
    while !word.is_empty() && runs.len() < 2 {
        runs.extend_from_slice(word);
    }
    if let [(true, first), (true, _), ..] = &runs[..] {
        let first = first.clone();
        runs.remove(0);
        runs[0].1 += first;
    }
    let Some(((_, pluses), rest)) = runs.split_first() else { return Ok(Rational::zero()) };
    let Some(((_, minuses), rest)) = rest.split_first() else {
        return Rational::from_big(pluses.clone().into(), UBig::ONE);
    };
    let mut bits = Bits::default();
    bits.push(false, &(minuses - UBig::ONE))?;
    for (sign, length) in rest {
        bits.push(*sign, length)?;
    }
    let start = IBig::from(pluses.clone() - UBig::ONE);
    // The number is the start plus (bits + fraction) / 2^length.
    let fraction = if word.is_empty() {
        Rational::new(1, 2)?
    } else {
        let mut period = Bits::default();
        for (sign, length) in word {
            period.push(*sign, length)?;
        }
        Rational::from_big(period.value.into(), (UBig::ONE << period.length) - UBig::ONE)?
    };
    let scale = Rational::from_big(IBig::ONE, UBig::ONE << bits.length)?;
    let value = Rational::from_big(bits.value.into(), UBig::ONE)?.sum(&fraction)?;
    Rational::from_big(start, UBig::ONE)?.sum(&value.product(&scale)?)
}

/// Binary digits.
#[derive(Default)]
struct Bits {
    value: UBig,
    length: usize,
}

impl Bits {
    /// Appends `count` copies of a digit.
    fn push(&mut self, bit: bool, count: &UBig) -> Result<(), NumberError> {
        let count = usize::try_from(count.clone()).map_err(|_| NumberError::TooLarge)?;
        self.length = self.length.saturating_add(count);
        if self.length > MOST_BITS || self.value.bit_len() > MOST_BITS {
            return Err(NumberError::TooLarge);
        }
        self.value <<= count;
        if bit {
            self.value += (UBig::ONE << count) - UBig::ONE;
        }
        Ok(())
    }
}

/// Returns the runs with their lengths multiplied by ω^`degree` from the left.
pub(super) fn stretched(runs: &[(bool, UBig)], degree: &Ordinal) -> Result<Vec<Run>, NumberError> {
    let stretch = |(is_plus, length): &(bool, UBig)| {
        Ok(Run { is_plus: *is_plus, length: Ordinal::monomial(degree.clone(), length.clone())? })
    };
    runs.iter().map(stretch).collect()
}
