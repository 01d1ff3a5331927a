//! The findings about the values of a table: patterns, lost positions and conjectures.

use std::fmt::{self, Display, Formatter};
use winways_solve::{Automaton, Conjecture, Pattern, PatternStatus, Period, Standing, Stopped};

/// The findings about the values of a table. A finding is missing if it was not found or does not apply to the kind of table.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The pattern of the values or outcomes of heaps, if one is known.
    pub pattern: Option<Pattern>,
    /// The number of values that would prove the pattern, if it is not proved and a theorem can prove it.
    pub values_needed: Option<u64>,
    /// The number of pairs or triples that are lost for the player to move. For a symmetric table, only pairs with a ≤ b count.
    pub lost_count: Option<u64>,
    /// Further conjectures.
    pub conjectures: Vec<Conjecture>,
    /// The reason the search was stopped; `None` if it was completed. After a stopped search, findings may be missing.
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

/// Formats the pattern, such as `period 12 from 71, proved (Guy–Smith)`.
impl Display for ValuePattern {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let ValuePattern { preperiod, period, saltus, status } = self;
        match saltus.as_str() {
            "0" => write!(formatter, "period {period} from {preperiod}, {status}"),
            _ => write!(formatter, "period {period} with saltus {saltus} from {preperiod}, {status}"),
        }
    }
}

/// A proved period of the rows of pairs (n, m) with heap n and memory m: g(n + period, m) = g(n, m) for all n from
/// `preperiod` on and all memories in `columns`.
///
/// The preperiod and the period are the smallest with this property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPeriod {
    /// The index of the heap in a pair, 0 or 1.
    pub heap: usize,
    /// The memories of the columns, in ascending order.
    pub columns: Vec<u64>,
    /// The period.
    pub period: Period,
}

impl RowPeriod {
    /// The theorem that proves such periods.
    pub const THEOREM: &'static str = "two equal windows of rows";
}

impl Display for RowPeriod {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Period { preperiod, period } = self.period;
        let (heap, memory) = if self.heap == 0 { ("a", "b") } else { ("b", "a") };
        let equation = match self.heap {
            0 => format!("g(a + {period}, b) = g(a, b)"),
            _ => format!("g(a, b + {period}) = g(a, b)"),
        };
        let last = self.columns.last().copied().unwrap_or(0);
        write!(formatter, "{equation} for all {heap} >= {preperiod} and ")?;
        if self.columns.len() as u64 == last.saturating_add(1) {
            return write!(formatter, "{memory} <= {last}");
        }
        let columns: Vec<String> = self.columns.iter().map(u64::to_string).collect();
        write!(formatter, "{memory} in {{{}}}", columns.join(", "))
    }
}

/// The maximum number of states of an automaton whose states are listed.
const STATES_WRITTEN: usize = 12;

/// Returns a line for each statement, with the states of small automata.
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

/// Returns text that lists up to [`LOST_LISTED`] lost pairs or triples, or states only their number.
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
