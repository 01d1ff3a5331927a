//! The notation of loopy values.

mod braces;
mod error;
mod names;
mod reader;
mod tree;
mod writer;

pub use error::{Expected, ParseError, ReadError};
