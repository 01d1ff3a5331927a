//! Positions that are called: `nim(3,5)`, `nim(n, n+1)`, `clobber(row)`.

use super::code::Code;
use super::error::Result;
use super::expression::{arguments_with_names, is_calculated, kind_of};
use super::machine::{Begun, Found, Machine, Target};
use super::positions;
use super::value::Value;
use crate::Position;
use std::sync::Arc;
use winways_kit::{AnyGame, AnyPosition};
use winways_notation::{Call, Diagnostic, NameKind, Parsed, Span, parse_arguments};

impl Machine<'_, '_> {
    /// A position of a game; or a call, if its name is that of a function.
    pub(super) fn position(&mut self, code: &Arc<Code>, number: usize, call: &Call) -> Result<Found> {
        let own = self.lookup(code.at(call.name_span)).filter(|value| value.is_function()).cloned();
        if let (Some(function), None) = (own, call.parameter) {
            let parsed = self.arguments(code, call);
            return match parsed.diagnostics.into_iter().next() {
                Some(first) => Err(first.into()),
                None => {
                    let target = Target::Function(function, code.node(number).span);
                    Ok(Err(Begun::Arguments(code.of_arguments(parsed.tree), target)))
                }
            };
        }
        // The game may have to compile its board.
        self.poll()?;
        let game = positions::game(self.context.catalogue, code.text(), call)?;
        // A name that has a value is that value, also where the board has pieces of such letters.
        let is_known = |name: &str| self.lookup(name).is_some();
        if let Some(parsed) = arguments_with_names(code.text(), call, |name| self.kind_of(name), is_known) {
            let board = positions::parsed(&*game, code.text(), call).is_ok().then(|| quoted(code, call));
            if !self.may_have_arguments() {
                let message = "positions stand too deep in the arguments of positions";
                return Err(Diagnostic::new(message, call.position).into());
            }
            let target = Target::Game(game, board);
            return Ok(Err(Begun::Arguments(code.of_arguments(parsed.tree), target)));
        }
        let diagnostic = match positions::parsed(&*game, code.text(), call) {
            Ok(position) => return Ok(Ok(self.context.placed(Position::of(position))?)),
            Err(diagnostic) => diagnostic,
        };
        // The arguments may be expressions: `nim(2, 2+3)`, `domineering(grid(2, 3))`.
        let parsed = self.arguments(code, call);
        if !is_calculated(&parsed) || !self.may_have_arguments() {
            return Err(diagnostic.into());
        }
        Ok(Err(Begun::Arguments(code.of_arguments(parsed.tree), Target::Game(game, None))))
    }

    /// The text in the brackets of a call as expressions.
    fn arguments(&self, code: &Code, call: &Call) -> Parsed {
        parse_arguments(code.text(), call.position, |name| self.kind_of(name))
    }

    fn kind_of(&self, name: &str) -> NameKind {
        match self.lookup(name) {
            Some(Value::Own(_)) => NameKind::Function,
            _ => kind_of(name),
        }
    }

    /// The position, or the call, whose arguments have been evaluated.
    pub(super) fn use_arguments(&mut self, target: Target) -> Result<()> {
        let (code, list) = self.end_arguments();
        let values = match &list {
            Value::List(list) => list.values(),
            _ => &[],
        };
        let spans = code.spans(code.tree().root());
        match target {
            Target::Function(function, span) => {
                let values = values.to_vec();
                match self.calling(function, span, span, values, &spans)? {
                    Ok(value) => self.values.push(value),
                    Err(begun) => self.begin(begun)?,
                }
            }
            Target::Game(game, board) => {
                self.poll()?;
                let span = code.node(code.tree().root()).span;
                let position = self.position_of_values(&*game, values, &spans, span);
                let position = position.map_err(|error| error.with_help(board.as_deref()))?;
                let value = self.context.placed(Position::of(position))?;
                self.values.push(value);
            }
        }
        Ok(())
    }

    /// The position of a game that is written with a text, or with integers and lists of them.
    fn position_of_values(
        &self,
        game: &dyn AnyGame,
        values: &[Value],
        spans: &[Span],
        all: Span,
    ) -> Result<Box<dyn AnyPosition>> {
        if let [Value::Text(text)] = values {
            let told = game.parse(text.as_str());
            return told.map_err(|diagnostic| Diagnostic { span: all, ..diagnostic }.into());
        }
        // What the game reads, and where the number of each argument begins in it.
        let (mut numbers, mut starts) = (String::new(), Vec::new());
        for (value, &span) in values.iter().zip(spans) {
            starts.push((numbers.len(), span));
            let entries = match value {
                Value::List(list) => list.values(),
                _ => std::slice::from_ref(value),
            };
            for entry in entries {
                self.context.arena.session().spend(1)?;
                self.context.settle(entry, span, self.observer)?;
                numbers += &format!("{} ", self.integer_of(entry, span)?);
            }
        }
        game.parse(numbers.trim_end()).map_err(|diagnostic| {
            let before = starts.iter().rfind(|(start, _)| *start <= diagnostic.span.start);
            Diagnostic { span: before.map_or(all, |(_, span)| *span), ..diagnostic }.into()
        })
    }
}

/// The call with its board in quotation marks, if that is short enough for a message.
fn quoted(code: &Code, call: &Call) -> String {
    const SHOWN: usize = 60;
    let board = code.at(call.position).trim();
    let board = if board.chars().count() > SHOWN { "..." } else { board };
    let head = code.at(Span::new(call.name_span.start, call.position.start));
    format!("the names in it have values; the board itself is `{head}\"{board}\")`")
}
