use super::error::Result;
use super::functions;
use super::list::{LIST_DEPTH, charge_list, too_deep};
use super::placed::LazyPosition;
use super::terms::Terms;
use super::thermographs;
use super::value::Value;
use crate::{Outcome, Position};
use std::sync::Arc;
use winways_draw::{DrawError, Scene};
use winways_notation::{Diagnostic, Span};
use winways_values::{Charge, Game, Session, Thermograph};

/// A value of the calculator, for use in programs. Its games belong to the calculator's arena.
pub enum Object {
    /// The value of an empty text.
    Nothing,
    /// A game in canonical form.
    Game(Game),
    /// The truth value of a comparison or a question.
    Truth(bool),
    /// An outcome.
    Outcome(Outcome),
    /// A number that is not the value of a short game: rational, surreal, or a large nimber.
    Number {
        /// The kind with its article, such as `a rational number`.
        kind: &'static str,
        /// The number in the notation of the calculator.
        text: String,
        /// The number in LaTeX math mode.
        latex: String,
    },
    /// A game in which play may cycle.
    Loopy(LoopyGame),
    /// Text, such as a sign expansion.
    Text(String),
    /// A list of values.
    List(Vec<Object>),
    /// The thermograph of a game.
    Thermograph(Arc<Thermograph>),
    /// A position. [`Answer::object`](crate::Answer::object) returns the value of a position instead, if it has one.
    Position(Position),
    /// The name of a function.
    Function(String),
}

/// A game in which play may cycle, or an impartial game that equals no Nim heap.
///
/// Such an impartial game is an impartial loop or a loony value. The game belongs to the calculator's arena.
#[derive(Clone)]
pub struct LoopyGame(Value);

impl LoopyGame {
    /// Returns the kind with its article: `a loopy game`, `an impartial loop` or `a loony value`.
    pub fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// Returns the game in the notation of the calculator.
    ///
    /// # Errors
    /// Returns an error if the text exceeds the maximum length.
    pub fn text(&self) -> Result<String> {
        match (self.0.loopy(), self.0.infinite()) {
            (Some(loopy), _) => Ok(loopy.text()?.to_owned()),
            (_, infinite) => Ok(infinite.map_or(String::new(), |infinite| infinite.to_string())),
        }
    }

    /// Returns a picture of the followers of a stopper, with the moves of both players as arrows. Returns `None` for
    /// any other game, or if the text of the game is too long.
    ///
    /// # Errors
    /// Returns [`DrawError`] if there are too many followers.
    pub fn scene(&self) -> Option<std::result::Result<Scene, DrawError>> {
        self.0.loopy()?.scene()
    }

    /// Returns the game in LaTeX math mode.
    ///
    /// # Errors
    /// Returns the errors of [`LoopyGame::text`].
    pub fn latex(&self) -> Result<String> {
        match self.0.infinite() {
            Some(infinite) => Ok(infinite.latex()),
            None => self.text().map(|text| winways_loopy::latex(&text)),
        }
    }
}

impl Object {
    /// Converts a value to an object. Recursion is bounded, since the nesting depth of lists is limited.
    pub(super) fn of_value(session: &mut Session<'_>, value: &Value, charge: &mut Charge) -> Result<Object> {
        session.spend(1)?;
        if let Some(terms) = value.terms() {
            return Ok(Object::Game(terms.canonical(session)?));
        }
        Ok(match value {
            Value::Nothing => Object::Nothing,
            Value::Truth(truth) => Object::Truth(*truth),
            Value::Outcome(outcome) => Object::Outcome(*outcome),
            value if let Some(large) = value.large_number() => {
                let text = large.text();
                let latex = large.latex();
                session.enlarge_charge(charge, (text.len() + latex.len()) as u64)?;
                Object::Number {
                    kind: large.kind().with_article(),
                    text: text.to_owned(),
                    latex: latex.to_owned(),
                }
            }
            value if let Some(loopy) = value.loopy() => Object::Loopy(LoopyGame(Value::Loopy(loopy.clone()))),
            value if let Some(infinite) = value.infinite() => {
                Object::Loopy(LoopyGame(Value::Infinite(infinite.clone())))
            }
            Value::Text(text) | Value::MisereForm(text) => {
                session.enlarge_charge(charge, text.as_str().len() as u64)?;
                Object::Text(text.as_str().to_owned())
            }
            Value::List(list) => {
                let bytes = (list.values().len() as u64).saturating_mul(size_of::<Object>() as u64);
                session.enlarge_charge(charge, bytes)?;
                let entries = list.values().iter().map(|entry| Object::of_value(session, entry, charge));
                Object::List(entries.collect::<Result<_>>()?)
            }
            Value::Thermograph(walls) => {
                session.enlarge_charge(charge, thermographs::bytes(&walls.thermograph))?;
                Object::Thermograph(Arc::new(walls.thermograph.clone()))
            }
            Value::Position(placed) => Object::Position(placed.position.copy()),
            Value::UserFunction(function) => Object::Function(function.name().to_owned()),
            Value::Function(name) => Object::Function((*name).to_owned()),
            Value::Game(_) | Value::Number(_) | Value::Loopy(_) | Value::Infinite(_) | Value::Option(_) => {
                unreachable!("games and numbers were converted before, and an option is not an answer")
            }
        })
    }

    /// Converts the object to a value. Recursion is bounded by [`LIST_DEPTH`]; deeper lists are rejected.
    pub(super) fn into_value(self, session: &mut Session<'_>) -> Result<Value> {
        self.into_value_within(session, LIST_DEPTH)
    }

    fn into_value_within(self, session: &mut Session<'_>, depth: usize) -> Result<Value> {
        session.spend(1)?;
        Ok(match self {
            Object::Nothing => Value::Nothing,
            Object::Game(game) => Value::Game(Terms::of(game)),
            Object::Truth(truth) => Value::Truth(truth),
            Object::Outcome(outcome) => Value::Outcome(outcome),
            Object::Number { text, .. } => Value::number_of_text(session, &text)?,
            Object::Loopy(game) => game.0,
            Object::Text(text) => Value::text(session, text)?,
            Object::List(objects) => {
                let Some(depth) = depth.checked_sub(1) else { return Err(too_deep(Span::at(0)).into()) };
                let charge = charge_list(session, objects.len())?;
                let values = objects.into_iter().map(|object| object.into_value_within(session, depth));
                Value::list(values.collect::<Result<_>>()?, charge, Span::at(0))?
            }
            Object::Thermograph(walls) => Value::thermograph(session, Arc::unwrap_or_clone(walls))?,
            Object::Position(position) => Value::Position(Arc::new(LazyPosition::new(session, position)?)),
            Object::Function(name) => match functions::find(&name) {
                Some(function) => Value::Function(function.name),
                None => {
                    let message = format!("there is no function called `{name}`");
                    return Err(Diagnostic::new(message, Span::at(0)).into());
                }
            },
        })
    }
}
