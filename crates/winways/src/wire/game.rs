use super::view::SizeJson;
use super::words::KindWord;
use crate::playing::position_text;
use crate::{Catalogue, Position, example, groups};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;
use winways_games::other_names;
use winways_kit::{AnyGame, Entry};

/// A summary of a game in the catalogue, as JSON.
#[derive(JsonSchema, Serialize)]
pub struct GameJson {
    name: Cow<'static, str>,
    title: Cow<'static, str>,
    kind: &'static str,
    other_names: Vec<&'static str>,
    parameter: Option<&'static str>,
    about: Cow<'static, str>,
    #[schemars(with = "KindWord")]
    players: &'static str,
    example: ExampleJson,
    /// The numbers in the parameter that determine the board of the example.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sizes: Vec<SizeJson>,
}

/// An example: a game, with its parameter if it belongs to a family, and a position.
#[derive(JsonSchema, Serialize)]
struct ExampleJson {
    game: Cow<'static, str>,
    position: Cow<'static, str>,
}

/// The maximum length of the quoted rules, in bytes. Only complete sentences are quoted. A longer first sentence is still quoted.
const ABOUT: usize = 200;

impl GameJson {
    /// Creates the JSON of a game, with the first sentences of its rules.
    pub fn new(entry: &'static Entry) -> Self {
        let page = entry.page;
        let is_of = |other: &Entry| other.page.name == page.name;
        let kind = groups().find(|group| group.entries().any(is_of));
        let (game, position) = example(page);
        let own = Catalogue::new().game(game).ok();
        let view = |game: &Arc<dyn AnyGame>| Some(Position::of_game(&**game, position).ok()?.view());
        let sizes = own.as_ref().filter(|_| page.parameter.is_some()).and_then(view);
        GameJson {
            name: page.name.into(),
            title: page.title.into(),
            kind: kind.map_or("", |group| group.title),
            other_names: other_names(entry).collect(),
            parameter: page.parameter,
            about: first_sentences(page.rules).into(),
            players: own.map_or("partizan", |game| players(&*game)),
            sizes: SizeJson::list(sizes.unwrap_or_default().sizes),
            example: ExampleJson { game: game.into(), position: position.into() },
        }
    }

    /// Creates the JSON of a game that was added to the catalogue.
    pub fn of_game(game: &dyn AnyGame) -> Self {
        let name = game.name().replace('_', "-");
        let start = Position::start(game).map_or_else(String::new, |start| position_text(&start));
        GameJson {
            title: game.about().title.to_owned().into(),
            kind: "Rule files",
            other_names: Vec::new(),
            parameter: None,
            about: first_sentences(&game.about().rules).to_owned().into(),
            players: players(game),
            sizes: Vec::new(),
            example: ExampleJson { game: name.clone().into(), position: start.into() },
            name: name.into(),
        }
    }
}

fn first_sentences(rules: &str) -> &str {
    let ends = || rules.match_indices(". ").map(|(place, _)| place + 1).chain([rules.len()]);
    let end = ends().take_while(|&end| end <= ABOUT).last().or_else(|| ends().next());
    &rules[..end.unwrap_or(rules.len())]
}

/// Returns the kind of a game: `ranked` if its boards are ranked and may state the player to move. Otherwise returns
/// `impartial` if both players have the same moves, or else `partizan`.
fn players(game: &dyn AnyGame) -> &'static str {
    match game.properties().is_impartial {
        _ if game.has_boards() => "ranked",
        true => "impartial",
        false => "partizan",
    }
}
