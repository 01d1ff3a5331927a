//! What a session of the calculator knows: the games, the values and the names.

use super::error::{EvaluationError, Result, too_large};
use super::expression::{nimber, suggestion};
use super::names::Names;
use super::positions::stands_alone;
use crate::Catalogue;
use winways_kit::AnyPosition;
use winways_notation::{Diagnostic, Literal, Span, UpCount};
use winways_solve::{Budget, Observer, StopReason, Theorems};
use winways_values::{Arena, Dyadic, Game};

/// Longer numbers are not read: that takes time in one go, and they are not printed either.
const MAX_DIGITS: usize = 1 << 20;

pub(super) struct Context<'c> {
    pub(super) catalogue: &'c Catalogue,
    pub(super) arena: Arena,
    pub(super) budget: Budget,
    pub(super) names: Names,
}

impl Context<'_> {
    /// The value of a literal of `text`.
    pub(super) fn literal(&self, text: &str, literal: &Literal) -> Result<Game> {
        let number = match literal.number {
            Some(span) if span.end - span.start > MAX_DIGITS => {
                let message = format!("a number is written with at most {MAX_DIGITS} digits");
                return Err(Diagnostic::new(message, span).into());
            }
            Some(span) => text[span.range()].parse::<Dyadic>().map_err(|error| {
                Diagnostic::new(error.to_string(), span).label("expected a dyadic number")
            })?,
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
        Ok(self.arena.number_up_star(&number, ups, nimber(text, literal)?)?)
    }

    /// What is said of the name at `span` of `text`, which stands for nothing while `names` do.
    pub(super) fn unknown<'n>(
        &self,
        text: &str,
        span: Span,
        names: impl Iterator<Item = &'n str>,
    ) -> EvaluationError {
        let name = &text[span.range()];
        let shown = match name.char_indices().nth(40) {
            Some((end, _)) => format!("{}...", &name[..end]),
            None => name.to_owned(),
        };
        let unknown = Diagnostic::new(format!("`{shown}` has no value"), span)
            .label("expected a name that was given one, as by `g = {1|-1}`");
        match suggestion(text, span, names) {
            Some(help) => unknown.help(help).into(),
            None => unknown.into(),
        }
    }

    /// The value of a position of the game whose name stands at `span`.
    pub(super) fn value_of(
        &self,
        position: &dyn AnyPosition,
        span: Span,
        observer: &dyn Observer,
    ) -> Result<Game> {
        if let Some(position) = position.impartial() {
            let rest =
                Budget { memory: self.budget.memory.saturating_sub(self.arena.bytes()), ..self.budget };
            let value = position.solver(Theorems::Use, rest, observer).value();
            let value = value.map_err(|stopped| match stopped.reason {
                StopReason::Memory { .. } => {
                    StopReason::Memory { limit: self.budget.memory }.after(stopped.nodes)
                }
                reason => reason.after(stopped.nodes),
            })?;
            return Ok(self.arena.nimber(value.0)?);
        }
        match position.partizan() {
            Some(position) => {
                Ok(position.solver(&self.arena, Theorems::Use, self.budget, observer).value()?)
            }
            None => Err(stands_alone(position, span).into()),
        }
    }
}
