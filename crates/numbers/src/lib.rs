//! Numbers beyond the dyadic ones: nim fields, ordinals, surreal numbers.

#![forbid(unsafe_code)]

mod error;
pub mod nim;
mod ordinal;
mod rational;
mod signs;
mod surreal;
mod text;
mod transfinite;

pub use error::{MOST_BITS, MOST_LEVELS, MOST_TERMS, NumberError, ParseFault, ParseNumberError};
pub use ordinal::{Ordinal, OrdinalTerm};
pub use rational::Rational;
pub use signs::{MOST_RUNS, Run, Segment, SignExpansion};
pub use surreal::{Fraction, Surreal, Term};
pub use transfinite::Transfinite;
