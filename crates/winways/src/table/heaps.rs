//! Tables of nim-values of heap after heap, with their period.

use winways_kit::{AnyGame, HeapValues};
use winways_notation::{Diagnostic, Span};
use winways_rules::{HeapRules, Meter, Play, Recurrence};
use winways_solve::certificate::Certificate;
use winways_solve::{
    Budget, CheckpointError, HeapSequence, Keep, MAX_VALUES_EXAMINED, MoveFormula, Observer, Pattern,
    PatternStatus, Progress, ProofStatus, StopReason, Stopped, Theorems,
};

/// After so many heaps the observer is asked.
const BETWEEN_POLLS: u64 = 1 << 12;

/// The nim-values of heaps 0, 1, 2, … of a game.
///
/// ```
/// use winways::{Budget, Catalogue, HeapTable, Keep, NoObserver};
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
    game: &'g dyn AnyGame,
    budget: Budget,
    values: Values<'g>,
    /// What a theorem says of all values, and how many of them were compared with it.
    law: Option<Pattern>,
    compared: u64,
    /// Asks the last observer.
    meter: Meter,
}

/// What a theorem says of all values is compared with so many that are worked out from the rules, and with two periods;
/// the others are taken from it.
const COMPARED_WITH_LAW: u64 = 1 << 10;

/// A proof that was not asked for is looked for among so many values, where heaps are split in few ways.
const HEAPS_FOR_PROOF: u64 = 1 << 13;
const MAX_SPLITS_FOR_PROOF: usize = 8;

/// Whether a classical theorem may prove a period of the first values, which are found in some hundredths of a second.
fn is_proved_with_little_work(rules: &dyn HeapRules) -> bool {
    match rules.recurrence() {
        Recurrence::Window { length } => length < HEAPS_FOR_PROOF,
        Recurrence::Octal { .. } => {
            rules.take_and_break().is_some_and(|moves| moves.splits.len() <= MAX_SPLITS_FOR_PROOF)
        }
        Recurrence::Unknown => false,
    }
}

/// When the work was stopped, a pattern is looked for in so many steps, and conjectures among so many values.
const STEPS_AFTER_STOP: u64 = 1 << 23;
const VALUES_AFTER_STOP: usize = 1 << 16;

/// That values are not what a theorem says.
pub(super) fn contradiction(law: Pattern) -> StopReason {
    let theorem = match law.status {
        PatternStatus::Theorem { name, .. } | PatternStatus::Proved(name) => name,
        PatternStatus::Empirical { .. } => "",
    };
    StopReason::Contradiction { theorem }
}

/// Where values come from.
enum Values<'g> {
    /// The rules enumerate the moves as ranges.
    Sequence(HeapSequence<'g>),
    /// Every heap by itself: by theorem, unless it is to be compared with one, or by search.
    Each { solver: Box<dyn HeapValues + 'g>, found: Vec<u64> },
}

impl<'g> HeapTable<'g> {
    /// The table of a game, of which no value is known yet.
    ///
    /// # Errors
    /// That the game is not one whose positions can be single numbers, or that it is played under the misère rule.
    pub fn new(
        game: &'g dyn AnyGame,
        keep: Keep,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Result<Self, Diagnostic> {
        super::normal_play(game)?;
        let law = game.heap_theorem(Play::Normal);
        let theorems = if law.is_some() { Theorems::Ignore } else { Theorems::Use };
        let values = match (game.heap_rules(), game.heap_values(theorems, budget, observer)) {
            (Some(rules), _) => Values::Sequence(HeapSequence::new(rules, keep)),
            (None, Some(solver)) => Values::Each { solver, found: Vec::new() },
            (None, None) => {
                let message = format!("`{}` has no positions that are a heap", game.name());
                return Err(Diagnostic::new(message, Span::at(0))
                    .label("expected a game on heaps, or an impartial one on pairs or triples of numbers")
                    .help("`winways solve` gives the value of a single position"));
            }
        };
        Ok(HeapTable { game, budget, values, law, compared: 0, meter: observer.meter() })
    }

    /// The table of a computation that was put down by [`HeapTable::checkpoint`].
    ///
    /// # Errors
    /// That the checkpoint is damaged or does not belong to this game.
    pub fn resume(game: &'g dyn AnyGame, text: &str, budget: Budget) -> Result<Self, CheckpointError> {
        let Some(rules) = game.heap_rules() else {
            return Err(CheckpointError { line: 2, message: format!("no checkpoint is of {}", game.name()) });
        };
        let values = Values::Sequence(HeapSequence::resume(rules, &game.name(), text)?);
        let law = game.heap_theorem(Play::Normal);
        Ok(HeapTable { game, budget, values, law, compared: 0, meter: Meter::default() })
    }

    /// Extends the table to heaps 0..=`heap`, or until the period is proved: then all values are known.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work; what was found stays known. Also if the values
    /// contradict a theorem of the catalogue, which is a defect of the program.
    pub fn extend_to(&mut self, heap: u64, observer: &dyn Observer) -> Result<(), Stopped> {
        self.meter = observer.meter();
        let extended = self.work_out(heap.min(self.last_compared()), observer);
        self.compare_with_law()?;
        extended
    }

    /// As [`HeapTable::extend_to`]. Then, where a theorem may prove the period with little work, looks for a proof among the
    /// first 8,192 values; if they prove nothing, or a limit is reached, the table stays as it was asked for.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, HeapTable, Keep, NoObserver};
    /// let kayles = Catalogue::new().game("kayles")?;
    /// let mut table = HeapTable::new(&*kayles, Keep::All, Budget::DEFAULT, &NoObserver)?;
    /// table.extend_and_prove(10, &NoObserver).unwrap();
    /// assert_eq!(table.pattern().unwrap().status.to_string(), "proved (Guy–Smith)");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// As [`HeapTable::extend_to`].
    pub fn extend_and_prove(&mut self, heap: u64, observer: &dyn Observer) -> Result<(), Stopped> {
        self.extend_to(heap, observer)?;
        let rules = self.game.heap_rules().filter(|rules| is_proved_with_little_work(*rules));
        if let (Some(rules), None, true) = (rules, self.law, self.known() < HEAPS_FOR_PROOF) {
            let mut attempt = HeapSequence::new(rules, Keep::All);
            let status = attempt.prove(HEAPS_FOR_PROOF - 1, self.budget, observer);
            if status == Ok(ProofStatus::Proved) {
                self.values = Values::Sequence(attempt);
            }
        }
        Ok(())
    }

    /// The last heap whose value is worked out, and not taken from a theorem.
    fn last_compared(&self) -> u64 {
        let Some(law) = self.law else { return u64::MAX };
        law.preperiod.saturating_add(law.period.saturating_mul(2)).max(COMPARED_WITH_LAW) - 1
    }

    fn compare_with_law(&mut self) -> Result<(), Stopped> {
        let Some(law) = self.law else { return Ok(()) };
        let first = law.preperiod.saturating_add(law.period);
        for heap in self.compared.max(first)..self.computed().min(self.last_compared().saturating_add(1)) {
            let (earlier, growth) = law.reduce(heap);
            let values = (self.value_worked_out(heap), self.value_worked_out(earlier));
            if let (Some(value), Some(earlier)) = values
                && earlier.checked_add(growth) != Some(value)
            {
                return Err(contradiction(law).after(heap));
            }
        }
        self.compared = self.computed();
        Ok(())
    }

    /// Whether all values follow from a theorem and those that were worked out.
    fn is_by_law(&self) -> bool {
        self.law.is_some() && self.compared > self.last_compared()
    }

    fn work_out(&mut self, heap: u64, observer: &dyn Observer) -> Result<(), Stopped> {
        match &mut self.values {
            Values::Sequence(sequence) => sequence.extend_to(heap, self.budget, observer),
            Values::Each { solver, found } => {
                while found.len() as u64 <= heap {
                    let next = found.len() as u64;
                    if found.len() == found.capacity() && next.saturating_mul(24) > self.budget.memory {
                        let reason = StopReason::Memory { limit: self.budget.memory };
                        return Err(Stopped { reason, nodes: next });
                    }
                    // A theorem asks nobody.
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

    /// The theorem that tells all values, or by which enough values would prove a period; `None` if none is known for the
    /// game.
    pub fn theorem(&self) -> Option<&'static str> {
        match (self.law, &self.values) {
            (Some(Pattern { status: PatternStatus::Theorem { name, .. }, .. }), _) => Some(name),
            (_, Values::Sequence(sequence)) => sequence.theorem(),
            (_, Values::Each { .. }) => None,
        }
    }

    /// Extends the table until the period is proved, at most to heap `heap`. A proof is looked for each time that the number
    /// of values has doubled. Where a theorem tells all values, so many are worked out that they can be compared with it.
    /// Where no theorem is known that could prove a period, nothing is computed.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, HeapTable, Keep, NoObserver, ProofStatus};
    /// let kayles = Catalogue::new().game("kayles")?;
    /// let mut table = HeapTable::new(&*kayles, Keep::All, Budget::DEFAULT, &NoObserver)?;
    /// assert_eq!(table.prove(100, &NoObserver), Ok(ProofStatus::Open));
    /// assert_eq!(table.prove(u64::MAX, &NoObserver), Ok(ProofStatus::Proved));
    /// assert_eq!(table.value(1_000_000_000_000), Some(1));
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// As [`HeapTable::extend_to`].
    pub fn prove(&mut self, heap: u64, observer: &dyn Observer) -> Result<ProofStatus, Stopped> {
        if self.law.is_some() {
            // As many values as are compared with a theorem are worked out in no time.
            self.extend_to(heap.max(self.last_compared()), observer)?;
            return Ok(if self.is_by_law() { ProofStatus::Proved } else { ProofStatus::Open });
        }
        self.meter = observer.meter();
        match &mut self.values {
            Values::Sequence(sequence) => sequence.prove(heap, self.budget, observer),
            Values::Each { .. } => Ok(ProofStatus::Unavailable),
        }
    }

    /// The moves as formulas, if the game has them.
    pub(super) fn move_formulas(&self) -> Option<&[MoveFormula]> {
        self.game.move_formulas()
    }

    /// The name of the game.
    pub(super) fn name(&self) -> String {
        self.game.name()
    }

    /// How many values were computed, from heap 0 on; those that follow from a period are not counted.
    pub fn computed(&self) -> u64 {
        match &self.values {
            Values::Sequence(sequence) => sequence.computed(),
            Values::Each { found, .. } => found.len() as u64,
        }
    }

    /// How many values are known, from heap 0 on; all if the period is proved.
    pub fn known(&self) -> u64 {
        match &self.values {
            _ if self.is_by_law() => u64::MAX,
            Values::Sequence(sequence) => sequence.known(),
            Values::Each { found, .. } => found.len() as u64,
        }
    }

    /// The value of a heap, if it is known and kept.
    pub fn value(&self, heap: u64) -> Option<u64> {
        match self.law {
            Some(law) if self.is_by_law() && heap >= self.compared => {
                let (earlier, growth) = law.reduce(heap);
                self.value_worked_out(earlier)?.checked_add(growth)
            }
            _ => self.value_worked_out(heap),
        }
    }

    fn value_worked_out(&self, heap: u64) -> Option<u64> {
        match &self.values {
            Values::Sequence(sequence) => sequence.value(heap).map(u64::from),
            Values::Each { found, .. } => found.get(usize::try_from(heap).ok()?).copied(),
        }
    }

    /// How the sequence goes on, as far as that is known; what is not proved is looked for if the memory of the budget is
    /// enough for that, and the last observer does not end the search.
    ///
    /// # Complexity
    /// O(length) for a pattern that is not proved.
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

    /// The bytes of memory that the values take, and what they are copied into.
    fn bytes(&self) -> u64 {
        match &self.values {
            Values::Sequence(sequence) => sequence.bytes(),
            Values::Each { found, .. } => found.capacity() as u64 * 8 + self.known() * 2,
        }
    }

    /// The most values of 8 bytes that conjectures are looked for among.
    pub(super) fn values_examined(&self) -> usize {
        let most = if self.meter.is_over() { VALUES_AFTER_STOP } else { MAX_VALUES_EXAMINED };
        most.min(usize::try_from(self.budget.memory / 32).unwrap_or(usize::MAX))
    }

    /// How many values would prove a pattern that is not proved, if a theorem can.
    pub(super) fn values_needed(&self, pattern: Option<Pattern>) -> Option<u64> {
        let pattern = pattern.filter(|pattern| !pattern.is_proved())?;
        match &self.values {
            Values::Sequence(sequence) => sequence.values_needed(pattern),
            Values::Each { .. } => None,
        }
    }

    /// How the values were found.
    pub fn method(&self) -> String {
        match &self.values {
            Values::Sequence(sequence) => sequence.method(),
            Values::Each { .. } => {
                let theorem = self.game.parse("2").ok().and_then(|position| position.theorem(Play::Normal));
                theorem.map_or("search".to_owned(), |theorem| format!("theorem ({theorem})"))
            }
        }
    }

    /// The proof of the period, once there is one.
    ///
    /// # Errors
    /// [`Stopped`] when the observer ends the work: parts of a long sequence are computed again.
    pub fn certificate(&self, observer: &dyn Observer) -> Result<Option<Certificate>, Stopped> {
        match &self.values {
            Values::Sequence(sequence) => sequence.certificate(&self.game.name(), observer),
            Values::Each { .. } => Ok(None),
        }
    }

    /// Whether a long computation of this table can be put down by [`HeapTable::checkpoint`].
    ///
    /// ```
    /// use winways::{Budget, Catalogue, HeapTable, Keep, NoObserver};
    /// let has_checkpoints = |game: &str| {
    ///     let game = Catalogue::new().game(game).unwrap();
    ///     HeapTable::new(&*game, Keep::Last, Budget::DEFAULT, &NoObserver).unwrap().has_checkpoints()
    /// };
    /// assert!(has_checkpoints("octal(0.106)") && !has_checkpoints("nim") && !has_checkpoints("mark"));
    /// ```
    ///
    /// # Complexity
    /// Looks at some ten million options at the beginning.
    pub fn has_checkpoints(&self) -> bool {
        match &self.values {
            Values::Sequence(sequence) => sequence.has_checkpoints(),
            Values::Each { .. } => false,
        }
    }

    /// The state of a long computation as text, for [`HeapTable::resume`]; `None` where a new start is as fast.
    pub fn checkpoint(&self) -> Option<String> {
        match &self.values {
            Values::Sequence(sequence) => sequence.checkpoint(&self.game.name()),
            Values::Each { .. } => None,
        }
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
