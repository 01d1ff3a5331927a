//! Traits for implementing a custom game in Rust: rules for the engines, a notation, and views for people.
//!
//! See `crates/winways/examples/own_game.rs` for an example. Each constructor makes an [`AnyGame`](crate::AnyGame),
//! which all functions of this crate accept: [`impartial`] takes a [`Game`], [`whole`] a [`WholeGame`],
//! [`partizan`] a [`PartizanGame`] and [`ranked`] a [`RankedGame`].

pub use winways_kit::any::impartial::shared as impartial;
pub use winways_kit::any::partizan::shared as partizan;
pub use winways_kit::any::ranked::{RankedGame, shared as ranked};
pub use winways_kit::any::whole::shared as whole;
pub use winways_kit::view;
pub use winways_kit::{
    About, Ending, Game, Move, MovesOfPlayers, PartizanGame, Properties, RankedBoard, Step, WholeGame,
    WholePositions, heaps,
};
pub use winways_notation::Scanner;
pub use winways_rules::{
    Excluded, HeapRules, Meter, Options, PartizanRuleset, RankedRuleset, Recurrence, Ruleset, Side, Status,
};
