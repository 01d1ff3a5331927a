//! What a session of the calculator knows: the games, the values and the names.

use super::error::{Result, too_large};
use super::expression::{nimber, suggestion};
use super::names::Names;
use super::positions::stands_alone;
use super::value::Value;
use crate::Catalogue;
use winways_kit::AnyPosition;
use winways_notation::{Diagnostic, Literal, Span, UpCount};
use winways_solve::{Budget, Observer, Theorems};
use winways_values::{Arena, Dyadic, Game};

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

    /// The value of the name at `span` of `text`.
    pub(super) fn name(&self, text: &str, span: Span) -> Result<Value> {
        let name = &text[span.range()];
        if let Some(value) = self.names.get(name) {
            return Ok(value.clone());
        }
        let shown = match name.char_indices().nth(40) {
            Some((end, _)) => format!("{}...", &name[..end]),
            None => name.to_owned(),
        };
        let unknown = Diagnostic::new(format!("`{shown}` has no value"), span)
            .label("expected a name that was given one, as by `g = {1|-1}`");
        Err(match suggestion(text, span, self.names.iter()) {
            Some(help) => unknown.help(help),
            None => unknown,
        }
        .into())
    }

    /// The value of a position of the game whose name stands at `span`.
    pub(super) fn value_of(
        &self,
        position: &dyn AnyPosition,
        span: Span,
        observer: &dyn Observer,
    ) -> Result<Game> {
        if let Some(position) = position.impartial() {
            let value = position.solver(Theorems::Use, self.budget, observer).value()?;
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
