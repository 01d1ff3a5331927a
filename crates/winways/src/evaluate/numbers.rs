//! Numbers beyond those of games: rational and surreal numbers, and nimbers without a canonical form.
//!
//! A value is of this kind only if no game has it here: a dyadic number and a small nimber are games.

use super::error::{EvaluationError, Result};
use super::functions;
use super::list::Text;
use super::machine::Machine;
use super::nodes::Children;
use super::value::{Value, as_integer};
use crate::Outcome;
use std::cmp::Ordering;
use std::sync::Arc;
use winways_notation::{Comparison, Diagnostic, Span};
use winways_numbers::{Fraction, NumberError, Ordinal, ParseNumberError, Rational, Surreal, Transfinite};
use winways_values::{Dyadic, Game, Relation, Session};

/// A number beyond those of games, with its text.
#[derive(Debug)]
pub(super) struct LargeNumber {
    pub(super) number: Number,
    pub(super) text: Text,
}

/// A number beyond those of games.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Number {
    /// A surreal number that is not dyadic.
    Surreal(Fraction),
    /// A nimber from [`Game::NIMBER_LIMIT`] on.
    Nimber(Transfinite),
}

impl From<NumberError> for EvaluationError {
    fn from(error: NumberError) -> Self {
        Diagnostic::new(error.to_string(), Span::at(0)).into()
    }
}

impl LargeNumber {
    /// Creates a number and charges its memory.
    fn new(session: &mut Session<'_>, number: Number) -> Result<Arc<LargeNumber>> {
        let (text, latex) = match &number {
            Number::Surreal(fraction) => (fraction.to_string(), fraction.latex()),
            Number::Nimber(nimber) => (nimber.to_string(), nimber.latex()),
        };
        session.spend(1 + text.len() / 16)?;
        // The terms take several times the memory of their digits.
        drop(session.charge(8 * text.len() as u64)?);
        Ok(Arc::new(LargeNumber { number, text: Text::formula(session, text, latex)? }))
    }

    /// Returns the kind of number, with its article.
    pub(super) fn kind(&self) -> &'static str {
        match &self.number {
            Number::Nimber(nimber) if nimber.to_finite().is_some() => "a nimber",
            Number::Nimber(_) => "a transfinite nimber",
            Number::Surreal(fraction) => match fraction.to_surreal() {
                Ok(number) if number.to_rational().is_some() => "a rational number",
                Ok(number) if number.to_ordinal().is_ok() => "an ordinal",
                _ => "a surreal number",
            },
        }
    }

    /// Returns the name of the kind of number, for programs.
    pub(super) fn kind_name(&self) -> &'static str {
        match self.kind() {
            "a nimber" => "nimber",
            "a transfinite nimber" => "transfinite-nimber",
            "a rational number" => "rational",
            "an ordinal" => "ordinal",
            _ => "surreal",
        }
    }

    /// Returns `true` if equal numbers have the same text.
    pub(super) fn has_normal_form(&self) -> bool {
        match &self.number {
            Number::Nimber(_) => true,
            Number::Surreal(fraction) => fraction.to_surreal().is_ok(),
        }
    }

    /// Returns `true` if the number is between all negative and all positive rational numbers; a nimber is.
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

impl Value {
    /// Returns the number if the value is one beyond those of games.
    pub(super) fn large_number(&self) -> Option<&Arc<LargeNumber>> {
        match self {
            Value::Number(number) => Some(number),
            Value::Position(placed) => placed.large_value(),
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

    /// Returns the value as a nimber, if it is one.
    pub(super) fn as_transfinite(&self, session: &mut Session<'_>) -> Result<Option<Transfinite>> {
        if let Some(large) = self.large_number() {
            return Ok(match &large.number {
                Number::Nimber(nimber) => Some(nimber.clone()),
                Number::Surreal(_) => None,
            });
        }
        let Some(terms) = self.terms() else { return Ok(None) };
        let game = terms.canonical(session)?;
        Ok(session.as_nimber(game).map(|nimber| Transfinite::from(u128::from(nimber.0))))
    }

    /// Reads a number or a nimber.
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

    /// Creates the value of a number: a game if it is dyadic.
    pub(super) fn of_fraction(session: &mut Session<'_>, fraction: Fraction) -> Result<Value> {
        let rational = fraction.to_surreal().ok().and_then(|number| number.to_rational());
        if let Some(dyadic) = rational.filter(Rational::is_dyadic).as_ref().and_then(dyadic_of) {
            return Ok(session.number(&dyadic)?.into());
        }
        Ok(Value::Number(LargeNumber::new(session, Number::Surreal(fraction))?))
    }

    /// Creates the value of a nimber: a game if it is below the limit of those.
    pub(super) fn of_transfinite(session: &mut Session<'_>, nimber: Transfinite) -> Result<Value> {
        match nimber.to_finite() {
            Some(size) if size < u128::from(Game::NIMBER_LIMIT) => Ok(session.nimber(size as u64)?.into()),
            _ => Ok(Value::Number(LargeNumber::new(session, Number::Nimber(nimber))?)),
        }
    }
}

/// Converts a dyadic number.
fn fraction_of(session: &mut Session<'_>, number: &Dyadic) -> Result<Fraction> {
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

/// Converts a rational number that is dyadic.
fn dyadic_of(number: &Rational) -> Option<Dyadic> {
    number.to_string().parse().ok()
}

/// Compares two values of which at least one is a number beyond those of games. Returns `None` if the relation is not known.
///
/// A number x that is not dyadic is greater than a game if it is greater than the left stop, and less than it if it is less than the right
/// stop; between them both are confused. A nimber beyond those of games changes no stops.
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

/// Compares a number with a game that is neither a number nor, if the number is a nimber, a nimber.
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
type OfFractions = fn(&Fraction, &Fraction) -> std::result::Result<Fraction, NumberError>;

/// Returns the sum or the difference of two values of which at least one is a number beyond those of games, or the place of the value
/// that cannot be added.
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

impl Machine<'_, '_> {
    /// Returns `true` if a value is a number beyond those of games.
    fn has_large_number(children: &Children) -> bool {
        children.values.iter().any(|value| value.large_number().is_some())
    }

    fn evaluate_children(&self, children: &Children) -> Result<()> {
        for (value, &span) in children.values.iter().zip(&children.spans) {
            self.context.evaluate_positions(value, span, self.observer)?;
        }
        Ok(())
    }

    /// Returns the sum or the difference of two values, if one of them is a number beyond those of games.
    pub(super) fn sum_of_numbers(
        &self,
        children: &Children,
        of_fractions: OfFractions,
    ) -> Result<Option<Value>> {
        self.evaluate_children(children)?;
        if !Self::has_large_number(children) {
            return Ok(None);
        }
        let session = &mut self.context.arena.session();
        match sum(session, [&children.values[0], &children.values[1]], of_fractions)? {
            Ok(sum) => Ok(Some(sum)),
            Err(wrong) => Err(no_partner(children, wrong)),
        }
    }

    /// Returns the negative of a number beyond those of games.
    pub(super) fn negative_of_number(&self, large: &Arc<LargeNumber>) -> Result<Value> {
        match &large.number {
            Number::Surreal(fraction) => {
                Value::of_fraction(&mut self.context.arena.session(), fraction.negated()?)
            }
            Number::Nimber(_) => Ok(Value::Number(large.clone())),
        }
    }

    /// Returns the product of two numbers, if it is not a multiple of a game.
    pub(super) fn product_of_numbers(&self, children: &Children) -> Result<Option<Value>> {
        let [one, other] = [&children.values[0], &children.values[1]];
        let is_large = Self::has_large_number(children);
        self.context.evaluate_positions(one, children.spans[0], self.observer)?;
        if !is_large && self.integer_of(one, children.spans[0]).is_ok() {
            return Ok(None);
        }
        self.evaluate_children(children)?;
        let session = &mut self.context.arena.session();
        let (factor, number) = (one.as_fraction(session)?, other.as_fraction(session)?);
        if let (Some(factor), Some(number)) = (&factor, number) {
            return Value::of_fraction(session, factor.product(&number)?).map(Some);
        }
        // An even number of copies of a nimber is 0.
        if let (Some(nimber), Some(factor)) = (other.as_transfinite(session)?, factor)
            && let Some(factor) = factor.to_surreal()?.to_rational().filter(Rational::is_integer)
        {
            let half = factor.quotient(&Rational::from(2))?;
            let copies = if half.is_integer() { Transfinite::zero() } else { nimber };
            return Value::of_transfinite(session, copies).map(Some);
        }
        if is_large { Err(no_partner(children, usize::from(one.large_number().is_some()))) } else { Ok(None) }
    }

    /// Returns the quotient of two numbers.
    pub(super) fn quotient(&self, children: &Children) -> Result<Value> {
        let [one, other] = self.fractions(children)?;
        let quotient = one.quotient(&other).map_err(|error| match error {
            NumberError::DivisionByZero => {
                Diagnostic::new(error.to_string(), children.spans[1]).label("expected a number other than 0")
            }
            error => Diagnostic::new(error.to_string(), Span::at(0)),
        })?;
        Value::of_fraction(&mut self.context.arena.session(), quotient)
    }

    /// Returns a power: of ω to any number, of another number to an integer.
    pub(super) fn power(&self, children: &Children) -> Result<Value> {
        let [base, exponent] = self.fractions(children)?;
        let power = power(&base, &exponent)?;
        Value::of_fraction(&mut self.context.arena.session(), power)
    }

    /// Returns the nimber of an ordinal.
    pub(super) fn nimber_of_ordinal(&self, children: &Children) -> Result<Value> {
        self.evaluate_children(children)?;
        let session = &mut self.context.arena.session();
        let number = children.values[0].as_fraction(session)?;
        let ordinal = number.and_then(|number| number.to_surreal().ok()?.to_ordinal().ok());
        let Some(ordinal) = ordinal else {
            return Err(children.values[0]
                .is_kind(children.spans[0])
                .label("expected an ordinal below ω^ω^ω, such as `3ω^2+1`")
                .into());
        };
        Value::of_transfinite(session, Transfinite::from_ordinal(&ordinal)?)
    }

    /// Returns the values as surreal numbers.
    fn fractions(&self, children: &Children) -> Result<[Fraction; 2]> {
        self.evaluate_children(children)?;
        let session = &mut self.context.arena.session();
        let mut number = |place: usize| match children.values[place].as_fraction(session)? {
            Some(number) => Ok(number),
            None => Err(EvaluationError::from(
                children.values[place].is_kind(children.spans[place]).label("expected a number"),
            )),
        };
        Ok([number(0)?, number(1)?])
    }

    /// Compares two values, if one of them is a number beyond those of games and the other one a number or a game.
    pub(super) fn compare_numbers(
        &self,
        comparison: Comparison,
        children: &Children,
    ) -> Result<Option<Value>> {
        let [one, other] = [&children.values[0], &children.values[1]];
        let is_game = |value: &Value| value.large_number().is_some() || value.terms().is_some();
        if !Self::has_large_number(children) || !is_game(one) || !is_game(other) {
            return Ok(None);
        }
        match relation(&mut self.context.arena.session(), one, other)? {
            Some(relation) => Ok(Some(functions::holds(comparison, relation).into())),
            None => {
                let place = usize::from(one.large_number().is_some());
                let message = "this game and a nimber of this size differ by an infinitesimal";
                Err(Diagnostic::new(message, children.spans[place])
                    .label("expected a number, a nimber, or a game with a stop other than 0")
                    .into())
            }
        }
    }
}

/// Returns the power of a number: of ω to any number, of another number to an integer.
pub(super) fn power(base: &Fraction, exponent: &Fraction) -> std::result::Result<Fraction, NumberError> {
    let exponent = exponent.to_surreal()?;
    if base.to_surreal().is_ok_and(|base| base == Surreal::omega()) {
        return Ok(exponent.omega_map()?.into());
    }
    let integer = exponent.to_rational().filter(Rational::is_integer).ok_or(NumberError::NotInteger)?;
    let size = if integer.sign().is_lt() { integer.negated() } else { integer.clone() };
    let size: u32 = size.to_string().parse().map_err(|_| NumberError::TooLarge)?;
    let numerator = base.numerator().power(size)?;
    let denominator = base.denominator().power(size)?;
    match integer.sign().is_lt() {
        true => Fraction::new(&denominator, &numerator),
        false => Fraction::new(&numerator, &denominator),
    }
}

/// Returns the diagnostic for the value at `place`, which is not added to a number beyond those of games.
fn no_partner(children: &Children, place: usize) -> EvaluationError {
    let large = children.values[1 - place].large_number().map_or("a number", |large| large.kind());
    let expected = match large {
        "a nimber" | "a transfinite nimber" => "expected a nimber",
        _ => "expected a number",
    };
    let message = format!("{large} beyond those of games is combined with its like only");
    let message = match expected {
        "expected a nimber" => message,
        _ => format!("{large} has no canonical form as a game here, and is combined with numbers only"),
    };
    Diagnostic::new(message, children.spans[place]).label(expected).into()
}

/// Returns an ordinal as a value.
pub(super) fn of_ordinal(session: &mut Session<'_>, ordinal: &Ordinal) -> Result<Value> {
    Value::of_fraction(session, Surreal::try_from(ordinal)?.into())
}
