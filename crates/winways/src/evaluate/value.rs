//! The values of the calculator, by kind.
//!
//! Code that names, writes, sorts or compares values distinguishes the kinds only in this file. In addition, `arithmetic.rs`
//! adds values, and `object.rs` converts them for programs. A new kind requires a variant of [`Value`] and an arm in each
//! `match`.

use super::code::UserFunction;
use super::error::{Result, refused};
use super::infinite::Infinite;
use super::large::LargeNumber;
use super::list::{List, Text};
use super::loopy_value::{LoopyValue, OpenOption};
use super::placed::{LazyPosition, StoredValue};
use super::terms::Terms;
use super::thermographs::ChargedThermograph;
use crate::Outcome;
use crate::shortened::too_long;
use std::borrow::Cow;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_values::{Dyadic, Game, OperationError, Operations, Session, TextLimits, Thermograph};

/// A value of the calculator. Values are small: lists, texts and sums are reference-counted, and each is charged to the arena
/// once.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// The value of an empty text.
    Nothing,
    /// A game, as a sum whose canonical form is computed lazily.
    Game(Terms),
    /// The truth value of a comparison or a predicate.
    Truth(bool),
    /// A number that is not the value of a short game.
    Number(Arc<LargeNumber>),
    /// A game in which play may cycle.
    Loopy(Arc<LoopyValue>),
    /// An impartial game that equals no Nim heap.
    Infinite(Arc<Infinite>),
    /// An option that leads back to a game whose braces are still open: `pass`, or a label.
    Option(Arc<OpenOption>),
    /// A position, whose game value is computed lazily.
    Position(Arc<LazyPosition>),
    /// An outcome.
    Outcome(Outcome),
    /// Text, such as a sign expansion.
    Text(Arc<Text>),
    /// The canonical form of an impartial game under misère play, as a text. Equal games have the same text.
    MisereForm(Arc<Text>),
    /// A list of values.
    List(Arc<List>),
    /// The thermograph of a game.
    Thermograph(Arc<ChargedThermograph>),
    /// A function defined in the session.
    UserFunction(Arc<UserFunction>),
    /// The name of a function of the language.
    Function(&'static str),
}

/// A key that identifies equal values. Lists have no key.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Key<'v> {
    Nothing,
    Game(Game),
    Truth(bool),
    Outcome(Outcome),
    Number(&'v str),
    Text(&'v str),
    MisereForm(&'v str),
    Loopy(&'v str),
    Infinite(&'v Infinite),
    Thermograph(&'v Thermograph),
    UserFunction(*const UserFunction),
    Function(&'static str),
}

/// A value in LaTeX.
pub(super) enum Latex<'v> {
    /// A formula, for math mode.
    Formula(Cow<'v, str>),
    /// Words without a formula, for text mode.
    Words(&'v str),
}

impl Value {
    /// Creates a thermograph.
    pub(super) fn thermograph(session: &mut Session<'_>, thermograph: Thermograph) -> Result<Value> {
        Ok(Value::Thermograph(Arc::new(ChargedThermograph::new(session, thermograph)?)))
    }

    /// Returns the kind of value, with its article.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Number(number) => number.kind().with_article(),
            value if value.loopy().is_some() => "a loopy game",
            value if let Some(infinite) = value.infinite() => infinite.kind(),
            Value::Game(_) | Value::Position(_) | Value::Loopy(_) => "a game",
            Value::Infinite(infinite) => infinite.kind(),
            Value::Option(_) => "a move back to an open game",
            Value::Truth(_) => "true or false",
            Value::Outcome(_) => "an outcome",
            Value::Text(_) => "a text",
            Value::MisereForm(_) => "a misère form",
            Value::List(_) => "a list",
            Value::Thermograph(_) => "a thermograph",
            Value::UserFunction(_) | Value::Function(_) => "a function",
        }
    }

    /// Returns the key of the value. Returns `None` for a list, a move back to braces, a number or loopy game without a unique
    /// text, and a position whose value is unknown. A misère form that is a Nim heap has the key of the nimber.
    pub(super) fn key(&self, session: &mut Session<'_>) -> Result<Option<Key<'_>>> {
        Ok(Some(match self {
            Value::Nothing => Key::Nothing,
            value if let Some(large) = value.large_number() => match large.has_normal_form() {
                true => Key::Number(large.text()),
                false => return Ok(None),
            },
            value if let Some(loopy) = value.loopy() => return Ok(loopy.key().map(Key::Loopy)),
            value if let Some(infinite) = value.infinite() => Key::Infinite(infinite),
            Value::Number(_) | Value::Loopy(_) | Value::Infinite(_) | Value::Option(_) => {
                return Ok(None);
            }
            Value::Game(_) | Value::Position(_) => match self.terms() {
                Some(terms) => Key::Game(terms.canonical(session)?),
                None => return Ok(None),
            },
            Value::Truth(truth) => Key::Truth(*truth),
            Value::Outcome(outcome) => Key::Outcome(*outcome),
            Value::Text(text) => Key::Text(text.as_str()),
            Value::MisereForm(text) => match nim_heap_of(text.as_str()) {
                Some(size) => Key::Game(session.nimber(size)?),
                None => Key::MisereForm(text.as_str()),
            },
            Value::List(_) => return Ok(None),
            Value::Thermograph(walls) => Key::Thermograph(&walls.thermograph),
            Value::UserFunction(function) => Key::UserFunction(Arc::as_ptr(function)),
            Value::Function(name) => Key::Function(name),
        }))
    }

    /// Returns the name by which the value is sorted, if its kind is sorted by names.
    pub(super) fn sort_name(&self) -> Option<&str> {
        match self {
            Value::Text(text) | Value::MisereForm(text) => Some(text.as_str()),
            Value::Outcome(outcome) => Some(outcome.letter()),
            Value::Truth(truth) => Some(name_of_truth(*truth)),
            _ => None,
        }
    }

    /// Returns the value as text, if possible in a notation that the calculator can parse. The text of a list is empty; see
    /// [`write`](super::write).
    pub(super) fn written(&self, operations: &mut Operations<'_>) -> Result<Cow<'_, str>> {
        if let Some(large) = self.large_number() {
            return Ok(large.text().into());
        }
        if let Some(loopy) = self.loopy() {
            return Ok(loopy.text()?.into());
        }
        if let Some(infinite) = self.infinite() {
            return Ok(infinite.to_string().into());
        }
        Ok(match self {
            Value::Nothing | Value::List(_) | Value::Number(_) => "".into(),
            Value::Loopy(_) | Value::Infinite(_) | Value::Option(_) => "".into(),
            Value::Game(_) | Value::Position(_) => self.written_game(operations, Operations::text)?.into(),
            Value::Truth(truth) => name_of_truth(*truth).into(),
            Value::Outcome(outcome) => outcome.letter().into(),
            Value::Text(text) | Value::MisereForm(text) => text.as_str().into(),
            Value::Thermograph(walls) => walls.to_string().into(),
            Value::UserFunction(function) => function.text().into(),
            Value::Function(name) => (*name).into(),
        })
    }

    /// Returns the value in LaTeX. The text of a list is empty; see [`write`](super::write).
    pub(super) fn latex(&self, operations: &mut Operations<'_>) -> Result<Latex<'_>> {
        if let Some(latex) = self.large_number().map(|large| large.latex()) {
            return Ok(Latex::Formula(latex.into()));
        }
        if let Some(loopy) = self.loopy() {
            return Ok(Latex::Formula(loopy.latex()?.into()));
        }
        if let Some(infinite) = self.infinite() {
            return Ok(Latex::Formula(infinite.latex().into()));
        }
        Ok(Latex::Formula(match self {
            Value::Game(_) | Value::Position(_) => self.written_game(operations, Operations::latex)?.into(),
            Value::Truth(truth) => format!(r"\mathrm{{{}}}", name_of_truth(*truth)).into(),
            Value::Outcome(outcome) => outcome.latex().into(),
            Value::Text(text) | Value::MisereForm(text) => match text.latex() {
                Some(latex) => latex.into(),
                None => return Ok(Latex::Words(text.as_str())),
            },
            Value::Thermograph(walls) => walls.plot()?.scene("").tikz_in_line().into(),
            Value::Nothing
            | Value::Number(_)
            | Value::Loopy(_)
            | Value::Infinite(_)
            | Value::Option(_)
            | Value::List(_)
            | Value::UserFunction(_)
            | Value::Function(_) => self.written(operations)?,
        }))
    }

    /// Returns the game in the notation that `write` produces.
    fn written_game<'a>(
        &self,
        operations: &mut Operations<'a>,
        write: fn(&mut Operations<'a>, Game, TextLimits) -> std::result::Result<String, OperationError>,
    ) -> Result<String> {
        // Positions have been evaluated before a value is written.
        let Some(terms) = self.terms() else { return Ok(String::new()) };
        let game = terms.canonical(operations.session())?;
        write(operations, game, TextLimits::default()).map_err(|error| match error {
            OperationError::TooLong { .. } => too_long(operations, game).after(0).into(),
            error => refused(error),
        })
    }

    /// Returns the value as a game. A position is a game only if its value has been computed.
    pub(super) fn terms(&self) -> Option<Terms> {
        match self {
            Value::Game(terms) => Some(terms.clone()),
            Value::Position(placed) => match placed.value()? {
                StoredValue::Game(game) => Some(Terms::of(*game)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns `true` if the value is a position or a list that contains positions.
    pub(super) fn has_positions(&self) -> bool {
        match self {
            Value::Position(_) => true,
            Value::List(list) => list.has_positions(),
            _ => false,
        }
    }

    /// Returns `true` if the value can be called.
    pub(super) fn is_function(&self) -> bool {
        matches!(self, Value::UserFunction(_) | Value::Function(_))
    }

    /// Returns a diagnostic that states the kind of the value at `span`.
    pub(super) fn is_kind(&self, span: Span) -> Diagnostic {
        Diagnostic::new(format!("this is {}", self.kind()), span)
    }
}

fn name_of_truth(truth: bool) -> &'static str {
    if truth { "true" } else { "false" }
}

/// Returns the size of the Nim heap whose misère form has this text: `*[4]` or `*[12,]`.
fn nim_heap_of(text: &str) -> Option<u128> {
    let list = text.strip_prefix("*[")?.strip_suffix(']')?;
    let size = list.strip_suffix(',').or(Some(list).filter(|list| list.len() == 1))?;
    size.parse().ok()
}

/// Converts the number to an [`i64`], or returns `None` if it is not a 64-bit integer.
pub(super) fn as_integer(number: &Dyadic) -> Option<i64> {
    i64::try_from(number).ok()
}

impl From<Game> for Value {
    fn from(game: Game) -> Self {
        Value::Game(Terms::of(game))
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Truth(truth)
    }
}
