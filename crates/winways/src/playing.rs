//! Matches with their history, parsing of typed moves, an opponent with levels, and records of matches.
//!
//! Front ends only read and print lines. This module implements the rules of a match, its result and the interpretation of
//! typed lines.

mod advice;
mod end;
mod heaps;
mod line;
mod lookahead;
mod matches;
mod nearest;
mod opponent;
mod reader;
mod record;
mod tokens;

pub use advice::Advice;
pub(crate) use advice::advise;
pub use end::{Called, HowEnded, MatchEnd};
pub(crate) use end::{left_over, points_taken};
pub use line::{BestLine, LineMove};
pub(crate) use matches::rule_names;
pub use matches::{Match, Turn};
pub(crate) use matches::{may_make, moves_of, other, stated_player};
pub(crate) use opponent::Chooser;
pub use opponent::{Choice, Level, Opponent};
pub use reader::{Misread, MoveReader, Numbering};
pub use record::Record;
pub(crate) use record::position_text;
