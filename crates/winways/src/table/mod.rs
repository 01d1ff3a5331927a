//! Tables of nim-values: heap after heap, with their period.

mod engine;

use engine::{Each, Engine};
use winways_games::AnyGame;
use winways_notation::{Diagnostic, Span};
use winways_rules::Recurrence;
use winways_solve::certificate::{Certificate, Proof};
use winways_solve::{Budget, CheckpointError, Keep, NimSequence, Observer, Period, SparseSequence, Stopped};

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

/// How a sequence goes on: g(n + period) = g(n) + saltus for all n from `preperiod` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The least heap from which it does, heap 0 counted.
    pub preperiod: u64,
    /// The period, the least there is.
    pub period: u64,
    /// What is added after each period; 0 for sequences that repeat.
    pub saltus: u64,
    /// Whether that is proved.
    pub status: PatternStatus,
}

impl Pattern {
    /// Whether it is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self.status, PatternStatus::Proved(_))
    }
}

/// What is known of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternStatus {
    /// It is proved, by the theorem of this name.
    Proved(&'static str),
    /// It holds in the table.
    Empirical {
        /// The last heap that was looked at.
        up_to: u64,
        /// Up to which heap it would have to hold for a proof, where there is a theorem.
        needed: Option<u64>,
    },
}

impl std::fmt::Display for PatternStatus {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PatternStatus::Proved(theorem) => write!(formatter, "proved ({theorem})"),
            PatternStatus::Empirical { up_to, needed: None } => write!(formatter, "empirical up to {up_to}"),
            PatternStatus::Empirical { up_to, needed: Some(needed) } => {
                write!(formatter, "empirical up to {up_to}; heaps up to {needed} would prove it")
            }
        }
    }
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
            match rules.and_then(|rules| SparseSequence::new(rules, self.keep)) {
                Some(sparse) => self.engine = Engine::Sparse(Box::new(sparse)),
                None => {
                    sequence.nim_value(heap, self.budget, observer)?;
                    return Ok(());
                }
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
            Engine::Each(_) => None,
        }
    }

    /// How the sequence goes on, if that is known.
    pub fn pattern(&self) -> Option<Pattern> {
        let period = self.period()?;
        let theorem = match (&self.engine, self.game.heap_rules().map(|rules| rules.recurrence())) {
            (Engine::Plain(_), Some(Recurrence::Octal { .. })) => "Guy–Smith",
            (Engine::Sparse(_), _) => "two equal windows of a sparse space",
            _ => "two equal windows",
        };
        let status = PatternStatus::Proved(theorem);
        Some(Pattern { preperiod: period.preperiod, period: period.period, saltus: 0, status })
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
        let recurrence = self.game.heap_rules().map(|rules| rules.recurrence());
        let proof = match recurrence {
            Some(Recurrence::Octal { last_digit }) => Proof::GuySmith { last_digit },
            Some(Recurrence::Window { length }) => Proof::Window { length },
            _ => return Ok(None),
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
