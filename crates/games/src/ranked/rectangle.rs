//! Rectangular boards: names of cells and moves, notation, and drawing.

use winways_kit::boards::grid;
use winways_kit::view::{Cell, CellNames, Figure, Grid, Piece, Tiling, column_letters};
use winways_notation::{Diagnostic, Span};
use winways_rules::Player;

/// A rectangular board.
///
/// The cells are numbered row by row from the top, like the elements of the figure, and named as on a chessboard: `a1` is the
/// lower left cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        Figure::Grid(self.grid(Tiling::Squares, content))
    }

    /// Draws the board in two shades with the given content of each cell.
    pub(super) fn chequered_figure(self, content: impl Fn(usize) -> Cell) -> Figure {
        Figure::Grid(self.grid(Tiling::Chequered, content))
    }

    /// Reads a board of this size, written with `x`, `o`, and `.` for a free cell. Returns the cells of x and the cells of o.
    pub(super) fn parse(self, text: &str) -> Result<[u64; 2], Diagnostic> {
        let wrong = |message, expected| {
            Err(Diagnostic::new(message, Span::new(0, text.len())).label(format!("expected {expected}")))
        };
        let grids = grid::parse(text, ".xo")?;
        let [board] = &grids[..] else {
            return wrong("there are several boards".to_owned(), "one".to_owned());
        };
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let size = |rows: usize, columns: usize| {
            format!("{rows} row{} and {columns} column{}", plural(rows), plural(columns))
        };
        if (board.width, board.cells.len()) != (self.columns, self.rows * self.columns) {
            let found = size(board.cells.len() / board.width, board.width);
            return wrong(format!("the board has {found}"), size(self.rows, self.columns));
        }
        let marks = |letter: u8| {
            let cells = board.cells.iter().enumerate().filter(|cell| *cell.1 == letter);
            cells.fold(0, |set, (cell, _)| set | 1 << cell)
        };
        Ok([marks(b'x'), marks(b'o')])
    }

    /// Writes the rows of a board with the given letter on each cell, separated by `|`.
    pub(super) fn text(self, letter: impl Fn(usize) -> char) -> String {
        let row = |row: usize| (0..self.columns).map(|column| letter(row * self.columns + column)).collect();
        (0..self.rows).map(row).collect::<Vec<String>>().join("|")
    }

    fn grid(self, tiling: Tiling, content: impl Fn(usize) -> Cell) -> Grid {
        let cells = (0..self.rows * self.columns).map(content).collect();
        Grid { columns: self.columns as u32, cells, names: CellNames::Chess, tiling }
    }
}

/// Iterates over the numbers of the cells of a set, the lowest first.
#[inline]
pub(super) fn cells_of(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// Returns the letter of a cell: `x` or `o` if it is in the first or in the second set, else `.`.
pub(super) fn letter([x, o]: [u64; 2], cell: usize) -> char {
    match (x >> cell & 1, o >> cell & 1) {
        (1, _) => 'x',
        (_, 1) => 'o',
        _ => '.',
    }
}

/// Returns the content of a cell with this letter. The piece `x` belongs to Left, `o` to Right.
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
