//! The operators of expressions that combine values: sum, difference, negative, product and comparison.

use super::arguments::Resources;
use super::equality::{check_loops_comparable, is_same};
use super::error::{EvaluationError, Result};
use super::functions;
use super::lazy;
use super::list::ListBuilder;
use super::machine::Machine;
use super::nodes::Children;
use super::value::Value;
use winways_loopy::Loopies;
use winways_notation::{Comparison, Diagnostic};
use winways_numbers::Fraction;
use winways_values::Operations;

impl Machine<'_, '_> {
    /// Concatenates strings and lists; adds games.
    pub(super) fn sum(&mut self, mut children: Children) -> Result<Value> {
        let session = || self.context.arena.session();
        match (&children.values[0], &children.values[1]) {
            (Value::Text(some), Value::Text(other)) => {
                let session = &mut session();
                let charge = session.charge((some.as_str().len() + other.as_str().len()) as u64)?;
                session.spend((some.as_str().len() + other.as_str().len()) / 16)?;
                let text = format!("{}{}", some.as_str(), other.as_str());
                drop(charge);
                return Value::text(session, text);
            }
            (Value::List(some), Value::List(other)) => {
                let session = &mut session();
                let mut entries = ListBuilder::new(session, some.values().len() + other.values().len())?;
                for value in some.values().iter().chain(other.values()) {
                    entries.push(session, value.clone())?;
                }
                return entries.finish(children.spans[0]);
            }
            (some @ (Value::Text(_) | Value::List(_)), _) => {
                return Err(self.is_not(some.kind(), &children, 1));
            }
            _ => {}
        }
        if has_misere_form(&children) {
            return self.sum_of_misere_forms(&children);
        }
        if let Some(sum) = self.context.sum_of_positions(&children.values[0], &children.values[1])? {
            return Ok(sum);
        }
        if let Some(sum) = self.sum_of_numbers(&children, Fraction::sum)? {
            return Ok(sum);
        }
        if let Some(sum) = self.sum_of_loopy(&children, Loopies::sum)? {
            return Ok(sum);
        }
        let (some, other) = (self.terms(&mut children, 0)?, self.terms(&mut children, 1)?);
        Ok(Value::Game(some.plus(&mut self.context.arena.session(), other)?))
    }

    pub(super) fn negative(&mut self, children: &mut Children) -> Result<Value> {
        if let Some(large) = children.values[0].large_number() {
            return self.negative_of_number(large);
        }
        // An impartial game is its own negative.
        let is_impartial = match &children.values[0] {
            Value::Position(placed) => placed.position.is_impartial(),
            value => matches!(value, Value::MisereForm(_) | Value::Infinite(_)),
        };
        if is_impartial {
            return Ok(children.take(0));
        }
        self.evaluate_children(children)?;
        if children.values[0].loopy().is_some() {
            return self.negative_of_loopy(children);
        }
        if let Some(infinite) = children.values[0].infinite() {
            return Ok(Value::Infinite(infinite.clone()));
        }
        let terms = self.terms(children, 0)?;
        Ok(Value::Game(terms.negative(&mut self.context.arena.session())?))
    }

    pub(super) fn compare(&mut self, comparison: Comparison, mut children: Children) -> Result<Value> {
        if matches!(comparison, Comparison::Equal | Comparison::Unequal) && has_misere_form(&children) {
            self.replace_positions_by_forms(&mut children)?;
        }
        self.evaluate_children(&children)?;
        if let Some(truth) = self.compare_numbers(comparison, &children)? {
            return Ok(truth);
        }
        if let Some(truth) = self.compare_loopy(comparison, &children)? {
            return Ok(truth);
        }
        let is_game = |value: &Value| value.terms().is_some();
        let values = &children.values;
        if !values.iter().all(is_game) {
            let spans = [children.spans[0], children.spans[1]];
            check_loops_comparable([&values[0], &values[1]], spans)?;
            let mut session = self.context.arena.session();
            let resources = Resources { budget: self.context.budget, observer: self.observer };
            let mut is_same = || is_same(&mut session, [&values[0], &values[1]], resources, spans[0]);
            return match comparison {
                Comparison::Equal => Ok(Value::Truth(is_same()?)),
                Comparison::Unequal => Ok(Value::Truth(!is_same()?)),
                _ => {
                    if let Some(place) = values.iter().position(|value| value.large_number().is_some()) {
                        return Err(incomparable(&children, place));
                    }
                    let may_compare = |value: &Value| is_game(value) || value.loopy().is_some();
                    let wrong = values.iter().position(|value| !may_compare(value)).unwrap_or(0);
                    Err(self.is_not("a game", &children, wrong))
                }
            };
        }
        let (some, other) = (self.terms(&mut children, 0)?, self.terms(&mut children, 1)?);
        let mut operations = Operations::new(self.context.arena.session());
        let relation = lazy::compare(&mut operations, some, other)?;
        Ok(Value::Truth(functions::holds(comparison, relation)))
    }

    pub(super) fn difference(&self, children: &mut Children) -> Result<Value> {
        // A misère form is its own negative.
        if has_misere_form(children) {
            return self.sum_of_misere_forms(children);
        }
        // An impartial position is its own negative, and so is a nimber.
        let is_own_negative = match &children.values[1] {
            Value::Position(placed) => placed.position.is_impartial(),
            value => matches!(value, Value::Game(_)),
        };
        if is_own_negative
            && let Some(sum) = self.context.sum_of_positions(&children.values[0], &children.values[1])?
        {
            return Ok(sum);
        }
        if let Some(difference) = self.sum_of_numbers(children, Fraction::difference)? {
            return Ok(difference);
        }
        if let Some(difference) = self.sum_of_loopy(children, Loopies::difference)? {
            return Ok(difference);
        }
        let (some, other) = (self.terms(children, 0)?, self.terms(children, 1)?);
        let session = &mut self.context.arena.session();
        let other = other.negative(session)?;
        Ok(Value::Game(some.plus(session, other)?))
    }

    /// Returns the sum of an integral number of copies of a game, or the product of two numbers.
    pub(super) fn product(&self, children: &mut Children) -> Result<Value> {
        if let Some(product) = self.product_of_numbers(children)? {
            return Ok(product);
        }
        if let Some(multiple) = self.multiple_of_loopy(children)? {
            return Ok(multiple);
        }
        let factor = self.integer(children, 0)?;
        let terms = self.terms(children, 1)?;
        Ok(Value::Game(terms.times(&mut self.context.arena.session(), factor)?))
    }
}

fn has_misere_form(children: &Children) -> bool {
    children.values.iter().any(|value| matches!(value, Value::MisereForm(_)))
}

/// Returns the error for an order comparison of the large number at index `place` with a value that is neither a number nor a
/// short game.
fn incomparable(children: &Children, place: usize) -> EvaluationError {
    let kind = children.values[place].kind();
    let message = format!("{kind} can be compared only with numbers and short games");
    Diagnostic::new(message, children.spans[1 - place]).label("expected a number or a short game").into()
}
