//! The context of a calculator session: the games, the values and the names.

use super::error::{Result, too_large};
use super::literals::{RationalNumber, nimber, nimber_of_game, rational_number};
use super::names::Names;
use super::value::Value;
use crate::Catalogue;
use std::sync::Arc;
use winways_entailing::EntailingValue;
use winways_kit::{AnyPosition, Ending, EntailingPosition};
use winways_notation::{Diagnostic, Literal, Span, UpCount};
use winways_solve::{Budget, Observer, StopReason, Stopped, Theorems};
use winways_values::{Arena, Dyadic, Game, Nimber};

pub(super) struct Context<'c> {
    pub(super) catalogue: &'c Catalogue,
    pub(super) arena: Arc<Arena>,
    pub(super) budget: Budget,
    pub(super) names: Names,
}

impl Context<'_> {
    /// Returns the value of a literal in `text`: a game, or a rational number or a nimber that is not the value of a short
    /// game.
    pub(super) fn literal(&self, text: &str, literal: &Literal) -> Result<Value> {
        if let Literal { number: Some(span), ups: None, nimber: None } = literal
            && let Ok(integer) = text[span.range()].parse::<i32>()
        {
            return Ok(Game::from(integer).into());
        }
        if literal.number.is_none() && literal.ups.is_none() {
            return Value::of_transfinite(&mut self.arena.session(), nimber(text, literal)?);
        }
        let number = match literal.number {
            Some(span) => match rational_number(text, literal, span)? {
                RationalNumber::Dyadic(number) => number,
                RationalNumber::Other(rational) => {
                    return Value::of_fraction(&mut self.arena.session(), rational);
                }
            },
            None => Dyadic::ZERO,
        };
        let ups = match literal.ups {
            None => 0,
            Some(ups) => {
                let count = match ups.count {
                    UpCount::Arrows(count) => count as i64,
                    UpCount::Digits(span) => {
                        text[span.range()].parse::<i64>().map_err(|_| too_large(span))?
                    }
                };
                if ups.down { -count } else { count }
            }
        };
        Ok(self.arena.number_up_star(&number, ups, nimber_of_game(text, literal)?)?.into())
    }

    /// Returns the nim-value of a position, or `None` if the position has no nim-value.
    pub(super) fn nim_value_of(
        &self,
        position: &dyn AnyPosition,
        observer: &dyn Observer,
    ) -> Result<Option<Nimber>> {
        if let Some(position) = position.impartial() {
            let rest =
                Budget { memory: self.budget.memory.saturating_sub(self.arena.bytes()), ..self.budget };
            let value = position.solver(Theorems::Use, rest, observer).value();
            return Ok(Some(value.map_err(|stopped| self.of_whole_limit(stopped))?));
        }
        Ok(None)
    }

    /// Returns the value of a position of a game with entailing moves; `span` is the span of the game's name.
    pub(super) fn entailing_value_of(
        &self,
        position: &dyn EntailingPosition,
        span: Span,
        observer: &dyn Observer,
    ) -> Result<EntailingValue> {
        if position.is_entailed() {
            return Err(entailed_has_no_value(position, span).into());
        }
        let rest = Budget { memory: self.budget.memory.saturating_sub(self.arena.bytes()), ..self.budget };
        let value = position.solver(rest, observer).free_value();
        Ok(value.map_err(|stopped| self.of_whole_limit(stopped))?)
    }

    /// Replaces the limit in a memory error with the full memory limit. The limit of the solver excludes the memory of the
    /// calculator's values.
    fn of_whole_limit(&self, stopped: Stopped) -> Stopped {
        match stopped.reason {
            StopReason::Memory { .. } => self.budget.out_of_memory().after(stopped.nodes),
            _ => stopped,
        }
    }

    /// Returns the value of a position of a partizan game; `span` is the span of the game's name.
    pub(super) fn value_of(
        &self,
        position: &dyn AnyPosition,
        span: Span,
        observer: &dyn Observer,
    ) -> Result<Game> {
        match position.partizan() {
            Some(position) => {
                Ok(position.solver(&self.arena, Theorems::Use, self.budget, observer).value()?)
            }
            None => Err(not_summable(position, span).into()),
        }
    }
}

fn entailed_has_no_value<P: AnyPosition + ?Sized>(position: &P, span: Span) -> Diagnostic {
    let message = "the player to move must move in one component, so the position has no value";
    Diagnostic::new(message, span)
        .label("expected a position without `!`")
        .help(format!("on its own, `{}` is a valid expression", position.text()))
}

/// Returns the diagnostic for a position that has no value in sums, with the reason.
pub(super) fn not_summable(position: &dyn AnyPosition, span: Span) -> Diagnostic {
    if position.entailing().is_some_and(|entailing| entailing.is_entailed()) {
        return entailed_has_no_value(position, span);
    }
    let properties = position.properties();
    let why = match (properties.ending, properties.may_cycle) {
        (Ending::Goal, _) => "ends by a goal",
        (Ending::Points, _) => "ends by a count of points",
        (Ending::NoMove, true) => "may cycle",
        (Ending::NoMove, false) => "has no value as a sum of components",
    };
    let message = format!("{} {why}", position.game_name());
    Diagnostic::new(message, span)
        .label(
            "expected a game that ends when the player to move has no move, and in which no position recurs",
        )
        .help(format!("on its own, `{}` is a valid expression", position.text()))
}
