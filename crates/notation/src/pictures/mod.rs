//! Rules of board games as pictures. `docs/rules.md` has the grammar.

mod tree;

pub use tree::{
    Board, CellKind, Condition, ConditionKind, Direction, EndResult, Ending, Next, Owner, Picture,
    PictureCell, PictureFile, PictureRule, Piece, Points, Repeat, Rewrite, Shape, Sign, Who,
};
