//! Dyadic rationals as text.

use std::fmt;
use std::str::FromStr;

use dashu_int::ops::{DivRem, PowerOfTwo};
use dashu_int::{IBig, UBig};
use thiserror::Error;

use super::{Dyadic, Repr};

/// The maximum length of the string that [`Dyadic::from_str`] accepts, in bytes.
const LONGEST_TEXT: usize = 1 << 24;

/// Writes an integer as `3` and a fraction in lowest terms as `-5/8`, with the denominator written out. Width, fill and
/// alignment are honoured. The time is slightly above linear in the length of the text.
impl fmt::Display for Dyadic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match &self.0 {
            Repr::Word { numerator, exponent: 0 } => numerator.to_string(),
            Repr::Word { numerator, exponent } => format!("{numerator}/{}", 1_u64 << exponent),
            Repr::Big(big) if big.exponent == 0 => big.numerator.to_string(),
            Repr::Big(big) => format!("{}/{}", big.numerator, UBig::ONE << big.exponent as usize),
        };
        match text.strip_prefix('-') {
            Some(magnitude) => formatter.pad_integral(false, "", magnitude),
            None => formatter.pad_integral(true, "", &text),
        }
    }
}

impl Dyadic {
    /// Formats the number for the math mode of LaTeX.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(-5, 3).latex(), r"-\frac{5}{8}");
    /// assert_eq!(Dyadic::from(7).latex(), "7");
    /// ```
    #[must_use]
    pub fn latex(&self) -> String {
        let text = self.to_string();
        let Some((numerator, denominator)) = text.split_once('/') else { return text };
        match numerator.strip_prefix('-') {
            Some(magnitude) => format!(r"-\frac{{{magnitude}}}{{{denominator}}}"),
            None => format!(r"\frac{{{numerator}}}{{{denominator}}}"),
        }
    }
}

/// Writes the [`Display`](fmt::Display) output in brackets, as in `Dyadic(-5/8)`.
impl fmt::Debug for Dyadic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Dyadic({self})")
    }
}

/// Parses an integer `-3`, a fraction `5/8` or a decimal `-0.625`, each of any size.
///
/// A fraction need not be in lowest terms, and leading zeros are ignored. The string may have at most 2^24 bytes.
/// Parsing takes time slightly above linear in its length (a few seconds at the limit) and memory linear in it.
///
/// ```
/// use winways_values::{Dyadic, ParseDyadicError};
///
/// assert_eq!("-6/8".parse(), Ok(Dyadic::new(-3, 2)));
/// assert_eq!("2.50".parse(), Ok(Dyadic::new(5, 1)));
/// assert_eq!("1/3".parse::<Dyadic>(), Err(ParseDyadicError::Denominator));
/// assert_eq!("0.1".parse::<Dyadic>(), Err(ParseDyadicError::Decimal));
/// ```
///
/// # Errors
///
/// Returns a [`ParseDyadicError`] for any other string, in particular a string with spaces, a `+`, a second sign, or a
/// missing part of a fraction or decimal.
impl FromStr for Dyadic {
    type Err = ParseDyadicError;

    fn from_str(text: &str) -> Result<Dyadic, ParseDyadicError> {
        if text.len() > LONGEST_TEXT {
            return Err(ParseDyadicError::TooLong);
        }
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, text),
        };
        let magnitude = if let Some((numerator, denominator)) = magnitude.split_once('/') {
            fraction(numerator, denominator)?
        } else if let Some((whole, decimals)) = magnitude.split_once('.') {
            decimal(whole, decimals)?
        } else {
            Dyadic::from_big(natural(magnitude)?.into(), 0)
        };
        Ok(if negative { -magnitude } else { magnitude })
    }
}

/// Parses one or more decimal digits and nothing else.
fn natural(digits: &str) -> Result<UBig, ParseDyadicError> {
    // The digits are checked first, since the parser of big integers also accepts signs and underscores.
    if !all_digits(digits) {
        return Err(ParseDyadicError::Malformed);
    }
    digits.parse().map_err(|_| ParseDyadicError::Malformed)
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn fraction(numerator: &str, denominator: &str) -> Result<Dyadic, ParseDyadicError> {
    let (numerator, denominator) = (natural(numerator)?, natural(denominator)?);
    match denominator.trailing_zeros() {
        Some(exponent) if denominator.is_power_of_two() => {
            Ok(Dyadic::from_big(numerator.into(), exponent as u64))
        }
        _ => Err(ParseDyadicError::Denominator),
    }
}

/// Parses a decimal. With `d` decimals the number is `n / 10^d`, which is dyadic if and only if `5^d` divides `n`.
fn decimal(whole: &str, decimals: &str) -> Result<Dyadic, ParseDyadicError> {
    if !all_digits(whole) || !all_digits(decimals) {
        return Err(ParseDyadicError::Malformed);
    }
    let decimals = decimals.trim_end_matches('0');
    let numerator = natural(&[whole, decimals].concat())?;
    let (quotient, remainder) = numerator.div_rem(UBig::from(5_u8).pow(decimals.len()));
    if !remainder.is_zero() {
        return Err(ParseDyadicError::Decimal);
    }
    Ok(Dyadic::from_big(IBig::from(quotient), decimals.len() as u64))
}

/// The reason why a string cannot be parsed as a [`Dyadic`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ParseDyadicError {
    /// The string does not have the form of a number.
    #[error("expected a number such as `3`, `-5/8` or `2.5`")]
    Malformed,
    /// The denominator is not a power of two.
    #[error("expected a power of two as the denominator, as in `5/8`")]
    Denominator,
    /// The decimal is not a fraction over a power of two.
    #[error("expected a decimal that equals a fraction over a power of two, such as `0.5` or `0.125`")]
    Decimal,
    /// The string is longer than 2^24 bytes.
    #[error("this number is too long: at most {LONGEST_TEXT} bytes are supported")]
    TooLong,
}
