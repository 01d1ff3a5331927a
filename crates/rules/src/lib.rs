//! The interfaces between games and engines: small traits only.
//!
//! A [`Ruleset`] lists the options of a *component*; a position is a disjunctive sum, given as a slice of components. A
//! [`PartizanRuleset`] does the same for two players with different moves. A [`RankedRuleset`] numbers the positions,
//! for games in which play may cycle and for solved tables.
//!
//! This crate contains no particular game.

#![forbid(unsafe_code)]

mod fault;
mod heaps;
mod meter;
mod options;
mod pairs;
mod partizan;
mod play;
mod ranked;
mod ruleset;

pub use fault::RuleFault;
pub use heaps::{Excluded, HeapRules, Recurrence, TakeAndBreak};
pub use meter::Meter;
pub use options::Options;
pub use pairs::{LargeRows, NoRowMoves, PairRules, RowHeap, RowMoves, RowPart};
pub use partizan::{PartizanRuleset, Side, Sign};
pub use play::{ImpartialOutcome, Play, Player};
pub use ranked::{End, Objective, RankedRuleset, Ranks, Shift, Shifts, Status};
pub use ruleset::{Component, Ruleset};
