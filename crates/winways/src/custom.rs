//! Traits for implementing a custom game in Rust: rules for the engines, a notation, and views for people.
//!
//! See `crates/winways/examples/own_game.rs` and `crates/winways/examples/own_rules.rs` for examples. Each constructor
//! makes an [`AnyGame`](crate::AnyGame), which all functions of this crate accept.
//!
//! Two constructors need only the moves and a few words about positions:
//!
//! | constructor | takes | requires, besides the moves |
//! |---|---|---|
//! | [`own_partizan`] | an [`OwnPartizan`] | reading and writing positions |
//! | [`own_loopy`] | an [`OwnLoopy`], whose play may cycle | the starting position |
//!
//! The others give access to everything that the built-in games use: [`impartial`] takes a [`Game`], [`whole`] a
//! [`WholeGame`], [`partizan`] a [`PartizanGame`] and [`ranked`] a [`RankedGame`]. [`PartizanHeaps::of_players`] makes a partizan
//! game from two impartial games on heaps, one for each player, and [`entailing`] takes [`EntailingLists`], whose moves may be
//! entailing or complimenting.

mod loopy;
mod own_partizan;

pub use loopy::{OwnLoopy, own_loopy};
pub use own_partizan::{OwnPartizan, own_partizan};
pub use winways_entailing::{EntailingMove, EntailingRules};
pub use winways_games::heaps::partizan_heaps::PartizanHeaps;
pub use winways_kit::any::entailing::shared_lists as entailing;
pub use winways_kit::any::impartial::shared as impartial;
pub use winways_kit::any::partizan::shared as partizan;
pub use winways_kit::any::ranked::{RankedGame, shared as ranked};
pub use winways_kit::any::whole::shared as whole;
pub use winways_kit::view;
pub use winways_kit::{
    About, Ending, EntailingLists, Game, Move, MovesOfPlayers, PartizanGame, Properties, RankedBoard, Step,
    WholeGame, WholePositions, heaps,
};
pub use winways_notation::Scanner;
pub use winways_rules::{
    Component, Excluded, HeapRules, Meter, Options, PartizanRuleset, RankedRuleset, Recurrence, Ruleset,
    Side, Status,
};

use winways_kit::Page;
use winways_kit::view::{Digits, Figure};

/// The page of games that only their moves describe.
static PAGE: Page = Page {
    name: "own",
    title: "A game of one's own",
    parameter: None,
    rules: "The rules are those of the program that made the game.",
    notation: "a position, as the game reads it",
    example: "own",
    theorems: &[],
    sources: &[],
    known_values: &[],
    range: "the positions that the game lists",
    default_range: 12,
};

/// Quotes the text of a position for the brackets of a call, unless it is a number.
fn quoted(text: &str) -> String {
    match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.to_owned(),
        false => format!("\"{}\"", without_quotes(text)),
    }
}

/// Returns the text with single quotes in place of double ones, which would end it in a call.
fn without_quotes(text: &str) -> String {
    text.replace('"', "'")
}

/// Returns the text of a position without quotes and spaces around it.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// Returns a figure that shows a text.
fn figure_of_text(text: String) -> Figure {
    Figure::Digits(Digits { signs: vec![text], between: String::new(), captions: Vec::new() })
}
