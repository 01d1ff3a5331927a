//! Computes values and sums of positions in the calculator.

use super::context::Context;
use super::error::{EvaluationError, Result};
use super::impartial_sums::ImpartialSum;
use super::loopy::LoopyWork;
use super::placed::{LazyPosition, StoredValue};
use super::value::Value;
use crate::Position;
use crate::loopy_positions::{PositionValue, value_of, with_value};
use crate::position::adds;
use std::collections::HashSet;
use std::sync::Arc;
use winways_kit::AnyPosition;
use winways_loopy::Loopy;
use winways_notation::{Diagnostic, Span};
use winways_solve::Observer;
use winways_values::{Game, Session};

/// The sum of the components of a position that have been evaluated so far.
struct PartialSum<'o> {
    is_impartial: bool,
    impartial: ImpartialSum,
    game: Game,
    loopies: Vec<Loopy>,
    /// The arena of the loopy values.
    work: Option<LoopyWork<'o>>,
}

impl Default for PartialSum<'_> {
    fn default() -> Self {
        PartialSum {
            is_impartial: true,
            impartial: ImpartialSum::ZERO,
            game: Game::ZERO,
            loopies: Vec::new(),
            work: None,
        }
    }
}

impl PartialSum<'_> {
    fn value(self, session: &mut Session<'_>, span: Span) -> Result<Value> {
        let is_partizan = !self.is_impartial || !self.loopies.is_empty();
        if !is_partizan {
            return self.impartial.value(session, span);
        }
        let Some(nimber) = self.impartial.nimber() else {
            let message = "an impartial loop or a loony position can be added only to impartial games";
            return Err(Diagnostic::new(message, span)
                .label("expected impartial components only, or none that may cycle or is loony")
                .into());
        };
        let nimber = session.nimber(nimber.0.into())?;
        let game = session.add(self.game, nimber)?;
        let (Some(mut work), false) = (self.work, self.loopies.is_empty()) else { return Ok(game.into()) };
        let mut sum = {
            let game = work.loopies.from_game(game, session, &work.ledger);
            Loopy::from(work.checked(game)?)
        };
        for value in self.loopies {
            let added = work.loopies.sum(sum, value, &work.ledger);
            sum = work.checked(added)?;
        }
        work.store(session, sum)
    }
}

/// Converts a game to the stored value of a position. Returns `None` for values of other kinds.
fn worth(session: &mut Session<'_>, value: Value) -> Result<Option<StoredValue>> {
    Ok(match value {
        Value::Game(terms) => Some(StoredValue::Game(terms.canonical(session)?)),
        Value::Loopy(loopy) => Some(StoredValue::Loopy(loopy)),
        Value::Infinite(infinite) => Some(StoredValue::Infinite(infinite)),
        _ => None,
    })
}

impl Context<'_> {
    /// Creates a calculator value from a position.
    pub(super) fn position_value(&self, position: Position) -> Result<Value> {
        Ok(Value::Position(Arc::new(LazyPosition::new(&mut self.arena.session(), position)?)))
    }

    /// Computes the value of a position and caches it, unless it is already cached. Errors point to `span`.
    pub(super) fn evaluate_position(
        &self,
        placed: &LazyPosition,
        span: Span,
        observer: &dyn Observer,
    ) -> Result<()> {
        if placed.value().is_some() {
            return Ok(());
        }
        let mut sum = PartialSum::default();
        for summand in placed.position.summands() {
            let at_span = |error: EvaluationError| error.with_span(span);
            if let Some(value) = self.nim_value_of(&**summand, observer).map_err(at_span)? {
                sum.impartial.add_nimber(value);
            } else if let Some(entailing) = summand.entailing() {
                let value = self.entailing_value_of(entailing, span, observer).map_err(at_span)?;
                sum.impartial.add_entailing(value);
            } else if let Some(ranked) = with_value(&**summand) {
                let work = sum.work.get_or_insert_with(|| self.on_loopy(observer));
                let value = value_of(ranked, &mut work.loopies, &work.ledger);
                match work.checked(value).map_err(at_span)? {
                    PositionValue::Label(label) => sum.impartial.add_label(&label),
                    PositionValue::Loopy(value) => sum.loopies.push(value),
                }
            } else {
                sum.is_impartial = false;
                let value = self.value_of(&**summand, span, observer).map_err(at_span)?;
                sum.game = self.arena.add(sum.game, value)?;
            }
        }
        let session = &mut self.arena.session();
        let value = sum.value(session, span)?;
        if let Some(worth) = worth(session, value)? {
            placed.cache(worth);
        }
        Ok(())
    }

    fn on_loopy<'o>(&self, observer: &'o dyn Observer) -> LoopyWork<'o> {
        LoopyWork::new(self.budget, self.arena.bytes(), observer)
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
        // The nesting depth of lists is limited, but lists may share parts. Each list is visited once.
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

    /// Returns the sum of two values, each of which is a position or a nimber. Returns `None` if both are nimbers, if a
    /// position is not additive, or for values of other kinds.
    pub(super) fn sum_of_positions(&self, some: &Value, other: &Value) -> Result<Option<Value>> {
        let is_position = |value: &Value| matches!(value, Value::Position(_));
        if !is_position(some) && !is_position(other) {
            return Ok(None);
        }
        let (Some(mut summands), Some(others)) = (self.summands(some)?, self.summands(other)?) else {
            return Ok(None);
        };
        summands.extend(others);
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
                // The size of a heap is a 64-bit number.
                let heap = self.arena.as_nimber(game).and_then(|size| u64::try_from(size).ok());
                let Some(heap) = heap else { return Ok(None) };
                Ok(Some(vec![self.catalogue.game("nim")?.parse(&heap.to_string())?]))
            }
            _ => Ok(None),
        }
    }
}
