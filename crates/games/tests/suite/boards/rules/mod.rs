//! A second implementation of the board games that rule files define, written from the descriptions, with one function per game.

mod coins;
mod graphs;
mod stones;
mod walks;

use super::board;
use super::board::Board;

/// A function that returns the boards after all moves of a player, 0 for Left and 1 for Right. It may return a board more than
/// once.
pub(crate) type Moves = fn(&Board, usize) -> Vec<Board>;

/// The arrangement of the cells of the boards of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Grid,
    Strip,
    Ring,
    Hexagons,
    Graph,
}

/// A game: its name in the catalogue, the arrangement of its cells, the letters of its cells (including `#` and `.` if they may
/// occur), and its moves.
pub(crate) type GameRules = (&'static str, Kind, &'static str, Moves);

/// Returns all games of the folder `rules/boards`.
pub(crate) fn all() -> Vec<GameRules> {
    [stones::GAMES, graphs::GAMES, walks::GAMES, coins::GAMES].concat()
}
