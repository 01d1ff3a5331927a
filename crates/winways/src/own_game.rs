//! What a game of one's own implements in Rust: rules for the engines, a notation and views for people.
//!
//! `crates/winways/examples/own_game.rs` is a model. [`impartial`] takes a [`Game`], [`whole`] a [`WholeGame`], [`partizan`] a
//! [`PartizanGame`], [`ranked`] a [`RankedGame`]; each makes an [`AnyGame`](crate::AnyGame) of it, which every question takes.

pub use winways_kit::any::impartial::shared as impartial;
pub use winways_kit::any::partizan::shared as partizan;
pub use winways_kit::any::ranked::{RankedGame, shared as ranked};
pub use winways_kit::any::whole::shared as whole;
pub use winways_kit::view;
pub use winways_kit::{
    Ending, Game, Move, MovesOfPlayers, PartizanGame, Properties, RankedBoard, Step, WholeGame,
    WholePositions, heaps,
};
pub use winways_notation::Scanner;
pub use winways_rules::{
    Excluded, HeapRules, Meter, Options, PartizanRuleset, RankedRuleset, Recurrence, Ruleset, Side, Status,
};
