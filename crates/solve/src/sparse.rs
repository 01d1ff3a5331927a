//! Nim-sequences of take-and-break games by sparse spaces, with a few operations per heap instead of a step
//! per option.
//!
//! README.md in this folder explains the method. In short, values are divided into rare and common values, so that
//! the classes of two heaps determine the class of their sum ([`space`]). The least common value that no *rare* heap
//! excludes is computed for eight heaps at a time ([`kernel`]). Witnesses then prove for 512 heaps at a time that every
//! smaller rare value is excluded too ([`cover`]). If the witnesses do not suffice, all options of the heap are
//! examined, and the heap may turn out to be rare ([`sequence`]).

mod certify;
mod checkpoint;
#[allow(unsafe_code)]
mod code;
#[allow(unsafe_code)]
mod cover;
mod keep;
#[allow(unsafe_code)]
mod kernel;
mod landmarks;
#[allow(unsafe_code)]
mod lanes;
mod marks;
mod open;
#[allow(unsafe_code)]
mod scan;
mod search;
mod sequence;
mod space;

pub use crate::lines::LineError as CheckpointError;
pub use keep::Keep;

use crate::budget::{Budget, NoObserver, Observer, StopReason, Stopped};
use crate::certificate::Certificate;
use crate::pairs::PairSequence;
use crate::period::Period;
use crate::width::Width;
use search::RARE_BEYOND_KEPT;
use sequence::{Codes, FIRST};
use winways_rules::HeapRules;

/// The nim-values of heaps 0, 1, 2, … of a take-and-break game whose values have a sparse space.
///
/// # Complexity
/// Each heap takes one step per rare heap. With vector instructions, a few instructions handle a step for
/// eight heaps. Each heap also takes one byte of memory, or two bytes once a value exceeds 255. With [`Keep::Last`], the
/// memory stops growing some time after the last rare heap.
#[derive(Clone)]
pub struct SparseSequence {
    codes: Codes,
}

/// Evaluates an expression for the sequence with codes of either size.
macro_rules! with_codes {
    ($this:expr, $sequence:ident => $result:expr) => {
        match $this {
            Codes::Narrow($sequence) => $result,
            Codes::Wide($sequence) => $result,
        }
    };
}

// Declared after the macro, which the tests use.
#[cfg(test)]
mod tests;

impl SparseSequence {
    /// Creates the sequence of a game. Returns `None` if it is not a take-and-break game or its first values
    /// show no sparse space.
    ///
    /// # Complexity
    /// Examines some ten million options.
    pub fn new(rules: &dyn HeapRules, keep: Keep) -> Option<SparseSequence> {
        SparseSequence::with_width(rules, keep, Width::widest())
    }

    fn with_width(rules: &dyn HeapRules, keep: Keep, width: Width) -> Option<SparseSequence> {
        let mut first = PairSequence::new(rules)?;
        first.extend_to(FIRST as u64 - 1, Budget::DEFAULT, &NoObserver).ok()?;
        Some(SparseSequence {
            codes: Codes::of_values(rules.take_and_break()?, first.values(), keep, width)?,
        })
    }

    /// Creates the sequence of a game from at least 8,192 of its values, for heaps 0, 1, 2, …. Returns `None`
    /// if it is not a take-and-break game or the values show no sparse space.
    pub(crate) fn of_values(rules: &dyn HeapRules, values: &[u16], keep: Keep) -> Option<SparseSequence> {
        let codes = Codes::of_values(rules.take_and_break()?, values, keep, Width::widest())?;
        Some(SparseSequence { codes })
    }

    /// Returns `true` if the space is sparse for the known heaps; see [`space::is_sparse`].
    pub(crate) fn is_sparse(&self) -> bool {
        with_codes!(&self.codes, sequence => sequence.is_sparse())
    }

    /// Returns `true` if some values were dropped, so that checkpoints can be written.
    fn has_dropped(&self) -> bool {
        with_codes!(&self.codes, sequence => sequence.base > 0)
    }

    /// Keeps all values until this many heaps are known.
    fn drop_from(&mut self, heaps: u64) {
        with_codes!(&mut self.codes, sequence => sequence.drop_from = heaps);
    }

    /// Returns the name of the division, the number of rare heaps, and the last of them.
    fn shape(&self) -> (String, u64, u64) {
        with_codes!(&self.codes, sequence => (sequence.space.name(), sequence.rares.len() as u64, sequence.last_rare()))
    }

    /// Returns the number of known values, from heap 0 on.
    pub fn known(&self) -> u64 {
        with_codes!(&self.codes, sequence => sequence.known)
    }

    /// Returns the period, once [`SparseSequence::extend_to`] has found it.
    pub fn period(&self) -> Option<Period> {
        with_codes!(&self.codes, sequence => sequence.period)
    }

    /// Returns the rare heaps found so far.
    pub fn rare_heaps(&self) -> Vec<u64> {
        with_codes!(&self.codes, sequence => sequence.rare_heaps().collect())
    }

    /// Returns the value of a heap, if it is known and still stored.
    pub fn value(&self, heap: u64) -> Option<u16> {
        with_codes!(&self.codes, sequence => sequence.value(heap))
    }

    /// Disables the search for a period in later calls, so that all values up to the requested heap are
    /// computed.
    pub fn ignore_periods(&mut self) {
        with_codes!(&mut self.codes, sequence => sequence.landmarks = None);
    }

    /// Extends the sequence to heaps 0..=`heap`, or until its period is proved.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up, the observer ends the work, or a value is greater than
    /// 8,191; results computed so far are retained. If the stored values do not suffice to decide whether a
    /// heap is rare, the computation restarts and drops values later, if memory allows.
    pub fn extend_to(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        loop {
            let stopped = match with_codes!(&mut self.codes, sequence => sequence.extend_to(heap, budget, observer))
            {
                Ok(()) => return Ok(()),
                Err(stopped) => stopped,
            };
            let other = match (&self.codes, &stopped.reason) {
                // The wide codes take two bytes for each byte, and both copies exist temporarily.
                (Codes::Narrow(narrow), StopReason::Values { .. }) => {
                    (narrow.bytes().saturating_mul(3) <= budget.memory).then(|| Codes::Wide(narrow.widened()))
                }
                (Codes::Narrow(narrow), &RARE_BEYOND_KEPT) => {
                    narrow.dropping_later(budget).map(Codes::Narrow)
                }
                (Codes::Wide(wide), &RARE_BEYOND_KEPT) => wide.dropping_later(budget).map(Codes::Wide),
                _ => None,
            };
            self.codes = other.ok_or(stopped)?;
        }
    }

    /// Returns a certificate of the period for the game named `game`. Returns `None` if no period is proved,
    /// or if values exceed 255, since certificates store a value in a byte.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer ends the work, which computes the values after each window again.
    pub fn certificate(&self, game: &str, observer: &dyn Observer) -> Result<Option<Certificate>, Stopped> {
        match &self.codes {
            Codes::Narrow(sequence) => sequence.certificate(game, observer),
            Codes::Wide(_) => Ok(None),
        }
    }

    /// Returns the state as text, for [`SparseSequence::resume`]. The text contains `game`, which is compared
    /// on resumption. Returns `None` once the period is known, and while all values are stored, since a
    /// restart is then as fast.
    pub fn checkpoint(&self, game: &str) -> Option<String> {
        with_codes!(&self.codes, sequence => checkpoint::write(sequence, game))
    }

    /// Resumes a computation from a checkpoint.
    ///
    /// # Errors
    /// Returns a [`CheckpointError`] if the text is damaged, comes from another version or another game, or
    /// contradicts the rules.
    pub fn resume(rules: &dyn HeapRules, game: &str, text: &str) -> Result<SparseSequence, CheckpointError> {
        SparseSequence::resume_after(game, text, || SparseSequence::new(rules, Keep::Last))
    }

    /// Resumes like [`SparseSequence::resume`], given a function that computes the first values.
    pub(crate) fn resume_after(
        game: &str,
        text: &str,
        beginning: impl FnOnce() -> Option<SparseSequence>,
    ) -> Result<SparseSequence, CheckpointError> {
        checkpoint::read(game, text, beginning).map(|codes| SparseSequence { codes })
    }
}
