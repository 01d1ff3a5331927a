//! What a game is: rulesets, positions and the conventions of play.
//!
//! A [`Ruleset`] tells the options of a *component*; a position is a disjunctive sum of components, a slice of them.
//! That is all an engine needs. A [`Game`] adds what people need: a notation, the theorems that answer without a
//! search, the words of an explanation, and a [`Page`] of documentation.
//!
//! Where play may go round in circles, a [`RankedRuleset`] numbers the positions, and a [`LoopyBoard`] adds the notation.
//!
//! This room knows no particular game.

#![forbid(unsafe_code)]

mod game;
mod heaps;
mod moves;
mod options;
mod pairs;
mod partizan;
mod play;
mod ranked;
mod ruleset;
mod text;

pub use game::{Detail, Game, Page, Theorem, Winning};
pub use heaps::{Excluded, HeapRules, Recurrence, TakeAndBreak};
pub use moves::{Move, Moves};
pub use options::Options;
pub use pairs::PairRules;
pub use partizan::{PartizanGame, PartizanRuleset, Side, Sign};
pub use play::{ImpartialOutcome, Play, Player};
pub use ranked::{End, LoopyBoard, Objective, RankedRuleset, Ranks, Shift, Shifts, Status};
pub use ruleset::{Component, Ruleset};
pub use text::{RuleFault, TextRules};
