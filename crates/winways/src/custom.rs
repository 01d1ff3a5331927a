//! Traits for implementing a custom game in Rust: rules for the engines, a notation for positions, and views for display.
//!
//! See `crates/winways/examples/own_game.rs` and `crates/winways/examples/own_rules.rs` for examples. Each constructor
//! returns an [`AnyGame`](crate::AnyGame), which all functions of this crate accept.
//!
//! Two constructors need little more than the moves:
//!
//! | constructor | takes | requires, in addition to the moves |
//! |---|---|---|
//! | [`own_partizan`] | an [`OwnPartizan`] | reading and writing positions |
//! | [`own_loopy`] | an [`OwnLoopy`], whose play may cycle | the starting position |
//!
//! The other constructors give access to all features of the built-in games: [`impartial`] takes a [`Game`], [`whole`] a
//! [`WholeGame`], [`partizan`] a [`PartizanGame`] and [`ranked`] a [`RankedGame`]. [`PartizanHeaps::of_players`] makes a
//! partizan game from two impartial games on heaps, one for each player, and [`entailing`] takes [`EntailingLists`], whose
//! moves may be entailing or complimenting. Each of these constructors compiles the searches again for its component type, which
//! takes seconds. [`common`] has constructors for common component types such as heaps, whose searches are already compiled.

mod loopy;
mod own_partizan;

pub use loopy::{OwnLoopy, own_loopy};
pub use own_partizan::{OwnPartizan, own_partizan};
pub use winways_entailing::{EntailingMove, EntailingRules};
pub use winways_games::heaps::partizan_heaps::PartizanHeaps;
pub use winways_kit::any::common;
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
use winways_rules::Play;

/// The page of games that are described only by their moves.
static PAGE: Page = Page {
    name: "own",
    title: "A game of your own",
    parameter: None,
    rules: "The program that created the game defines the rules.",
    play: Play::Normal,
    notation: "a position in the notation of the game",
    example: "own",
    theorems: &[],
    sources: &[],
    known_values: &[],
    range: "the positions that the game lists",
    default_range: 12,
};

/// Quotes a position as the argument of a call, unless it is a number.
fn quoted(text: &str) -> String {
    match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.to_owned(),
        false => format!("\"{}\"", without_quotes(text)),
    }
}

/// Replaces double quotes, which would end the string in a call, with single quotes.
fn without_quotes(text: &str) -> String {
    text.replace('"', "'")
}

/// Strips surrounding quotes and spaces from the text of a position.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// Returns a figure that shows `text`.
fn figure_of_text(text: String) -> Figure {
    Figure::Digits(Digits { signs: vec![text], between: String::new(), captions: Vec::new() })
}
