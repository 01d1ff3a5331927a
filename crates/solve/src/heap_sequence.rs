//! Nim-values of heaps by the engine that suits the game.

use crate::budget::{Budget, Observer, StopReason, Stopped};
use crate::certificate::{Certificate, Proof};
use crate::pairs::PairSequence;
use crate::period::{Pattern, Period};
use crate::sequence::NimSequence;
use crate::sparse::{CheckpointError, Keep, NOT_SPARSE, SparseSequence};
use winways_rules::{HeapRules, Recurrence};

/// The nim-values of heaps 0, 1, 2, … of any game on heaps.
///
/// The first values are found by the plain method, which proves short periods by a classical theorem; the others by a sparse
/// space where there is one, else by pairs, else by the plain method again.
pub struct HeapSequence<'r> {
    rules: &'r dyn HeapRules,
    keep: Keep,
    engine: Engine<'r>,
}

enum Engine<'r> {
    Plain(NimSequence<'r>),
    Pairs(PairSequence<'r>),
    Sparse(Box<SparseSequence>),
}

/// So many values are found by the plain method first.
const PLAIN: u64 = 1 << 13;

impl<'r> HeapSequence<'r> {
    /// A sequence of which no value is known yet.
    pub fn new(rules: &'r dyn HeapRules, keep: Keep) -> Self {
        HeapSequence { rules, keep, engine: Engine::Plain(NimSequence::new(rules)) }
    }

    /// A computation that was put down by [`HeapSequence::checkpoint`].
    ///
    /// # Errors
    /// That the checkpoint is damaged or does not belong to this game.
    pub fn resume(rules: &'r dyn HeapRules, game: &str, text: &str) -> Result<Self, CheckpointError> {
        let sparse = SparseSequence::resume(rules, game, text)?;
        Ok(HeapSequence { rules, keep: Keep::Last, engine: Engine::Sparse(Box::new(sparse)) })
    }

    /// Extends the sequence to heaps 0..=`heap`, or until the period is proved: then all values are known.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up, a value has no room, or the observer ends the work; what was found stays known.
    pub fn extend_to(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        if let Engine::Plain(plain) = &mut self.engine {
            plain.nim_value(heap.min(PLAIN - 1), budget, observer)?;
            if plain.period().is_some() || heap < PLAIN {
                return Ok(());
            }
            if let Some(sparse) = SparseSequence::new(self.rules, self.keep) {
                self.engine = Engine::Sparse(Box::new(sparse));
            } else if let Some(pairs) = PairSequence::new(self.rules) {
                self.engine = Engine::Pairs(pairs);
            }
        }
        if let Engine::Sparse(sparse) = &mut self.engine {
            match sparse.extend_to(heap, budget, observer) {
                Err(Stopped { reason: StopReason::Values { .. } | NOT_SPARSE, .. }) => {}
                result => return result,
            }
            // The other engines have room for greater values, and do not care which heaps are rare.
            self.engine = match PairSequence::new(self.rules) {
                Some(pairs) => Engine::Pairs(pairs),
                None => Engine::Plain(NimSequence::new(self.rules)),
            };
        }
        match &mut self.engine {
            Engine::Plain(plain) => plain.nim_value(heap, budget, observer).map(drop),
            Engine::Pairs(pairs) => pairs.extend_to(heap, budget, observer),
            Engine::Sparse(sparse) => sparse.extend_to(heap, budget, observer),
        }
    }

    /// The nim-value of a heap; of [`Keep::Last`] only those that are kept can be told.
    ///
    /// # Errors
    /// As [`HeapSequence::extend_to`].
    pub fn nim_value(
        &mut self,
        heap: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Option<u16>, Stopped> {
        self.extend_to(heap, budget, observer)?;
        Ok(self.value(heap))
    }

    /// How many values are known, from heap 0 on; all if the period is proved.
    pub fn known(&self) -> u64 {
        match &self.engine {
            _ if self.period().is_some() => u64::MAX,
            Engine::Plain(plain) => plain.values().len() as u64,
            Engine::Pairs(pairs) => pairs.values().len() as u64,
            Engine::Sparse(sparse) => sparse.known(),
        }
    }

    /// How many values were worked out.
    pub fn computed(&self) -> u64 {
        match &self.engine {
            Engine::Plain(plain) => plain.values().len() as u64,
            Engine::Pairs(pairs) => pairs.values().len() as u64,
            Engine::Sparse(sparse) => sparse.known(),
        }
    }

    /// The value of a heap, if it is known and kept.
    pub fn value(&self, heap: u64) -> Option<u16> {
        let heap = self.period().map_or(heap, |period| period.reduce(heap));
        let listed = |values: &[u16]| values.get(usize::try_from(heap).ok()?).copied();
        match &self.engine {
            Engine::Plain(plain) => listed(plain.values()),
            Engine::Pairs(pairs) => listed(pairs.values()),
            Engine::Sparse(sparse) => sparse.value(heap),
        }
    }

    /// The period, once it is proved.
    pub fn period(&self) -> Option<Period> {
        match &self.engine {
            Engine::Plain(plain) => plain.period(),
            Engine::Pairs(_) => None,
            Engine::Sparse(sparse) => sparse.period(),
        }
    }

    /// How the sequence goes on, as far as that is known.
    ///
    /// # Complexity
    /// O(length) for a pattern that is not proved by a sparse space.
    pub fn pattern(&self) -> Option<Pattern> {
        let recurrence = self.rules.recurrence();
        match &self.engine {
            Engine::Plain(plain) => Pattern::of(plain.values(), recurrence),
            Engine::Pairs(pairs) => Pattern::of(pairs.values(), recurrence),
            Engine::Sparse(sparse) => match sparse.period() {
                Some(period) => Some(Pattern::proved(period, "two equal windows of a sparse space")),
                None => {
                    let values: Option<Vec<u16>> =
                        (0..sparse.known()).map(|heap| sparse.value(heap)).collect();
                    Pattern::of(&values?, recurrence)
                }
            },
        }
    }

    /// How many values would prove a pattern that is not proved, if a theorem can.
    pub fn values_needed(&self) -> Option<u64> {
        let pattern = self.pattern().filter(|pattern| !pattern.is_proved())?;
        pattern.values_needed(self.rules.recurrence())
    }

    /// How the values were found, in words.
    pub fn method(&self) -> String {
        match &self.engine {
            Engine::Plain(_) | Engine::Pairs(_) => "all options of every heap".to_owned(),
            Engine::Sparse(sparse) => match sparse.rare_heaps().last() {
                Some(last) => {
                    let count = sparse.rare_heaps().len();
                    format!("sparse space, {count} rare heaps, the last is {last}")
                }
                None => "sparse space, no rare heaps".to_owned(),
            },
        }
    }

    /// The proof of the period, once there is one; `game` is written into it.
    ///
    /// # Errors
    /// [`Stopped`] when the observer ends the work: parts of a long sequence are computed again.
    pub fn certificate(&self, game: &str, observer: &dyn Observer) -> Result<Option<Certificate>, Stopped> {
        if let Engine::Sparse(sparse) = &self.engine {
            return sparse.certificate(game, observer);
        }
        let proof = match self.rules.recurrence() {
            Recurrence::Octal { last_digit } => Proof::GuySmith { last_digit },
            Recurrence::Window { length } => Proof::Window { length },
            Recurrence::Unknown => return Ok(None),
        };
        let game = game.to_owned();
        let certify = |Period { preperiod, period }| Certificate { game, preperiod, period, proof };
        Ok(self.period().map(certify))
    }

    /// The state of a long computation as text, for [`HeapSequence::resume`]; `None` where a new start is as fast.
    pub fn checkpoint(&self, game: &str) -> Option<String> {
        match &self.engine {
            Engine::Sparse(sparse) => sparse.checkpoint(game),
            _ => None,
        }
    }
}
