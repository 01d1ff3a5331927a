//! Parses expressions.

use crate::error::{NumberError, ParseFault, ParseNumberError, at};
use crate::ordinal::Ordinal;
use crate::rational::Rational;
use crate::surreal::{Fraction, Surreal};
use dashu_int::{IBig, UBig};
use std::str::FromStr;

/// The maximum nesting depth of parentheses and exponents.
const MOST_NESTING: u32 = 160;

/// The maximum number of decimal digits of an integer.
const MOST_DIGITS: usize = 5000;

/// A reader that parses a text from left to right.
pub(crate) struct Reader<'t> {
    text: &'t str,
    place: usize,
    nesting: u32,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Reader { text, place: 0, nesting: 0 }
    }

    /// Skips spaces, and returns the position in bytes.
    pub(crate) fn place(&mut self) -> usize {
        let rest = &self.text[self.place..];
        self.place += rest.len() - rest.trim_start().len();
        self.place
    }

    /// Returns the next character that is not a space.
    pub(crate) fn peek(&mut self) -> Option<char> {
        let place = self.place();
        self.text[place..].chars().next()
    }

    /// Skips the first of the given strings that comes next. Returns `true` if one of them does.
    pub(crate) fn take(&mut self, texts: &[&str]) -> bool {
        let place = self.place();
        let found = texts.iter().find(|text| self.text[place..].starts_with(**text));
        if let Some(text) = found {
            self.place += text.len();
        }
        found.is_some()
    }

    /// Returns an error at the current position.
    pub(crate) fn expected<T>(&mut self, what: &'static str) -> Result<T, ParseNumberError> {
        Err(at(self.place(), ParseFault::Expected(what)))
    }

    /// Returns `value` if the text ends here, and an error otherwise.
    pub(crate) fn end<T>(&mut self, value: T) -> Result<T, ParseNumberError> {
        if self.peek().is_some() { self.expected("an operator or the end") } else { Ok(value) }
    }

    /// Reads a closing parenthesis.
    pub(crate) fn close(&mut self) -> Result<(), ParseNumberError> {
        if self.take(&[")"]) { Ok(()) } else { self.expected("`)`") }
    }

    /// Enters a level of nesting. Fails if there are more than [`MOST_NESTING`] levels.
    pub(crate) fn open(&mut self) -> Result<(), ParseNumberError> {
        self.nesting += 1;
        if self.nesting > MOST_NESTING { Err(at(self.place(), ParseFault::TooDeep)) } else { Ok(()) }
    }

    /// Leaves a level of nesting.
    pub(crate) fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// Reads a natural number, if one comes next.
    pub(crate) fn natural(&mut self) -> Result<Option<UBig>, ParseNumberError> {
        let place = self.place();
        let digits = self.text[place..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let text = &self.text[place..place + digits];
        if digits > MOST_DIGITS {
            return Err(at(place, NumberError::TooLarge));
        }
        let number = UBig::from_str(text).map_err(|_| at(place, ParseFault::Expected("a number")))?;
        self.place += digits;
        Ok(Some(number))
    }

    /// Reads a natural number or a decimal, if one comes next. A decimal contains no spaces: `1 . 5` is a product.
    fn decimal(&mut self) -> Result<Option<Rational>, ParseNumberError> {
        let place = self.place();
        let Some(whole) = self.natural()? else { return Ok(None) };
        let rest = self.text[self.place..].strip_prefix('.').unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > MOST_DIGITS {
            return Err(at(place, NumberError::TooLarge));
        }
        let power = UBig::from(10_u8).pow(digits);
        let mut numerator = whole * &power;
        if digits > 0 {
            self.place += 1;
            numerator += self.natural()?.unwrap_or(UBig::ZERO);
        }
        Rational::from_big(IBig::from(numerator), power).map(Some).map_err(|fault| at(place, fault))
    }

    /// Reads a sum.
    pub(crate) fn sum(&mut self) -> Result<Fraction, ParseNumberError> {
        self.open()?;
        let mut total = self.signed_product()?;
        loop {
            let place = self.place();
            let is_sum = self.take(&["+"]);
            if !is_sum && !self.take(&["-", "−"]) {
                break;
            }
            let term = self.signed_product()?;
            let result = if is_sum { total.sum(&term) } else { total.difference(&term) };
            total = result.map_err(|fault| at(place, fault))?;
        }
        self.leave();
        Ok(total)
    }

    /// Reads a product with any number of signs before it.
    fn signed_product(&mut self) -> Result<Fraction, ParseNumberError> {
        let mut is_negative = false;
        loop {
            if self.take(&["-", "−"]) {
                is_negative = !is_negative;
            } else if !self.take(&["+"]) {
                break;
            }
        }
        let place = self.place();
        let product = self.product()?;
        if is_negative { product.negated().map_err(|fault| at(place, fault)) } else { Ok(product) }
    }

    /// Reads a product or quotient.
    fn product(&mut self) -> Result<Fraction, ParseNumberError> {
        let mut total = self.factor()?;
        loop {
            let place = self.place();
            let is_product = self.take(&[".", "·"]);
            if !is_product && !self.take(&["/"]) {
                return Ok(total);
            }
            let factor = self.factor()?;
            let result = if is_product { total.product(&factor) } else { total.quotient(&factor) };
            total = result.map_err(|fault| at(place, fault))?;
        }
    }

    /// Reads a number, a power of ω with or without a coefficient, or a sum in parentheses.
    fn factor(&mut self) -> Result<Fraction, ParseNumberError> {
        let place = self.place();
        if self.take(&["("]) {
            let sum = self.sum()?;
            self.close()?;
            return Ok(sum);
        }
        let coefficient = self.decimal()?;
        let power = self.power_of_omega()?;
        let coefficient = match coefficient {
            Some(decimal) => Ok(decimal),
            None if power.is_some() => Ok(Rational::one()),
            None => return self.expected("a number, `ω` or `(`"),
        };
        let exponent = power.unwrap_or(Surreal::ZERO);
        let term = coefficient.and_then(|coefficient| Surreal::monomial(exponent, coefficient));
        term.map(Fraction::from).map_err(|fault| at(place, fault))
    }

    /// Reads `ω`, a sum in parentheses, or a number with an optional power of ω.
    pub(crate) fn atom(&mut self) -> Result<Fraction, ParseNumberError> {
        if self.take(&["ω", "omega"]) {
            return Ok(Fraction::from(Surreal::omega()));
        }
        if self.peek().is_some_and(|next| next == '(' || next.is_ascii_digit()) {
            return self.factor();
        }
        self.expected("a natural number, `ω` or `(`")
    }

    /// Reads a power of ω and returns its exponent, if one comes next.
    fn power_of_omega(&mut self) -> Result<Option<Surreal>, ParseNumberError> {
        if !self.take(&["ω", "omega"]) {
            return Ok(None);
        }
        if self.take(&["^"]) { self.exponent().map(Some) } else { Ok(Some(Surreal::one())) }
    }

    /// Reads an exponent: a natural number, a power of ω or a sum in parentheses, with an optional minus sign.
    fn exponent(&mut self) -> Result<Surreal, ParseNumberError> {
        self.open()?;
        let place = self.place();
        let is_negative = self.take(&["-", "−"]);
        let exponent = if let Some(exponent) = self.power_of_omega()? {
            exponent.omega_map()
        } else if self.take(&["("]) {
            let sum = self.sum()?;
            self.close()?;
            sum.to_surreal()
        } else if let Some(natural) = self.natural()? {
            Rational::from_big(IBig::from(natural), UBig::ONE)
                .and_then(|rational| Surreal::try_from(&rational))
        } else {
            return self.expected("an exponent: a number, `ω` or `(`");
        };
        let exponent =
            exponent.and_then(|exponent| if is_negative { exponent.negated() } else { Ok(exponent) });
        self.leave();
        exponent.map_err(|fault| at(place, fault))
    }

    /// Reads an exponent that is an ordinal.
    pub(crate) fn ordinal_exponent(&mut self) -> Result<Ordinal, ParseNumberError> {
        let place = self.place();
        self.exponent()?.to_ordinal().map_err(|fault| at(place, fault))
    }
}

/// Reads a quotient of sums of terms.
impl FromStr for Fraction {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Fraction, ParseNumberError> {
        let mut reader = Reader::new(text);
        let number = reader.sum()?;
        reader.end(number)
    }
}

/// Reads a sum of terms. Quotients must have a finite normal form.
impl FromStr for Surreal {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Surreal, ParseNumberError> {
        let fraction: Fraction = text.parse()?;
        fraction.to_surreal().map_err(|fault| at(0, fault))
    }
}

/// Reads an ordinal. Operators are natural sums and products: `1 + ω` is `ω+1`.
impl FromStr for Ordinal {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Ordinal, ParseNumberError> {
        let number: Surreal = text.parse()?;
        number.to_ordinal().map_err(|fault| at(0, fault))
    }
}

/// Reads a rational number.
impl FromStr for Rational {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Rational, ParseNumberError> {
        let number: Surreal = text.parse()?;
        number.to_rational().ok_or_else(|| at(0, NumberError::NotRational))
    }
}
