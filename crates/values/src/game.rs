//! Short partizan games in canonical form.
//!
//! * `handle`: what a value is outside the arena;
//! * `number`, `tables`: numbers, records, options and stops;
//! * `memo`: what is remembered of comparisons and sums;
//! * `compare`, `form`, `sum`: the order, canonical forms `{L|R}`, sums and multiples;
//! * `order`, `birthday`: walks over all followers;
//! * `options`, `outcome`: what is handed out;
//! * `arena`: the public face, with its lock;
//! * `budget`, `table`: memory, and hash tables that ask for it;
//! * `error`: why an operation was given up, and who may interrupt it.

mod arena;
mod birthday;
mod budget;
mod compare;
mod error;
mod form;
mod handle;
mod memo;
mod number;
mod options;
mod order;
mod outcome;
mod sum;
mod table;
mod tables;
#[cfg(test)]
mod tests;

pub use arena::{Arena, Relation, Session};
pub use budget::Charge;
pub use error::{ArenaError, Interrupt, Interruption};
pub use handle::Game;
pub use options::GameOptions;
pub use outcome::GameOutcome;
pub use tables::Statistics;
