//! Numbers beyond the dyadic rationals: nim fields, ordinals, surreal numbers.
//!
//! | Type or module | Numbers |
//! |---|---|
//! | [`nim`] | the finite nim fields of 8 to 256 bits |
//! | [`Transfinite`] | nimbers below ω^ω^ω |
//! | [`Ordinal`] | ordinals below ε₀ |
//! | [`Rational`] | rational numbers |
//! | [`Surreal`], [`Fraction`] | finite sums of terms ω^a·r, and their quotients |
//! | [`SignExpansion`] | sign expansions as runs and periodic words |
//! | [`Stalk`] | infinite stalks of Hackenbush, whose values are numbers and nimbers |
//!
//! All types except those of [`nim`] are limited in size. An operation whose result would be larger returns a [`NumberError`].
//! [`parse`](str::parse) accepts every string that `to_string` returns, and yields an equal value.
//!
//! ```
//! use winways_numbers::{Ordinal, SignExpansion, Surreal, Transfinite};
//!
//! let x: Surreal = "1/3 + 1/ω".parse()?;
//! assert_eq!(x.birthday()?.to_string(), "ω+1");
//! assert_eq!("+^ω -^3".parse::<SignExpansion>()?.to_surreal()?.to_string(), "ω-3");
//! assert_eq!("ω^(ω+1) + 3ω^2".parse::<Ordinal>()?.to_string(), "ω^(ω+1)+3ω^2");
//! assert_eq!("*(ω^3)".parse::<Transfinite>()?.power(9)?.to_string(), "*2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_code)]

mod error;
mod merge;
pub mod nim;
mod normal_form;
mod ordinal;
mod rational;
mod signs;
mod surreal;
mod text;
mod transfinite;

pub use error::{MOST_BITS, MOST_LEVELS, MOST_TERMS, NumberError, ParseFault, ParseNumberError};
pub use normal_form::{NormalForm, Term};
pub use ordinal::{Ordinal, OrdinalTerm};
pub use rational::Rational;
pub use signs::{MOST_RUNS, Run, Segment, SignExpansion};
pub use surreal::{Fraction, Surreal};
pub use text::Stalk;
pub use transfinite::Transfinite;
