//! Impartial games with entailing and complimenting moves.
//!
//! * [`EntailingRules`] describes a game, and [`EntailingSolver`] computes the values of its positions.
//! * [`EntailingValues`] answers queries about values, and [`EntailingSums`] computes outcomes of sums without values.
//! * [`EntailingValue`] is a value: a nimber, or loony.
//! * [`TopEntails`] and [`Nimstring`] are games.
//! * [`TopEntailsTable`] computes the values of many stacks of Top Entails.
//!
//! # Rules
//!
//! A position is a sum of components. The player to move chooses a component and one of its [moves](EntailingMove), which replaces the
//! component by a sum of components:
//!
//! * After an *ordinary* move, the opponent moves in any component.
//! * After an *entailing* move, the opponent must move in one named component of the new sum.
//! * After a *complimenting* move, the same player moves again, in any component.
//!
//! A player who cannot make a required move loses. Every play ends.
//!
//! # Theory
//!
//! Let W(v) be the set of all x such that the player to move wins v + x by a move in v. Here x is a nimber or ∞. The element ∞ represents
//! the other components of a sum if one of them is loony (defined below): a player who may move in any component then wins. W(v) is the
//! union of the following sets over all moves of v. Let s be the sum of the values of the
//! components that replace v, without the component u if the move entails one.
//!
//! | move | s is a nimber | s is loony |
//! |---|---|---|
//! | ordinary | {s} | nothing |
//! | entailing, to the component u | all x with x + s not in W(u) | everything if ∞ is not in W(u), else nothing |
//! | complimenting | all x except s | everything |
//!
//! By induction, W(v) is either finite and does not contain ∞, or cofinite and contains ∞. The value of v is the least nimber that is not
//! in W(v). If W(v) contains everything, v is *loony*. If W(v) is cofinite but lacks a nimber, v is not loony.
//!
//! **Theorem.** The *rest* of a component is the sum of the values of all other components. It is ∞ if one of them is loony.
//!
//! 1. With an entailed component u, the player to move wins if and only if the rest of u is in W(u).
//! 2. Without an entailed component, the player to move loses if and only if no component is loony and the nim-sum of all values is 0.
//!
//! *Proof* by induction on the length of play. The table above expresses statement 1 for each kind of move. An ordinary move to s wins if
//! the opponent then loses, which by statement 2 means that the rest is the nimber s. A complimenting move wins in
//! exactly the opposite case. An entailing move to u wins if the opponent loses, which by statement 1 means that the rest plus s is not in
//! W(u).
//!
//! For statement 2, a player to move chooses a component v and wins by a move in v if and only if the rest is in W(v). If v is loony, the
//! rest is in W(v), whether it is a nimber or ∞. If no component is loony and the nim-sum is 0, the rest of every v is the value of v,
//! which is not in W(v). If the nim-sum t is not 0, some v has a value g with g + t < g. The rest of v is g + t, which is in W(v), because
//! g is the least nimber that is not in W(v). ∎
//!
//! Hence a component whose value is a nimber behaves in every sum like a Nim heap, and a loony component wins for the player to move.
//!
//! Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 12 (Games eternal, games entailed).

#![forbid(unsafe_code)]

mod nimstring;
mod rules;
mod solver;
mod sums;
mod top_entails;
mod value;
mod values;
mod winning_set;

pub use nimstring::{Nimstring, NimstringError};
pub use rules::{EntailingMove, EntailingRules, Moves};
pub use solver::EntailingSolver;
pub use sums::EntailingSums;
pub use top_entails::{TopEntails, TopEntailsTable, TopEntailsTableError};
pub use value::EntailingValue;
pub use values::EntailingValues;
pub use winning_set::WinningSet;
