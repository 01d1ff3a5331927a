//! Tests of sequences from the bottom up against searches from the top down, and of periods against
//! exhaustive trial.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use winways_rules::{Excluded, HeapRules, Options, Recurrence, RuleFault, Ruleset};
use winways_solve::{Budget, GrundySearch, NimSequence, NoObserver, Period, Theorems};
use winways_values::Nimber;

/// An octal code: the digit at index t determines whether taking t tokens may leave nothing (1), one heap (2)
/// or two heaps (4).
#[derive(Clone, Debug)]
struct Octal {
    digits: Vec<u8>,
}

impl Octal {
    fn last_digit(&self) -> u64 {
        self.digits.iter().rposition(|&digit| digit > 0).unwrap_or(0) as u64
    }

    /// Returns the digit and the number of tokens left, for each number of tokens that can be taken.
    fn moves(&self, heap: u64) -> impl Iterator<Item = (u8, u64)> {
        self.digits.iter().zip(0..=heap).map(move |(&digit, taken)| (digit, heap - taken))
    }
}

impl Ruleset for Octal {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for (digit, rest) in self.moves(*heap) {
            if digit & 1 != 0 && rest == 0 {
                options.push([]);
            }
            if digit & 2 != 0 && rest > 0 {
                options.push([rest]);
            }
            if digit & 4 != 0 && rest > 1 {
                for part in 1..=rest / 2 {
                    options.push([part, rest - part]);
                }
            }
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        (self.digits.len() as u64).saturating_mul(heap + 2)
    }
}

impl HeapRules for Octal {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        for (digit, rest) in self.moves(heap as u64) {
            let rest = rest as usize;
            if digit & 1 != 0 && rest == 0 {
                excluded.nothing();
            }
            if digit & 2 != 0 && rest > 0 {
                excluded.heap(rest);
            }
            if digit & 4 != 0 && rest > 1 {
                excluded.pairs(rest, 1)?;
            }
        }
        Ok(())
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Octal { last_digit: self.last_digit() }
    }
}

/// Generates codes whose first digit, for taking nothing, only allows splits.
fn octal() -> impl Strategy<Value = Octal> {
    (prop_oneof![Just(0u8), Just(4u8)], proptest::collection::vec(0u8..8, 0..5))
        .prop_map(|(first, rest)| Octal { digits: [&[first], &rest[..]].concat() })
}

/// Returns the least period, with its least preperiod, that `latest` accepts, by exhaustive trial.
fn period_by_trial(values: &[u16], latest: impl Fn(usize) -> Option<usize>) -> Option<Period> {
    (1..values.len()).find_map(|period| {
        let differs = |index: &usize| values[*index] != values[index + period];
        let preperiod = (0..values.len() - period).rev().find(differs).map_or(0, |last| last + 1);
        (preperiod <= latest(period)?)
            .then_some(Period { preperiod: preperiod as u64, period: period as u64 })
    })
}

fn eventually_periodic() -> impl Strategy<Value = Vec<u16>> {
    let values = |length| proptest::collection::vec(0u16..3, length);
    (values(0..8usize), values(1..6usize), 0..60usize).prop_map(|(first, period, length)| {
        first.iter().chain(period.iter().cycle()).take(length).copied().collect()
    })
}

proptest! {
    #[test]
    fn sequences_agree_with_search(rules in octal()) {
        let mut sequence = NimSequence::new(&rules);
        sequence.extend_to(60, Budget::DEFAULT, &NoObserver).unwrap();
        let mut search = GrundySearch::new(&rules, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        for (heap, &value) in sequence.values().iter().enumerate() {
            prop_assert_eq!(search.nim_value(&(heap as u64)), Ok(Nimber(value.into())), "heap {}", heap);
        }
    }

    #[test]
    fn periods_agree_with_exhaustive_trial(values in eventually_periodic(), length in 1..5u64) {
        let window = Period::of(&values, Recurrence::Window { length });
        let accept = |period: usize| values.len().checked_sub(length as usize + period);
        prop_assert_eq!(window, period_by_trial(&values, accept));
        let octal = Period::of(&values, Recurrence::Octal { last_digit: length });
        // The theorem requires a preperiod of at least 1.
        let accept = |period: usize| {
            let rest = values.len().checked_sub(2 * period + length as usize)?;
            Some(rest / 2).filter(|&latest| latest >= 1)
        };
        prop_assert_eq!(octal, period_by_trial(&values, accept));
        prop_assert_eq!(Period::of(&values, Recurrence::Unknown), None);
    }
}

#[test]
fn a_proved_period_continues() {
    let proved = Cell::new(0);
    let check = |rules: Octal| {
        let mut sequence = NimSequence::new(&rules);
        sequence.extend_to(400, Budget::DEFAULT, &NoObserver).unwrap();
        let Some(period) = sequence.period() else { return Ok(()) };
        let proof = sequence.values().to_vec();
        sequence.extend_to(900, Budget::DEFAULT, &NoObserver).unwrap();
        for (heap, &value) in sequence.values().iter().enumerate() {
            prop_assert_eq!(value, proof[period.reduce(heap as u64) as usize], "heap {}", heap);
        }
        proved.set(proved.get() + 1);
        Ok(())
    };
    TestRunner::default().run(&octal(), check).unwrap();
    assert!(proved.get() >= 100, "only {} periods were proved", proved.get());
}
