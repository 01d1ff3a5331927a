//! Short partizan games in canonical form.
//!
//! * `handle`: what a value is outside the arena;
//! * `number`, `tables`: numbers, records, options and stops;
//! * `compare`, `form`, `sum`: the order, canonical forms `{L|R}`, sums and multiples;
//! * `order`, `birthday`: walks over all followers;
//! * `arena`: the public face, with its lock;
//! * `budget`, `table`: memory, and hash tables that ask for it.

mod arena;
mod birthday;
mod budget;
mod compare;
mod form;
mod handle;
mod number;
mod order;
mod outcome;
mod sum;
mod table;
mod tables;
#[cfg(test)]
mod tests;

pub use arena::{Arena, GameOutcome, Options, Relation, Session};
pub use budget::OutOfMemory;
pub use handle::Game;
pub use tables::Statistics;
