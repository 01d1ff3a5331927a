//! Exact values of positions in combinatorial games.
//!
//! Two kinds of values have their own arithmetic; an [`Arena`] holds all others:
//!
//! * A [`Nimber`] `*n` is the value of an impartial position: every such position equals a heap of `n` counters in the
//!   game of Nim (Sprague 1935, Grundy 1939). The value of a sum is the nim-sum of the values, and the value of a
//!   position is the [`mex`] of the values of its options.
//! * A [`Dyadic`] `m/2^k` is the value of a position that is a number: Left's advantage in moves, where moving first
//!   gains nothing. The value of a sum is the ordinary sum.
//! * A [`Game`] is the value of any short game, in canonical form.
//!
//! [`surreal`] builds numbers by Conway's construction, as forms `{L|R}` of earlier numbers.
//!
//! All values are exact: nothing is rounded, and nothing overflows silently. The crate contains no rules of particular
//! games and prints nothing.
//!
//! Sources: J. H. Conway, *On Numbers and Games* (second edition 2001), and E. R. Berlekamp,
//! J. H. Conway and R. K. Guy, *Winning Ways for Your Mathematical Plays* (second edition
//! 2001–2004).
//!
//! ```
//! use winways_values::{Dyadic, Nimber, mex};
//!
//! // A Nim heap of 2 moves to 0 or 1; heaps of 1, 2 and 3 together are a loss for the mover.
//! assert_eq!(mex([Nimber(0), Nimber(1)]), Nimber(2));
//! assert_eq!(Nimber(1) + Nimber(2) + Nimber(3), Nimber::ZERO);
//!
//! // Two half moves and a quarter move of advantage.
//! let half = Dyadic::new(1, 1);
//! assert_eq!((&half + &half + half.halve()).to_string(), "5/4");
//! ```

#![forbid(unsafe_code)]

mod dyadic;
mod game;
mod nimber;
mod operations;
pub mod surreal;

pub use dyadic::{Dyadic, ParseDyadicError, SignExpansionError};
pub use game::{
    Arena, ArenaError, Charge, Game, GameOptions, GameOutcome, Interrupt, Interruption, Relation, Session,
    Statistics,
};
pub use nimber::{Nimber, ParseNimberError, mex};
pub use operations::{
    Breakpoint, Follower, OperationError, Operations, Parity, Structure, TextLimits, Thermograph, Uptimal,
    Wall,
};
