//! Rules of board games as pictures. `docs/rules.md` has the grammar.

mod cells;
mod check;
mod language;
mod lengths;
mod owners;
mod parser;
mod reader;
mod tree;

pub use parser::{is_picture_file, parse_pictures};
pub use tree::{
    Board, CellKind, Condition, ConditionKind, Direction, EndResult, Ending, Next, Owner, Picture,
    PictureCell, PictureFile, PictureRule, Piece, Points, Repeat, Rewrite, Shape, Sign, Who,
};
