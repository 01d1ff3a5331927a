//! Tests of the arena against games as trees, and of its laws.

mod laws;
mod limits;
mod model;
mod nimbers;
mod tree;
mod twin;
