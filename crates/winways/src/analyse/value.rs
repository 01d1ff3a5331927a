//! The values of positions, by kind.
//!
//! This file alone distinguishes the kinds: other files ask a [`Value`] for its text, its name, its further facts and
//! so on. A new kind is a variant of [`Value`] and of [`ValueKind`], and an answer to each of these questions.

use std::cmp::Ordering;
use std::fmt;
use winways_values::{Dyadic, Game, Nimber, Operations};

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An impartial position under normal play.
    Nimber(Nimber),
    /// A partizan position.
    Game(GameValue),
    /// A position of a game of points: the points the player to move gains from here on, minus the opponent's.
    Points(i64),
}

/// The value of a partizan position, with its kind, mean and temperature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameValue {
    /// The canonical form, in a notation that the expression parser accepts.
    pub text: String,
    /// The canonical form for the mathematics mode of LaTeX.
    pub latex: String,
    /// The kind of value.
    pub kind: ValueKind,
    /// The mean value, the limit of the value of n copies divided by n.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
}

/// A fact about a value, such as its mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueFact {
    /// The name: a field of JSON, a row of LaTeX, a word in text.
    pub name: &'static str,
    /// The fact as text.
    pub text: String,
    /// The fact for the mathematics mode of LaTeX.
    pub latex: String,
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A nimber, such as `*3`, or zero.
    Nimber,
    /// A number.
    Number,
    /// Any other game.
    Game,
    /// Points, in a game of points.
    Points,
}

impl Value {
    /// Returns the kind of value.
    pub fn kind(&self) -> ValueKind {
        match self {
            Value::Nimber(_) => ValueKind::Nimber,
            Value::Game(value) => value.kind,
            Value::Points(_) => ValueKind::Points,
        }
    }

    /// Returns the value for the mathematics mode of LaTeX.
    ///
    /// ```
    /// use winways::{Nimber, Value};
    /// assert_eq!(Value::Nimber(Nimber(3)).latex(), r"{\ast}3");
    /// ```
    pub fn latex(&self) -> String {
        match self {
            Value::Nimber(nimber) => nimber.latex(),
            Value::Game(value) => value.latex.clone(),
            Value::Points(points) => points.to_string(),
        }
    }

    /// Returns the unit that follows the value in a text, with a space before it, or an empty string.
    pub fn unit(&self) -> &'static str {
        match self {
            Value::Points(1 | -1) => " point",
            Value::Points(_) => " points",
            Value::Nimber(_) | Value::Game(_) => "",
        }
    }

    /// Returns further facts about the value: the mean and the temperature of a game.
    pub fn facts(&self) -> Vec<ValueFact> {
        let of_number =
            |name, number: &Dyadic| ValueFact { name, text: number.to_string(), latex: number.latex() };
        match self {
            Value::Game(value) => {
                vec![of_number("mean", &value.mean), of_number("temperature", &value.temperature)]
            }
            Value::Nimber(_) | Value::Points(_) => Vec::new(),
        }
    }

    /// Returns an expression whose value in the calculator is this value, if the calculator has such values.
    pub fn expression(&self) -> Option<String> {
        match self {
            Value::Nimber(nimber) => (nimber.0 < Game::NIMBER_LIMIT).then(|| nimber.to_string()),
            Value::Game(value) => Some(value.text.clone()),
            Value::Points(_) => None,
        }
    }

    /// Returns the nimber if this is the value of an impartial position.
    pub fn nimber(&self) -> Option<Nimber> {
        match self {
            Value::Nimber(nimber) => Some(*nimber),
            Value::Game(_) | Value::Points(_) => None,
        }
    }

    /// Returns the points if this is the value of a position in a game of points.
    pub fn points(&self) -> Option<i64> {
        match self {
            Value::Points(points) => Some(*points),
            Value::Nimber(_) | Value::Game(_) => None,
        }
    }

    /// Returns `cold`, `hot` or `tepid`, if this is the value of a partizan position.
    pub(crate) fn heat(&self) -> Option<&'static str> {
        match self {
            Value::Game(value) => Some(match (value.kind, value.temperature.sign()) {
                (ValueKind::Number, _) => "cold",
                (_, Ordering::Greater) => "hot",
                _ => "tepid",
            }),
            Value::Nimber(_) | Value::Points(_) => None,
        }
    }
}

impl ValueKind {
    pub(crate) fn of(operations: &mut Operations<'_>, game: Game) -> Self {
        match (operations.is_number(game), operations.is_nimber(game)) {
            (true, _) => ValueKind::Number,
            (false, true) => ValueKind::Nimber,
            (false, false) => ValueKind::Game,
        }
    }

    /// Returns `nimber`, `number`, `game` or `points`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Nimber => "nimber",
            ValueKind::Number => "number",
            ValueKind::Game => "game",
            ValueKind::Points => "points",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(nimber) => write!(formatter, "{nimber}"),
            Value::Game(value) => formatter.write_str(&value.text),
            Value::Points(points) => write!(formatter, "{points}"),
        }
    }
}
