use crate::{Catalogue, example, groups};
use serde::Serialize;
use winways_games::other_names;
use winways_kit::Entry;

/// A game of the catalogue in short, as JSON.
#[derive(Serialize)]
pub struct GameJson {
    name: &'static str,
    title: &'static str,
    kind: &'static str,
    other_names: Vec<&'static str>,
    parameter: Option<&'static str>,
    about: &'static str,
    players: &'static str,
    example: ExampleJson,
}

/// A game, of a family with its parameter, and a position of it.
#[derive(Serialize)]
struct ExampleJson {
    game: &'static str,
    position: &'static str,
}

/// As many whole sentences of the rules as fit into so many bytes are told, at least one.
const ABOUT: usize = 200;

impl GameJson {
    /// The game as JSON, with the first sentences of its rules.
    pub fn new(entry: &'static Entry) -> Self {
        let page = entry.page;
        let is_of = |other: &Entry| other.page.name == page.name;
        let kind = groups().find(|group| group.entries().any(is_of));
        let (game, position) = example(page);
        GameJson {
            name: page.name,
            title: page.title,
            kind: kind.map_or("", |group| group.title),
            other_names: other_names(entry).collect(),
            parameter: page.parameter,
            about: first_sentences(page.rules),
            players: players(game),
            example: ExampleJson { game, position },
        }
    }
}

fn first_sentences(rules: &str) -> &str {
    let ends = || rules.match_indices(". ").map(|(place, _)| place + 1).chain([rules.len()]);
    let end = ends().take_while(|&end| end <= ABOUT).last().or_else(|| ends().next());
    &rules[..end.unwrap_or(rules.len())]
}

/// Who may make which moves: `impartial` where both players have the same, `partizan`, or `ranked` where the positions of a board are
/// numbered and may say whose turn it is.
fn players(game: &str) -> &'static str {
    match Catalogue::new().game(game) {
        Ok(game) if game.has_boards() => "ranked",
        Ok(game) if game.properties().is_impartial => "impartial",
        _ => "partizan",
    }
}
