//! The notation of loopy values.

mod latex;
mod names;
mod tree;
mod writer;

pub use latex::latex;
