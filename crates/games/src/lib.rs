//! The built-in games. Most games have a module with their rules and notation, and a page in the folder `pages` with their theorems
//! and sources. Rule files in the folder `rules` define the others.
//!
//! [`entries`] lists the games. To add a game, write its page, write its module in the folder of its kind (`heaps/nim.rs` is the
//! model), and add its name to the list in that folder's module file. Nothing else changes. This crate does not depend on any
//! output format.

#![forbid(unsafe_code)]

#[macro_use]
mod macros;

pub mod coins;
pub mod entailing;
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

pub use heaps::atlas::{AtlasError, AtlasRow, atlas};
pub use heaps::octal_classes::{ShiftedCode, octal_classes};
pub use heaps::open_games::{OpenGame, open_games};
pub use impartial_form::impartial_form;
pub use names::{NamedGame, Relevance, find, other_names, search};

use winways_kit::{Claim, Entry};

/// Games of one kind, in the order in which they are listed.
pub struct Group {
    /// The name of the kind.
    pub title: &'static str,
    /// The entries, one slice per folder.
    folders: &'static [&'static [&'static [Entry]]],
}

impl Group {
    /// Iterates over the games of the group. Every group has at least one.
    pub fn entries(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        self.folders.iter().copied().flatten().copied().flatten()
    }
}

/// The kinds of games, in the order of the catalogue.
static GROUPS: &[Group] = &[
    Group { title: "Heaps", folders: &[heaps::ENTRIES] },
    Group { title: "Stairs and rows", folders: &[staircases::ENTRIES] },
    Group { title: "Coins", folders: &[coins::ENTRIES] },
    Group { title: "Numbers", folders: &[numbers::ENTRIES] },
    Group { title: "Pairs", folders: &[pairs::ENTRIES] },
    Group { title: "Hackenbush", folders: &[hackenbush::ENTRIES] },
    Group { title: "Boards", folders: &[grids::ENTRIES, strips::ENTRIES, &[rule_files::BOARDS]] },
    Group { title: "Your own graphs", folders: &[graphs::ENTRIES] },
    Group { title: "Entailing moves", folders: &[entailing::ENTRIES] },
    Group { title: "Cycles, goals and points", folders: &[ranked::ENTRIES, &[rule_files::POINTS]] },
    Group { title: "Impartial forms", folders: &[impartial_form::ENTRIES] },
    Group { title: "More games on heaps", folders: &[&[rule_files::NUMBERS]] },
];

/// Iterates over the kinds of games, each with its games.
///
/// ```
/// let boards = winways_games::groups().find(|group| group.title == "Boards").unwrap();
/// assert!(boards.entries().any(|entry| entry.page.name == "amazons"));
/// ```
pub fn groups() -> impl Iterator<Item = &'static Group> {
    GROUPS.iter()
}

/// Iterates over all entries of the catalogue.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    groups().flat_map(Group::entries)
}

/// The theorems that belong to no particular game.
pub static THEORY: &[&[Claim]] = &[theory::misere::CLAIMS, theory::surreals::CLAIMS];

/// Iterates over all claims: first those of the games, in the order of the catalogue, then those that belong to no game.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    entries().map(|entry| entry.claims).chain(THEORY.iter().copied()).flatten()
}
