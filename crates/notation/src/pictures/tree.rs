//! The syntax tree of a rule file with pictures.

use crate::Span;
use crate::rules::Header;
use crate::rules::Turn;

/// A parsed rule file with pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// `game: NAME`, `source: …` and the like, in the order of the file.
    pub headers: Vec<Header>,
    /// `board: grid`.
    pub board: Board,
    /// `pieces: x left, o right`.
    pub pieces: Vec<Piece>,
    /// The moves; there is at least one.
    pub rules: Vec<PictureRule>,
    /// `end: x x x in eight wins`.
    pub endings: Vec<Ending>,
    /// `points: PICTURE = 1`: the points of the mover for each picture that a move completes.
    pub points: Vec<Points>,
    /// `start: xo|ox`, as written, with its span: the usual starting positions.
    pub starts: Vec<(String, Span)>,
}

impl PictureFile {
    /// Returns `true` if the same player moves again after some move.
    pub fn has_entailing_moves(&self) -> bool {
        self.rules.iter().any(|rule| rule.turn != Turn::Ordinary)
    }

    /// Returns the file with only the rules after which the turn passes in the given way.
    #[must_use]
    pub fn of_turn(&self, turn: Turn) -> PictureFile {
        let rules = self.rules.iter().filter(|rule| rule.turn == turn).cloned().collect();
        PictureFile { rules, ..self.clone() }
    }

    /// Returns the first header with this key.
    pub fn header(&self, key: &str) -> Option<&Header> {
        self.headers.iter().find(|header| header.key == key)
    }
}

/// The board on which the game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The arrangement of its cells.
    pub shape: Shape,
    /// `board: graph petersen`: the graph on which every position is played, as written.
    pub graph: Option<(String, Span)>,
    /// The span of the board.
    pub span: Span,
}

/// The arrangement of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Rows and columns.
    Grid,
    /// One row.
    Strip,
    /// One row whose ends meet.
    Ring,
    /// Rows and columns whose opposite edges meet.
    Torus,
    /// Hexagons in rows; each row begins half a cell to the right of the row above.
    Hexagonal,
    /// Vertices and edges.
    Graph,
}

/// `x left`: a piece, which is a letter or a digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its letter in positions and pictures.
    pub letter: u8,
    /// The owner of the piece.
    pub owner: Owner,
    /// The span of the piece.
    pub span: Span,
}

/// The owner of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Both players: `@` and `&` both stand for the piece, for either mover.
    Either,
    /// Nobody.
    Nobody,
}

/// The player who may make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Both players, with the same move: `both:`.
    Both,
    /// Each player with their own pieces: `each:`, with `@` and `&`.
    Each,
}

/// `each: @ & -> . @ in all directions`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureRule {
    /// The player who may make the move.
    pub who: Who,
    /// The player who moves next: [`Turn::Ordinary`] or [`Turn::Again`].
    pub turn: Turn,
    /// The effect of the move.
    pub rewrite: Rewrite,
    /// The continuation of the move, if any.
    pub next: Next,
    /// `must`: rules without it may be used only if no rule with it applies.
    pub must: bool,
    /// The span of the rule.
    pub span: Span,
}

/// The continuation after the first part of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// No continuation: the move is complete.
    Nothing,
    /// `again`: the piece that moved may repeat the rewrite, in the same direction or in any direction of the rule.
    Again {
        /// `again turning`: in any direction of the rule.
        turning: bool,
    },
    /// `then …`: a second rewrite must follow, in which `!` is the piece that moved.
    Then(Box<Rewrite>),
}

/// `@ & -> . @ in all directions where no & beside`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// The cells before the move.
    pub before: Picture,
    /// The cells after the move: the same number of rows, and in each row the same number of cells, or runs that can be made
    /// equally long.
    pub after: Picture,
    /// The directions in which the picture is read; the default if the file names none (see [`Rewrite::ALL`]).
    pub directions: Vec<Direction>,
    /// The conditions of the rewrite.
    pub conditions: Vec<Condition>,
    /// The span from the first cell to the last condition.
    pub span: Span,
}

/// A picture: cells in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The rows from the top, separated by `/`. There is at least one row, and at least one cell in each.
    pub rows: Vec<Vec<PictureCell>>,
    /// The span of the picture.
    pub span: Span,
}

/// A cell of a picture, or a run of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureCell {
    /// The contents of the cell.
    pub kind: CellKind,
    /// The number of repetitions: `.+`, `?*`, `.{1,3}`; `None` for a single cell.
    pub repeat: Option<Repeat>,
    /// `!x`: the cell holds the piece that a `then` or `again` continues with. Without a mark, that piece is the only piece that the
    /// rewrite puts on a cell that held something else.
    pub is_marked: bool,
    /// The span of the cell.
    pub span: Span,
}

/// The contents of a cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// A piece `x`, `.` for an empty cell, or `#`. Before the move, `#` is a cell missing from the board or beyond its
    /// edge; after the move, the cell is removed.
    Sign(Sign),
    /// `?`: before, any cell on the board; after, the k-th `?` copies the k-th `?` before.
    Any,
    /// `[xo.]`, `[^xo]`: before, a cell with one of these signs (or with none of them); after, the k-th class copies
    /// the k-th class before, not counting classes that a `~` changes.
    Class {
        /// The listed signs.
        signs: Vec<Sign>,
        /// `true` if the class contains the signs that are not listed. It never contains cells missing from the board.
        negated: bool,
    },
    /// `!` alone: the piece that moved, in the second rewrite of a `then`.
    Moved,
    /// `~`, only after the move: the cell is a class of two pieces before the move, and changes to the other piece.
    Flip,
}

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// `.`
    Empty,
    /// `#`
    Gone,
    /// The letter of a piece.
    Piece(u8),
    /// `@`: before, any piece of the mover; after, the k-th `@` copies the k-th `@` before or, if there are fewer,
    /// stands for the mover's first piece.
    Mover,
    /// `&`: like `@`, but for the other player.
    Other,
}

/// The number of repetitions of a cell in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repeat {
    /// The minimum.
    pub least: u32,
    /// The maximum; `None` if only the board limits it.
    pub most: Option<u32>,
}

/// A direction in which pictures are read. On grids, `right` means as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// As drawn.
    Right,
    /// From right to left.
    Left,
    /// From bottom to top.
    Up,
    /// From top to bottom.
    Down,
    /// `across`: right and left.
    Across,
    /// `vertical`: up and down.
    Vertical,
    /// `all`: across and vertical on squares, the six directions of hexagons, or every edge of a graph.
    All,
    /// The four diagonals.
    Diagonal,
    /// `all` and `diagonal`.
    Eight,
    /// Up for Left, or to the right on a strip; the opposite direction for Right.
    Forward,
    /// The opposite of `forward`.
    Backward,
    /// The eight leaps of a knight; only for pictures of one row.
    Knight,
    /// `(1,-2)`: the numbers of columns to the right and of rows down from one cell to the next; only for pictures of
    /// one row.
    Offset(i32, i32),
}

/// `where no & beside`: a condition outside the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The kind of the condition.
    pub kind: ConditionKind,
    /// The span of the condition.
    pub span: Span,
}

/// The kind of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// `no x beside`: before the move, no cell next to the first cell of the picture, and outside the picture, has such
    /// a piece.
    NoneBeside(CellKind),
    /// `some x beside`.
    SomeBeside(CellKind),
    /// `at least 2 x beside`: before the move, at least this many cells next to the first cell of the picture, and
    /// outside the picture, have such a piece.
    AtLeastBeside(u32, CellKind),
    /// `at most 2 x beside`.
    AtMostBeside(u32, CellKind),
    /// `groups touch .`: after the move, each group of connected cells with the same piece has such a cell as a
    /// neighbour.
    GroupsTouch(CellKind),
}

/// `end: x x x in eight wins`: a condition that ends play, and the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The picture that must be on the board after a move; `None` for `full`: no cell is empty.
    pub picture: Option<(Picture, Vec<Direction>)>,
    /// The result for the player who made the move.
    pub result: EndResult,
    /// The span of the line.
    pub span: Span,
}

/// The result of an ending for the player whose move caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndResult {
    /// There are no more moves on this board. The last player to move anywhere wins, or loses in misère play.
    Stops,
    /// The player wins.
    Wins,
    /// The player loses.
    Loses,
    /// Nobody wins.
    Draws,
}

/// `points: PICTURE -> PICTURE = 1 again`: the points for completing a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// The picture that is completed, anywhere on the board after the move, and the picture that replaces it.
    pub rewrite: Rewrite,
    /// The number of points that the mover gets for each completed picture. The parser does not reject 0.
    pub points: u32,
    /// `again`: the mover moves once more.
    pub again: bool,
    /// The span of the line.
    pub span: Span,
}

impl Next {
    /// Returns the second part of a move with `then`.
    pub fn second(&self) -> Option<&Rewrite> {
        match self {
            Next::Then(second) => Some(second),
            Next::Nothing | Next::Again { .. } => None,
        }
    }
}

impl Rewrite {
    /// The default direction of pictures of more than one cell; pictures of one cell are read as drawn.
    pub const ALL: Direction = Direction::All;
}
