//! The arena against games as trees, and its laws.

mod laws;
mod tree;
mod twin;
