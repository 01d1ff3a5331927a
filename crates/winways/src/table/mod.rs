//! Tables of nim-values: heap after heap, with their period.

mod engine;

use engine::{Each, Engine};
use winways_games::AnyGame;
use winways_notation::{Diagnostic, Span};
use winways_rules::Recurrence;
use winways_solve::certificate::{Certificate, Proof};
use winways_solve::{
    Budget, CheckpointError, Keep, NimSequence, Observer, PairSequence, Pattern, Period, SparseSequence,
    Stopped,
};

/// The nim-values of heaps 0, 1, 2, … of a game.
///
/// ```
/// use winways::{Budget, Catalogue, HeapTable, Keep, Silent};
/// let kayles = Catalogue::new().game("octal(0.77)")?;
/// let mut table = HeapTable::new(&*kayles, Keep::All, Budget::DEFAULT, &Silent)?;
/// table.extend_to(200, &Silent).unwrap();
/// assert_eq!(table.value(9), Some(4));
/// let pattern = table.pattern().unwrap();
/// assert_eq!((pattern.preperiod, pattern.period, pattern.saltus), (71, 12, 0));
/// assert_eq!(pattern.status.to_string(), "proved (Guy–Smith)");
/// # Ok::<(), winways::Diagnostic>(())
/// ```
pub struct HeapTable<'g> {
    game: &'g dyn AnyGame,
    keep: Keep,
    budget: Budget,
    engine: Engine<'g>,
}

/// So many values are found by the plain method first: it proves short periods by a classical theorem.
const PLAIN: u64 = 1 << 13;

impl<'g> HeapTable<'g> {
    /// The table of a game, of which no value is known yet.
    ///
    /// # Errors
    /// That the game is not one whose positions can be single numbers.
    pub fn new(
        game: &'g dyn AnyGame,
        keep: Keep,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Result<Self, Diagnostic> {
        let engine = match (game.heap_rules(), game.heap_values(budget, observer)) {
            (Some(rules), _) => Engine::Plain(NimSequence::new(rules)),
            (None, Some(values)) => Engine::Each(Each::new(values, game)),
            (None, None) => {
                let name = game.name();
                let message = format!("`{name}` has no positions that are a heap");
                return Err(Diagnostic::new(message, Span::at(0))
                    .label("expected an impartial game whose positions can be a single number")
                    .help("`winways solve` tells the value of a single position"));
            }
        };
        Ok(HeapTable { game, keep, budget, engine })
    }

    /// The table of a computation that was put down by [`HeapTable::checkpoint`].
    ///
    /// # Errors
    /// That the checkpoint is damaged or does not belong to this game.
    pub fn resume(game: &'g dyn AnyGame, text: &str, budget: Budget) -> Result<Self, CheckpointError> {
        let Some(rules) = game.heap_rules() else {
            return Err(CheckpointError { line: 2, message: format!("no checkpoint is of {}", game.name()) });
        };
        let sequence = SparseSequence::resume(rules, &game.name(), text)?;
        Ok(HeapTable { game, keep: Keep::Last, budget, engine: Engine::Sparse(Box::new(sequence)) })
    }

    /// Extends the table to heaps 0..=`heap`, or until the period is proved: then all values are known.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work; what was found stays known.
    pub fn extend_to(&mut self, heap: u64, observer: &dyn Observer) -> Result<(), Stopped> {
        if let Engine::Plain(sequence) = &mut self.engine {
            sequence.nim_value(heap.min(PLAIN - 1), self.budget, observer)?;
            if sequence.period().is_some() || heap < PLAIN {
                return Ok(());
            }
            let rules = self.game.heap_rules();
            let sparse = rules.and_then(|rules| SparseSequence::new(rules, self.keep));
            let pairs = rules.filter(|_| sparse.is_none()).and_then(PairSequence::new);
            match (sparse, pairs) {
                (Some(sparse), _) => self.engine = Engine::Sparse(Box::new(sparse)),
                (None, Some(pairs)) => self.engine = Engine::Pairs(pairs),
                (None, None) => {}
            }
        }
        self.engine.extend_to(heap, self.budget, observer)
    }

    /// How many values are known, from heap 0 on; all if the period is proved.
    pub fn known(&self) -> u64 {
        match self.period() {
            Some(_) => u64::MAX,
            None => self.engine.known(),
        }
    }

    /// The value of a heap, if it is known and kept.
    pub fn value(&self, heap: u64) -> Option<u64> {
        let heap = self.period().map_or(heap, |period| period.reduce(heap));
        self.engine.value(heap)
    }

    fn period(&self) -> Option<Period> {
        match &self.engine {
            Engine::Plain(sequence) => sequence.period(),
            Engine::Sparse(sequence) => sequence.period(),
            Engine::Pairs(_) | Engine::Each(_) => None,
        }
    }

    /// How the sequence goes on, as far as that is known.
    ///
    /// # Complexity
    /// O(length) for a pattern that is not proved.
    pub fn pattern(&self) -> Option<Pattern> {
        if let (Engine::Sparse(_), Some(period)) = (&self.engine, self.period()) {
            return Some(Pattern::proved(period, "two equal windows of a sparse space"));
        }
        Pattern::of(&self.engine.small_values()?, self.recurrence())
    }

    /// How many values would prove a pattern that is not proved, if a theorem can.
    pub fn values_needed(&self) -> Option<u64> {
        let pattern = self.pattern().filter(|pattern| !pattern.is_proved())?;
        pattern.values_needed(self.recurrence())
    }

    fn recurrence(&self) -> Recurrence {
        self.game.heap_rules().map_or(Recurrence::Unknown, |rules| rules.recurrence())
    }

    /// How the values were found.
    pub fn method(&self) -> String {
        self.engine.method()
    }

    /// The proof of the period, once there is one.
    ///
    /// # Errors
    /// [`Stopped`] when the observer ends the work: parts of a long sequence are computed again.
    pub fn certificate(&self, observer: &dyn Observer) -> Result<Option<Certificate>, Stopped> {
        let game = self.game.name();
        if let Engine::Sparse(sequence) = &self.engine {
            return sequence.certificate(&game, observer);
        }
        let proof = match self.recurrence() {
            Recurrence::Octal { last_digit } => Proof::GuySmith { last_digit },
            Recurrence::Window { length } => Proof::Window { length },
            Recurrence::Unknown => return Ok(None),
        };
        let certify = |Period { preperiod, period }| Certificate { game, preperiod, period, proof };
        Ok(self.period().map(certify))
    }

    /// The state of a long computation as text, for [`HeapTable::resume`]; `None` where a new start is as fast.
    pub fn checkpoint(&self) -> Option<String> {
        match &self.engine {
            Engine::Sparse(sequence) => sequence.checkpoint(&self.game.name()),
            _ => None,
        }
    }
}
