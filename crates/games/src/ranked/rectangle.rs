//! The cells of a rectangular board: names in moves, and drawing.

use winways_kit::view::{Cell, CellNames, Figure, Grid, Piece, column_letters};
use winways_rules::Player;

/// A rectangular board.
///
/// The cells are numbered row by row from the top, like the elements of the figure, and named as on a chessboard: `a1` is the
/// lower left cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Rectangle {
    /// Returns the name of a cell.
    pub(super) fn name(self, cell: usize) -> String {
        let (row, column) = (cell / self.columns, cell % self.columns);
        format!("{}{}", column_letters(column as u64), self.rows - row)
    }

    /// Returns the name of a move from one cell to another: `a1-b2`.
    pub(super) fn step_name(self, from: usize, to: usize) -> String {
        format!("{}-{}", self.name(from), self.name(to))
    }

    /// Draws the board with the given content of each cell.
    pub(super) fn figure(self, content: impl Fn(usize) -> Cell) -> Figure {
        Figure::Grid(self.grid(false, content))
    }

    /// Draws the board in two shades with the given content of each cell.
    pub(super) fn chequered_figure(self, content: impl Fn(usize) -> Cell) -> Figure {
        Figure::Grid(self.grid(true, content))
    }

    fn grid(self, is_chequered: bool, content: impl Fn(usize) -> Cell) -> Grid {
        let cells = (0..self.rows * self.columns).map(content).collect();
        Grid { columns: self.columns as u32, cells, names: CellNames::Chess, is_chequered }
    }
}

/// Returns the content of a cell from its letter, in a game of x, who is Left, against o.
pub(super) fn mark(letter: char) -> Cell {
    match letter {
        'x' => Piece::cell(Player::Left, "x"),
        'o' => Piece::cell(Player::Right, "o"),
        _ => Cell::Free,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_the_names_of_their_figure() {
        let board = Rectangle { rows: 3, columns: 28 };
        let Figure::Grid(grid) = board.figure(|_| Cell::Free) else { panic!("no grid") };
        for cell in 0..3 * 28 {
            assert_eq!(board.name(cell), grid.name(cell as u64));
        }
        assert_eq!([0, 2 * 28, 3 * 28 - 1].map(|cell| board.name(cell)), ["a3", "a1", "ab1"]);
        assert_eq!(board.step_name(0, 1), "a3-b3");
    }
}
