//! Marked moves.

use winways_kit::view::Touch;
use winways_rules::Player;

/// A move that is marked in the picture of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The player who makes the move.
    pub player: Player,
    /// The elements that the move touches, in order.
    pub touches: Vec<Touch>,
    /// A number or a few letters written beside the move, to refer to it in the text. An empty string means no label.
    pub label: String,
}
