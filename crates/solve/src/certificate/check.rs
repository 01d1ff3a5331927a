//! The slow and obvious check of certificates. It uses the rules and no code of the engines.
//!
//! `docs/certificates.md` states the theorem behind each kind of proof. Every hypothesis of these theorems is
//! checked here or in [`super::sparse`]. The rules themselves ([`HeapRules::recurrence`] and
//! [`HeapRules::take_and_break`]) are trusted.

use super::sparse::Settler;
use super::{Certificate, Proof, SparseProof};
use crate::budget::{Observer, Progress, StopReason};
use thiserror::Error;
use winways_rules::{Excluded, HeapRules, Meter, Recurrence, RuleFault};

/// The extent of a successful check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The claim was checked in full.
    Whole {
        /// The number of values derived.
        values: u64,
    },
    /// Some windows were checked; this proves nothing about the rest.
    Sample {
        /// The number of windows drawn, all different.
        windows: u64,
        /// The number of windows in the certificate.
        of: u64,
        /// The number of values derived.
        values: u64,
    },
}

/// The reason why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckFailure {
    /// The claim is wrong, or does not follow from the data in the certificate.
    #[error("{0}")]
    Refused(String),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(StopReason),
}

pub(super) type Result<T> = std::result::Result<T, CheckFailure>;

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T> {
    Err(CheckFailure::Refused(why.into()))
}

/// Converts a fault of the meter.
pub(super) fn stopped(fault: RuleFault) -> CheckFailure {
    CheckFailure::Stopped(fault.into())
}

impl Certificate {
    /// Verifies the claim by deriving all values anew. With `sample`, a number of windows and a seed, derives
    /// only the values after that many windows.
    ///
    /// # Errors
    /// [`CheckFailure`] if any part of the claim is not confirmed, if more than `memory` bytes would be
    /// needed, or if the observer ends the work.
    ///
    /// # Complexity
    /// By the theorem of Guy and Smith: a step for each option of each heap up to 2·preperiod + 2·period + t.
    /// By a sparse space: some hundred steps for each heap up to preperiod + period + length, fewer for blocks of
    /// heaps.
    pub fn check(
        &self,
        rules: &dyn HeapRules,
        sample: Option<(u64, u64)>,
        memory: u64,
        observer: &dyn Observer,
    ) -> Result<Checked> {
        if self.period == 0 {
            return refuse("a period is at least 1");
        }
        let mut derivation =
            Derivation { rules, observer, memory, meter: observer.meter(), values: Vec::new() };
        match (&self.proof, sample) {
            (Proof::Sparse(proof), sample) => {
                let settler = Settler::of(self, proof, rules)?;
                match sample {
                    Some((count, seed)) => settler.check_sample(count, seed, &mut derivation),
                    None => self.check_sparse(proof, &settler, &mut derivation),
                }
            }
            (Proof::Rows(_), None) => refuse("the proof is one of pairs, and the game one on single heaps"),
            (_, Some(_)) => refuse("only certificates by a sparse space have windows to take samples of"),
            (_, None) => {
                let needed = self.values_needed(rules.recurrence())?;
                derivation.by_all_options(needed)?;
                self.check_values(&derivation.values)?;
                Ok(Checked::Whole { values: needed })
            }
        }
    }

    /// Returns the number of values that prove the claim by one of the two classical theorems.
    fn values_needed(&self, recurrence: Recurrence) -> Result<u64> {
        let first_end = self.preperiod.checked_add(self.period);
        let needed = match (&self.proof, recurrence) {
            (&Proof::GuySmith { last_digit }, Recurrence::Octal { last_digit: digit })
                if digit == last_digit =>
            {
                // The theorem requires a preperiod of at least 1, since the empty heap is no part of a split.
                let first_end = first_end.and_then(|end| end.checked_add(u64::from(self.preperiod == 0)));
                let twice = first_end.and_then(|end| end.checked_mul(2));
                twice.and_then(|sum| sum.checked_add(last_digit))
            }
            (Proof::GuySmith { .. }, _) => return refuse("the game is no octal game with this last digit"),
            (&Proof::Window { length }, Recurrence::Window { length: needed }) if needed <= length => {
                first_end.and_then(|end| end.checked_add(length))
            }
            _ => return refuse("the values of the game do not depend on such a window"),
        };
        needed.map_or_else(|| refuse("the numbers are too large"), Ok)
    }

    /// Checks that the period holds for all given values, and that both it and the preperiod are minimal.
    fn check_values(&self, values: &[u8]) -> Result<()> {
        let (preperiod, period) = (self.preperiod as usize, self.period as usize);
        Claim { preperiod, period, item: "heap" }.holds(values)
    }

    /// Derives and proves all values up to the end of the second window. Checks that the two windows are
    /// equal and that the period holds.
    fn check_sparse(
        &self,
        proof: &SparseProof,
        settler: &Settler<'_>,
        derivation: &mut Derivation<'_>,
    ) -> Result<Checked> {
        let Some(needed) = proof.repeats_from.checked_add(proof.apart) else {
            return refuse("the numbers are too large");
        };
        settler.derive(needed, derivation)?;
        let values = &derivation.values;
        let window = |end: u64| &values[(end - proof.length) as usize..end as usize];
        if window(proof.repeats_from) != window(needed) {
            return refuse(format!(
                "the {} values before heap {} and before heap {needed} differ",
                proof.length, proof.repeats_from
            ));
        }
        self.check_values(values)?;
        Ok(Checked::Whole { values: needed })
    }
}

/// A claim about a sequence.
pub(super) struct Claim {
    pub(super) preperiod: usize,
    pub(super) period: usize,
    /// The noun for an index of the sequence.
    pub(super) item: &'static str,
}

impl Claim {
    /// Checks that the period holds for all given values, and that both it and the preperiod are minimal.
    pub(super) fn holds<V: PartialEq>(&self, values: &[V]) -> Result<()> {
        let Claim { preperiod, period, item } = *self;
        let repeats = |from: usize, period: usize| {
            values[from..]
                .iter()
                .zip(values.get(from + period..).unwrap_or_default())
                .position(|(a, b)| a != b)
        };
        if values.len() <= preperiod + period {
            return refuse("the values needed do not reach the end of the first period");
        }
        if let Some(index) = repeats(preperiod, period) {
            let (index, later) = (preperiod + index, preperiod + index + period);
            let other = if item == "heap" { "has another value than" } else { "differs from" };
            return refuse(format!("{item} {index} {other} {item} {later}"));
        }
        if preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
            return refuse(format!("the period begins before {item} {preperiod}"));
        }
        for prime in prime_factors(period as u64) {
            let less = period / prime as usize;
            if repeats(preperiod, less).is_none() {
                return refuse(format!("{less} is a period too"));
            }
        }
        Ok(())
    }
}

/// The values derived so far, starting with heap 0.
pub(super) struct Derivation<'c> {
    rules: &'c dyn HeapRules,
    observer: &'c dyn Observer,
    memory: u64,
    pub(super) meter: Meter,
    pub(super) values: Vec<u8>,
}

impl Derivation<'_> {
    pub(super) fn end(&self) -> u64 {
        self.values.len() as u64
    }

    /// Checks that `needed` values of `bytes` bytes each fit into the memory, before they are derived.
    pub(super) fn charge(&self, needed: u64, bytes: u64) -> Result<()> {
        match needed.checked_mul(bytes) {
            Some(bytes) if bytes <= self.memory => Ok(()),
            _ => Err(CheckFailure::Stopped(StopReason::Memory { limit: self.memory })),
        }
    }

    /// Returns `true` if the memory allows this many bytes besides the values.
    pub(super) fn has_room(&self, bytes: u64) -> bool {
        bytes <= self.memory / 4
    }

    pub(super) fn push(&mut self, value: u8) -> Result<()> {
        self.values.push(value);
        self.poll(self.end())
    }

    pub(super) fn poll(&self, heap: u64) -> Result<()> {
        if !heap.is_multiple_of(1 << 12) {
            return Ok(());
        }
        self.observer.poll(&Progress::new(heap, 0, self.end())).map_err(CheckFailure::Stopped)
    }

    /// Derives the values below `needed` from all options.
    pub(super) fn by_all_options(&mut self, needed: u64) -> Result<()> {
        // Growing lists double and hold both copies meanwhile: at most four bytes of words and two of values.
        self.charge(needed, 8)?;
        let mut marks = vec![false; Excluded::VALUES].into_boxed_slice();
        let Ok(marks) = <&mut [bool; Excluded::VALUES]>::try_from(&mut *marks) else {
            unreachable!("the list has so many marks");
        };
        let mut words: Vec<u16> = Vec::new();
        while self.end() < needed {
            let mut excluded = Excluded::new(&words, marks, &mut self.meter);
            let enumerated = self.rules.exclude_options(words.len(), &mut excluded);
            enumerated.map_err(stopped)?;
            let Some(value) = marks[..256].iter().position(|marked| !marked) else {
                return refuse(format!("heap {} has no value in a byte", words.len()));
            };
            marks[..256].fill(false);
            words.push(value as u16);
            self.push(value as u8)?;
        }
        Ok(())
    }
}

fn prime_factors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}
