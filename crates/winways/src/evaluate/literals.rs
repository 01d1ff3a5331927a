//! Reads nimbers and rational numbers in literals.

use super::error::too_large;
use std::borrow::Cow;
use winways_notation::{Diagnostic, Literal, Span, whole_number};
use winways_numbers::{Fraction, NumberError, ParseFault, ParseNumberError, Transfinite};
use winways_values::Dyadic;

/// Returns the nimber in a literal, or 0 if it contains none.
///
/// # Errors
/// Returns a diagnostic that points to the nimber if its size has more than 256 bits.
pub(super) fn nimber(text: &str, literal: &Literal) -> Result<Transfinite, Diagnostic> {
    let Some(digits) = literal.nimber else { return Ok(Transfinite::zero()) };
    let size = &text[digits.range()];
    format!("*{size}").parse().map_err(|_| {
        Diagnostic::new("the size of a finite nimber is less than 2^256", digits)
            .label("expected a number of at most 78 digits")
    })
}

/// Returns the size of the nimber in a literal that denotes a game.
///
/// # Errors
/// Returns a diagnostic that points to the nimber if it has more than 128 bits.
pub(super) fn nimber_of_game(text: &str, literal: &Literal) -> Result<u128, Diagnostic> {
    let size = nimber(text, literal)?.to_finite();
    size.ok_or_else(|| too_large(literal.nimber.unwrap_or(Span::at(0))))
}

/// The maximum number of digits of a number. Longer numbers are rejected, because parsing cannot be interrupted.
const MAX_DIGITS: usize = 1 << 20;

fn too_many_digits(span: Span) -> Diagnostic {
    Diagnostic::new(format!("a number must have at most {MAX_DIGITS} digits"), span)
}

/// Writes out all digits of a number such as `1e18`. Other numbers are returned unchanged.
pub(super) fn written_out(number: &str, span: Span) -> Result<Cow<'_, str>, Diagnostic> {
    if number.len() > MAX_DIGITS {
        return Err(too_many_digits(span));
    }
    let Some((digits, zeros)) = number.split_once(['e', 'E']) else { return Ok(number.into()) };
    let zeros = zeros.parse().ok().filter(|&zeros: &usize| zeros <= MAX_DIGITS - digits.len());
    let zeros = zeros.ok_or_else(|| too_many_digits(span))?;
    Ok(format!("{digits}{}", "0".repeat(zeros)).into())
}

/// The number in a literal.
pub(super) enum RationalNumber {
    Dyadic(Dyadic),
    /// A number that is not dyadic. The literal contains nothing else.
    Other(Fraction),
}

/// Returns the number at `span`, which is part of a literal.
///
/// # Errors
/// Returns a diagnostic that points to a denominator of 0, to a number that cannot be read, or to a number that precedes ups or
/// a star and is not dyadic.
pub(super) fn rational_number(
    text: &str,
    literal: &Literal,
    span: Span,
) -> Result<RationalNumber, Diagnostic> {
    let number = written_out(&text[span.range()], span)?;
    if let Some((numerator, denominator)) = number.split_once('/')
        && denominator.bytes().all(|digit| digit == b'0')
    {
        let place = Span::new(span.start + numerator.len() + 1, span.end);
        return Err(division_by_zero(place));
    }
    let error = match number.parse::<Dyadic>() {
        Ok(number) => return Ok(RationalNumber::Dyadic(number)),
        Err(error) => Diagnostic::new(error.to_string(), span).label("expected a dyadic number"),
    };
    match number.parse::<Fraction>() {
        Ok(rational) if literal.ups.is_none() && literal.nimber.is_none() => {
            Ok(RationalNumber::Other(rational))
        }
        Ok(_) => Err(not_dyadic(text, span)),
        Err(ParseNumberError { fault: ParseFault::Value(fault), .. }) => {
            Err(Diagnostic::new(fault.to_string(), span))
        }
        Err(_) => Err(error),
    }
}

/// Returns the diagnostic for the divisor 0 at `span`.
pub(super) fn division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::new(NumberError::DivisionByZero.to_string(), span).label("expected a number other than 0")
}

/// Returns the diagnostic for a number at `span` that precedes ups or a star and is not dyadic.
fn not_dyadic(text: &str, span: Span) -> Diagnostic {
    let message =
        "a rational number has no canonical form as a game here, and can be combined only with numbers";
    let diagnostic = Diagnostic::new(message, span).label("expected a dyadic number");
    let rest = text[span.end..].strip_prefix('^').unwrap_or_default();
    let ups = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
    match text[span.range()].split_once('/') {
        Some((numerator, denominator)) if !ups.is_empty() => diagnostic.help(format!(
            "`^{ups}` is {ups} ups, not a power: write `{numerator}/power({denominator}, {ups})`"
        )),
        _ => diagnostic,
    }
}

/// Returns a hint if a text contains a literal such as `10^18`, which is not a power.
pub(super) fn power_hint(text: &str) -> Option<String> {
    let is_digit = |letter: &char| letter.is_ascii_digit();
    text.match_indices('^').find_map(|(at, _)| {
        let base = text[..at].chars().rev().take_while(is_digit).count();
        let exponent = text[at + 1..].chars().take_while(is_digit).count();
        let literal = &text[at - base..at + 1 + exponent];
        let (number, ups) = literal.split_once('^').filter(|_| base > 0 && exponent > 0)?;
        let power = match (number, whole_number(literal)) {
            ("10", _) => format!("1e{ups}"),
            (_, Some(power)) => power.to_string(),
            (_, None) => return None,
        };
        Some(format!("`{literal}` is {number} and {ups} ups, not a power: write `{power}`"))
    })
}
