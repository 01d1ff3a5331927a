//! The findings about a table.

use super::HeapTable;
use std::fmt::{self, Display, Formatter};
use winways_solve::{
    Automaton, Conjecture, Observer, Pattern, PatternStatus, Progress, Standing, StopReason, Stopped,
    conjectures_metered,
};

/// The findings about the values of a table. Missing parts were not found, or do not apply to the kind of table.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The pattern of the values or outcomes of heaps, if one is known.
    pub pattern: Option<Pattern>,
    /// The number of values that would prove the pattern, if it is not proved and a theorem can prove it.
    pub values_needed: Option<u64>,
    /// The number of pairs or triples lost for the player to move; for a symmetric table, of pairs with a ≤ b.
    pub lost_count: Option<u64>,
    /// Further conjectures.
    pub conjectures: Vec<Conjecture>,
    /// The reason the search was stopped; `None` if it was completed. If it was stopped, findings may be missing.
    pub stopped: Option<Stopped>,
}

/// A pattern of the values of heaps: g(n + period) = g(n) + saltus for all n from `preperiod` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePattern {
    /// The first heap from which the rule holds, counted from 0.
    pub preperiod: u64,
    /// The length of the repeating part.
    pub period: u64,
    /// The canonical form of the value added in each period.
    pub saltus: String,
    /// The status of the pattern, such as proved or empirical.
    pub status: PatternStatus,
}

impl From<Pattern> for ValuePattern {
    fn from(Pattern { preperiod, period, saltus, status }: Pattern) -> Self {
        ValuePattern { preperiod, period, saltus: saltus.to_string(), status }
    }
}

/// Formats the pattern as in `period 12 from 71, proved (Guy–Smith)`.
impl Display for ValuePattern {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let ValuePattern { preperiod, period, saltus, status } = self;
        match saltus.as_str() {
            "0" => write!(formatter, "period {period} from {preperiod}, {status}"),
            _ => write!(formatter, "period {period} with saltus {saltus} from {preperiod}, {status}"),
        }
    }
}

/// The maximum number of states of an automaton that is written out.
const STATES_WRITTEN: usize = 12;

/// Returns a line for each statement, and the states of small automata.
pub(super) fn conjecture_lines(found: &[Conjecture]) -> Vec<String> {
    let mut lines = Vec::new();
    for Conjecture { statement, checked_to, standing, automaton, .. } in found {
        lines.push(match standing {
            Standing::Conjecture => format!("{statement}: conjecture, checked to {checked_to}"),
            Standing::Proved(_) | Standing::Theorem { .. } => format!("{statement}: {standing}"),
        });
        let Some(Automaton { states }) = automaton else { continue };
        for (name, state) in states.iter().enumerate().filter(|_| states.len() <= STATES_WRITTEN) {
            let ([zero, one], output) = (state.next, state.output);
            lines.push(format!("  state {name}: output {output}, after 0 state {zero}, after 1 state {one}"));
        }
    }
    lines
}

/// The maximum number of lost pairs or triples listed.
const LOST_LISTED: usize = 60;
/// The number of lost pairs or triples in a row of text.
const IN_A_ROW: usize = 10;

/// Returns the line of lost pairs or triples: a few of them, or only their number.
pub(super) fn lost_line(
    what: &str,
    count: Option<u64>,
    is_listed: bool,
    lost: impl Iterator<Item = Vec<u64>>,
) -> String {
    let mut line = format!("lost {what}:");
    match count {
        None => line.push_str(" not counted"),
        Some(count) if !is_listed || count == 0 => line += &format!(" {count}"),
        Some(count) => {
            for (place, index) in lost.take(LOST_LISTED).enumerate() {
                let is_new_row = place > 0 && place.is_multiple_of(IN_A_ROW);
                let numbers: Vec<String> = index.iter().map(u64::to_string).collect();
                line += &format!("{} ({})", if is_new_row { "\n " } else { "" }, numbers.join(", "));
            }
            if let more @ 1.. = count.saturating_sub(LOST_LISTED as u64) {
                line += &format!(" and {more} more");
            }
        }
    }
    line
}

impl HeapTable<'_> {
    /// Seeks the pattern of the values of heaps 0..=`last` and further conjectures. What was found before the work is
    /// stopped remains.
    pub(super) fn seek(
        &self,
        last: u64,
        findings: &mut Findings,
        observer: &dyn Observer,
    ) -> Result<(), Stopped> {
        let ended = |reason: StopReason| reason.after(self.computed());
        findings.pattern = self.find_pattern(observer.meter()).map_err(ended)?;
        findings.values_needed = self.values_needed(findings.pattern);
        let heaps = (0..=last).take(self.values_examined());
        let values: Vec<u64> = heaps.map_while(|heap| self.value(heap)).collect();
        let progress = Progress { positions: self.computed(), ..Progress::default() };
        observer.poll(&progress).map_err(ended)?;
        let found = conjectures_metered(&values, findings.pattern.is_some(), &mut observer.meter());
        findings.conjectures = found.map_err(|fault| ended(fault.into()))?;
        let settled = self.settle(&mut findings.pattern, &mut findings.conjectures, observer);
        findings.values_needed = self.values_needed(findings.pattern);
        settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Catalogue, Keep, Listing, NoObserver, ValueTable};
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Stops the work at the poll with this number, counted from 1.
    struct StopAtPoll(AtomicU64);

    impl Observer for StopAtPoll {
        fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
            match self.0.fetch_sub(1, Ordering::Relaxed) {
                0 | 1 => ControlFlow::Break(StopReason::Timeout),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    fn after(polls: u64) -> StopAtPoll {
        StopAtPoll(AtomicU64::new(polls))
    }

    fn with_table<T>(game: &str, up_to: u64, check: impl FnOnce(HeapTable<'_>) -> T) -> T {
        let game = Catalogue::new().game(game).unwrap();
        let mut table = HeapTable::new(&*game, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
        table.extend_to(up_to, &NoObserver).unwrap();
        check(table)
    }

    #[test]
    fn a_table_by_theorem_polls_the_observer() {
        let coins = Catalogue::new().game("mock-turtles").unwrap();
        for polls in 1..5 {
            let observer = after(polls);
            let mut table = HeapTable::new(&*coins, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
            let stopped = table.extend_to(1 << 40, &observer).unwrap_err();
            assert_eq!((stopped.reason, table.known()), (StopReason::Timeout, (polls - 1) << 12));
        }
    }

    #[test]
    fn a_listing_polls_the_observer() {
        with_table("kayles", 1000, |table| {
            let observer = after(3);
            let listing = Listing::new(5..100_000_000_000, 1, &observer);
            let last = listing.iter().last().unwrap();
            assert_eq!(last, 5 + (2 << 12) - 1);
            assert!(table.value(last).is_some());
            assert_eq!(listing.stopped(), Some(StopReason::Timeout.after(5 + (2 << 12))));
            let whole = Listing::new(5..20_000, 1, &NoObserver);
            assert_eq!((whole.iter().count(), whole.stopped()), (19_995, None));
        });
    }

    #[test]
    fn stopped_findings_are_marked_incomplete() {
        with_table("nim", 1 << 20, |table| {
            let cut = table.findings(1 << 20, &after(1));
            assert!(cut.conjectures.is_empty() && cut.stopped.is_some());
            let whole = table.findings(1 << 20, &NoObserver);
            assert!(!whole.conjectures.is_empty() && whole.stopped.is_none());
        });
    }
}
