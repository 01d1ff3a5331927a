use crate::{Outcome, Position};
use winways_values::Game;

/// A value of the calculator, as data for programs. Its games belong to the calculator's arena.
pub enum Object {
    /// The value of an empty text.
    Nothing,
    /// A game in canonical form.
    Game(Game),
    /// The truth value of a comparison or a question.
    Truth(bool),
    /// An outcome.
    Outcome(Outcome),
    /// Text, such as a sign expansion.
    Text(String),
    /// A list of values.
    List(Vec<Object>),
    /// The thermograph of a game.
    Thermograph(Game),
    /// A position. If it has a value, the answer to an expression is that value instead.
    Position(Position),
    /// A function, given by its name.
    Function(String),
}
