//! Nim-values of heaps, of pairs, and by depth-first search.

use super::case::{BenchError, BenchResult, Means};
use super::checksum::Checksum;
use crate::{Catalogue, PairTable};
use winways_games::heaps::kayles::kayles;
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, Span};
use winways_rules::HeapRules;
use winways_solve::{GrundySearch, HeapSequence, Keep, NimSequence, Theorems};

/// The nim-values of heaps up to one, and the period if it is proved on the way.
pub(super) fn all_values(means: &Means<'_>, game: &str, up_to: u64) -> Result<BenchResult, BenchError> {
    values(means, game, up_to, Keep::All, 0)
}

/// As [`all_values`], for the last 1,000 heaps alone, whose values depend on all the others.
pub(super) fn last_values(means: &Means<'_>, game: &str, up_to: u64) -> Result<BenchResult, BenchError> {
    values(means, game, up_to, Keep::Last, up_to.saturating_sub(1000))
}

fn values(
    means: &Means<'_>,
    game: &str,
    up_to: u64,
    keep: Keep,
    from: u64,
) -> Result<BenchResult, BenchError> {
    let game = Catalogue::new().game(game)?;
    let mut sequence = HeapSequence::new(heap_rules(&*game)?, keep);
    sequence.extend_to(up_to, means.budget, means.observer)?;
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
    let checksum = checksum.finish();
    Ok(BenchResult { summary, count: computed, unit: "heaps", checksum, parts: Vec::new() })
}

fn heap_rules(game: &dyn AnyGame) -> Result<&dyn HeapRules, Diagnostic> {
    game.heap_rules().ok_or_else(|| Diagnostic::new("the game has no heaps", Span::at(0)))
}

/// The nim-values of heaps by the plain method, from the bottom up.
pub(super) fn plain_values(means: &Means<'_>, game: &str, up_to: u64) -> Result<BenchResult, BenchError> {
    let game = Catalogue::new().game(game)?;
    let mut sequence = NimSequence::new(heap_rules(&*game)?);
    sequence.extend_to(up_to, means.budget, means.observer)?;
    let values = sequence.values();
    let mut checksum = Checksum::default().words(values.iter().copied().map(u64::from));
    if let Some(period) = sequence.period() {
        checksum = checksum.words([period.preperiod, period.period]);
    }
    let summary = format!("g({up_to}) = {}", values.last().copied().unwrap_or_default());
    let (nodes, checksum) = (values.len() as u64, checksum.finish());
    Ok(BenchResult { summary, count: nodes, unit: "heaps", checksum, parts: Vec::new() })
}

/// The nim-values of Kayles by depth-first search from the top heap down, as if nothing were known about heaps.
pub(super) fn kayles_by_search(means: &Means<'_>, heap: u64) -> Result<BenchResult, BenchError> {
    let kayles = kayles();
    let mut search = GrundySearch::new(&kayles, Theorems::Ignore, means.budget, means.observer);
    let mut checksum = Checksum::default();
    for heap in (0..=heap).rev() {
        checksum = checksum.word(search.nim_value(&heap)?.0);
    }
    // How many options are generated depends on the number of threads; how many positions there are does not.
    let (nodes, options) = (search.nodes(), search.options_seen());
    let checksum = checksum.word(nodes).finish();
    let summary = format!("{nodes} positions");
    Ok(BenchResult { summary, count: options, unit: "options", checksum, parts: Vec::new() })
}

/// The nim-value of a position by depth-first search.
pub(super) fn nim_value(means: &Means<'_>, game: &str, position: &str) -> Result<BenchResult, BenchError> {
    let position = Catalogue::new().game(game)?.parse(position)?;
    let Some(impartial) = position.impartial() else {
        return Err(Diagnostic::new("the game is not impartial", Span::at(0)).into());
    };
    let mut solver = impartial.solver(Theorems::Ignore, means.budget, means.observer);
    let value = solver.value()?;
    let nodes = solver.nodes();
    let checksum = Checksum::default().word(value.0).word(nodes).finish();
    Ok(BenchResult {
        summary: value.to_string(),
        count: nodes,
        unit: "positions",
        checksum,
        parts: Vec::new(),
    })
}

/// The nim-values of all pairs up to a number.
pub(super) fn pairs(means: &Means<'_>, game: &str, up_to: u64) -> Result<BenchResult, BenchError> {
    let game = Catalogue::new().game(game)?;
    let mut table = PairTable::new(&*game, up_to, means.budget)?;
    table.extend(means.observer)?;
    let mut checksum = Checksum::default().word(table.side());
    for row in 0..table.side() {
        checksum = checksum.words(table.row(row).iter().copied().map(u64::from));
    }
    let summary = format!("{} pairs are lost", table.lost().count());
    let (nodes, checksum) = (table.side() * table.side(), checksum.finish());
    Ok(BenchResult { summary, count: nodes, unit: "pairs", checksum, parts: Vec::new() })
}
