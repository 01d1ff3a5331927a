//! Evaluates the operators of expressions on large numbers.

use super::error::{EvaluationError, Result};
use super::functions;
use super::large::{LargeNumber, Number};
use super::literals::division_by_zero;
use super::machine::Machine;
use super::nodes::Children;
use super::numbers::{OfFractions, power, relation, sum};
use super::value::Value;
use std::sync::Arc;
use winways_notation::{Comparison, Diagnostic, Span};
use winways_numbers::{Fraction, NumberError, Rational, Transfinite};

impl Machine<'_, '_> {
    /// Returns `true` if at least one of the values is a large number.
    fn has_large_number(children: &Children) -> bool {
        children.values.iter().any(|value| value.large_number().is_some())
    }

    /// Computes the values of all positions among the children.
    pub(super) fn evaluate_children(&self, children: &Children) -> Result<()> {
        for (value, &span) in children.values.iter().zip(&children.spans) {
            self.context.evaluate_positions(value, span, self.observer)?;
        }
        Ok(())
    }

    /// Returns the sum or the difference of two values, if one of them is a large number.
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

    /// Returns the negative of a large number.
    pub(super) fn negative_of_number(&self, large: &Arc<LargeNumber>) -> Result<Value> {
        match &large.number {
            Number::Surreal(fraction) => {
                Value::of_fraction(&mut self.context.arena.session(), fraction.negated()?)
            }
            Number::Nimber(_) => Ok(Value::Number(large.clone())),
        }
    }

    /// Returns the product of two numbers, or an integral multiple of a nimber.
    ///
    /// Returns `None` if no value is a large number and either the first value is a 64-bit integer or the product is of another
    /// kind.
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
        // The sum of an even number of copies of a nimber is 0.
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
            NumberError::DivisionByZero => division_by_zero(children.spans[1]),
            error => Diagnostic::new(error.to_string(), Span::at(0)),
        })?;
        Value::of_fraction(&mut self.context.arena.session(), quotient)
    }

    /// Returns a power: ω to any number, or another number to an integer.
    pub(super) fn power(&self, children: &Children) -> Result<Value> {
        let [base, exponent] = self.fractions(children)?;
        let power = power(&base, &exponent)?;
        Value::of_fraction(&mut self.context.arena.session(), power)
    }

    /// Returns the nimber that an ordinal denotes.
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

    /// Compares two values, if one of them is a large number and the other is a number or a game.
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
                let message = "this game has the stop 0, so a nimber of this size cannot be compared with it";
                Err(Diagnostic::new(message, children.spans[place])
                    .label("expected a number, a nimber, or a game whose stops are both positive, both negative, or of both signs")
                    .into())
            }
        }
    }
}

/// Returns the diagnostic for the value with the index `place`, which cannot be added to a large number.
fn no_partner(children: &Children, place: usize) -> EvaluationError {
    let large = children.values[1 - place].large_number();
    let name = large.map_or("a number", |large| large.kind().with_article());
    let (message, expected) = match large.map(|large| &large.number) {
        Some(Number::Nimber(_)) => (
            format!("{name} that is not the value of a game can be combined only with nimbers"),
            "expected a nimber",
        ),
        _ => (
            format!("{name} has no canonical form as a game here, and can be combined only with numbers"),
            "expected a number",
        ),
    };
    Diagnostic::new(message, children.spans[place]).label(expected).into()
}
