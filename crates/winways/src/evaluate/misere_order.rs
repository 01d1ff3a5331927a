//! Implements functions for the order of partizan games under misère play.

use super::code::Code;
use super::error::Result;
use super::expression::Expression;
use super::literals::{nimber_of_game, written_out};
use super::misere::INTERVAL;
use super::questions::PositionQuestion;
use super::value::Value;
use std::collections::HashMap;
use winways_misere::{Partizan, PartizanError, Partizans, Universe};
use winways_notation::{Diagnostic, Literal, NodeKind, Span};
use winways_solve::{Ledger, StopReason};

/// The expected argument of the functions in this module.
const EXPECTED: &str = "a position, or the text of a game such as \"{0,*|*}\"";

/// The error label for a game that is not a dicot.
const DICOT_EXPECTED: &str =
    "expected a game in which, at each position, either both players can move or neither can";

/// The maximum length of the text of a form, in bytes.
const LONGEST_TEXT: usize = 10_000;

/// The largest integer or nimber allowed in a text. The integer n and the nimber *n have n followers each.
const LARGEST: u128 = 10_000;

/// The state of one function call, with the games that it creates.
struct Work<'w, 'q, 'c> {
    question: &'w PositionQuestion<'q, 'c>,
    ledger: Ledger<'w>,
    games: Partizans,
}

impl PositionQuestion<'_, '_> {
    /// Returns `true` if the first game is greater than or equal to the second in a universe.
    pub(super) fn misere_at_least(&self, values: &[Value], spans: &[Span]) -> Result<Value> {
        let universe = match &values[2] {
            Value::Text(text) if text.as_str() == "dicots" => Universe::Dicot,
            Value::Text(text) if text.as_str() == "dead-ending" => Universe::DeadEnding,
            other => return Err(self.wrong(other, spans[2], "\"dicots\" or \"dead-ending\"")),
        };
        let ledger = Ledger::new(self.rest(), self.observer, INTERVAL);
        let mut work = Work { question: self, ledger, games: Partizans::new() };
        let (one, other) = (work.game(&values[0], spans[0])?, work.game(&values[1], spans[1])?);
        for (game, span) in [(one, spans[0]), (other, spans[1])] {
            if !work.games.is_in(game, universe) {
                let refused = PartizanError::Universe(universe);
                let expected = match universe {
                    Universe::Dicot => DICOT_EXPECTED,
                    Universe::DeadEnding => {
                        "expected a game in which a player who cannot move will never have a move again"
                    }
                };
                return Err(Diagnostic::new(refused.to_string(), span).label(expected).into());
            }
        }
        let is_at_least = work.games.is_at_least(one, other, universe, &work.ledger);
        match is_at_least {
            Ok(is_at_least) => Ok(is_at_least.into()),
            Err(PartizanError::Stopped(reason)) => Err(self.stopped(reason, work.games.count() as u64)),
            Err(refused) => Err(Diagnostic::new(refused.to_string(), spans[0]).into()),
        }
    }
}

impl PositionQuestion<'_, '_> {
    /// Returns the canonical form of a dicot as a text.
    pub(super) fn misere_dicot(&self, values: &[Value], spans: &[Span]) -> Result<Value> {
        let ledger = Ledger::new(self.rest(), self.observer, INTERVAL);
        let mut work = Work { question: self, ledger, games: Partizans::new() };
        let game = work.game(&values[0], spans[0])?;
        let canonical = match work.games.canonical_dicot(game, &work.ledger) {
            Ok(canonical) => canonical,
            Err(PartizanError::Stopped(reason)) => {
                return Err(self.stopped(reason, work.games.count() as u64));
            }
            Err(refused) => {
                return Err(Diagnostic::new(refused.to_string(), spans[0]).label(DICOT_EXPECTED).into());
            }
        };
        let text = work.text(canonical)?;
        Value::text(&mut self.context.arena.session(), text)
    }
}

impl Work<'_, '_, '_> {
    /// Formats a game with braces, 0 and *. The options are listed by length and then in alphabetical order, so that equal forms have equal
    /// texts.
    fn text(&mut self, game: Partizan) -> Result<String> {
        let followers = self.games.followers(game, &self.ledger);
        let mut texts: HashMap<Partizan, String> = HashMap::new();
        // The options of a game are created before it.
        for follower in self.checked(followers)? {
            let list = |options: &[Partizan]| {
                let mut list: Vec<&str> = options.iter().map(|option| texts[option].as_str()).collect();
                list.sort_unstable_by_key(|text| (text.len(), *text));
                list.join(",")
            };
            let text = match (self.games.left(follower), self.games.right(follower)) {
                ([], []) => "0".to_owned(),
                ([Partizan::ZERO], [Partizan::ZERO]) => "*".to_owned(),
                (left, right) => format!("{{{}|{}}}", list(left), list(right)),
            };
            if text.len() > LONGEST_TEXT {
                let reason =
                    StopReason::Text { limit: LONGEST_TEXT as u64, value: "with many followers".to_owned() };
                return self.checked(Err(reason));
            }
            texts.insert(follower, text);
        }
        Ok(texts.remove(&game).unwrap_or_default())
    }

    fn game(&mut self, value: &Value, span: Span) -> Result<Partizan> {
        match value {
            Value::Text(text) => self.of_text(text.as_str(), span),
            Value::Position(placed) => {
                let mut sum = Partizan::ZERO;
                for summand in placed.position.summands() {
                    let Some(interned) = summand.interned() else {
                        return Err(self.question.wrong(value, span, EXPECTED));
                    };
                    let game = self.games.of_sum(&*interned.rules(), &interned.ids(), &self.ledger);
                    let game = self.checked(game)?;
                    let next = self.games.sum(sum, game, &self.ledger);
                    sum = self.checked(next)?;
                }
                Ok(sum)
            }
            other => Err(self.question.wrong(other, span, EXPECTED)),
        }
    }

    /// Returns the game that a text denotes, without any simplification. An error points to the entire text at `span`.
    fn of_text(&mut self, text: &str, span: Span) -> Result<Partizan> {
        let at = |diagnostic: Diagnostic| Diagnostic { span, ..diagnostic };
        let expression = Expression::parse(text).map_err(at)?;
        let code: &Code = expression.code();
        let mut stack: Vec<Partizan> = Vec::new();
        for (number, node) in code.tree().nodes().iter().enumerate() {
            let children = stack.split_off(stack.len() - code.tree().children(number).len());
            let game = match (&node.kind, &children[..]) {
                (NodeKind::Literal(literal), _) => self.literal(text, literal, span)?,
                (NodeKind::Braces { left }, _) => {
                    let (left, right) = children.split_at(*left);
                    let game =
                        self.games.from_options(left.iter().copied(), right.iter().copied(), &self.ledger);
                    self.checked(game)?
                }
                (NodeKind::Negative, &[game]) => self.negative(game)?,
                (NodeKind::PlusMinus, &[game]) => {
                    let negative = self.negative(game)?;
                    let game = self.games.from_options([game], [negative], &self.ledger);
                    self.checked(game)?
                }
                (NodeKind::Sum, &[one, other]) => self.sum(one, other)?,
                (NodeKind::Difference, &[one, other]) => {
                    let negative = self.negative(other)?;
                    self.sum(one, negative)?
                }
                _ => {
                    let message = format!("`{}` cannot be part of an explicit game", code.at(node.span));
                    let expected = "expected braces, integers, nimbers, and their sums and negatives";
                    return Err(Diagnostic::new(message, span).label(expected).into());
                }
            };
            stack.push(game);
        }
        Ok(stack.pop().unwrap_or(Partizan::ZERO))
    }

    /// Returns the game of an integer, of a nimber, or of the sum of both. An integer n > 0 is {n-1|}.
    fn literal(&mut self, text: &str, literal: &Literal, span: Span) -> Result<Partizan> {
        let wrong = || {
            let message = "a fraction or a multiple of up has several forms under misère play";
            Diagnostic::new(message, span).label("expected braces, integers and nimbers in the text")
        };
        if literal.ups.is_some() {
            return Err(wrong().into());
        }
        let digits = match literal.number {
            Some(number) => written_out(&text[number.range()], span)?.into_owned(),
            None => "0".to_owned(),
        };
        let integer: u128 = digits.parse().map_err(|_| wrong())?;
        let star = nimber_of_game(text, literal).map_err(|diagnostic| Diagnostic { span, ..diagnostic })?;
        if integer.max(star) > LARGEST {
            let message = format!("an integer or nimber in a text must be at most {LARGEST}");
            return Err(Diagnostic::new(message, span).into());
        }
        let mut number = Partizan::ZERO;
        for _ in 0..integer {
            let next = self.games.from_options([number], [], &self.ledger);
            number = self.checked(next)?;
        }
        let mut heaps = Vec::new();
        for _ in 0..=star {
            let heap = self.games.from_options(heaps.clone(), heaps.clone(), &self.ledger);
            heaps.push(self.checked(heap)?);
        }
        self.sum(number, heaps[star as usize])
    }

    fn sum(&mut self, one: Partizan, other: Partizan) -> Result<Partizan> {
        let sum = self.games.sum(one, other, &self.ledger);
        self.checked(sum)
    }

    fn negative(&mut self, game: Partizan) -> Result<Partizan> {
        let negative = self.games.negative(game, &self.ledger);
        self.checked(negative)
    }

    fn checked<T>(&self, found: std::result::Result<T, StopReason>) -> Result<T> {
        found.map_err(|reason| self.question.stopped(reason, self.games.count() as u64))
    }
}
