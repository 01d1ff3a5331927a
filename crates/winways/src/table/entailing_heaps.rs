//! Tables of the values of consecutive heaps, for games with entailing moves.

use super::heaps;
use super::kind::{ComputedTable, TableCell, TableError, TableKind, TableQuery, ValueTable};
use super::{Findings, ValuePattern};
use crate::wire::{FindingsJson, PatternJson};
use std::borrow::Cow;
use std::ops::Range;
use winways_entailing::EntailingValue;
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, Span};
use winways_rules::{Play, Recurrence};
use winways_solve::{Observer, Pattern, StopReason, Stopped};
use winways_values::Nimber;

/// The values of heaps 0, 1, 2, … of a game with entailing moves.
struct EntailingHeapTable {
    values: Vec<EntailingValue>,
    /// The period of the values, if the values show one.
    pattern: Option<Pattern>,
    stopped: Option<Stopped>,
}

/// The maximum number of values that are searched for a period.
const VALUES_EXAMINED: usize = 1 << 20;

/// The maximum number of loony heaps that a sentence lists.
const LOONY_LISTED: usize = 60;

impl EntailingHeapTable {
    fn find(
        game: &dyn AnyGame,
        query: &TableQuery,
        observer: &dyn Observer,
    ) -> Result<EntailingHeapTable, Diagnostic> {
        if query.play == Play::Misere {
            let message = format!("`{}` has no table under misère play", game.name());
            return Err(Diagnostic::new(message, Span::at(0))
                .label("expected normal play, under which the values add")
                .help("`winways solve --misere` finds who wins a single position"));
        }
        let mut table = EntailingHeapTable { values: Vec::new(), pattern: None, stopped: None };
        let Some(mut solver) = game.tables().entailing_heaps(query.budget, observer) else {
            return Ok(table);
        };
        for heap in 0..=query.last() {
            let bytes = (table.values.len() as u64).saturating_mul(4 * size_of::<EntailingValue>() as u64);
            let checked = query.budget.check(bytes).map_err(|reason| reason.after(heap));
            match checked.and_then(|()| solver.value(heap)) {
                Ok(value) => table.values.push(value),
                Err(stopped) => {
                    table.stopped = Some(stopped);
                    break;
                }
            }
        }
        if let Err(reason) = table.find_pattern(observer) {
            table.stopped.get_or_insert(reason.after(table.values.len() as u64));
        }
        Ok(table)
    }

    /// Searches for a period of the values. Such a period is never proved, since no theorem about such games is known.
    fn find_pattern(&mut self, observer: &dyn Observer) -> Result<(), StopReason> {
        let code = |value: &EntailingValue| match value.nimber() {
            Some(Nimber(value)) => u16::try_from(value).ok().filter(|&value| value < u16::MAX),
            None => Some(u16::MAX),
        };
        let codes: Option<Vec<u16>> = self.values.iter().take(VALUES_EXAMINED).map(code).collect();
        let Some(codes) = codes else { return Ok(()) };
        let pattern = Pattern::of_metered(&codes, Recurrence::Unknown, &mut observer.meter())?;
        self.pattern = pattern.filter(|pattern| pattern.saltus == 0);
        Ok(())
    }

    fn value(&self, heap: u64) -> Option<EntailingValue> {
        self.values.get(usize::try_from(heap).ok()?).copied()
    }

    fn loony(&self) -> impl Iterator<Item = u64> {
        let values = (0..).zip(&self.values);
        values.filter(|(_, value)| value.is_loony()).map(|(heap, _)| heap)
    }
}

/// The values of heaps of a game with entailing moves.
pub(super) const KIND: TableKind = TableKind {
    name: "entailing heaps",
    columns: &["value"],
    is_numeric: false,
    rows: (20, 5),
    rejected: &["prove", "checkpoint", "certificate", "plot", "code", "format bfile", "outcomes", "quotient"],
    accepted: |_| "games without entailing moves",
    reason: "{game} has entailing moves, so each heap is a nimber or loony",
    is_of: |game, _| is_of(game),
    find: |game, query, observer| -> Result<ComputedTable<'_>, TableError> {
        let table = EntailingHeapTable::find(game, query, observer)?;
        let stopped = table.stopped.clone();
        Ok((Box::new(table), stopped))
    },
    ..heaps::KIND
};

fn is_of(game: &dyn AnyGame) -> bool {
    game.tables().has_entailing_heaps()
}

impl ValueTable for EntailingHeapTable {
    fn ends(&self) -> Vec<u64> {
        vec![self.values.len() as u64]
    }

    fn cell(&self, index: &[u64], _: usize) -> Option<TableCell<'_>> {
        Some(match self.value(index[0])? {
            EntailingValue::Nimber(Nimber(value)) => TableCell::Number(value),
            EntailingValue::Loony => TableCell::Text("loony"),
        })
    }

    fn latex(&self, index: &[u64], _: usize) -> Option<String> {
        self.value(index[0]).map(|value| match value {
            EntailingValue::Nimber(Nimber(value)) => value.to_string(),
            EntailingValue::Loony => format!("${}$", value.latex()),
        })
    }

    fn title(&self, listed: &Range<u64>) -> String {
        format!("values of heaps {} to {}", listed.start, listed.end.saturating_sub(1))
    }

    fn findings(&self, _: u64, _: &dyn Observer) -> Findings {
        Findings { pattern: self.pattern, stopped: self.stopped.clone(), ..Findings::default() }
    }

    fn lines(&self, _: &TableQuery, _: &mut Findings, _: &dyn Observer) -> Vec<String> {
        let listed: Vec<String> = self.loony().take(LOONY_LISTED).map(|heap| heap.to_string()).collect();
        let count = self.loony().count();
        let more = if count > listed.len() { format!(" ... ({count} in all)") } else { String::new() };
        let listed = if listed.is_empty() { "none".to_owned() } else { listed.join(" ") };
        let nimbers = self.values.iter().filter_map(|value| value.nimber());
        let greatest = nimbers.max().map(|Nimber(value)| format!("the greatest nimber is {value}"));
        let pattern = self.pattern.map(|pattern| ValuePattern::from(pattern).to_string());
        [format!("loony heaps: {listed}{more}")].into_iter().chain(greatest).chain(pattern).collect()
    }

    fn fields(&self, _: &Findings) -> FindingsJson<'_> {
        let pattern = Some(PatternJson::of_outcomes(self.pattern));
        FindingsJson { pattern, loony: Some(self.loony().collect()), ..FindingsJson::default() }
    }

    fn method(&self) -> Cow<'_, str> {
        "values of entailing moves".into()
    }
}
