//! How a position looks, without colours, sizes and formats.
//!
//! A [`View`] is a list of [`Figure`]s, one for each board (a position may be a sum of several). A figure is made of *elements*:
//! cells, tokens, vertices, edges. Elements are numbered within their figure, in the order that each kind of figure states; a
//! move names those that it touches, in order, as [`Touch`]es. `draw` makes pictures of views, a front end makes them clickable.

use winways_rules::Player;

/// What a position looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The boards of the position, in its order.
    pub figures: Vec<Figure>,
}

/// An element of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Touch {
    /// The number of the figure in [`View::figures`].
    pub figure: u32,
    /// The number of the element in that figure.
    pub element: u64,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Cells in rows and columns, or in a single row (a strip).
    Grid(Grid),
    /// Heaps of tokens; also rows of a diagram, since a row is a heap that lies.
    Heaps(Heaps),
    /// Vertices and edges; Hackenbush pictures stand on the ground.
    Graph(Graph),
    /// Steps with tokens on them, which go down.
    Staircase(Staircase),
    /// A row of signs that belong together: a number's digits, a date.
    Digits(Digits),
}

/// Cells in rows, from the top row down and from the left: element `row * columns + column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of columns, at least 1.
    pub columns: u32,
    /// What is on each cell; `columns` times the number of rows.
    pub cells: Vec<Cell>,
    /// How the cells are named.
    pub names: CellNames,
    /// Whether cells are drawn in two shades, as on a chessboard.
    pub is_chequered: bool,
}

/// The names of a grid's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellNames {
    /// Column letter and row number from the bottom: `a1` is the lower left cell.
    Chess,
    /// One row, numbered from 1 at the left (or from another first number).
    Strip {
        /// The number of the leftmost cell.
        first: u64,
    },
    /// Coordinates (column, row) counted from 0 at the lower left, as in games on pairs of numbers.
    Pair,
}

/// What is on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing; a move may use it.
    Free,
    /// No part of the board any more, or never was.
    Gone,
    /// Free for one player only.
    Reserved(Player),
    /// Taken by a player's colour (or by either).
    Coloured(Player),
    /// Half of a domino: where its other half is.
    Domino(Direction),
    /// A piece or a sign.
    Piece(Piece),
    /// A coin: heads or tails up.
    Coin {
        /// Whether heads are up.
        heads: bool,
    },
}

/// A piece that stands on a cell or a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is.
    pub owner: Player,
    /// The sign for it, one or two characters: `x`, `Q`, `7`.
    pub sign: String,
}

/// Where the other half of a domino is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// In the row above.
    Up,
    /// In the row below.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// Heaps side by side: element `n` is heap number `n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heaps {
    /// The heaps.
    pub heaps: Vec<Heap>,
    /// Whether the tokens of a heap lie in a row, one beside the other, with gaps that matter (pins, coins on a strip).
    pub lie_in_rows: bool,
}

/// A heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// The number of tokens.
    pub tokens: u64,
    /// What is written below it; empty for its size.
    pub label: String,
}

/// A graph: elements are the vertices, in order, then the edges, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// The number of the vertex that is the ground, drawn as a line; all else stands on it.
    pub ground: Option<u32>,
}

/// A vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Its name in the position's notation.
    pub name: String,
    /// What is on it.
    pub content: Cell,
    /// Where it stands, in units of an edge's length, if the game knows (x to the right, y upward); else a layout is found.
    pub place: Option<(i32, i32)>,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The vertex it comes from.
    pub from: u32,
    /// The vertex it goes to.
    pub to: u32,
    /// Who may use it.
    pub player: Player,
    /// Whether it may be used in this direction only.
    pub is_directed: bool,
}

/// Steps numbered from the bottom: element `n` is the tokens on step `n + first`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staircase {
    /// The tokens on each step.
    pub steps: Vec<u64>,
    /// The number of the first of them.
    pub first: u64,
}

/// Signs in a row: element `n` is sign `n` from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digits {
    /// The signs: a digit, a whole number, a part of a date.
    pub signs: Vec<String>,
    /// The text between them; empty if they touch.
    pub between: String,
    /// What the signs are, below each, where that helps: `year`, `month`, `day`; else empty.
    pub captions: Vec<String>,
}

impl Grid {
    /// The number of rows.
    ///
    /// ```
    /// use winways_kit::view::{Cell, CellNames, Grid};
    ///
    /// let grid = Grid { columns: 3, cells: vec![Cell::Free; 6], names: CellNames::Chess, is_chequered: false };
    /// assert_eq!((grid.rows(), grid.name(0), grid.name(5)), (2, "a2".to_owned(), "c1".to_owned()));
    /// ```
    #[must_use]
    pub fn rows(&self) -> u32 {
        u32::try_from(self.cells.len().div_ceil(self.columns.max(1) as usize)).unwrap_or(u32::MAX)
    }

    /// The name of a cell, given by its element.
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

/// The letters of a column, counted from 0: `a` to `z`, then `aa`, `ab` and so on.
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
