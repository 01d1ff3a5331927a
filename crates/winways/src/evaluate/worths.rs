//! Values and sums of positions in the calculator.

use super::context::Context;
use super::error::{EvaluationError, Result};
use super::large::Number;
use super::placed::LazyPosition;
use super::value::Value;
use crate::Position;
use std::collections::HashSet;
use std::sync::Arc;
use winways_kit::AnyPosition;
use winways_notation::Span;
use winways_solve::Observer;
use winways_values::{Game, Nimber};

impl Context<'_> {
    /// Creates a calculator value from a position.
    pub(super) fn position_value(&self, position: Position) -> Result<Value> {
        Ok(Value::Position(Arc::new(LazyPosition::new(&mut self.arena.session(), position)?)))
    }

    /// Computes the value of a position and caches it, if that was not done before. Errors point to `span`.
    pub(super) fn evaluate_position(
        &self,
        placed: &LazyPosition,
        span: Span,
        observer: &dyn Observer,
    ) -> Result<()> {
        if placed.value().is_some() || placed.large_value().is_some() {
            return Ok(());
        }
        let (mut sum, mut nim_sum) = (Game::ZERO, Nimber(0));
        let mut is_impartial = true;
        for summand in placed.position.summands() {
            let at_span = |error: EvaluationError| error.with_span(span);
            match self.nim_value_of(&**summand, observer).map_err(at_span)? {
                Some(value) => nim_sum += value,
                None => {
                    is_impartial = false;
                    sum = self.arena.add(sum, self.value_of(&**summand, span, observer).map_err(at_span)?)?;
                }
            }
        }
        let mut session = self.arena.session();
        match Value::of_transfinite(&mut session, u128::from(nim_sum.0).into())? {
            Value::Number(large) if is_impartial => placed.cache_large(large),
            _ => {
                let nimber = session.nimber(nim_sum.0)?;
                placed.cache(session.add(sum, nimber)?);
            }
        }
        Ok(())
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
                Value::Position(placed) => self.evaluate_position(placed, span, observer)?,
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
            Value::Number(large) => {
                // A heap has 64 bits.
                let Number::Nimber(nimber) = &large.number else { return Ok(None) };
                let heap = nimber.to_finite().and_then(|size| u64::try_from(size).ok());
                let Some(heap) = heap else { return Ok(None) };
                Ok(Some(vec![self.catalogue.game("nim")?.parse(&heap.to_string())?]))
            }
            _ => Ok(None),
        }
    }
}
