use crate::{example, groups};
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
    example: ExampleJson,
}

/// A game, of a family with its parameter, and a position of it.
#[derive(Serialize)]
struct ExampleJson {
    game: &'static str,
    position: &'static str,
}

impl GameJson {
    /// The game as JSON, with the first sentence of its rules.
    pub fn new(entry: &'static Entry) -> Self {
        let page = entry.page;
        let is_of = |other: &Entry| other.page.name == page.name;
        let kind = groups().find(|group| group.entries().any(is_of));
        let end = page.rules.find(". ").map_or(page.rules.len(), |end| end + 1);
        let (game, position) = example(page);
        GameJson {
            name: page.name,
            title: page.title,
            kind: kind.map_or("", |group| group.title),
            other_names: other_names(entry).collect(),
            parameter: page.parameter,
            about: &page.rules[..end],
            example: ExampleJson { game, position },
        }
    }
}
