//! Games told as text: rule files for single heaps and for tuples of numbers.
//!
//! [`CompiledRules`] are the rules of a file, compiled; [`of_file`] and [`of_catalogue`] make a game of them.

#![forbid(unsafe_code)]

mod about;
mod bounded;
mod game;
pub mod header;
mod partizan;
mod pictures;
mod rules;
mod tuples;

pub use game::{of_catalogue, of_file};
pub use pictures::{BitBoard, Finding, explain};
pub use rules::{BoundedRules, CompiledRules, TextRules};
