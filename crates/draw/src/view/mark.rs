//! Moves that are marked in a picture.

use winways_kit::view::Touch;
use winways_rules::Player;

/// A move to be marked in the picture of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whose move it is.
    pub player: Player,
    /// What it touches, in order.
    pub touches: Vec<Touch>,
    /// A number or a few letters to be written beside it, by which a text below the picture can name it; none if it is empty.
    pub label: String,
}
