//! Writes numbers as plain text and as LaTeX.

use crate::normal_form::Term;
use crate::ordinal::Ordinal;
use crate::rational::Rational;
use crate::surreal::{Fraction, Surreal};
use dashu_int::{IBig, UBig};
use std::fmt::{self, Display, Write};

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Latex,
}

impl Style {
    fn omega(self) -> &'static str {
        match self {
            Style::Plain => "ω",
            Style::Latex => r"\omega",
        }
    }
}

/// Writes `ω` with an exponent, which is not 0.
fn write_power(out: &mut dyn Write, exponent: &Surreal, style: Style) -> fmt::Result {
    out.write_str(style.omega())?;
    if *exponent == Surreal::one() {
        return Ok(());
    }
    let is_atom = match exponent.terms() {
        [term] if term.exponent.is_zero() => term.coefficient.to_natural().is_some(),
        [term] => term.exponent.sign().is_gt() && term.coefficient == Rational::one(),
        _ => false,
    };
    let (open, close) = match style {
        Style::Latex => ("^{", "}"),
        Style::Plain if is_atom => ("^", ""),
        Style::Plain => ("^(", ")"),
    };
    out.write_str(open)?;
    write_sum(out, exponent, style)?;
    out.write_str(close)
}

/// Writes a product of a natural number and a power of ω; `is_denominator` puts parentheses around two factors.
fn write_factors(
    out: &mut dyn Write,
    natural: &UBig,
    exponent: &Surreal,
    style: Style,
    is_denominator: bool,
) -> fmt::Result {
    let has_power = !exponent.is_zero();
    let has_number = *natural != UBig::ONE || !has_power;
    let has_parentheses = is_denominator && has_number && has_power && style == Style::Plain;
    if has_parentheses {
        out.write_char('(')?;
    }
    if has_number {
        write!(out, "{natural}")?;
    }
    if has_power {
        write_power(out, exponent, style)?;
    }
    if has_parentheses {
        out.write_char(')')?;
    }
    Ok(())
}

/// Writes a term with its sign. Powers with negative exponents are written as quotients.
fn write_term(out: &mut dyn Write, term: &Term, style: Style, is_first: bool) -> fmt::Result {
    let is_negative = term.coefficient.sign().is_lt();
    match (is_negative, is_first) {
        (true, _) => out.write_char('-')?,
        (false, false) => out.write_char('+')?,
        (false, true) => {}
    }
    let (_, numerator) = term.coefficient.numerator().clone().into_parts();
    let denominator = term.coefficient.denominator();
    let zero = Surreal::ZERO;
    let below =
        if term.exponent.sign().is_lt() { term.exponent.negated().map_err(|_| fmt::Error)? } else { zero };
    let above = if below.is_zero() { &term.exponent } else { &Surreal::ZERO };
    if *denominator == UBig::ONE && below.is_zero() {
        return write_factors(out, &numerator, above, style, false);
    }
    if style == Style::Latex {
        out.write_str(r"\frac{")?;
    }
    write_factors(out, &numerator, above, style, false)?;
    out.write_str(if style == Style::Latex { "}{" } else { "/" })?;
    write_factors(out, denominator, &below, style, true)?;
    out.write_str(if style == Style::Latex { "}" } else { "" })
}

/// Writes the terms of a number.
fn write_sum(out: &mut dyn Write, number: &Surreal, style: Style) -> fmt::Result {
    if number.is_zero() {
        return out.write_char('0');
    }
    for (place, term) in number.terms().iter().enumerate() {
        write_term(out, term, style, place == 0)?;
    }
    Ok(())
}

/// Writes a numerator or a denominator. In plain text, puts parentheses around it unless it is a natural number.
fn write_part(out: &mut dyn Write, number: &Surreal, style: Style) -> fmt::Result {
    let is_natural = number.to_rational().is_some_and(|number| number.to_natural().is_some());
    if is_natural || style == Style::Latex {
        return write_sum(out, number, style);
    }
    out.write_char('(')?;
    write_sum(out, number, style)?;
    out.write_char(')')
}

/// Writes a quotient.
fn write_fraction(out: &mut dyn Write, fraction: &Fraction, style: Style) -> fmt::Result {
    if let Ok(number) = fraction.to_surreal() {
        return write_sum(out, &number, style);
    }
    out.write_str(if style == Style::Latex { r"\frac{" } else { "" })?;
    write_part(out, fraction.numerator(), style)?;
    out.write_str(if style == Style::Latex { "}{" } else { "/" })?;
    write_part(out, fraction.denominator(), style)?;
    out.write_str(if style == Style::Latex { "}" } else { "" })
}

/// Writes the terms of an ordinal, like those of the equal surreal number.
pub(super) fn write_ordinal(out: &mut dyn Write, ordinal: &Ordinal, style: Style) -> fmt::Result {
    write_sum(out, &Surreal::try_from(ordinal).map_err(|_| fmt::Error)?, style)
}

/// Returns `true` if an ordinal is written as a natural number or as a power of ω.
pub(super) fn is_ordinal_atom(ordinal: &Ordinal) -> bool {
    match ordinal.terms() {
        [] => true,
        [term] => term.exponent.is_zero() || term.coefficient == UBig::ONE,
        _ => false,
    }
}

/// Writes the terms in descending order, such as `ω/2-1`, `3ω^(1/2)` and `1/3+1/ω`.
impl Display for Surreal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sum(formatter, self, Style::Plain)
    }
}

/// Writes the number as a sum of terms, or as `(numerator)/(denominator)`.
impl Display for Fraction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fraction(formatter, self, Style::Plain)
    }
}

/// Writes the Cantor normal form, such as `ω^(ω+1)+3ω^2+5`.
impl Display for Ordinal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_ordinal(formatter, self, Style::Plain)
    }
}

/// Returns the string that `write` writes.
pub(super) fn text(write: impl FnOnce(&mut dyn Write) -> fmt::Result) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut text);
    text
}

impl Surreal {
    /// Formats the number for LaTeX's math mode.
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// let x: Surreal = "ω^(1/2) - 1/(3ω)".parse()?;
    /// assert_eq!(x.latex(), r"\omega^{\frac{1}{2}}-\frac{1}{3\omega}");
    /// # Ok::<(), winways_numbers::ParseNumberError>(())
    /// ```
    #[must_use]
    pub fn latex(&self) -> String {
        text(|out| write_sum(out, self, Style::Latex))
    }
}

impl Fraction {
    /// Formats the number for LaTeX's math mode.
    #[must_use]
    pub fn latex(&self) -> String {
        text(|out| write_fraction(out, self, Style::Latex))
    }
}

impl Ordinal {
    /// Formats the ordinal for LaTeX's math mode.
    #[must_use]
    pub fn latex(&self) -> String {
        text(|out| write_ordinal(out, self, Style::Latex))
    }
}

impl Rational {
    /// Formats the number for LaTeX's math mode.
    #[must_use]
    pub fn latex(&self) -> String {
        let (sign, numerator) = self.numerator().clone().into_parts();
        let minus = if IBig::from_parts(sign, UBig::ONE) < IBig::ZERO { "-" } else { "" };
        if self.is_integer() {
            format!("{minus}{numerator}")
        } else {
            format!(r"{minus}\frac{{{numerator}}}{{{}}}", self.denominator())
        }
    }
}
