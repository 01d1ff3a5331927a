//! Games defined by rule files: heaps, tuples of numbers, and boards described by pictures.
//!
//! [`CompiledRules`] are the compiled rules of a file on heaps or tuples. [`of_file`] and [`of_catalogue`] create games
//! from files.

#![forbid(unsafe_code)]

mod about;
mod bounded;
#[cfg(test)]
#[path = "../tests/numbers/definition.rs"]
mod definition;
mod entailing;
mod game;
pub mod header;
mod partizan;
mod pictures;
mod rules;
mod tuples;

pub use game::{of_catalogue, of_file};
pub use pictures::{BitBoard, Finding, explain};
pub use rules::{BoundedRules, CompiledRules, TextRules};
