//! Exercises, generated and judged by the engines: winners, winning moves, nim-values, numbers, heat and canonical
//! forms.
//!
//! The front end prints the questions and keeps the score. Equal seeds give equal exercises, and no exercise is
//! repeated.

mod exercise;
mod judge;
mod make;
mod source;

pub use exercise::{Difficulty, Exercise, Topic};
pub use judge::Judgement;
pub use make::Quiz;
