use super::error::Result;
use super::terms::Terms;
use winways_values::{Dyadic, Game, GameOutcome, Session};

/// A value of the calculator.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// What an empty text is worth.
    Nothing,
    /// A game, as a sum that is not brought to canonical form before that is asked for.
    Game(Terms),
    /// The answer to a comparison or to a question.
    Truth(bool),
    /// Who wins.
    Outcome(GameOutcome),
    /// Text, such as a sign expansion.
    Text(String),
    /// Several values, and how deep lists stand in them: a list of no lists is 1 deep.
    List(Vec<Value>, usize),
    /// The thermograph of a game.
    Thermograph(Game),
}

/// How deep lists may stand in lists; what walks over values goes no deeper.
const LIST_DEPTH: usize = 64;

impl Value {
    /// A list, unless lists stand too deep in it.
    pub(super) fn list(values: Vec<Value>) -> Option<Value> {
        let depth_of = |value: &Value| match value {
            Value::List(_, depth) => *depth,
            _ => 0,
        };
        let depth = 1 + values.iter().map(depth_of).max().unwrap_or(0);
        (depth <= LIST_DEPTH).then_some(Value::List(values, depth))
    }

    /// Whether two values are the same; games, if they are equal.
    pub(super) fn is_same(&self, session: &mut Session<'_>, other: &Value) -> Result<bool> {
        Ok(match (self, other) {
            (Value::Nothing, Value::Nothing) => true,
            (Value::Game(some), Value::Game(other)) => {
                some.canonical(session)? == other.canonical(session)?
            }
            (Value::Truth(some), Value::Truth(other)) => some == other,
            (Value::Outcome(some), Value::Outcome(other)) => some == other,
            (Value::Text(some), Value::Text(other)) => some == other,
            (Value::Thermograph(some), Value::Thermograph(other)) => some == other,
            // Lists know how deep they are, and are not deep.
            (Value::List(some, _), Value::List(others, _)) if some.len() == others.len() => {
                for (some, other) in some.iter().zip(others) {
                    if !some.is_same(session, other)? {
                        return Ok(false);
                    }
                }
                true
            }
            _ => false,
        })
    }

    /// What it is, with its article.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Game(_) => "a game",
            Value::Truth(_) => "true or false",
            Value::Outcome(_) => "an outcome",
            Value::Text(_) => "a text",
            Value::List(..) => "a list",
            Value::Thermograph(_) => "a thermograph",
        }
    }
}

/// The number that a game is, as an integer of a machine word.
pub(super) fn as_integer(number: &Dyadic) -> Option<i64> {
    i64::try_from(number).ok()
}

impl From<Game> for Value {
    fn from(game: Game) -> Self {
        Value::Game(Terms::of(game))
    }
}

impl From<Vec<Game>> for Value {
    fn from(games: Vec<Game>) -> Self {
        Value::List(games.into_iter().map(Value::from).collect(), 1)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Truth(truth)
    }
}
