//! Exercises that the engines generate and judge: winners, winning moves, nim-values, numbers, heat, canonical forms and
//! comparisons.
//!
//! [`Puzzles`] generates positions with exactly one winning move.
//!
//! Front ends print the questions and keep the score. Equal seeds give equal exercises, and no exercise is repeated.

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
pub use puzzle::{NoPuzzle, Puzzle, Puzzles};
