//! Tables of the canonical forms of consecutive heaps, for partizan games.

use super::heaps;
use super::kind::{TableCell, TableKind, TableQuery, ValueTable};
use super::{Findings, ValuePattern};
use crate::Outcome;
use crate::wire::{FindingsJson, OutcomesJson, PatternJson};
use std::borrow::Cow;
use std::ops::Range;
use winways_kit::{AnyGame, HeapForms};
use winways_notation::{Diagnostic, Span};
use winways_rules::Recurrence;
use winways_solve::{Budget, FormPattern, Observer, Pattern, Progress, StopReason, Stopped};
use winways_values::{Arena, Game, Interrupt, OperationError, Operations, TextLimits};

/// The canonical forms computed so far for heaps 0, 1, 2, … of a partizan game on heaps.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver};
/// use winways::tables::PartizanHeapTable;
/// let game = Catalogue::new().game("subtract{1|2}")?;
/// let table = PartizanHeapTable::find(&*game, 20, Budget::DEFAULT, &NoObserver)?;
/// assert_eq!(table.values()[..4], ["0", "1", "{1|0}", "0"]);
/// let pattern = table.pattern().unwrap();
/// assert_eq!((pattern.preperiod, pattern.period, &*pattern.saltus), (0, 3, "0"));
/// assert_eq!(pattern.status.to_string(), "proved (two equal windows)");
/// # Ok::<(), winways::Diagnostic>(())
/// ```
pub struct PartizanHeapTable {
    arena: Arena,
    recurrence: Recurrence,
    forms: Vec<Game>,
    values: Vec<String>,
    outcomes: Vec<Outcome>,
    pattern: Option<ValuePattern>,
    left_out: bool,
    stopped: Option<Stopped>,
}

impl PartizanHeapTable {
    /// Returns `true` if the positions of a game are heaps whose values are canonical forms.
    pub fn is_of(game: &dyn AnyGame) -> bool {
        game.tables().heap_forms().is_some()
    }

    /// Computes the values of heaps 0..=`up_to`, or of fewer heaps if the budget is exhausted or the observer stops the work.
    ///
    /// # Errors
    /// Returns a diagnostic if the game is not a partizan game on heaps.
    ///
    /// # Complexity
    /// Computes one canonical form for each heap. The sizes of the forms depend on the game.
    pub fn find(
        game: &dyn AnyGame,
        up_to: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Self, Diagnostic> {
        let Some(heaps) = game.tables().heap_forms() else {
            let message = format!("`{}` is not a partizan game on heaps", game.name());
            return Err(
                Diagnostic::new(message, Span::at(0)).label("expected a game such as `subtract{1,3|1,2}`")
            );
        };
        let arena = Arena::new(budget.memory);
        arena.set_interrupt(observer.interrupt());
        let mut table = PartizanHeapTable {
            arena,
            recurrence: heaps.recurrence(),
            forms: Vec::new(),
            values: Vec::new(),
            outcomes: Vec::new(),
            pattern: None,
            left_out: false,
            stopped: None,
        };
        let found = table.fill(heaps, up_to, budget, observer).and_then(|()| table.find_pattern(observer));
        if let Err(reason) = found {
            table.stopped = Some(Stopped { reason, nodes: table.known() });
            // This search allocates nothing in the arena and takes linear time.
            let proved = FormPattern::proved_by(&table.forms, table.recurrence);
            table.pattern = proved.and_then(|pattern| table.written(pattern).ok());
        }
        table.arena.set_interrupt(Interrupt::default());
        Ok(table)
    }

    fn fill(
        &mut self,
        heaps: &dyn HeapForms,
        up_to: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        let mut form_of = heaps.forms(&self.arena, budget, observer);
        let mut written = 0u64;
        for heap in 0..=up_to {
            let bytes = self.arena.bytes().saturating_add(written);
            let progress = Progress { positions: heap, depth: 0, bytes, ..Progress::default() };
            budget.poll(observer, &progress)?;
            let form = form_of(heap).map_err(|stopped| stopped.reason)?;
            let value = text(&self.arena, form)?;
            // Counts the memory for the text, the form and the outcome, with room for the lists to double.
            written += (value.len() + 2 * (size_of::<String>() + 2 * size_of::<Game>())) as u64;
            self.forms.push(form);
            self.values.push(value);
            self.outcomes.push(self.arena.outcome(form).into());
        }
        Ok(())
    }

    fn find_pattern(&mut self, observer: &dyn Observer) -> Result<(), StopReason> {
        let shown = FormPattern::shown_by(&self.forms, self.recurrence, &self.arena, observer)?;
        self.left_out = shown.left_out;
        self.pattern = shown.pattern.map(|pattern| self.written(pattern)).transpose()?;
        Ok(())
    }

    fn written(&self, pattern: FormPattern) -> Result<ValuePattern, StopReason> {
        let FormPattern { preperiod, period, saltus, status } = pattern;
        Ok(ValuePattern { preperiod, period, saltus: text(&self.arena, saltus)?, status })
    }

    /// Returns the number of known values, from heap 0 on.
    pub fn known(&self) -> u64 {
        self.values.len() as u64
    }

    /// Returns the canonical forms of heaps 0, 1, 2, …, in a notation that the expression parser accepts.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// Returns the value of a heap in LaTeX math mode; `None` if it is unknown or too long.
    pub fn latex(&self, heap: u64) -> Option<String> {
        let form = *self.forms.get(usize::try_from(heap).ok()?)?;
        Operations::new(self.arena.session()).latex(form, TextLimits::default()).ok()
    }

    /// Returns the outcomes of single heaps 0, 1, 2, ….
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Returns the pattern of the values, if one is known.
    pub fn pattern(&self) -> Option<&ValuePattern> {
        self.pattern.as_ref()
    }

    /// Returns `true` if some differences of values were too large to examine. A pattern, or a shorter period, may
    /// then have been missed.
    pub fn left_out(&self) -> bool {
        self.left_out
    }

    /// Returns the pattern of the outcomes of single heaps, if one is known. Its saltus is always 0. The search takes time
    /// O(heaps).
    ///
    /// If no move splits a heap, the outcome of a heap depends only on the outcomes of the heaps that moves leave. Two equal
    /// windows of outcomes therefore prove a period, even if the values have no period.
    pub fn outcome_pattern(&self) -> Option<Pattern> {
        let numbers: Vec<u16> = self.outcomes.iter().map(|outcome| *outcome as u16).collect();
        Pattern::of(&numbers, self.recurrence).filter(|pattern| pattern.saltus == 0)
    }

    /// Returns the reason the table ends early; `None` if it does not.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }
}

/// The canonical forms of heaps.
pub(super) const KIND: TableKind = TableKind {
    name: "partizan heaps",
    columns: &["value", "outcome"],
    is_numeric: false,
    rows: (1, 0),
    rejected: &["prove", "checkpoint", "certificate", "plot", "code", "format bfile"],
    reason: "{game} is a partizan game, so the values of its heaps are canonical forms",
    is_of: |game, _| PartizanHeapTable::is_of(game),
    find: |game, query, observer| {
        let table = PartizanHeapTable::find(game, query.last(), query.budget, observer)?;
        let stopped = table.stopped().cloned();
        Ok((Box::new(table), stopped))
    },
    ..heaps::KIND
};

/// The maximum number of outcomes shown as text.
const OUTCOMES_SHOWN: usize = 60;

impl ValueTable for PartizanHeapTable {
    fn ends(&self) -> Vec<u64> {
        vec![self.known()]
    }

    fn cell(&self, index: &[u64], column: usize) -> Option<TableCell<'_>> {
        let heap = usize::try_from(index[0]).ok()?;
        Some(TableCell::Text(match column {
            0 => self.values.get(heap)?,
            _ => self.outcomes.get(heap)?.letter(),
        }))
    }

    fn latex(&self, index: &[u64], column: usize) -> Option<String> {
        let heap = usize::try_from(index[0]).ok()?;
        Some(match column {
            0 => self.latex(index[0]).map_or("too long".to_owned(), |value| format!("${value}$")),
            _ => format!("${}$", self.outcomes.get(heap)?.latex()),
        })
    }

    fn title(&self, listed: &Range<u64>) -> String {
        format!("canonical forms of heaps {} to {}", listed.start, listed.end.saturating_sub(1))
    }

    fn findings(&self, _: u64, _: &dyn Observer) -> Findings {
        Findings { stopped: self.stopped.clone(), ..Findings::default() }
    }

    fn lines(&self, query: &TableQuery, _: &mut Findings, _: &dyn Observer) -> Vec<String> {
        let from = usize::try_from(query.from).unwrap_or(usize::MAX);
        let outcomes = &self.outcomes[from.min(self.outcomes.len())..];
        let values = pattern_line(self.pattern(), self.left_out, self.stopped.is_some());
        values.into_iter().chain(outcome_lines(outcomes, self.outcome_pattern())).collect()
    }

    fn fields(&self, _: &Findings) -> FindingsJson<'_> {
        FindingsJson {
            pattern: Some(PatternJson::of_forms(self.pattern())),
            left_out: Some(self.left_out),
            outcomes: Some(OutcomesJson::patterned(self.outcome_pattern())),
            ..FindingsJson::default()
        }
    }

    fn method(&self) -> Cow<'_, str> {
        "canonical forms of all options of every heap".into()
    }
}

/// Returns the line about the pattern of canonical forms; `None` if the table ends early without a pattern.
pub(super) fn pattern_line(
    pattern: Option<&ValuePattern>,
    left_out: bool,
    is_stopped: bool,
) -> Option<String> {
    let left_out = if left_out { "; some differences were too large to examine" } else { "" };
    match pattern {
        Some(pattern) => Some(format!("values: {pattern}{left_out}")),
        None if is_stopped => None,
        None => Some(format!("values: no period found{left_out}")),
    }
}

/// Returns two lines: the first of `outcomes`, and the pattern.
pub(super) fn outcome_lines(outcomes: &[Outcome], pattern: Option<Pattern>) -> [String; 2] {
    let letters: String = outcomes.iter().take(OUTCOMES_SHOWN).map(|outcome| outcome.letter()).collect();
    let dots = if outcomes.len() > OUTCOMES_SHOWN { "..." } else { "" };
    let pattern = pattern.map(|pattern| ValuePattern::from(pattern).to_string());
    let pattern = pattern.unwrap_or("no period found".to_owned());
    [format!("outcomes: {letters}{dots}"), format!("outcomes: {pattern}")]
}

pub(super) fn text(arena: &Arena, form: Game) -> Result<String, StopReason> {
    Operations::new(arena.session()).text(form, TextLimits::default()).map_err(reason)
}

pub(super) fn reason(error: OperationError) -> StopReason {
    match error {
        OperationError::Arena(error) => error.into(),
        _ => StopReason::Unsupported("a value with a text this long"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, Position, Request, Value, analyse};
    use winways_solve::NoObserver;

    fn table(game: &str, up_to: u64) -> PartizanHeapTable {
        let game = Catalogue::new().game(game).unwrap();
        PartizanHeapTable::find(&*game, up_to, Budget::DEFAULT, &NoObserver).unwrap()
    }

    #[test]
    fn tables_agree_with_single_positions() {
        for (name, up_to) in [
            ("subtract{1,3|1,2}", 30),
            ("subtract{squares|primes}", 20),
            ("allbut{1|2}", 14),
            ("octal(0.7|0.07)", 12),
            ("octal(4.3|0.07)", 10),
            ("hex(0.3|0.8F)", 8),
        ] {
            let game = Catalogue::new().game(name).unwrap();
            let table = table(name, up_to);
            assert_eq!((table.known(), table.stopped()), (up_to + 1, None));
            for (heap, value) in table.values().iter().enumerate() {
                let position = Position::of_game(&*game, &heap.to_string()).unwrap();
                let analysis = analyse(&position, &Request::default(), &NoObserver);
                let Some(Value::Game(expected)) = analysis.value else { panic!("{name} {heap}") };
                assert_eq!(*value, expected.text, "{name} {heap}");
                assert_eq!(Some(table.outcomes()[heap]), analysis.outcome, "{name} {heap}");
            }
        }
    }

    /// A pattern that a short table proves also holds in a long table, for values and for outcomes.
    #[test]
    fn proved_patterns_hold_for_larger_heaps() {
        let mut proved = [0, 0];
        for left in 1..16u32 {
            for right in 1..16u32 {
                let set = |bits: u32| {
                    let numbers = (1..6).filter(|number| bits >> (number - 1) & 1 == 1);
                    numbers.map(|number: u32| number.to_string()).collect::<Vec<_>>().join(",")
                };
                let name = format!("subtract{{{}|{}}}", set(left), set(right));
                let game = Catalogue::new().game(&name).unwrap();
                let short = table(&name, 24);
                let arena = Arena::default();
                let mut forms =
                    game.tables().heap_forms().unwrap().forms(&arena, Budget::DEFAULT, &NoObserver);
                let long: Vec<Game> = (0..80).map(|heap| forms(heap).unwrap()).collect();
                if let Some(pattern) = short.pattern().filter(|pattern| pattern.status.is_proved()) {
                    proved[0] += 1;
                    assert_eq!(pattern.saltus, "0");
                    let (start, period) = (pattern.preperiod as usize, pattern.period as usize);
                    for heap in start..80 - period {
                        assert_eq!(long[heap], long[heap + period], "{name} {heap}");
                    }
                }
                if let Some(pattern) = short.outcome_pattern().filter(Pattern::is_proved) {
                    proved[1] += 1;
                    for heap in pattern.preperiod as usize..80 - pattern.period as usize {
                        let later = arena.outcome(long[heap + pattern.period as usize]);
                        assert_eq!(arena.outcome(long[heap]), later, "{name} {heap}");
                    }
                }
            }
        }
        assert!(proved.iter().all(|count| *count > 0), "{proved:?}");
    }

    #[test]
    fn omitted_differences_are_reported() {
        let seen =
            |game: &str| table(game, 100).pattern().map(|pattern| (pattern.period, pattern.saltus.clone()));
        assert_eq!(seen("octal(0.33|0.7)"), Some((2, "^".to_owned())));
        assert_eq!(seen("subtract{3,5|1,2}"), Some((2, "{0,^*|0,{0,^*|0}}".to_owned())));
        let large = table("subtract{1,2|1,4}", 300);
        assert!(large.left_out() && large.pattern().is_none() && large.stopped().is_none());
    }

    #[test]
    fn limits_keep_partial_results() {
        let game = Catalogue::new().game("octal(0.7|0.3)").unwrap();
        let budget = Budget { memory: 1 << 16, ..Budget::DEFAULT };
        let table = PartizanHeapTable::find(&*game, 1 << 40, budget, &NoObserver).unwrap();
        assert!(matches!(table.stopped().unwrap().reason, StopReason::Memory { .. }));
        assert!(table.known() > 0 && table.known() == table.outcomes().len() as u64);
        let kayles = Catalogue::new().game("kayles").unwrap();
        assert!(PartizanHeapTable::find(&*kayles, 3, budget, &NoObserver).is_err());
    }
}
