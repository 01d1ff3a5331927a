//! Tables of nim-values of consecutive heaps, with their period.

use super::code::{CodeNames, TableCode};
use super::findings::conjecture_lines;
use super::kind::{CodeQuery, ComputedTable, TableCell, TableError, TableKind, TableQuery, ValueTable};
use super::listing::Listing;
use super::{Findings, ValuePattern};
use crate::pictures::Repetition;
use crate::wire::{FindingsJson, PatternJson};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;
use winways_kit::{AnyGame, HeapValues};
use winways_notation::{Diagnostic, Span};
use winways_rules::{HeapRules, Meter, Play, Recurrence};
use winways_solve::certificate::Certificate;
use winways_solve::{
    Budget, CheckpointError, HeapLaw, HeapSequence, Keep, MAX_VALUES_EXAMINED, Observer, Pattern,
    PatternStatus, Progress, ProofStatus, StopReason, Stopped, Theorems,
};

/// The number of heaps between two polls of the observer.
const BETWEEN_POLLS: u64 = 1 << 12;

/// The nim-values of heaps 0, 1, 2, … of a game.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver};
/// use winways::tables::{HeapTable, Keep};
/// let kayles = Catalogue::new().game("octal(0.77)")?;
/// let mut table = HeapTable::new(&*kayles, Keep::All, Budget::DEFAULT, &NoObserver)?;
/// table.extend_to(200, &NoObserver).unwrap();
/// assert_eq!(table.value(9), Some(4));
/// let pattern = table.pattern().unwrap();
/// assert_eq!((pattern.preperiod, pattern.period, pattern.saltus), (71, 12, 0));
/// assert_eq!(pattern.status.to_string(), "proved (Guy–Smith)");
/// # Ok::<(), winways::Diagnostic>(())
/// ```
pub struct HeapTable<'g> {
    pub(super) game: &'g dyn AnyGame,
    pub(super) budget: Budget,
    values: Values<'g>,
    /// The pattern of all values that a theorem gives, and the number of values that were compared with it.
    law: Option<Pattern>,
    compared: u64,
    /// The result of the search for a law by induction over digits, once the search is complete.
    pub(super) digit_law: OnceLock<Option<HeapLaw>>,
    /// The meter of the last observer.
    meter: Meter,
}

/// The minimum number of values that are computed from the rules and compared with a theorem. If the preperiod and two periods are
/// longer, they are compared in full. All later values are taken from the theorem.
const COMPARED_WITH_LAW: u64 = 1 << 10;

/// The number of values used for a proof that was not requested, and the maximum number of splits in the rules of a game for
/// which such a proof is attempted.
const HEAPS_FOR_PROOF: u64 = 1 << 13;
const MAX_SPLITS_FOR_PROOF: usize = 8;

/// Returns `true` if a classical theorem may prove a period from the first values. The attempt takes a few hundredths of a
/// second.
fn is_proved_with_little_work(rules: &dyn HeapRules) -> bool {
    match rules.recurrence() {
        Recurrence::Window { length } => length < HEAPS_FOR_PROOF,
        Recurrence::Octal { .. } => {
            rules.take_and_break().is_some_and(|moves| moves.splits.len() <= MAX_SPLITS_FOR_PROOF)
        }
        Recurrence::Unknown => false,
    }
}

/// The limits of the search for patterns (steps) and conjectures (values) after the work was stopped.
pub(super) const STEPS_AFTER_STOP: u64 = 1 << 23;
const VALUES_AFTER_STOP: usize = 1 << 16;

/// Returns the [`StopReason`] for values that contradict a theorem.
pub(super) fn contradiction(law: Pattern) -> StopReason {
    let theorem = match law.status {
        PatternStatus::Theorem { name, .. } | PatternStatus::Proved(name) => name,
        PatternStatus::Empirical { .. } => "",
    };
    StopReason::Contradiction { theorem }
}

/// The source of the values.
enum Values<'g> {
    /// A sequence for rules that enumerate the moves as ranges.
    Sequence(HeapSequence<'g>),
    /// A solver for single heaps. It uses a theorem, or a search if the values are compared with the theorem.
    Each { solver: Box<dyn HeapValues + 'g>, found: Vec<u64> },
}

impl<'g> HeapTable<'g> {
    /// Creates the empty table of a game.
    ///
    /// # Errors
    /// Returns a diagnostic if the positions of the game cannot be single numbers, or if it is played under the
    /// misère rule.
    pub fn new(
        game: &'g dyn AnyGame,
        keep: Keep,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Result<Self, Diagnostic> {
        super::normal_play(game)?;
        let law = game.tables().heap_theorem(Play::Normal);
        let theorems = if law.is_some() { Theorems::Ignore } else { Theorems::Use };
        let values = match (game.tables().heap_rules(), game.tables().heap_values(theorems, budget, observer))
        {
            (Some(rules), _) => Values::Sequence(HeapSequence::new(rules, keep)),
            (None, Some(solver)) => Values::Each { solver, found: Vec::new() },
            (None, None) => {
                let message = format!("`{}` has no positions that are single heaps", game.name());
                return Err(Diagnostic::new(message, Span::at(0))
                    .label("expected a game on heaps, or an impartial game on pairs or triples of numbers")
                    .help("`winways solve` gives the value of a single position"));
            }
        };
        let meter = observer.meter();
        Ok(HeapTable { game, budget, values, law, compared: 0, digit_law: OnceLock::new(), meter })
    }

    /// Resumes a computation that was saved by [`HeapTable::checkpoint`].
    ///
    /// # Errors
    /// Returns an error if the checkpoint is damaged or belongs to another game.
    pub fn resume(game: &'g dyn AnyGame, text: &str, budget: Budget) -> Result<Self, CheckpointError> {
        let Some(rules) = game.tables().heap_rules() else {
            return Err(CheckpointError { line: 2, message: format!("{} has no checkpoints", game.name()) });
        };
        let values = Values::Sequence(HeapSequence::resume(rules, &game.name(), text)?);
        let law = game.tables().heap_theorem(Play::Normal);
        let (digit_law, meter) = (OnceLock::new(), Meter::default());
        Ok(HeapTable { game, budget, values, law, compared: 0, digit_law, meter })
    }

    /// Extends the table to heaps 0..=`heap`, or until the period is proved and all values are known.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is exhausted or the observer stops the work; the values computed so far remain known.
    /// Also returns [`Stopped`] if the values contradict a theorem of the catalogue, which is a defect of the program.
    pub fn extend_to(&mut self, heap: u64, observer: &dyn Observer) -> Result<(), Stopped> {
        self.meter = observer.meter();
        let extended = self.compute(heap.min(self.last_compared()), observer);
        self.compare_with_law()?;
        extended
    }

    /// Extends the table like [`HeapTable::extend_to`], and then attempts to prove the period if a theorem may prove it with
    /// little work.
    ///
    /// The proof uses the first 8,192 values. If they prove nothing, or a limit is reached, the table is only extended as
    /// requested.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{HeapTable, Keep};
    /// let kayles = Catalogue::new().game("kayles")?;
    /// let mut table = HeapTable::new(&*kayles, Keep::All, Budget::DEFAULT, &NoObserver)?;
    /// table.extend_and_prove(10, &NoObserver).unwrap();
    /// assert_eq!(table.pattern().unwrap().status.to_string(), "proved (Guy–Smith)");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`HeapTable::extend_to`].
    pub fn extend_and_prove(&mut self, heap: u64, observer: &dyn Observer) -> Result<(), Stopped> {
        self.extend_to(heap, observer)?;
        let rules = self.game.tables().heap_rules().filter(|rules| is_proved_with_little_work(*rules));
        if let (Some(rules), None, true) = (rules, self.law, self.known() < HEAPS_FOR_PROOF) {
            let mut attempt = HeapSequence::new(rules, Keep::All);
            let status = attempt.prove(HEAPS_FOR_PROOF - 1, self.budget, observer);
            if status == Ok(ProofStatus::Proved) {
                self.values = Values::Sequence(attempt);
            }
        }
        Ok(())
    }

    /// Returns the last heap whose value is computed instead of taken from a theorem.
    fn last_compared(&self) -> u64 {
        let Some(law) = self.law else { return u64::MAX };
        law.preperiod.saturating_add(law.period.saturating_mul(2)).max(COMPARED_WITH_LAW) - 1
    }

    fn compare_with_law(&mut self) -> Result<(), Stopped> {
        let Some(law) = self.law else { return Ok(()) };
        let first = law.preperiod.saturating_add(law.period);
        for heap in self.compared.max(first)..self.computed().min(self.last_compared().saturating_add(1)) {
            let (earlier, growth) = law.reduce(heap);
            let values = (self.computed_value(heap), self.computed_value(earlier));
            if let (Some(value), Some(earlier)) = values
                && earlier.checked_add(growth) != Some(value)
            {
                return Err(contradiction(law).after(heap));
            }
        }
        self.compared = self.computed();
        Ok(())
    }

    /// Returns `true` if all values follow from a theorem and the computed values.
    fn is_by_law(&self) -> bool {
        self.law.is_some() && self.compared > self.last_compared()
    }

    fn compute(&mut self, heap: u64, observer: &dyn Observer) -> Result<(), Stopped> {
        match &mut self.values {
            Values::Sequence(sequence) => sequence.extend_to(heap, self.budget, observer),
            Values::Each { solver, found } => {
                while found.len() as u64 <= heap {
                    let next = found.len() as u64;
                    if found.len() == found.capacity() && next.saturating_mul(24) > self.budget.memory {
                        let reason = StopReason::Memory { limit: self.budget.memory };
                        return Err(Stopped { reason, nodes: next });
                    }
                    // A theorem gives values without polling the observer.
                    if next.is_multiple_of(BETWEEN_POLLS) {
                        let progress = Progress { positions: next, bytes: 8 * next, ..Progress::default() };
                        self.budget.poll(observer, &progress).map_err(|reason| reason.after(next))?;
                    }
                    found.push(solver.nim_value(next)?.0);
                }
                Ok(())
            }
        }
    }

    /// Extends the table until the engine for all later values is chosen, which takes at most about 10⁵ values.
    ///
    /// # Errors
    /// Returns the errors of [`HeapTable::extend_to`].
    pub fn extend_to_last_choice(&mut self, observer: &dyn Observer) -> Result<(), Stopped> {
        match &mut self.values {
            Values::Sequence(sequence) => sequence.extend_to_last_choice(self.budget, observer),
            Values::Each { .. } => Ok(()),
        }
    }

    /// Returns the theorem that gives all values, or that would prove a period from enough values; `None` if no such theorem is
    /// known for the game.
    pub fn theorem(&self) -> Option<&'static str> {
        match self.law {
            Some(Pattern { status: PatternStatus::Theorem { name, .. }, .. }) => Some(name),
            _ => self.sequence()?.theorem(),
        }
    }

    /// Extends the table until the period is proved, but at most to heap `heap`.
    ///
    /// Attempts a proof whenever the number of values has doubled. If a theorem gives all values, computes only the values that
    /// are compared with it. If no known theorem could prove a period, searches for a law over digits in the first values, and
    /// returns [`ProofStatus::Unavailable`] if there is no such law. A table that [cannot be proved](HeapTable::may_be_proved)
    /// is not extended.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{HeapTable, Keep, ProofStatus};
    /// let kayles = Catalogue::new().game("kayles")?;
    /// let mut table = HeapTable::new(&*kayles, Keep::All, Budget::DEFAULT, &NoObserver)?;
    /// assert_eq!(table.prove(100, &NoObserver), Ok(ProofStatus::Open));
    /// assert_eq!(table.prove(u64::MAX, &NoObserver), Ok(ProofStatus::Proved));
    /// assert_eq!(table.value(1_000_000_000_000), Some(1));
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`HeapTable::extend_to`].
    pub fn prove(&mut self, heap: u64, observer: &dyn Observer) -> Result<ProofStatus, Stopped> {
        if self.law.is_some() {
            // Computing the values that are compared with a theorem takes little time.
            self.extend_to(heap.max(self.last_compared()), observer)?;
            return Ok(if self.is_by_law() { ProofStatus::Proved } else { ProofStatus::Open });
        }
        self.meter = observer.meter();
        let status = match &mut self.values {
            Values::Sequence(sequence) => sequence.prove(heap, self.budget, observer)?,
            Values::Each { .. } => ProofStatus::Unavailable,
        };
        let is_by_law = status == ProofStatus::Unavailable
            && self.may_be_proved()
            && self.prove_by_law(heap, observer)?;
        Ok(if is_by_law { ProofStatus::Proved } else { status })
    }

    /// Returns the sequence of the values, if the rules enumerate the moves as ranges.
    fn sequence(&self) -> Option<&HeapSequence<'g>> {
        match &self.values {
            Values::Sequence(sequence) => Some(sequence),
            Values::Each { .. } => None,
        }
    }

    /// Returns the number of computed values, from heap 0 on. Values that follow from a period do not count.
    pub fn computed(&self) -> u64 {
        match &self.values {
            Values::Sequence(sequence) => sequence.computed(),
            Values::Each { found, .. } => found.len() as u64,
        }
    }

    /// Returns the number of known values, from heap 0 on; `u64::MAX` if all values are known.
    pub fn known(&self) -> u64 {
        match &self.values {
            _ if self.is_by_law() => u64::MAX,
            Values::Sequence(sequence) => sequence.known(),
            Values::Each { found, .. } => found.len() as u64,
        }
    }

    /// Returns the value of a heap, if it is known and stored.
    pub fn value(&self, heap: u64) -> Option<u64> {
        match self.law {
            Some(law) if self.is_by_law() && heap >= self.compared => {
                let (earlier, growth) = law.reduce(heap);
                self.computed_value(earlier)?.checked_add(growth)
            }
            _ => self.computed_value(heap),
        }
    }

    fn computed_value(&self, heap: u64) -> Option<u64> {
        match &self.values {
            Values::Sequence(sequence) => sequence.value(heap).map(u64::from),
            Values::Each { found, .. } => found.get(usize::try_from(heap).ok()?).copied(),
        }
    }

    /// Returns the pattern of the sequence, if one is known. Searches for an unproved pattern only if the memory budget
    /// suffices and the last observer does not stop the search.
    ///
    /// # Complexity
    /// O(length) for an unproved pattern.
    pub fn pattern(&self) -> Option<Pattern> {
        self.find_pattern(self.meter.clone()).unwrap_or_default()
    }

    pub(super) fn find_pattern(&self, meter: Meter) -> Result<Option<Pattern>, StopReason> {
        if self.law.is_some() {
            return Ok(self.law);
        }
        let needed = Pattern::bytes_needed(self.known()).saturating_add(self.bytes());
        if self.known() < u64::MAX && needed > self.budget.memory {
            return Ok(None);
        }
        let mut meter = meter.granted(STEPS_AFTER_STOP);
        Ok(match &self.values {
            Values::Sequence(sequence) => sequence.pattern_metered(&mut meter)?,
            Values::Each { found, .. } => {
                let values: Option<Vec<u16>> = found.iter().map(|&value| u16::try_from(value).ok()).collect();
                match values {
                    Some(values) => Pattern::of_metered(&values, Recurrence::Unknown, &mut meter)?,
                    None => None,
                }
            }
        })
    }

    /// Returns the memory of the values, in bytes. For a solver of single heaps, includes the copy that is searched for patterns.
    fn bytes(&self) -> u64 {
        match &self.values {
            Values::Sequence(sequence) => sequence.bytes(),
            Values::Each { found, .. } => found.capacity() as u64 * 8 + self.known() * 2,
        }
    }

    /// Returns the maximum number of 8-byte values that are searched for conjectures.
    pub(super) fn values_examined(&self) -> usize {
        let most = if self.meter.is_over() { VALUES_AFTER_STOP } else { MAX_VALUES_EXAMINED };
        most.min(usize::try_from(self.budget.memory / 32).unwrap_or(usize::MAX))
    }

    /// Returns the number of values that would prove an unproved pattern, if a theorem can prove it.
    pub(super) fn values_needed(&self, pattern: Option<Pattern>) -> Option<u64> {
        let pattern = pattern.filter(|pattern| !pattern.is_proved())?;
        self.sequence()?.values_needed(pattern)
    }

    /// Returns the certificate of the period, once it is proved.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer stops the work, since parts of a long sequence are computed again.
    pub fn certificate(&self, observer: &dyn Observer) -> Result<Option<Certificate>, Stopped> {
        self.sequence().map_or(Ok(None), |sequence| sequence.certificate(&self.game.name(), observer))
    }

    /// Returns `true` if [`HeapTable::checkpoint`] can save a long computation of this table.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{HeapTable, Keep};
    /// let has_checkpoints = |game: &str| {
    ///     let game = Catalogue::new().game(game).unwrap();
    ///     HeapTable::new(&*game, Keep::Last, Budget::DEFAULT, &NoObserver).unwrap().has_checkpoints()
    /// };
    /// assert!(has_checkpoints("octal(0.106)") && !has_checkpoints("nim") && !has_checkpoints("mark"));
    /// ```
    ///
    /// # Complexity
    /// Examines about ten million options if only the first values have been computed.
    pub fn has_checkpoints(&self) -> bool {
        self.sequence().is_some_and(HeapSequence::has_checkpoints)
    }

    /// Returns the state of a long computation as text, for [`HeapTable::resume`]; `None` if a new start is as
    /// fast.
    pub fn checkpoint(&self) -> Option<String> {
        self.sequence()?.checkpoint(&self.game.name())
    }
}

/// The nim-values of heaps.
pub(super) const KIND: TableKind = TableKind {
    name: "heaps",
    variables: &["heap"],
    columns: &["value"],
    is_numeric: true,
    rows: (20, 2),
    rejected: &[],
    accepted: |option| {
        if option == "code" { "nim-values and outcomes of impartial games" } else { "nim-values" }
    },
    reason: "",
    uncertified: "there is no period to certify up to the last heap; try a greater --up-to",
    certifies_parts: false,
    up_to: [100; 2],
    is_of: |_, _| true,
    find,
};

fn find<'g>(
    game: &'g dyn AnyGame,
    query: &TableQuery,
    observer: &'g dyn Observer,
) -> Result<ComputedTable<'g>, TableError> {
    let keep = if query.values { Keep::All } else { Keep::Last };
    let mut table = HeapTable::new(game, keep, query.budget, observer)?;
    let stopped = table.extend_as(query, observer)?;
    Ok((Box::new(table), stopped))
}

/// For a table that becomes source code, a proof is attempted with the values up to at least this heap.
const HEAPS_FOR_CODE: u64 = (1 << 13) - 1;

impl HeapTable<'_> {
    /// Extends the table as the parameters of a tabulation require. Returns [`Stopped`] if the work was stopped, and otherwise
    /// `None`.
    ///
    /// # Errors
    /// Returns an error if a proof is required and nothing could prove the values.
    pub fn extend_as(
        &mut self,
        query: &TableQuery,
        observer: &dyn Observer,
    ) -> Result<Option<Stopped>, TableError> {
        let extended = match query.prove {
            Some(_) if !self.may_be_proved() => {
                let game = self.game.name();
                let message = format!("no known theorem proves a period of {game} from its values");
                return Err(TableError::Unprovable { message, why: None });
            }
            Some(heap) => self.prove(heap, observer).map(drop),
            // A proof is worthwhile, because the code then covers all heaps.
            None if query.code && self.theorem().is_some() => {
                self.prove(query.last().max(HEAPS_FOR_CODE), observer).map(drop)
            }
            None => self.extend_and_prove(query.last(), observer),
        };
        Ok(extended.err())
    }

    /// Describes the pattern, or the search for it.
    fn pattern_line(&self, query: &TableQuery, findings: &Findings) -> String {
        match (findings.pattern, findings.values_needed, query.prove) {
            (Some(pattern), Some(needed), _) => {
                format!("{}; heaps up to {} would prove it", ValuePattern::from(pattern), needed - 1)
            }
            (Some(pattern), None, _) => ValuePattern::from(pattern).to_string(),
            (None, ..) if findings.stopped.is_some() => "periods were not searched for".to_owned(),
            (None, _, Some(_)) if !self.is_proved() => match self.theorem() {
                None => "no period found, and no theorem is known that could prove one".to_owned(),
                Some(_) => format!("no period proved by the {} values from heap 0 on", self.computed()),
            },
            (None, ..) => "no period found".to_owned(),
        }
    }
}

impl ValueTable for HeapTable<'_> {
    fn ends(&self) -> Vec<u64> {
        vec![self.known()]
    }

    fn cell(&self, index: &[u64], _: usize) -> Option<TableCell<'_>> {
        self.value(index[0]).map(TableCell::Number)
    }

    fn title(&self, listed: &Range<u64>) -> String {
        format!("nim-values of heaps {} to {}", listed.start, listed.end.saturating_sub(1))
    }

    /// Returns the pattern of the values of heaps 0..=`last` and further conjectures.
    ///
    /// They are checked on all values, but at most on the first [`MAX_VALUES_EXAMINED`], and on fewer values if the memory is
    /// too small or the work was stopped. Conjectures require that the values from heap 0 on are stored.
    ///
    /// # Complexity
    /// As in [`Pattern::of`] and [`conjectures`](winways_solve::conjectures).
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{HeapTable, Keep, ValueTable};
    /// let nim = Catalogue::new().game("nim")?;
    /// let mut table = HeapTable::new(&*nim, Keep::All, Budget::DEFAULT, &NoObserver)?;
    /// table.extend_to(200, &NoObserver).unwrap();
    /// assert_eq!(table.findings(200, &NoObserver).conjectures[0].statement, "g(n) = n");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    fn findings(&self, last: u64, observer: &dyn Observer) -> Findings {
        let mut findings = Findings::default();
        let found = self.seek(last, &mut findings, observer);
        Findings { stopped: found.err(), ..findings }
    }

    fn lines(&self, query: &TableQuery, findings: &mut Findings, _: &dyn Observer) -> Vec<String> {
        let computed = query.prove.map(|_| format!("heaps computed: {}", self.computed()));
        let first = [self.pattern_line(query, findings)];
        first.into_iter().chain(computed).chain(conjecture_lines(&findings.conjectures)).collect()
    }

    fn fields(&self, findings: &Findings) -> FindingsJson<'_> {
        FindingsJson {
            pattern: Some(PatternJson::of_values(findings.pattern)),
            values_needed: Some(findings.values_needed),
            computed: Some(self.computed()),
            ..FindingsJson::default()
        }
        .with_patterns(&findings.conjectures)
    }

    fn method(&self) -> Cow<'_, str> {
        let by_theorem = || {
            let theorem = self.game.parse("2").ok().and_then(|position| position.theorem(Play::Normal));
            theorem.map_or("search".to_owned(), |theorem| format!("theorem ({theorem})"))
        };
        self.sequence().map_or_else(by_theorem, HeapSequence::method).into()
    }

    fn is_proved(&self) -> bool {
        HeapTable::is_proved(self)
    }

    fn repetition(&self) -> Option<Repetition> {
        let pattern = self.pattern()?;
        let (preperiod, period) = (pattern.preperiod, pattern.period);
        Some(Repetition { preperiod, period, caption: ValuePattern::from(pattern).to_string() })
    }

    fn certificate(&self, observer: &dyn Observer) -> Result<Option<String>, Stopped> {
        let certificate = HeapTable::certificate(self, observer)?;
        Ok(certificate.map(|certificate| certificate.to_string()))
    }

    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{CodeLanguage, CodeQuery, HeapTable, Keep, ValueTable};
    /// let game = Catalogue::new().game("subtract{1,2}")?;
    /// let mut table = HeapTable::new(&*game, Keep::All, Budget::DEFAULT, &NoObserver)?;
    /// table.extend_to(50, &NoObserver).unwrap();
    /// let language = CodeLanguage::Python;
    /// let query = CodeQuery { game: "a game", language, last: 50, observer: &NoObserver };
    /// let code = table.code(&query).unwrap().unwrap().to_string();
    /// assert!(code.contains("    return NIM_VALUES[n % 3]\n"));
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    fn code(&self, query: &CodeQuery<'_>) -> Result<Option<TableCode<'_>>, Stopped> {
        let CodeQuery { game, language, last, observer } = *query;
        let names = CodeNames {
            array: "nim_values",
            function: "nim_value",
            headline: format!("Nim-values of {game}"),
            what: format!("The nim-value of a heap of n tokens of {game}"),
            ..CodeNames::default()
        };
        let known = Listing::new(0..self.known().min(last.saturating_add(1)), 1, observer);
        TableCode::of_heaps(language, names, &known, self.pattern(), |heap| self.value(heap)).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;
    use winways_solve::NoObserver;

    #[test]
    fn a_game_under_the_misere_rule_has_no_table() {
        let refused = |play: &str| {
            let rules = format!("game: last\n{play}heap n -> n-k where 1 <= k <= 3\n");
            let game = Catalogue::new().game_of_text(&rules).unwrap();
            HeapTable::new(&*game, Keep::All, Budget::DEFAULT, &NoObserver).is_err()
        };
        assert!(refused("play: misere\n"));
        assert!(!refused(""));
    }
}
