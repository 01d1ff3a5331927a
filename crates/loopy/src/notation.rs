//! The notation of loopy values.

mod braces;
mod error;
mod latex;
mod names;
mod reader;
mod tree;
mod writer;

pub use error::{Expected, ParseError, ReadError};
pub use latex::latex;
