//! What a position of a combinatorial game is worth.
//!
//! Two kinds of values have an exact arithmetic of their own; an [`Arena`] holds all others:
//!
//! * a [`Nimber`] `*n` is the worth of an impartial position: every such position equals a heap of
//!   `n` counters in the game of Nim (Sprague 1935, Grundy 1939). The worth of a sum is the
//!   nim-sum of the worths, and the worth of a position is the [`mex`] of its options' worths;
//! * a [`Dyadic`] `m/2^k` is the worth of a position that is a number: so many moves of advantage
//!   to Left, for whom moving first is of no use. The worth of a sum is the ordinary sum;
//! * a [`Game`] is the worth of any short game, in canonical form.
//!
//! [`surreal`] builds numbers as Conway does, as forms `{L|R}` of earlier ones.
//!
//! All are exact at every size: nothing wraps around and nothing is rounded. The crate knows the
//! rules of no game and prints nothing.
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
