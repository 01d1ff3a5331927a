//! Evaluates calls of games with positions: `nim(3,5)`, `nim(n, n+1)`, `clobber(row)`.

use super::code::Code;
use super::error::Result;
use super::expression::{arguments_with_names, is_calculated, is_quoted, kind_of};
use super::literals::power_hint;
use super::machine::{Evaluated, Machine, Pending, Target};
use super::positions;
use super::value::Value;
use crate::{Game, Position};
use std::sync::Arc;
use winways_kit::{AnyGame, AnyPosition, Ending};
use winways_notation::{Call, Diagnostic, NameKind, Parsed, Span, parse_arguments};
use winways_rules::Play;

impl Machine<'_, '_> {
    /// Evaluates the position of a game, or a function call if the name denotes a function.
    pub(super) fn position(&mut self, code: &Arc<Code>, number: usize, call: &Call) -> Result<Evaluated> {
        let own = self.lookup(code.at(call.name_span)).filter(|value| value.is_function()).cloned();
        if let (Some(function), None) = (own, call.parameter) {
            let parsed = self.arguments(code, call);
            return match parsed.diagnostics.into_iter().next() {
                Some(first) => Err(first.into()),
                None => {
                    let target = Target::Function(function, code.node(number).span);
                    Ok(Err(Pending::Arguments(code.of_arguments(parsed.tree), target)))
                }
            };
        }
        // The game may have to compile its board, which takes time and memory.
        self.poll()?;
        let game = self.games.game(self.context.catalogue, code.text(), call)?;
        game.charge(code.at(call.position), &self.context.arena)?;
        // A name with a value denotes that value, even if the name is also a valid board.
        let is_known = |name: &str| self.lookup(name).is_some();
        if let Some(parsed) = arguments_with_names(code.text(), call, |name| self.kind_of(name), is_known) {
            let board = positions::parsed(&*game, code.text(), call).is_ok().then(|| quoted(code, call));
            if !self.may_have_arguments() {
                let message = "the arguments of positions are nested too deeply";
                return Err(Diagnostic::new(message, call.position).into());
            }
            let target = Target::Game(game, board);
            return Ok(Err(Pending::Arguments(code.of_arguments(parsed.tree), target)));
        }
        let diagnostic = match positions::parsed(&*game, code.text(), call) {
            Ok(position) => return Ok(Ok(self.context.position_value(Position::of(position))?)),
            Err(diagnostic) => diagnostic,
        };
        if is_quoted(code.text(), call) {
            return Err(diagnostic.into());
        }
        // The arguments may be expressions, as in `nim(2, 2+3)` or `domineering(grid(2, 3))`.
        let parsed = self.arguments(code, call);
        if !is_calculated(&parsed) || !self.may_have_arguments() {
            return Err(diagnostic.into());
        }
        Ok(Err(Pending::Arguments(code.of_arguments(parsed.tree), Target::Game(game, None))))
    }

    /// Parses the text in the brackets of a call as expressions.
    fn arguments(&self, code: &Code, call: &Call) -> Parsed {
        parse_arguments(code.text(), call.position, |name| self.kind_of(name))
    }

    fn kind_of(&self, name: &str) -> NameKind {
        match self.lookup(name) {
            Some(value) if value.is_function() => NameKind::Function,
            _ => kind_of(name),
        }
    }

    /// Completes the position or the call after its arguments have been evaluated.
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
                    Err(pending) => self.begin(pending)?,
                }
            }
            Target::Game(game, board) => {
                self.poll()?;
                let span = code.node(code.tree().root()).span;
                let position = self.position_of_values(&*game, values, &spans, span);
                if position.is_err() && is_without_cells(values) && ends_without_moves(&*game) {
                    self.values.push(Game::ZERO.into());
                    return Ok(());
                }
                let help = board.or_else(|| spans.iter().find_map(|&span| power_hint(code.at(span))));
                let position = position.map_err(|error| error.with_help(help.as_deref()))?;
                let value = self.context.position_value(Position::of(position))?;
                self.values.push(value);
            }
        }
        Ok(())
    }

    /// Returns the position that is given by a string, or by integers and lists of integers.
    fn position_of_values(
        &self,
        game: &dyn AnyGame,
        values: &[Value],
        spans: &[Span],
        all: Span,
    ) -> Result<Box<dyn AnyPosition>> {
        if let [Value::Text(text)] = values {
            game.charge(text.as_str(), &self.context.arena)?;
            let parsed = game.parse(text.as_str());
            return parsed.map_err(|diagnostic| Diagnostic { span: all, ..diagnostic }.into());
        }
        // A list of lists is equivalent to its lists as separate arguments.
        let rows: Vec<(&Value, Span)> = match values {
            [Value::List(rows)] if rows.values().iter().any(is_list) => {
                rows.values().iter().map(|row| (row, spans[0])).collect()
            }
            _ => values.iter().zip(spans.iter().copied()).collect(),
        };
        // Every game accepts commas between numbers. A space separates lists, which may be pairs: `cutcake([4,9], [5,3])`.
        let separator = if rows.iter().any(|(row, _)| is_list(row)) { ' ' } else { ',' };
        // The text that the game parses, and the offset in it at which each argument starts.
        let (mut numbers, mut starts) = (String::new(), Vec::new());
        for (row, span) in rows {
            if !starts.is_empty() {
                numbers.push(separator);
            }
            starts.push((numbers.len(), span));
            let entries = match row {
                Value::List(list) => list.values(),
                _ => std::slice::from_ref(row),
            };
            for (place, entry) in entries.iter().enumerate() {
                self.context.arena.session().spend(1)?;
                self.context.evaluate_positions(entry, span, self.observer)?;
                let comma = if place > 0 { "," } else { "" };
                numbers += &format!("{comma}{}", self.integer_of(entry, span)?);
            }
        }
        game.charge(&numbers, &self.context.arena)?;
        game.parse(&numbers).map_err(|diagnostic| {
            let before = starts.iter().rfind(|(start, _)| *start <= diagnostic.span.start);
            Diagnostic { span: before.map_or(all, |(_, span)| *span), ..diagnostic }.into()
        })
    }
}

fn is_list(value: &Value) -> bool {
    matches!(value, Value::List(_))
}

/// Returns `true` if the only value is the text of a board without cells, such as `grid(0, 3)`, `grid(2, 0)` or `row(0)`.
fn is_without_cells(values: &[Value]) -> bool {
    matches!(values, [Value::Text(text)] if text.as_str().chars().all(|letter| letter == '|'))
}

/// Returns `true` if play always ends and the player who cannot move loses. A board without cells is then worth 0.
fn ends_without_moves(game: &dyn AnyGame) -> bool {
    let properties = game.properties();
    !properties.may_cycle && properties.ending == Ending::NoMove && game.about().play == Play::Normal
}

/// Returns a hint that shows the call with its board in quotation marks. A board too long for a message is abbreviated.
fn quoted(code: &Code, call: &Call) -> String {
    const SHOWN: usize = 60;
    let board = code.at(call.position).trim();
    let board = if board.chars().count() > SHOWN { "..." } else { board };
    let head = code.at(Span::new(call.name_span.start, call.position.start));
    format!("the names in the argument have values; to enter the board itself, write `{head}\"{board}\")`")
}
