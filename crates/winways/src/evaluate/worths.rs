//! What positions that are values are worth, and their sums.

use super::context::Context;
use super::error::Result;
use super::placed::Placed;
use super::value::Value;
use crate::Position;
use std::collections::HashSet;
use std::sync::Arc;
use winways_kit::AnyPosition;
use winways_notation::Span;
use winways_solve::Observer;
use winways_values::Game;

impl Context<'_> {
    /// A position as a value.
    pub(super) fn placed(&self, position: Position) -> Result<Value> {
        Ok(Value::Position(Arc::new(Placed::new(&mut self.arena.session(), position)?)))
    }

    /// What a position is worth, found now if it was not yet; what is wrong with it points at `span`.
    pub(super) fn worth(&self, placed: &Placed, span: Span, observer: &dyn Observer) -> Result<Game> {
        if let Some(value) = placed.value() {
            return Ok(value);
        }
        let mut sum = Game::ZERO;
        for summand in placed.position.summands() {
            let value = self.value_of(&**summand, span, observer).map_err(|error| error.placed(span))?;
            sum = self.arena.add(sum, value)?;
        }
        Ok(placed.tell(sum))
    }

    /// Finds what all positions in a value are worth.
    pub(super) fn settle(&self, value: &Value, span: Span, observer: &dyn Observer) -> Result<()> {
        if !value.has_positions() {
            return Ok(());
        }
        // Lists are not deep, but may share parts: each is gone through once.
        let (mut seen, mut rest) = (HashSet::new(), vec![value]);
        while let Some(value) = rest.pop() {
            self.arena.session().spend(1)?;
            match value {
                Value::Position(placed) => drop(self.worth(placed, span, observer)?),
                Value::List(list) if value.has_positions() && seen.insert(Arc::as_ptr(list)) => {
                    rest.extend(list.values());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The sum of two positions; `None` if one of them has no worth that adds, or is no position or nimber.
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
            true => self.placed(Position::of_summands(summands)).map(Some),
            false => Ok(None),
        }
    }

    /// The summands of a position, or of a nimber as a heap of Nim.
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
