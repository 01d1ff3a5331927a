//! Short partizan games in canonical form.
//!
//! * `handle`: handles of values;
//! * `number`, `tables`: numbers, records, options and stops;
//! * `memo`: the caches of comparisons and sums;
//! * `compare`, `form`, `sum`: the order, canonical forms `{L|R}`, sums and multiples;
//! * `order`, `birthday`: walks over all followers;
//! * `options`, `outcome`: the types of results;
//! * `arena`: the public interface, with its lock;
//! * `budget`, `table`: memory limits, and hash tables that respect them;
//! * `error`: errors and interrupts.

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
