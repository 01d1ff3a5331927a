//! Operations on large numbers: rational and surreal numbers, and nimbers without a canonical form.
//!
//! Dyadic numbers and small nimbers are not large numbers: the calculator represents them as games.

use super::error::Result;
use super::large::{LargeNumber, Number};
use super::value::{Value, as_integer};
use std::cmp::Ordering;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_numbers::{
    Fraction, NumberError, Ordinal, ParseNumberError, Rational, SignExpansion, Surreal, Transfinite,
};
use winways_values::{Dyadic, Relation, Session};

impl Value {
    /// Returns the number if the value is a large number.
    pub(super) fn large_number(&self) -> Option<&Arc<LargeNumber>> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the value as a surreal number, if it is a number.
    pub(super) fn as_fraction(&self, session: &mut Session<'_>) -> Result<Option<Fraction>> {
        if let Some(large) = self.large_number() {
            return Ok(match &large.number {
                Number::Surreal(fraction) => Some(fraction.clone()),
                Number::Nimber(_) => None,
            });
        }
        let Some(terms) = self.terms() else { return Ok(None) };
        let game = terms.canonical(session)?;
        match session.as_number(game) {
            Some(number) => Ok(Some(fraction_of(session, &number)?)),
            None => Ok(None),
        }
    }

    /// Returns the value as a nimber, if it equals one.
    pub(super) fn as_transfinite(&self, session: &mut Session<'_>) -> Result<Option<Transfinite>> {
        if let Some(large) = self.large_number() {
            return Ok(match &large.number {
                Number::Nimber(nimber) => Some(nimber.clone()),
                Number::Surreal(_) => None,
            });
        }
        let Some(terms) = self.terms() else { return Ok(None) };
        let game = terms.canonical(session)?;
        Ok(session.as_nimber(game).map(Transfinite::from))
    }

    /// Parses a number or a nimber.
    pub(super) fn number_of_text(session: &mut Session<'_>, text: &str) -> Result<Value> {
        let wrong = |error: ParseNumberError| Diagnostic::new(error.to_string(), Span::at(0));
        match text.starts_with('*') {
            true => {
                let nimber = text.parse().map_err(wrong)?;
                Value::of_transfinite(session, nimber)
            }
            false => {
                let number = text.parse().map_err(wrong)?;
                Value::of_fraction(session, number)
            }
        }
    }

    /// Returns the number whose sign expansion is `text`, which is located at `span`.
    pub(super) fn of_signs(session: &mut Session<'_>, text: &str, span: Span) -> Result<Value> {
        session.spend(1 + text.len())?;
        let signs: SignExpansion = text.parse().map_err(|error: ParseNumberError| {
            let message = format!("this is not a sign expansion: {}", error.fault);
            Diagnostic::new(message, Span::at(span.start + error.place))
        })?;
        let number = signs.to_surreal().map_err(|error| Diagnostic::new(error.to_string(), span))?;
        Value::of_fraction(session, number.into())
    }

    /// Creates the value of a number. A dyadic number becomes a game.
    pub(super) fn of_fraction(session: &mut Session<'_>, fraction: Fraction) -> Result<Value> {
        let rational = fraction.to_surreal().ok().and_then(|number| number.to_rational());
        if let Some(dyadic) = rational.filter(Rational::is_dyadic).as_ref().and_then(dyadic_of) {
            return Ok(session.number(&dyadic)?.into());
        }
        Ok(Value::Number(LargeNumber::new(session, Number::Surreal(fraction))?))
    }

    /// Creates the value of a nimber. A nimber of at most 128 bits becomes a game.
    pub(super) fn of_transfinite(session: &mut Session<'_>, nimber: Transfinite) -> Result<Value> {
        match nimber.to_finite() {
            Some(size) => Ok(session.nimber(size)?.into()),
            None => Ok(Value::Number(LargeNumber::new(session, Number::Nimber(nimber))?)),
        }
    }
}

/// Converts a dyadic number to a [`Fraction`].
pub(super) fn fraction_of(session: &mut Session<'_>, number: &Dyadic) -> Result<Fraction> {
    let rational = match as_integer(number) {
        Some(integer) => Rational::from(integer),
        None => {
            let text = number.to_string();
            session.spend(1 + text.len())?;
            text.parse().map_err(|_| NumberError::TooLarge)?
        }
    };
    Ok(Fraction::try_from(&rational)?)
}

/// Converts a rational number, or returns `None` if it is not dyadic.
fn dyadic_of(number: &Rational) -> Option<Dyadic> {
    number.to_string().parse().ok()
}

/// Compares two values of which at least one is a large number. Returns `None` if the relation is unknown.
///
/// A number that is not dyadic is greater than a game if it is greater than the left stop, and less than the game if it is less
/// than the right stop. Between the stops, the number and the game are confused. Adding a large nimber does not change the
/// stops.
pub(super) fn relation(session: &mut Session<'_>, some: &Value, other: &Value) -> Result<Option<Relation>> {
    let of_ordering = |ordering| match ordering {
        Ordering::Less => Relation::Less,
        Ordering::Equal => Relation::Equal,
        Ordering::Greater => Relation::Greater,
    };
    if let (Some(one), Some(another)) = (some.as_fraction(session)?, other.as_fraction(session)?) {
        return Ok(Some(of_ordering(one.compare(&another)?)));
    }
    if let (Some(one), Some(another)) = (some.as_transfinite(session)?, other.as_transfinite(session)?) {
        return Ok(Some(if one == another { Relation::Equal } else { Relation::Confused }));
    }
    match (some.large_number(), other.large_number()) {
        // One is a nimber and the other is not.
        (Some(one), Some(another)) => {
            let sign = one.sign().or_else(|| another.sign().map(Ordering::reverse));
            Ok(sign.map(of_ordering))
        }
        (Some(large), None) => with_stops(session, large, other),
        (None, Some(large)) => Ok(with_stops(session, large, some)?.map(|relation| match relation {
            Relation::Less => Relation::Greater,
            Relation::Greater => Relation::Less,
            same => same,
        })),
        (None, None) => Ok(None),
    }
}

/// Compares a large number with a game by the stops of the game. The game must not be a number; if the large number is a
/// nimber, the game must not be a nimber either.
fn with_stops(session: &mut Session<'_>, large: &LargeNumber, other: &Value) -> Result<Option<Relation>> {
    let Some(terms) = other.terms() else { return Ok(None) };
    let game = terms.canonical(session)?;
    let (left, right) = (session.left_stop(game), session.right_stop(game));
    let (left, right) = (fraction_of(session, &left)?, fraction_of(session, &right)?);
    let number = match &large.number {
        Number::Surreal(fraction) => fraction.clone(),
        Number::Nimber(_) => Fraction::from(Surreal::ZERO),
    };
    Ok(match (number.compare(&left)?, number.compare(&right)?) {
        (Ordering::Greater, _) => Some(Relation::Greater),
        (_, Ordering::Less) => Some(Relation::Less),
        (Ordering::Less, Ordering::Greater) => Some(Relation::Confused),
        // The nimber and the game differ by an infinitesimal.
        _ => None,
    })
}

/// An operation on two surreal numbers.
pub(super) type OfFractions = fn(&Fraction, &Fraction) -> std::result::Result<Fraction, NumberError>;

/// Returns the sum or, according to `of_fractions`, the difference of two values, at least one of which is a large number.
/// Returns the index of a value as an inner error if this value cannot be added to the other value.
pub(super) fn sum(
    session: &mut Session<'_>,
    values: [&Value; 2],
    of_fractions: OfFractions,
) -> Result<std::result::Result<Value, usize>> {
    let [one, other] = values;
    session.spend(1)?;
    if let (Some(one), Some(other)) = (one.as_fraction(session)?, other.as_fraction(session)?) {
        return Value::of_fraction(session, of_fractions(&one, &other)?).map(Ok);
    }
    if let (Some(one), Some(other)) = (one.as_transfinite(session)?, other.as_transfinite(session)?) {
        return Value::of_transfinite(session, one.sum(&other)?).map(Ok);
    }
    Ok(Err(usize::from(one.large_number().is_some())))
}

/// Returns the power of a number: ω to any number, or another number to an integer.
pub(super) fn power(base: &Fraction, exponent: &Fraction) -> Result<Fraction> {
    let exponent = exponent.to_surreal()?;
    if base.to_surreal().is_ok_and(|base| base == Surreal::omega()) {
        return Ok(exponent.omega_map()?.into());
    }
    let integer = exponent.to_rational().filter(Rational::is_integer).ok_or(NumberError::NotInteger)?;
    if let Ok(base) = base.to_surreal()
        && let Some(power) = power_of_unit(&base, &integer)?
    {
        return Ok(power.into());
    }
    let size = if integer.sign().is_lt() { integer.negated() } else { integer.clone() };
    let size: u32 = size.to_string().parse().map_err(|_| {
        let most = u32::MAX;
        let message = format!("the exponent is too large: expected an integer from -{most} to {most}");
        Diagnostic::new(message, Span::at(0))
            .help("0 and numbers of the form ω^x and -ω^x have all integral powers")
    })?;
    let numerator = base.numerator().power(size)?;
    let denominator = base.denominator().power(size)?;
    Ok(match integer.sign().is_lt() {
        true => Fraction::new(&denominator, &numerator)?,
        false => Fraction::new(&numerator, &denominator)?,
    })
}

/// Returns an integral power of 0, ω^x or −ω^x. Returns `None` for any other base, and for 0^0.
fn power_of_unit(base: &Surreal, exponent: &Rational) -> std::result::Result<Option<Surreal>, NumberError> {
    let [term] = base.terms() else {
        return match exponent.sign() {
            Ordering::Less if base.is_zero() => Err(NumberError::DivisionByZero),
            Ordering::Greater if base.is_zero() => Ok(Some(Surreal::ZERO)),
            _ => Ok(None),
        };
    };
    let (one, minus_one) = (Rational::one(), Rational::from(-1));
    if term.coefficient != one && term.coefficient != minus_one {
        return Ok(None);
    }
    let is_even = exponent.quotient(&Rational::from(2))?.is_integer();
    let coefficient = if term.coefficient == one || is_even { one } else { minus_one };
    Surreal::monomial(term.exponent.scaled(exponent)?, coefficient).map(Some)
}

/// Returns an ordinal as a value.
pub(super) fn of_ordinal(session: &mut Session<'_>, ordinal: &Ordinal) -> Result<Value> {
    Value::of_fraction(session, Surreal::try_from(ordinal)?.into())
}
