//! Outcomes by search, of sums under misère play and of boards whose canonical form takes more.

use super::case::{BenchError, BenchResult, Means};
use super::checksum::Checksum;
use crate::{Catalogue, Outcome, Position, Request, analyse};
use winways_rules::Play;
use winways_solve::Theorems;

/// The outcome of a sum of impartial games under misère play, by search.
pub(super) fn misere(means: &Means<'_>, sum: &str) -> Result<BenchResult, BenchError> {
    let position = Position::of_expression(&Catalogue::new(), sum)?;
    let request = Request { play: Play::Misere, theorems: Theorems::Ignore, moves: 0, ..Request::default() };
    outcome(means, &position, request)
}

/// The outcome of a position and no more, with the values of small components.
pub(super) fn board(means: &Means<'_>, position: &str) -> Result<BenchResult, BenchError> {
    let position = Position::of_expression(&Catalogue::new(), position)?;
    outcome(means, &position, Request { outcome_only: true, ..Request::default() })
}

fn outcome(means: &Means<'_>, position: &Position, request: Request<'_>) -> Result<BenchResult, BenchError> {
    let request = Request { budget: means.budget, ..request };
    let analysis = analyse(position, &request, means.observer);
    if let Some(stopped) = analysis.stopped {
        return Err(stopped.into());
    }
    let outcome = analysis.outcome.map_or("?", Outcome::letter);
    let nodes = analysis.method.nodes;
    let checksum = Checksum::default().text(outcome).word(nodes).finish();
    Ok(BenchResult {
        summary: outcome.to_owned(),
        count: nodes,
        unit: "positions",
        checksum,
        parts: Vec::new(),
    })
}
