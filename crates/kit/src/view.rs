//! The appearance of positions, independent of colours, sizes and formats.
//!
//! A [`View`] is a list of [`Figure`]s, one for each board (a position may be a sum of several). A figure consists of *elements*:
//! cells, tokens, vertices, edges. Elements are numbered within their figure, in the order documented for each kind of figure. A
//! move lists the elements that it touches, in order, as [`Touch`]es. `winways-draw` draws views, and front ends make them
//! clickable.

mod alphabet;
mod size;

pub use alphabet::{Alphabet, Letter};
pub use size::Size;

use winways_rules::Player;

/// The appearance of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The boards of the position, in order.
    pub figures: Vec<Figure>,
    /// The letters of the cells in the notation of the position, if its boards are written cell by cell.
    pub alphabet: Option<Alphabet>,
    /// The numbers in the parameter of the game that determine its board.
    pub sizes: Vec<Size>,
}

/// An element of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Touch {
    /// The number of the figure in [`View::figures`].
    pub figure: u32,
    /// The number of the element in that figure.
    pub element: u64,
}

/// A picture of one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Cells in rows and columns, or in a single row (a strip).
    Grid(Grid),
    /// Heaps of tokens; also the rows of a diagram, which are horizontal heaps.
    Heaps(Heaps),
    /// Vertices and edges; Hackenbush pictures stand on the ground.
    Graph(Graph),
    /// Steps with tokens on them that move down.
    Staircase(Staircase),
    /// A row of signs that belong together: the digits of a number, a date.
    Digits(Digits),
}

/// Cells in rows, numbered row by row from the top, and from left to right in each row: element `row * columns + column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of columns, at least 1.
    pub columns: u32,
    /// The contents of each cell; the length is `columns` times the number of rows.
    pub cells: Vec<Cell>,
    /// The naming scheme of the cells.
    pub names: CellNames,
    /// The shape and the shades of the cells.
    pub tiling: Tiling,
}

/// The shape and the shades of a grid's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiling {
    /// Squares.
    Squares,
    /// Squares in two shades, as on a chessboard.
    Chequered,
    /// Hexagons. Each row begins half a cell to the right of the row above.
    Hexagons,
}

/// The names of a grid's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellNames {
    /// Column letter, and row number from the bottom: `a1` is the lower left cell.
    Chess,
    /// One row, numbered from the left, usually from 1.
    Strip {
        /// The number of the leftmost cell.
        first: u64,
    },
    /// Coordinates (column, row) counted from 0 at the lower left, as in games on pairs of numbers.
    Pair,
}

/// The contents of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// An empty cell that a move may use.
    Free,
    /// A cell that is not, or no longer, part of the board.
    Gone,
    /// An empty cell that only one player may use.
    Reserved(Player),
    /// A cell in the colour of one player or of both.
    Coloured(Player),
    /// Half of a domino, with the direction of its other half.
    Domino(Direction),
    /// A cell with a piece or a sign.
    Piece(Piece),
    /// A block of a bar of chocolate, which a bite can take.
    Block,
    /// A coin that shows heads or tails.
    Coin {
        /// `true` if heads are up.
        heads: bool,
    },
}

/// A piece on a cell or a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The owner of the piece.
    pub owner: Player,
    /// The sign of the piece, one or two characters: `x`, `Q`, `7`.
    pub sign: String,
    /// The figurine that pictures show in place of the sign, if there is one.
    pub figurine: Option<Figurine>,
}

/// The drawing of a piece in pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figurine {
    /// The king of chess.
    King,
    /// The queen of chess.
    Queen,
    /// The rook of chess.
    Rook,
    /// The bishop of chess.
    Bishop,
    /// The knight of chess.
    Knight,
    /// The pawn of chess.
    Pawn,
    /// A fox.
    Fox,
    /// A goose.
    Goose,
    /// A hare.
    Hare,
    /// A hound.
    Hound,
    /// The poisoned block of a bar of chocolate.
    Poison,
}

impl Figurine {
    /// Returns the name of the figurine: `king`.
    ///
    /// ```
    /// use winways_kit::view::Figurine;
    ///
    /// assert_eq!(Figurine::Hare.name(), "hare");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Figurine::King => "king",
            Figurine::Queen => "queen",
            Figurine::Rook => "rook",
            Figurine::Bishop => "bishop",
            Figurine::Knight => "knight",
            Figurine::Pawn => "pawn",
            Figurine::Fox => "fox",
            Figurine::Goose => "goose",
            Figurine::Hare => "hare",
            Figurine::Hound => "hound",
            Figurine::Poison => "poison",
        }
    }

    /// Returns `true` for the pieces of chess.
    #[must_use]
    pub fn is_chess(self) -> bool {
        use Figurine::{Bishop, King, Knight, Pawn, Queen, Rook};
        matches!(self, King | Queen | Rook | Bishop | Knight | Pawn)
    }

    /// Returns the piece of chess with this letter, `K` for a king, in upper or lower case.
    #[must_use]
    pub fn of_chess(letter: char) -> Option<Figurine> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Figurine::King,
            'Q' => Figurine::Queen,
            'R' => Figurine::Rook,
            'B' => Figurine::Bishop,
            'N' => Figurine::Knight,
            'P' => Figurine::Pawn,
            _ => return None,
        })
    }
}

/// The direction of the other half of a domino.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The other half is in the row above.
    Up,
    /// The other half is in the row below.
    Down,
    /// The other half is to the left.
    Left,
    /// The other half is to the right.
    Right,
}

/// Heaps side by side. Element `n` is heap number `n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heaps {
    /// The heaps.
    pub heaps: Vec<Heap>,
    /// `true` if the tokens of each heap lie in a row, in games where adjacency matters (pins, coins on a strip).
    pub lie_in_rows: bool,
    /// `true` if the heaps are the pits of a board with two rows: the first half of them from left to right in the lower row, the
    /// second half from right to left in the upper row.
    pub are_pits: bool,
}

/// A heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// The number of tokens.
    pub tokens: u64,
    /// The label below the heap; if it is empty, the size is shown.
    pub label: String,
}

/// A graph. Its elements are the vertices, in order, then the edges, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// The number of the ground vertex, which is drawn as a line on which everything else stands.
    pub ground: Option<u32>,
}

/// A vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// The name of the vertex in the position's notation.
    pub name: String,
    /// The contents of the vertex.
    pub content: Cell,
    /// The coordinates (x to the right, y upward), if the game provides them; only their proportions matter. Otherwise a layout is
    /// computed.
    pub place: Option<(i32, i32)>,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The vertex where the edge starts.
    pub from: u32,
    /// The vertex where the edge ends.
    pub to: u32,
    /// The player who may use the edge.
    pub player: Player,
    /// `true` if the edge may be used in this direction only.
    pub is_directed: bool,
}

/// Steps numbered from the bottom. Element `n` is the tokens on step `n + first`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staircase {
    /// The number of tokens on each step.
    pub steps: Vec<u64>,
    /// The number of the first step.
    pub first: u64,
}

/// Signs in a row. Element `n` is sign `n` from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digits {
    /// The signs: a digit, a whole number, a part of a date.
    pub signs: Vec<String>,
    /// The separator between the signs; if it is empty, they touch.
    pub between: String,
    /// The captions below the signs, where they help: `year`, `month`, `day`. May be empty.
    pub captions: Vec<String>,
}

impl Grid {
    /// Returns the number of rows.
    ///
    /// ```
    /// use winways_kit::view::{Cell, CellNames, Grid, Tiling};
    ///
    /// let grid = Grid { columns: 3, cells: vec![Cell::Free; 6], names: CellNames::Chess, tiling: Tiling::Squares };
    /// assert_eq!((grid.rows(), grid.name(0), grid.name(5)), (2, "a2".to_owned(), "c1".to_owned()));
    /// ```
    #[must_use]
    pub fn rows(&self) -> u32 {
        u32::try_from(self.cells.len().div_ceil(self.columns.max(1) as usize)).unwrap_or(u32::MAX)
    }

    /// Returns the name of a cell, given its element.
    #[must_use]
    pub fn name(&self, element: u64) -> String {
        let columns = u64::from(self.columns.max(1));
        let (column, row) = (element % columns, element / columns);
        let up = u64::from(self.rows()).saturating_sub(row + 1);
        match self.names {
            CellNames::Chess => format!("{}{}", column_letters(column), up + 1),
            CellNames::Strip { first } => first.saturating_add(element).to_string(),
            CellNames::Pair => format!("({column}, {up})"),
        }
    }
}

/// Returns the letters of a column, given its index from 0: `a` to `z`, then `aa`, `ab` and so on.
///
/// ```
/// use winways_kit::view::column_letters;
///
/// assert_eq!([0, 25, 26, 27, 701, 702].map(column_letters), ["a", "z", "aa", "ab", "zz", "aaa"]);
/// ```
#[must_use]
pub fn column_letters(column: u64) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    loop {
        letters.push((b'a' + (rest % 26) as u8) as char);
        match (rest / 26).checked_sub(1) {
            Some(next) => rest = next,
            None => break,
        }
    }
    letters.iter().rev().collect()
}
