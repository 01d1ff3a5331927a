//! Cases that search for outcomes: of sums under misère play, and of boards whose canonical forms would take longer.

use super::case::{BenchResult, Resources, Result};
use super::checksum::Checksum;
use crate::{Catalogue, Outcome, Position, Request, analyse};
use winways_rules::Play;
use winways_solve::Theorems;

/// Searches for the outcome of a sum of impartial games under misère play.
pub(super) fn misere(resources: &Resources<'_>, sum: &str) -> Result {
    let position = Position::of_expression(&Catalogue::new(), sum)?;
    let request = Request { play: Play::Misere, theorems: Theorems::Ignore, moves: 0, ..Request::default() };
    outcome(resources, &position, request)
}

/// Searches only for the outcome of a position, using the values of small components.
pub(super) fn board(resources: &Resources<'_>, position: &str) -> Result {
    let position = Position::of_expression(&Catalogue::new(), position)?;
    outcome(resources, &position, Request { outcome_only: true, ..Request::default() })
}

fn outcome(resources: &Resources<'_>, position: &Position, request: Request<'_>) -> Result {
    let request = Request { budget: resources.budget, ..request };
    let analysis = analyse(position, &request, resources.observer);
    if let Some(stopped) = analysis.stopped {
        return Err(stopped.into());
    }
    let outcome = analysis.outcome.map_or("?", Outcome::letter);
    let nodes = analysis.method.nodes;
    let checksum = Checksum::default().text(outcome).word(nodes);
    Ok(BenchResult::new(outcome.to_owned(), nodes, "positions", checksum))
}
