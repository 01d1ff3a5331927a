//! Short partizan games in canonical form.
//!
//! * `handle`: handles of values;
//! * `number`, `tables`: numbers, records, options and stops;
//! * `nimbers`, `far_nimbers`: nimbers in a handle, and sums and comparisons with nimbers of many options;
//! * `memo`: the caches of comparisons and sums;
//! * `compare`, `form`, `sum`: the order, canonical forms `{L|R}`, sums and multiples;
//! * `order`, `birthday`: walks over all followers;
//! * `options`, `outcome`: the types of results;
//! * `arena`: the public interface, with its lock;
//! * `account`, `table`: the account of memory and steps, and hash tables that respect it;
//! * `error`: errors and interrupts.

mod account;
mod arena;
mod birthday;
mod compare;
mod error;
mod far_nimbers;
mod form;
mod handle;
mod memo;
mod nimbers;
mod number;
mod options;
mod order;
mod outcome;
mod sum;
mod table;
mod tables;
#[cfg(test)]
mod tests;

pub use account::Charge;
pub use arena::{Arena, Relation, Session};
pub use error::{ArenaError, Interrupt, Interruption};
pub use handle::Game;
pub use options::GameOptions;
pub use outcome::GameOutcome;
pub use tables::Statistics;
