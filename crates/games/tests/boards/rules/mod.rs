//! The rules of the board games that files of pictures tell, written again from their words, one function a game.

mod coins;
mod graphs;
mod stones;
mod walks;

use super::board;
use super::board::Board;

/// The boards after all moves of a player, 0 for Left; the same board may be listed more than once.
pub(crate) type Moves = fn(&Board, usize) -> Vec<Board>;

/// How the cells of the boards of a game lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Grid,
    Strip,
    Ring,
    Hexagons,
    Graph,
}

/// A game: its name in the catalogue, its boards, the letters of its cells, `#` and `.` among them where they may stand, and its moves.
pub(crate) type Told = (&'static str, Kind, &'static str, Moves);

/// All games of the folder `rules/boards`.
pub(crate) fn all() -> Vec<Told> {
    [stones::GAMES, graphs::GAMES, walks::GAMES, coins::GAMES].concat()
}
