//! The built-in games: each is one file with its rules, notation, theorems and their sources.
//!
//! [`entries`] lists them. To add a game, write its file in the folder of its kind (`heaps/nim.rs` is the model) and add its
//! name to the list in that folder's `mod.rs`; nothing else changes. This crate knows no output format.

#![forbid(unsafe_code)]

/// The modules of the games of a folder, and their entries in this order.
macro_rules! games {
    ($($game:ident),* $(,)?) => {
        $(pub mod $game;)*

        /// The entries of the games of this folder, in the order of its list.
        pub(crate) static ENTRIES: &[&[winways_kit::Entry]] = &[$($game::ENTRIES),*];
    };
}

pub mod coins;
pub mod graphs;
pub mod grids;
pub mod hackenbush;
pub mod heaps;
mod impartial_form;
mod names;
pub mod numbers;
pub mod pairs;
pub mod ranked;
mod rule_files;
pub mod staircases;
pub mod strips;
mod theory;

pub use heaps::open_games::{OpenGame, open_games};
pub use impartial_form::impartial_form;
pub use names::{NamedGame, Relevance, find, other_names, search};

use winways_kit::{Claim, Entry};

/// The entries of all games, folder by folder.
static CATALOGUE: &[&[&[Entry]]] = &[
    heaps::ENTRIES,
    staircases::ENTRIES,
    coins::ENTRIES,
    numbers::ENTRIES,
    pairs::ENTRIES,
    hackenbush::ENTRIES,
    grids::ENTRIES,
    strips::ENTRIES,
    graphs::ENTRIES,
    ranked::ENTRIES,
    impartial_form::ENTRIES,
    &[rule_files::ENTRIES],
];

/// Every entry of the catalogue.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    CATALOGUE.iter().copied().flatten().copied().flatten()
}

/// The theorems that belong to no game.
pub static THEORY: &[&[Claim]] = &[theory::surreals::CLAIMS];

/// Every claim: those of the games, in the order of the catalogue, and those that belong to none.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    entries().map(|entry| entry.claims).chain(THEORY.iter().copied()).flatten()
}
