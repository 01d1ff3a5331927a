//! Cases of games with entailing moves.

use super::case::{BenchResult, Resources, Result};
use super::checksum::Checksum;
use winways_entailing::TopEntailsTable;
use winways_solve::Ledger;

/// Computes the values of Top Entails up to a number of coins.
pub(super) fn top_entails(resources: &Resources<'_>, up_to: u64) -> Result {
    let ledger = Ledger::new(resources.budget, resources.observer, 1 << 17);
    let mut table = TopEntailsTable::new();
    table.extend_to(up_to, &ledger).map_err(|reason| reason.after(table.count()))?;
    let sum = table.values().fold(Checksum::default(), |sum, value| sum.text(&value.to_string()));
    let summary = format!("{} loony stacks", table.loony_stacks().count());
    Ok(BenchResult::new(summary, table.count(), "stacks", sum))
}
