//! Exercises, made and judged by the engines: who wins, a winning move, nim-values, numbers, hot and cold, canonical forms.
//!
//! A front end asks, and keeps the score. The same seed gives the same exercises, none of them twice.

mod exercise;
mod judge;
mod make;
mod source;

pub use exercise::{Difficulty, Exercise, Topic};
pub use judge::Judgement;
pub use make::Quiz;
