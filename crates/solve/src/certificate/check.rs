//! The slow and simple check of certificates. It uses the rules and no code of the engines.
//!
//! `docs/certificates.md` states the theorem behind each kind of proof. Every hypothesis of these theorems is
//! checked here or in [`super::sparse`]. The rules themselves ([`HeapRules::recurrence`] and
//! [`HeapRules::take_and_break`]) are trusted.

use super::derivation::{Checked, Derivation, Result, refuse};
use super::sparse::Settler;
use super::{Certificate, Proof, SparseProof};
use crate::budget::Observer;
use winways_rules::{HeapRules, Recurrence};

impl Certificate {
    /// Verifies the claim by deriving all values again. With `sample`, a number of windows and a seed, a certificate
    /// with windows is only sampled: the first values and the values after that many windows are derived. Other
    /// certificates are always checked completely.
    ///
    /// # Errors
    /// Returns a [`super::CheckFailure`] if any part of the claim is not confirmed, if more than `memory` bytes
    /// would be needed, or if the observer stops the work.
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
        let mut derivation = Derivation::new(rules, memory, observer);
        match (&self.proof, sample) {
            (Proof::Sparse(proof), sample) => {
                let settler = Settler::of(self, proof, rules)?;
                match sample {
                    Some((count, seed)) if !proof.windows.is_empty() => {
                        settler.check_sample(count, seed, &mut derivation)
                    }
                    _ => self.check_sparse(proof, &settler, &mut derivation),
                }
            }
            (Proof::Rows(_), _) => refuse("the proof is for pairs, but the game uses single heaps"),
            (Proof::GuySmith { .. } | Proof::Window { .. }, _) => {
                let needed = self.values_needed(rules.recurrence())?;
                self.check_values(&derivation.by_all_options(needed)?)?;
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
                // The theorem requires a preperiod of at least 1, since the empty heap is not part of a split.
                let first_end = first_end.and_then(|end| end.checked_add(u64::from(self.preperiod == 0)));
                let twice = first_end.and_then(|end| end.checked_mul(2));
                twice.and_then(|sum| sum.checked_add(last_digit))
            }
            (Proof::GuySmith { .. }, _) => {
                return refuse("the game is not an octal game with this last digit");
            }
            (&Proof::Window { length }, Recurrence::Window { length: needed }) if needed <= length => {
                first_end.and_then(|end| end.checked_add(length))
            }
            _ => return refuse("the values of the game do not depend on such a window"),
        };
        needed.map_or_else(|| refuse("the numbers are too large"), Ok)
    }

    /// Checks that the period holds for all given values, and that both it and the preperiod are minimal.
    fn check_values<V: PartialEq>(&self, values: &[V]) -> Result<()> {
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
            let other = if item == "heap" { "differs in value from" } else { "differs from" };
            return refuse(format!("{item} {index} {other} {item} {later}"));
        }
        if preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
            return refuse(format!("the period begins before {item} {preperiod}"));
        }
        for prime in prime_factors(period as u64) {
            let less = period / prime as usize;
            if repeats(preperiod, less).is_none() {
                return refuse(format!("the period is not minimal: {less} is also a period"));
            }
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
