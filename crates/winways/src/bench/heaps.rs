//! Cases that compute nim-values: of heaps, of pairs, and by depth-first search.

use super::case::{BenchResult, Resources, Result};
use super::checksum::Checksum;
use crate::{Catalogue, PairTable};
use winways_games::heaps::kayles::kayles;
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, Span};
use winways_rules::HeapRules;
use winways_solve::{GrundySearch, HeapSequence, Keep, NimSequence, Theorems};

/// Computes the nim-values of heaps up to `up_to`, and their period if it is proved. The checksum covers only the values from
/// heap `from` on.
pub(super) fn values(resources: &Resources<'_>, game: &str, up_to: u64, keep: Keep, from: u64) -> Result {
    let game = Catalogue::new().game(game)?;
    let mut sequence = HeapSequence::new(heap_rules(&*game)?, keep);
    sequence.extend_to(up_to, resources.budget, resources.observer)?;
    let computed = sequence.computed();
    let mut checksum = Checksum::default().word(computed);
    for heap in from..=up_to {
        checksum = checksum.optional(sequence.value(heap).map(u64::from));
    }
    let summary = match sequence.period() {
        Some(period) => {
            checksum = checksum.words([period.preperiod, period.period]);
            format!("period {} from {}, proved", period.period, period.preperiod)
        }
        None => format!("g({up_to}) = {}", sequence.value(up_to).unwrap_or_default()),
    };
    Ok(BenchResult::new(summary, computed, "heaps", checksum))
}

fn heap_rules(game: &dyn AnyGame) -> Result<&dyn HeapRules> {
    Ok(game.tables().heap_rules().ok_or_else(|| Diagnostic::new("the game has no heaps", Span::at(0)))?)
}

/// Computes the nim-values of heaps by the plain method, in ascending order.
pub(super) fn plain_values(resources: &Resources<'_>, game: &str, up_to: u64) -> Result {
    let game = Catalogue::new().game(game)?;
    let mut sequence = NimSequence::new(heap_rules(&*game)?);
    sequence.extend_to(up_to, resources.budget, resources.observer)?;
    let values = sequence.values();
    let mut checksum = Checksum::default().words(values.iter().copied().map(u64::from));
    if let Some(period) = sequence.period() {
        checksum = checksum.words([period.preperiod, period.period]);
    }
    let summary = format!("g({up_to}) = {}", values.last().copied().unwrap_or_default());
    Ok(BenchResult::new(summary, values.len() as u64, "heaps", checksum))
}

/// Computes the nim-values of Kayles by depth-first search in descending order, without using tables of heaps.
pub(super) fn kayles_by_search(resources: &Resources<'_>, heap: u64) -> Result {
    let kayles = kayles();
    let mut search = GrundySearch::new(&kayles, Theorems::Ignore, resources.budget, resources.observer);
    let mut checksum = Checksum::default();
    for heap in (0..=heap).rev() {
        checksum = checksum.word(search.nim_value(&heap)?.0);
    }
    // The number of options generated depends on the number of threads; the number of positions does not.
    let (nodes, options) = (search.nodes(), search.options_seen());
    Ok(BenchResult::new(format!("{nodes} positions"), options, "options", checksum.word(nodes)))
}

/// Computes the nim-value of a position by depth-first search.
pub(super) fn nim_value(resources: &Resources<'_>, game: &str, position: &str) -> Result {
    let position = Catalogue::new().game(game)?.parse(position)?;
    let Some(impartial) = position.impartial() else {
        return Err(Diagnostic::new("the game is not impartial", Span::at(0)).into());
    };
    let mut solver = impartial.solver(Theorems::Ignore, resources.budget, resources.observer);
    let value = solver.value()?;
    let nodes = solver.nodes();
    let checksum = Checksum::default().word(value.0).word(nodes);
    Ok(BenchResult::new(value.to_string(), nodes, "positions", checksum))
}

/// Computes the nim-values of all pairs of numbers up to `up_to`.
pub(super) fn pairs(resources: &Resources<'_>, game: &str, up_to: u64) -> Result {
    let game = Catalogue::new().game(game)?;
    let mut table = PairTable::new(&*game, up_to, resources.budget)?;
    table.extend(resources.observer)?;
    let mut checksum = Checksum::default().word(table.side());
    for row in 0..table.side() {
        checksum = checksum.words(table.row(row).iter().copied().map(u64::from));
    }
    let summary = format!("{} pairs are lost", table.lost().count());
    Ok(BenchResult::new(summary, table.side() * table.side(), "pairs", checksum))
}
