use winways_values::{Dyadic, Game, GameOutcome, OutOfMemory, Session};

/// A value of the calculator.
#[derive(Clone, Debug, PartialEq)]
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

/// A sum, term by term, each in canonical form; no term beside its negative.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct Terms(Vec<Game>);

impl Terms {
    pub(super) fn of(game: Game) -> Self {
        Terms(vec![game])
    }

    /// The sum of both.
    pub(super) fn plus(mut self, other: Terms) -> Self {
        for term in other.0 {
            match self.0.iter().position(|present| *present == -term) {
                Some(place) => {
                    self.0.swap_remove(place);
                }
                None => self.0.push(term),
            }
        }
        self
    }

    pub(super) fn negative(mut self) -> Self {
        for term in &mut self.0 {
            *term = -*term;
        }
        self
    }

    /// The canonical form of the sum.
    pub(super) fn canonical(&self, session: &mut Session<'_>) -> Result<Game, OutOfMemory> {
        self.0.iter().try_fold(Game::ZERO, |sum, term| session.add(sum, *term))
    }
}

/// The number that a game is, as an integer of a machine word.
pub(super) fn as_integer(number: &Dyadic) -> Option<i64> {
    number.to_string().parse().ok()
}
