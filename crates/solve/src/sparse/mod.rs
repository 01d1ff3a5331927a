//! Nim-sequences of take-and-break games by sparse spaces: a few operations a heap instead of a step for every option.
//!
//! README.md in this folder explains the method. In short: values are split into rare and common ones so that classes
//! add ([`space`]); the least common value that no *rare* heap excludes is found for eight heaps at a time ([`kernel`]);
//! that every rare value below it is excluded too is shown by witnesses, for 512 heaps at a time ([`cover`]); where the
//! witnesses do not suffice all options are looked at, and the heap may turn out rare ([`sequence`]).

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
mod open;
mod pace;
#[allow(unsafe_code)]
mod scan;
mod search;
mod sequence;
mod space;

pub use checkpoint::CheckpointError;
pub use keep::Keep;

use crate::budget::{Budget, Observer, StopReason, Stopped};
use crate::certificate::Certificate;
use crate::period::Period;
use crate::width::Width;
use search::BEYOND;
pub(crate) use sequence::NOT_SPARSE;
use sequence::{Codes, Sequence};
use winways_rules::HeapRules;

/// The nim-values of heaps 0, 1, 2, … of a take-and-break game whose values have a sparse space.
///
/// # Complexity
/// A heap costs as many steps as there are rare heaps, eight of them in a few instructions where the machine can; and a
/// byte of memory, or none with [`Keep::Last`].
#[derive(Clone)]
pub struct SparseSequence {
    codes: Codes,
}

/// The same for codes of both sizes.
macro_rules! with_codes {
    ($this:expr, $sequence:ident => $result:expr) => {
        match $this {
            Codes::Narrow($sequence) => $result,
            Codes::Wide($sequence) => $result,
        }
    };
}

// After the macro, which the tests use.
#[cfg(test)]
mod tests;

impl SparseSequence {
    /// The sequence of a game, if it is one of take-and-break and its first values show a sparse space.
    ///
    /// # Complexity
    /// Looks at some ten million options.
    pub fn new(rules: &dyn HeapRules, keep: Keep) -> Option<SparseSequence> {
        SparseSequence::with_width(rules, keep, Width::widest())
    }

    fn with_width(rules: &dyn HeapRules, keep: Keep, width: Width) -> Option<SparseSequence> {
        Some(SparseSequence { codes: Codes::Narrow(Sequence::new(rules, keep, width)?) })
    }

    /// How many values are known, from heap 0 on.
    pub fn known(&self) -> u64 {
        with_codes!(&self.codes, sequence => sequence.known)
    }

    /// The period, once [`SparseSequence::extend_to`] has met it.
    pub fn period(&self) -> Option<Period> {
        with_codes!(&self.codes, sequence => sequence.period)
    }

    /// The rare heaps so far.
    pub fn rare_heaps(&self) -> Vec<u64> {
        with_codes!(&self.codes, sequence => sequence.rare_heaps().collect())
    }

    /// The value of a heap, if it is known and kept.
    pub fn value(&self, heap: u64) -> Option<u16> {
        with_codes!(&self.codes, sequence => sequence.value(heap))
    }

    /// From now on no period is looked for, so that every value up to the heap asked for is worked out.
    pub fn ignore_periods(&mut self) {
        with_codes!(&mut self.codes, sequence => sequence.landmarks = None);
    }

    /// Extends the sequence to heaps 0..=`heap`, or until its period is proved.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is used up, the observer ends the work, or a value is greater than 1,023; what was found
    /// stays known. If a heap may be rare and the values that would tell are not kept, all are computed again and kept,
    /// as far as there is memory. If rare heaps turn out not to be rare, it is said that the space is not sparse.
    pub fn extend_to(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        loop {
            let stopped = match with_codes!(&mut self.codes, sequence => sequence.extend_to(heap, budget, observer))
            {
                Ok(()) => return Ok(()),
                Err(stopped) => stopped,
            };
            let other = match (&self.codes, &stopped.reason) {
                // Two bytes for each that has one, and both are held for a moment.
                (Codes::Narrow(narrow), StopReason::Values { .. }) => {
                    (narrow.bytes().saturating_mul(3) <= budget.memory).then(|| Codes::Wide(narrow.widened()))
                }
                (Codes::Narrow(narrow), &BEYOND) => narrow.keeping_all(budget).map(Codes::Narrow),
                (Codes::Wide(wide), &BEYOND) => wide.keeping_all(budget).map(Codes::Wide),
                _ => None,
            };
            self.codes = other.ok_or(stopped)?;
        }
    }

    /// The certificate of the period, once that is proved; `game` is written into it. `None` also where values are greater
    /// than 255, for which certificates have no room.
    ///
    /// # Errors
    /// [`Stopped`] if the observer ends the work: the values after every window are computed again.
    pub fn certificate(&self, game: &str, observer: &dyn Observer) -> Result<Option<Certificate>, Stopped> {
        match &self.codes {
            Codes::Narrow(sequence) => sequence.certificate(game, observer),
            Codes::Wide(_) => Ok(None),
        }
    }

    /// The state as text, for [`SparseSequence::resume`]; `game` is written into it and compared then. `None` while all
    /// values are kept, since a new start is as fast then, and once the period is known.
    pub fn checkpoint(&self, game: &str) -> Option<String> {
        with_codes!(&self.codes, sequence => checkpoint::write(sequence, game))
    }

    /// Goes on where a checkpoint was made.
    ///
    /// # Errors
    /// [`CheckpointError`] if the text is damaged, is of another version or another game, or does not fit the rules.
    pub fn resume(rules: &dyn HeapRules, game: &str, text: &str) -> Result<SparseSequence, CheckpointError> {
        checkpoint::read(rules, game, text).map(|codes| SparseSequence { codes })
    }
}
