//! The values of positions, by kind.
//!
//! Methods in this file return the text, the name and further facts of a value of any kind. A new kind requires a variant of
//! [`Value`] and of [`ValueKind`], and an arm in each of these methods.

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
    /// A position in which play may cycle, or a loony position.
    Loopy(LoopyPositionValue),
    /// A position of a game of points: the points that the player to move gains from here on, minus the points that the
    /// opponent gains.
    Points(i64),
}

/// The value of a partizan position, with its kind, mean and temperature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameValue {
    /// The canonical form in a notation that the expression parser accepts.
    pub text: String,
    /// The canonical form in LaTeX math mode.
    pub latex: String,
    /// The kind of value.
    pub kind: ValueKind,
    /// The mean value: the limit, as n grows, of the value of n copies divided by n.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
}

/// The value of a position that is not a short game: play may cycle, or the position is loony.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyPositionValue {
    /// The value in a notation that the expression parser accepts.
    pub text: String,
    /// The value in LaTeX math mode.
    pub latex: String,
    /// The kind of value: [`ValueKind::Loopy`], [`ValueKind::ImpartialLoop`] or [`ValueKind::Loony`].
    pub kind: ValueKind,
    /// The onside and the offside, if they differ.
    pub sides: Option<[String; 2]>,
}

/// A fact about a value, such as its mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueFact {
    /// The name of the fact: a field in JSON, a row in LaTeX, a word in text.
    pub name: &'static str,
    /// The fact as text.
    pub text: String,
    /// The fact in LaTeX math mode.
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
    /// A game in which play may cycle.
    Loopy,
    /// An impartial game in which play may cycle and that equals no Nim heap.
    ImpartialLoop,
    /// An impartial position with entailing moves such that the player to move wins every sum with it.
    Loony,
    /// Points, in a game of points.
    Points,
}

impl Value {
    /// Returns the kind of value.
    pub fn kind(&self) -> ValueKind {
        match self {
            Value::Nimber(_) => ValueKind::Nimber,
            Value::Game(value) => value.kind,
            Value::Loopy(value) => value.kind,
            Value::Points(_) => ValueKind::Points,
        }
    }

    /// Returns the value in LaTeX math mode.
    ///
    /// ```
    /// use winways::{Nimber, Value};
    /// assert_eq!(Value::Nimber(Nimber(3)).latex(), r"{\ast}3");
    /// ```
    pub fn latex(&self) -> String {
        match self {
            Value::Nimber(nimber) => nimber.latex(),
            Value::Game(value) => value.latex.clone(),
            Value::Loopy(value) => value.latex.clone(),
            Value::Points(points) => points.to_string(),
        }
    }

    /// Returns the unit to append to the value in a text, with a leading space, or an empty string.
    pub fn unit(&self) -> &'static str {
        match self {
            Value::Points(1 | -1) => " point",
            Value::Points(_) => " points",
            Value::Nimber(_) | Value::Game(_) | Value::Loopy(_) => "",
        }
    }

    /// Returns further facts about the value: the mean and the temperature of a game, or the sides of a loopy game.
    pub fn facts(&self) -> Vec<ValueFact> {
        let of_number =
            |name, number: &Dyadic| ValueFact { name, text: number.to_string(), latex: number.latex() };
        match self {
            Value::Game(value) => {
                vec![of_number("mean", &value.mean), of_number("temperature", &value.temperature)]
            }
            Value::Loopy(LoopyPositionValue { sides: Some(sides), .. }) => {
                let of_side = |(name, text): (&'static str, &String)| ValueFact {
                    name,
                    text: text.clone(),
                    latex: winways_loopy::latex(text),
                };
                ["onside", "offside"].into_iter().zip(sides).map(of_side).collect()
            }
            Value::Nimber(_) | Value::Points(_) | Value::Loopy(_) => Vec::new(),
        }
    }

    /// Returns the value in words, for readers who do not know the notation.
    ///
    /// ```
    /// use winways::{Nimber, Value};
    /// assert_eq!(Value::Nimber(Nimber(3)).in_words(), "as good as a Nim heap of 3");
    /// assert_eq!(Value::Points(-1).in_words(), "the player to move loses 1 point");
    /// ```
    pub fn in_words(&self) -> String {
        match self {
            Value::Nimber(Nimber(0)) => zero_in_words(),
            Value::Nimber(Nimber(heap)) => format!("as good as a Nim heap of {heap}"),
            Value::Game(value) => value.kind.in_words(&value.mean, &value.temperature),
            Value::Loopy(value) if value.sides.is_some() => {
                "a game whose value depends on which player wins infinite play".to_owned()
            }
            Value::Loopy(value) if value.kind == ValueKind::Loony => {
                "loony: the player to move wins every sum with it".to_owned()
            }
            Value::Loopy(value) if value.kind == ValueKind::ImpartialLoop => {
                "an impartial game that equals no Nim heap, since play may cycle".to_owned()
            }
            Value::Loopy(_) => "a stopper: play may cycle, but not if moves alternate".to_owned(),
            Value::Points(0) => "neither player gains points".to_owned(),
            Value::Points(points) => {
                let verb = if *points > 0 { "gains" } else { "loses" };
                format!(
                    "the player to move {verb} {}{}",
                    points.unsigned_abs(),
                    Value::Points(points.abs()).unit()
                )
            }
        }
    }

    /// Returns a calculator expression for this value, if the calculator supports values of this kind.
    pub fn expression(&self) -> Option<String> {
        match self {
            Value::Nimber(nimber) => Some(nimber.to_string()),
            Value::Game(value) => Some(value.text.clone()),
            Value::Loopy(value) => Some(value.text.clone()),
            Value::Points(_) => None,
        }
    }

    /// Returns the nimber if this is the value of an impartial position.
    pub fn nimber(&self) -> Option<Nimber> {
        match self {
            Value::Nimber(nimber) => Some(*nimber),
            Value::Game(_) | Value::Points(_) | Value::Loopy(_) => None,
        }
    }

    /// Returns the points if this is the value of a position in a game of points.
    pub fn points(&self) -> Option<i64> {
        match self {
            Value::Points(points) => Some(*points),
            Value::Nimber(_) | Value::Game(_) | Value::Loopy(_) => None,
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
            Value::Nimber(_) | Value::Points(_) | Value::Loopy(_) => None,
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

    /// Describes a game of this kind in words: `about 1 3/4, hot (temperature 5/4)`.
    pub(crate) fn in_words(self, mean: &Dyadic, temperature: &Dyadic) -> String {
        let number = mixed(mean);
        match (self, temperature.sign()) {
            (ValueKind::Number, _) if mean.is_zero() => zero_in_words(),
            (ValueKind::Number, _) => {
                let (side, free) =
                    if mean.sign().is_gt() { ("Left", mean.clone()) } else { ("Right", -mean) };
                let moves = match free.cmp(&Dyadic::from(1)) {
                    Ordering::Less => "of a move",
                    Ordering::Equal => "move",
                    Ordering::Greater => "moves",
                };
                format!("exactly {number}, cold: {side} is {} {moves} ahead", mixed(&free))
            }
            (_, Ordering::Greater) => format!("about {number}, hot (temperature {temperature})"),
            _ => format!("infinitely close to {number}, tepid (temperature {temperature})"),
        }
    }

    /// Returns the name as in JSON, such as `nimber`.
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Nimber => "nimber",
            ValueKind::Number => "number",
            ValueKind::Game => "game",
            ValueKind::Loopy => "loopy",
            ValueKind::ImpartialLoop => "impartial-loop",
            ValueKind::Loony => "loony",
            ValueKind::Points => "points",
        }
    }
}

fn zero_in_words() -> String {
    "exactly 0: the player to move loses".to_owned()
}

/// Formats a number as an integer part and a fraction: `-1 3/4`.
fn mixed(number: &Dyadic) -> String {
    let (sign, size) = if number.sign().is_lt() { ("-", -number) } else { ("", number.clone()) };
    let whole = size.floor();
    let fraction = &size - &whole;
    match (whole.is_zero(), fraction.is_zero()) {
        (_, true) | (true, false) => number.to_string(),
        (false, false) => format!("{sign}{whole} {fraction}"),
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(nimber) => write!(formatter, "{nimber}"),
            Value::Game(value) => formatter.write_str(&value.text),
            Value::Loopy(value) => formatter.write_str(&value.text),
            Value::Points(points) => write!(formatter, "{points}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_described_in_words() {
        let words = |kind: ValueKind, mean: &str, temperature: &str| {
            kind.in_words(&mean.parse().unwrap(), &temperature.parse().unwrap())
        };
        for (kind, mean, temperature, expected) in [
            (ValueKind::Game, "7/4", "5/4", "about 1 3/4, hot (temperature 5/4)"),
            (ValueKind::Game, "-7/4", "1/2", "about -1 3/4, hot (temperature 1/2)"),
            (ValueKind::Game, "0", "0", "infinitely close to 0, tepid (temperature 0)"),
            (ValueKind::Nimber, "0", "0", "infinitely close to 0, tepid (temperature 0)"),
            (ValueKind::Number, "-1", "-1", "exactly -1, cold: Right is 1 move ahead"),
            (ValueKind::Number, "3/4", "-1/4", "exactly 3/4, cold: Left is 3/4 of a move ahead"),
            (ValueKind::Number, "0", "-1", "exactly 0: the player to move loses"),
        ] {
            assert_eq!(words(kind, mean, temperature), expected);
        }
    }
}
