//! Games told as text: rule files for single heaps and for tuples of numbers.
//!
//! [`TextRules`] compiles the rules of a file; [`of_file`] and [`of_catalogue`] make a game of them.

#![forbid(unsafe_code)]

mod game;
pub mod header;
mod pictures;
mod rules;

pub use game::{of_catalogue, of_file};
pub use rules::TextRules;
