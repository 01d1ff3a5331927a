//! The list of the kinds of tables.

use super::kind::{TableKind, TableQuery};
use super::{entailing_heaps, heaps, outcomes, pairs, partizan_heaps, quotients, triples};
use winways_kit::AnyGame;

/// The kinds of tables. The kind of a game is the first kind whose condition it meets.
const KINDS: [&TableKind; 7] = [
    &entailing_heaps::KIND,
    &quotients::KIND,
    &outcomes::KIND,
    &pairs::KIND,
    &triples::KIND,
    &partizan_heaps::KIND,
    &heaps::KIND,
];

impl TableKind {
    /// Returns the kind of table for a game.
    pub fn of(game: &dyn AnyGame, query: &TableQuery) -> &'static TableKind {
        KINDS.into_iter().find(|kind| (kind.is_of)(game, query)).unwrap_or(&heaps::KIND)
    }
}
