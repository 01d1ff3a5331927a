//! The arena against games as trees, and its laws.

mod laws;
mod limits;
mod model;
mod tree;
mod twin;
