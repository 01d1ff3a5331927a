//! The moves of one board as sets of cells, for programs with their own search.

use crate::pictures::board::read;
use crate::pictures::cells::Cells;
use crate::pictures::geometry::{Geometry, Surface};
use crate::pictures::rules::Rules;
use crate::pictures::shifts::Shifts;
use crate::pictures::size::check_board;
use winways_kit::boards::bitboard::stride_of_box;
use winways_notation::pictures::Shape;
use winways_notation::{Diagnostic, Span, parse_pictures};
use winways_rules::Side;

/// A grid of at most 64 cells, as bit sets, with the moves of a file. Every picture of the file must be a complete move.
///
/// Bit row·stride + column stands for a cell. The stride is 8 if there are at most eight rows and columns, otherwise
/// the number of columns. A board is a set of cells for each state: gone (always an empty set), empty, then the pieces
/// in the order of the file.
///
/// ```
/// use winways_rulefile::BitBoard;
/// use winways_rules::Side;
///
/// let cram = BitBoard::of("board: grid\nboth: . . -> # #\n", "...|...")?;
/// let mut moves = Vec::new();
/// cram.each_move(Side::Left, |cells, after| moves.push((cells, after[1])));
/// assert_eq!(moves.len(), 7);
/// assert!(moves.contains(&(0b11, 0b111_0000_0100)));
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct BitBoard {
    shifts: Shifts<u64>,
    cells: Cells<u64>,
}

impl BitBoard {
    /// Creates the board `board` with the moves of the picture file `file`.
    ///
    /// # Errors
    /// Returns a diagnostic that points into the file or the board. The board must be a grid of at most 64 cells, and
    /// every move a single picture.
    pub fn of(file: &str, board: &str) -> Result<BitBoard, Diagnostic> {
        let file = parse_pictures(file)?;
        let rules = Rules::of(&file)?;
        let wrong = |message: &str, span: Span| Diagnostic::new(message, span);
        if !matches!(rules.shape, Shape::Grid | Shape::Strip | Shape::Hexagonal) {
            return Err(wrong("the board is not a grid", Span::at(0)).label("expected `board: grid`"));
        }
        let boards = read(board, rules.shape, None, &rules.alphabet)?;
        let [(board, span)] = &boards[..] else {
            return Err(wrong("there are several boards", Span::at(0)).label("expected one"));
        };
        check_board(&rules, &board.geometry, *span)?;
        let (width, height) = (board.geometry.width, board.geometry.height);
        let Some(stride) = stride_of_box::<u64>(width, height) else {
            return Err(wrong("the board is too large", *span).label("expected at most 64 cells"));
        };
        let surface = if rules.shape == Shape::Hexagonal { Surface::Hexagonal } else { Surface::Grid };
        let geometry = Geometry::rows(surface, width, height, stride.into());
        let Some(shifts) = Shifts::new(&rules, &geometry).filter(Shifts::are_moves) else {
            let message = "a move is more than one picture, or may change nothing";
            return Err(wrong(message, Span::at(0)).label("expected pictures that are moves"));
        };
        let cells = Cells::of_states(&geometry, &board.states, rules.alphabet.count());
        Ok(BitBoard { shifts, cells })
    }

    /// Calls `visit` for every move of `side`, with the cells of its picture and the cells of each state after the
    /// move.
    ///
    /// # Complexity
    /// O(1) per move.
    #[inline]
    pub fn each_move(&self, side: Side, mut visit: impl FnMut(u64, &[u64])) {
        let count = self.cells.count;
        self.shifts.each_placement(&self.cells, side, |cells, after| visit(cells, &after.planes[..count]));
    }
}
