//! Answers questions about the catalogue: summaries of all games, and the page of a game.

use crate::wire::{ErrorJson, GameJson, PageJson};
use crate::{Catalogue, groups, search_games};
use winways_kit::AnyGame;
use winways_notation::Span;

/// Lists the games that match these words, best match first. Without words, lists all games by kind. Added games come
/// first.
pub(super) fn list(catalogue: &Catalogue, words: &str) -> Vec<GameJson> {
    let words = words.trim().to_lowercase();
    let has_words = |game: &dyn AnyGame| {
        let text = format!("{} {} {}", game.name(), game.about().title, game.about().rules).to_lowercase();
        words.split_whitespace().all(|word| text.contains(word))
    };
    let added =
        catalogue.all_added().map(|game| &**game).filter(|game| has_words(*game)).map(GameJson::of_game);
    match words.is_empty() {
        true => added.chain(groups().flat_map(|group| group.entries().map(GameJson::new))).collect(),
        false => added.chain(search_games(&words).map(|(_, entry)| GameJson::new(entry))).collect(),
    }
}

/// Passes the page of a game to `write`. `name` may be any name of the game, with or without a parameter.
pub(super) fn page<T>(
    catalogue: &Catalogue,
    name: &str,
    write: impl FnOnce(&PageJson<'_>) -> T,
) -> Result<T, ErrorJson> {
    if let Some(game) = catalogue.added(name) {
        return Ok(write(&PageJson::of_game(&**game)));
    }
    let wrong = |diagnostic| ErrorJson::of_text("name", name, &diagnostic);
    let base = match catalogue.game(name) {
        Ok(game) => game.page().name,
        Err(diagnostic) if name.contains(['(', '{']) => return Err(wrong(diagnostic)),
        Err(_) => name.split(['(', '{']).next().unwrap_or(name),
    };
    catalogue.entry(base, Span::new(0, base.len())).map(|entry| write(&PageJson::new(entry))).map_err(wrong)
}
