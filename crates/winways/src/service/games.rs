//! The catalogue: all games in short, and the page of one.

use crate::wire::{ErrorJson, GameJson, PageJson};
use crate::{Catalogue, groups, search_games};
use winways_notation::Span;

/// The games that have these words, the best first; without words all of them, kind by kind.
pub(super) fn list(words: &str) -> Vec<GameJson> {
    if words.trim().is_empty() {
        return groups().flat_map(|group| group.entries().map(GameJson::new)).collect();
    }
    search_games(words).map(|(_, entry)| GameJson::new(entry)).collect()
}

/// The page of a game, whose name may be any of its names, also with a parameter.
pub(super) fn page(catalogue: &Catalogue, name: &str) -> Result<PageJson<'static>, ErrorJson> {
    let wrong = |diagnostic| ErrorJson::of_text("name", name, &diagnostic);
    let base = match catalogue.game(name) {
        Ok(game) => game.page().name,
        Err(_) => name.split(['(', '{']).next().unwrap_or(name),
    };
    catalogue.entry(base, Span::new(0, base.len())).map(PageJson::new).map_err(wrong)
}
