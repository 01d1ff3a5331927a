//! Values and sums of positions in the calculator.

use super::context::Context;
use super::error::Result;
use super::placed::LazyPosition;
use super::value::Value;
use crate::Position;
use std::collections::HashSet;
use std::sync::Arc;
use winways_kit::AnyPosition;
use winways_notation::Span;
use winways_solve::Observer;
use winways_values::Game;

impl Context<'_> {
    /// Creates a calculator value from a position.
    pub(super) fn position_value(&self, position: Position) -> Result<Value> {
        Ok(Value::Position(Arc::new(LazyPosition::new(&mut self.arena.session(), position)?)))
    }

    /// Returns the value of a position; computes it if necessary. Errors point to `span`.
    pub(super) fn evaluate_position(
        &self,
        placed: &LazyPosition,
        span: Span,
        observer: &dyn Observer,
    ) -> Result<Game> {
        if let Some(value) = placed.value() {
            return Ok(value);
        }
        let mut sum = Game::ZERO;
        for summand in placed.position.summands() {
            let value = self.value_of(&**summand, span, observer).map_err(|error| error.with_span(span))?;
            sum = self.arena.add(sum, value)?;
        }
        Ok(placed.cache(sum))
    }

    /// Computes the values of all positions in a value.
    pub(super) fn evaluate_positions(
        &self,
        value: &Value,
        span: Span,
        observer: &dyn Observer,
    ) -> Result<()> {
        if !value.has_positions() {
            return Ok(());
        }
        // Lists are not deep but may share parts; each is visited once.
        let (mut seen, mut rest) = (HashSet::new(), vec![value]);
        while let Some(value) = rest.pop() {
            self.arena.session().spend(1)?;
            match value {
                Value::Position(placed) => drop(self.evaluate_position(placed, span, observer)?),
                Value::List(list) if value.has_positions() && seen.insert(Arc::as_ptr(list)) => {
                    rest.extend(list.values());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the sum of two positions or nimbers. Returns `None` if both are nimbers, or if a value is not
    /// additive or neither a position nor a nimber.
    pub(super) fn sum_of_positions(&self, some: &Value, other: &Value) -> Result<Option<Value>> {
        let is_position = |value: &Value| matches!(value, Value::Position(_));
        if !is_position(some) && !is_position(other) {
            return Ok(None);
        }
        let (Some(mut summands), Some(others)) = (self.summands(some)?, self.summands(other)?) else {
            return Ok(None);
        };
        summands.extend(others);
        let adds = |summand: &dyn AnyPosition| summand.impartial().is_some() || summand.partizan().is_some();
        match summands.iter().all(|summand| adds(&**summand)) {
            true => self.position_value(Position::of_summands(summands)).map(Some),
            false => Ok(None),
        }
    }

    /// Returns the summands of a position, or a nimber as a heap of Nim.
    fn summands(&self, value: &Value) -> Result<Option<Vec<Box<dyn AnyPosition>>>> {
        match value {
            Value::Position(placed) => {
                self.arena.session().spend(placed.position.size())?;
                Ok(Some(placed.position.summands().iter().map(|summand| summand.copy()).collect()))
            }
            Value::Game(terms) => {
                let game = terms.canonical(&mut self.arena.session())?;
                let Some(heap) = self.arena.as_nimber(game) else { return Ok(None) };
                Ok(Some(vec![self.catalogue.game("nim")?.parse(&heap.0.to_string())?]))
            }
            _ => Ok(None),
        }
    }
}
