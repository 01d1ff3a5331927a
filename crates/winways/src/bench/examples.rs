//! The case that solves the examples on all pages of the catalogue.

use super::case::{BenchPart, BenchResult, Resources, Result};
use super::checksum::Checksum;
use crate::{Analysis, Catalogue, Outcome, Position, Request, analyse, example};
use winways_games::entries;

/// Pages that were added after the case was frozen.
const LATER: &[&str] = &["coloured-graph"];

/// Solves the example on every page that existed when the case was frozen, with the first method that applies.
pub(super) fn examples(resources: &Resources<'_>) -> Result {
    let catalogue = Catalogue::new();
    let (mut nodes, mut parts) = (0u64, Vec::new());
    for entry in entries().filter(|entry| !LATER.contains(&entry.page.name)) {
        let (game, text) = example(entry.page);
        let game = catalogue.game(game)?;
        let position = Position::of_game(&*game, text)?;
        let request =
            Request { play: game.about().play, moves: 0, budget: resources.budget, ..Request::default() };
        let analysis = analyse(&position, &request, resources.observer);
        if let Some(stopped) = analysis.stopped {
            return Err(stopped.into());
        }
        nodes += analysis.method.nodes;
        let (summary, checksum) = (summary(&analysis), checksum(&analysis));
        parts.push(BenchPart { name: entry.page.name, summary, checksum });
    }
    Ok(BenchResult::of_parts(format!("{} examples", parts.len()), nodes, "positions", parts))
}

/// Returns a checksum of the outcome, value, remoteness, kind of method and node count.
fn checksum(analysis: &Analysis) -> u64 {
    let mut checksum = Checksum::default().text(analysis.outcome.map_or("?", Outcome::letter));
    if let Some(value) = &analysis.value {
        checksum = checksum.text(value.kind().name()).text(&value.to_string());
        checksum = value.facts().iter().fold(checksum, |checksum, fact| checksum.text(&fact.text));
    }
    let checksum = checksum.optional(analysis.remoteness.map(u64::from));
    checksum.text(analysis.method.kind.name()).word(analysis.method.nodes).finish()
}

fn summary(analysis: &Analysis) -> String {
    let outcome = analysis.outcome.map_or("?", Outcome::letter);
    let value = analysis.value.as_ref().map_or(String::new(), |value| format!(", value {value}"));
    let remoteness = analysis.remoteness.map_or(String::new(), |moves| format!(", remoteness {moves}"));
    let method = &analysis.method;
    format!("{outcome}{value}{remoteness}, by {}, {} nodes", method.kind.name(), method.nodes)
}
