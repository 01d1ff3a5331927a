//! Exercises, generated and judged by the engines: winners, winning moves, nim-values, numbers, heat and canonical
//! forms.
//!
//! [`Puzzles`] makes positions with exactly one winning move.
//!
//! The front end prints the questions and keeps the score. Equal seeds give equal exercises, and no exercise is
//! repeated.

mod comparison;
mod day;
mod depth;
mod exercise;
mod judge;
mod make;
mod positions;
mod puzzle;
mod source;

pub use day::PuzzleDate;
pub use exercise::{Difficulty, Exercise, Topic};
pub use judge::Judgement;
pub use make::Quiz;
pub use puzzle::{Puzzle, Puzzles};
