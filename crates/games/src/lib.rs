//! The built-in games: each is one file with its rules, notation, theorems and their sources.
//!
//! [`entries`] lists them. To add a game, write its file (the `nim` module is the model) and add its name to the list
//! below; nothing else changes. This room knows no output format.

#![forbid(unsafe_code)]

mod any;
mod binary;
mod bitboard;
mod by_definition;
mod cells;
mod codes;
mod coin_turning;
pub mod colouring;
mod combinations;
mod grid;
mod heaps;
pub mod hunt;
mod impartial;
mod labelling;
#[allow(dead_code, reason = "the first of its games follows")]
mod loopy;
mod moore_moves;
mod nim_claims;
pub mod nim_classes;
mod northcott_retreats;
mod number_sets;
mod number_sums;
mod open_games;
mod partizan;
mod picture;
mod planes;
#[cfg(test)]
mod rank_checks;
mod sprague_grundy;
mod stairs;
mod sum_search;
#[cfg(test)]
mod sums;
mod surreals;
pub mod text;
mod values;
mod verify;

pub use any::{AnyGame, AnyMove, AnyMoves, AnyPosition, Face, HeapValues, OPTIONS_TRIED};
pub use impartial::{ImpartialPosition, ImpartialSolver};
pub use loopy::{AnyBoard, LoopyPosition, MAX_PLAIN_RANKS};
pub use open_games::{OpenGame, open_games};
pub use partizan::{HeapForms, PartizanPosition, PartizanSolver};
pub use sum_search::{SumSearch, SumSolved};
pub use verify::{Check, Claim, Halt};

use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::Page;

/// A game, or a family of games, of the catalogue.
pub struct Entry {
    /// Its documentation.
    pub page: &'static Page,
    /// Makes the game from its parameter, which only a family has; the diagnostic points into the parameter.
    pub make: MakeGame,
    /// Its theorems that are more than hooks of the game.
    pub claims: &'static [Claim],
}

/// Makes a game from its parameter.
pub type MakeGame = fn(Option<&str>) -> Result<Arc<dyn AnyGame>, Diagnostic>;

macro_rules! catalogue {
    ($($game:ident),* $(,)?) => {
        $(pub mod $game;)*

        /// Every built-in game, in the order of the list above.
        static CATALOGUE: &[&[Entry]] = &[$($game::ENTRIES),*];
    };
}

catalogue! {
    nim,
    moore_nim,
    subtract,
    all_but,
    bash,
    bash_counting,
    wythoff,
    euclid,
    fibonacci_nim,
    staircase_nim,
    pebbles,
    silver_dollar,
    northcott,
    sliding_row,
    apples,
    octal,
    hex,
    kayles,
    lasker,
    grundy,
    turning_turtles,
    mock_turtles,
    ruler,
    green_stalks,
    hackenbush_green,
    board_coin,
    calendar,
    multiplication,
    digital_deletions,
    graph,
    red_blue_stalks,
    red_blue_trees,
    hackenbush,
    domineering,
    toads_and_frogs,
    col,
    snort,
    clobber,
    partizan_heaps,
    chase,
    mnk,
    chess,
    connect_four,
    awari,
    backsliding,
    drift,
    cops,
    fox_and_geese,
    hare_and_hounds,
    rule_files,
}

/// Every entry of the catalogue.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    CATALOGUE.iter().copied().flatten()
}

/// The theorems that belong to no game.
pub static THEORY: &[&[Claim]] = &[surreals::CLAIMS];

/// Every claim: those of the games, in the order of the catalogue, and those that belong to none.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    entries().map(|entry| entry.claims).chain(THEORY.iter().copied()).flatten()
}
