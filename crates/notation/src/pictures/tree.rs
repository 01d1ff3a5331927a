//! The tree of a file of rules as pictures.

use crate::Span;
use crate::rules::Header;

/// A file of rules as pictures, read but not yet understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// `game: NAME`, `source: …` and the like, in the order of the file.
    pub headers: Vec<Header>,
    /// `board: grid`.
    pub board: Board,
    /// `pieces: x left, o right`.
    pub pieces: Vec<Piece>,
    /// The moves; at least one.
    pub rules: Vec<PictureRule>,
    /// `end: x x x in eight wins`.
    pub endings: Vec<Ending>,
    /// `points: PICTURE = 1`: what the mover gets for a picture that his move completes.
    pub points: Vec<Points>,
    /// `start: xo|ox`, as it is written, with its place: positions that play usually begins with.
    pub starts: Vec<(String, Span)>,
}

impl PictureFile {
    /// The first header of this key.
    pub fn header(&self, key: &str) -> Option<&Header> {
        self.headers.iter().find(|header| header.key == key)
    }
}

/// What the game is played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// How its cells lie.
    pub shape: Shape,
    /// `board: graph petersen`: the graph that all positions are on, as it is written.
    pub graph: Option<(String, Span)>,
    /// Where it stands.
    pub span: Span,
}

/// How the cells of a board lie.
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
    /// Hexagons in rows; each row begins half a cell to the right of the one above.
    Hexagonal,
    /// Vertices and edges.
    Graph,
}

/// `x left`: a piece, which is a letter or a digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its letter in positions and pictures.
    pub letter: u8,
    /// Whose it is.
    pub owner: Owner,
    /// Where it stands.
    pub span: Span,
}

/// Whose a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Left's.
    Left,
    /// Right's.
    Right,
    /// Of both players: `@` is it for either, and so is `&`.
    Either,
    /// Of nobody.
    Nobody,
}

/// Who may make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Both, the same move: `both:`.
    Both,
    /// Each with his own pieces: `each:`, with `@` and `&`.
    Each,
}

/// `each: @ & -> . @ in all directions`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureRule {
    /// Whose move it is.
    pub who: Who,
    /// What it does.
    pub rewrite: Rewrite,
    /// Whether the same piece may go on, or another move follows.
    pub next: Next,
    /// `must`: rules without it may be used only where no rule with it can.
    pub must: bool,
    /// Where it stands.
    pub span: Span,
}

/// What follows the first part of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: the move is made.
    Nothing,
    /// `again`: the piece that moved may go on by the same picture, in the same direction or in any of the rule's.
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
    /// What there must be.
    pub before: Picture,
    /// What it becomes: as many rows, and in each as many cells or runs that can be made as long.
    pub after: Picture,
    /// In which directions the picture is read; those of the default if the file names none ([`Rewrite::ALL`] says).
    pub directions: Vec<Direction>,
    /// What must hold beside.
    pub conditions: Vec<Condition>,
    /// From the first cell to the last condition.
    pub span: Span,
}

/// Cells in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The rows from the top; separated by `/`. At least one, each with at least one cell.
    pub rows: Vec<Vec<PictureCell>>,
    /// Where it stands.
    pub span: Span,
}

/// A cell of a picture, or a run of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureCell {
    /// What is on it.
    pub kind: CellKind,
    /// How often it stands there: `.+`, `?*`, `.{1,3}`; exactly once without it.
    pub repeat: Option<Repeat>,
    /// `!x`: it is the piece that a `then` or `again` goes on with; without a mark that is the one piece which the picture
    /// puts on a cell that held something else.
    pub is_marked: bool,
    /// Where it stands.
    pub span: Span,
}

/// What is on a cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// `x`: this piece; `.`: nothing; `#`: on the left side a cell that is none or beyond the edge, on the right side the cell goes.
    Sign(Sign),
    /// `?`: before, any cell that is there; after, the k-th `?` is what the k-th `?` was.
    Any,
    /// `[xo.]`, `[^xo]`: before, one of these (or a cell with none of these); after, the k-th class is what the k-th class
    /// was, where classes that a `~` changes are not counted.
    Class {
        /// What is listed.
        signs: Vec<Sign>,
        /// Whether it is what is not listed; a cell that is none is never meant.
        negated: bool,
    },
    /// `!` alone: the piece that moved, in the second rewrite of a `then`.
    Moved,
    /// `~`, only after: what the class at the same place was, changed to the other of its two pieces.
    Flip,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// `.`
    Empty,
    /// `#`
    Gone,
    /// The letter of a piece.
    Piece(u8),
    /// `@`: before, any piece of the mover; after, the k-th `@` is what the k-th `@` was, or where there are fewer, his first piece.
    Mover,
    /// `&`: the same of the other player.
    Other,
}

/// How often a cell stands in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repeat {
    /// At least so often.
    pub least: u32,
    /// At most so often; `None` as often as the board allows.
    pub most: Option<u32>,
}

/// A direction in which pictures are read. On grids, `right` is the picture as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// As drawn.
    Right,
    /// From the right to the left.
    Left,
    /// From below.
    Up,
    /// From above.
    Down,
    /// `across`: right and left.
    Across,
    /// `vertical`: up and down.
    Vertical,
    /// `all`: across and vertical; the six of hexagons, every edge of a graph.
    All,
    /// The four diagonals.
    Diagonal,
    /// `all` and `diagonal`.
    Eight,
    /// For Left up, on a strip to the right; for Right the other way.
    Forward,
    /// The other way.
    Backward,
    /// The eight leaps of a knight; for pictures of one row.
    Knight,
    /// `(1,-2)`: so many columns to the right and rows down from cell to cell; for pictures of one row.
    Offset(i32, i32),
}

/// `where no & beside`: what must hold, beside the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What it asks.
    pub kind: ConditionKind,
    /// Where it stands.
    pub span: Span,
}

/// What a condition asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// `no x beside`: before the move no cell next to the picture's first cell (not of the picture itself) has such a piece.
    NoneBeside(CellKind),
    /// `some x beside`.
    SomeBeside(CellKind),
    /// `at least 2 x beside`: before the move so many cells next to the picture's first cell (not of the picture itself) have such
    /// a piece, or more.
    AtLeastBeside(u32, CellKind),
    /// `at most 2 x beside`.
    AtMostBeside(u32, CellKind),
    /// `groups touch .`: after the move, each group of connected cells with one and the same piece has such a cell beside it.
    GroupsTouch(CellKind),
}

/// `end: x x x in eight wins`: when play ends, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What there is after a move; `None` for `full`: no cell is empty.
    pub picture: Option<(Picture, Vec<Direction>)>,
    /// How it ends for the player who made the move.
    pub result: EndResult,
    /// Where it stands.
    pub span: Span,
}

/// What an end is for the player who moved into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndResult {
    /// There are no more moves on this board: the last player to move anywhere wins (in misère play loses).
    Stops,
    /// He wins.
    Wins,
    /// He loses.
    Loses,
    /// Nobody wins.
    Draws,
}

/// `points: PICTURE -> PICTURE = 1 again`: what completing a picture brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// What is completed, wherever it is after the move, and what it becomes.
    pub rewrite: Rewrite,
    /// How many points the mover gets for each; at least 0.
    pub points: u32,
    /// `again`: the mover moves once more.
    pub again: bool,
    /// Where it stands.
    pub span: Span,
}

impl Next {
    /// The second part that a `then` asks for.
    pub fn second(&self) -> Option<&Rewrite> {
        match self {
            Next::Then(second) => Some(second),
            Next::Nothing | Next::Again { .. } => None,
        }
    }
}

impl Rewrite {
    /// What no named direction means: as drawn for pictures of one cell, [`Direction::All`] for others.
    pub const ALL: Direction = Direction::All;
}
