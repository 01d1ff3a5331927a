//! Values of games that can cycle.
//!
//! * A [`Graph`] contains positions with the moves of Left and of Right.
//! * An [`Order`] compares all vertices of two graphs.
//! * [`Loopies`] is an arena of values: a [`Stopper`] in simplest form, or the two sides of a [`Loopy`] value.
//! * [`ImpartialLoops`] labels the positions of impartial games.
//!
//! Infinite play is a draw. On the *onside* of a game it is a win for Left, and on the *offside* a win for Right. Two games are equal
//! exactly when their onsides are equal and their offsides are equal. A *stopper* has no infinite play with alternating moves, so its
//! onside and its offside are equal.
//!
//! Sources: J. H. Conway, Loopy games (1978); E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 11; A. N. Siegel,
//! *Combinatorial Game Theory* (2013), chapter VI.

#![forbid(unsafe_code)]

mod draft;
mod graph;
mod impartial;
mod loopies;
mod notation;
mod onside;
mod order;
mod sides;
mod small;
mod stopper;
mod work;

pub use draft::{Draft, DraftOption};
pub use graph::{Graph, Player};
pub use impartial::{ImpartialLabel, ImpartialLoops, sum_of_labels};
pub use loopies::{Ending, Form, Loopies, Loopy, LoopyOutcome, Side, Simplified, Stopper};
pub use notation::latex;
pub use order::{Order, Rule};
pub use sides::Sides;
