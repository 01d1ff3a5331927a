use super::*;
use crate::budget::{NoObserver, Observer, Progress};
use crate::period::Period;
use crate::sequence::NimSequence;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_rules::{Excluded, HeapRules, Recurrence, RuleFault};

struct Plain(Vec<u64>);

impl HeapRules for Plain {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        self.0
            .iter()
            .filter_map(|&taken| heap.checked_sub(taken as usize))
            .for_each(|rest| excluded.heap(rest));
        Ok(())
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Window { length: self.0.iter().copied().max().unwrap_or(0) }
    }
}

fn assert_same(set: &[u64], up_to: u64) -> Result<(), TestCaseError> {
    let rules = Plain(set.to_vec());
    let mut plain = NimSequence::new(&rules);
    plain.extend_to(up_to, Budget::DEFAULT, &NoObserver).unwrap();
    for wanted in [Wanted::Values, Wanted::LastValues, Wanted::Outcomes, Wanted::LastOutcomes] {
        let mut sequence = SubtractionSequence::new(set, wanted);
        sequence.extend_to(up_to, Budget::DEFAULT, &NoObserver).unwrap();
        let is_last = matches!(wanted, Wanted::LastValues | Wanted::LastOutcomes);
        for (heap, &value) in (0..).zip(plain.values()) {
            let lost = sequence.is_lost(heap);
            prop_assert!(
                lost == Some(value == 0) || is_last && lost.is_none(),
                "{:?} {} {:?}",
                set,
                heap,
                lost
            );
            if wanted == Wanted::Values {
                prop_assert_eq!(sequence.nim_value(heap), Some(value), "{:?} {}", set, heap);
                // Ferguson's pairing property.
                let partner = heap.checked_sub(*set.iter().min().unwrap());
                let lost = partner.and_then(|partner| sequence.is_lost(partner)) == Some(true);
                prop_assert_eq!(value == 1, lost, "{:?} {}", set, heap);
            }
        }
        prop_assert!(sequence.is_lost(up_to).is_some());
        prop_assert_eq!(sequence.is_lost(sequence.known()), None);
    }
    Ok(())
}

fn set() -> impl Strategy<Value = Vec<u64>> {
    let number = prop_oneof![1..8u64, 1..70u64, 60..70u64, 120..200u64, 1..500u64];
    proptest::collection::vec(number, 1..7)
}

proptest! {
    #[test]
    fn heaps_agree_with_the_plain_sequence(set in set()) {
        assert_same(&set, 3_000)?;
    }
}

#[test]
fn periods_agree_with_the_plain_sequence() {
    let periods = Cell::new(0);
    let check = |set: Vec<u64>| {
        let rules = Plain(set.clone());
        let mut plain = NimSequence::new(&rules);
        plain.extend_to(20_000, Budget::DEFAULT, &NoObserver).unwrap();
        if let Some(period) = plain.period() {
            prop_assert_eq!(subtraction_period(&set, Budget::DEFAULT, &NoObserver), Ok(period), "{:?}", set);
            periods.set(periods.get() + 1);
        }
        Ok(())
    };
    TestRunner::default().run(&set(), check).unwrap();
    assert!(periods.get() >= 150, "only {} periods were compared", periods.get());
}

#[test]
fn dropping_words_keeps_all_that_is_needed() {
    assert_same(&[3, 130, 4_001], 300_000).unwrap();
}

#[test]
fn periods_agree_with_published_ones() {
    let known: [(&[u64], u64, u64); 8] = [
        (&[1, 2, 3], 0, 4),
        (&[1, 3, 4], 0, 7),
        (&[2, 4, 7], 8, 3),
        (&[3, 7, 10], 0, 45),
        (&[1, 8, 11], 13, 19),
        (&[10, 23, 31], 146, 54),
        (&[1_000_000], 0, 2_000_000),
        (&[], 0, 1),
    ];
    for (set, preperiod, period) in known {
        let found = subtraction_period(set, Budget::DEFAULT, &NoObserver);
        assert_eq!(found, Ok(Period { preperiod, period }), "{set:?}");
    }
}

#[test]
fn the_census_up_to_20_agrees_with_the_plain_sequence() {
    let mut sets = 0;
    census(20, Budget::DEFAULT, &NoObserver, &mut |set, period| {
        let rules = Plain(set.to_vec());
        let mut plain = NimSequence::new(&rules);
        plain.nim_value(u64::MAX, Budget::DEFAULT, &NoObserver).unwrap();
        assert_eq!(plain.period(), Some(period), "{set:?}");
        sets += 1;
    })
    .unwrap();
    assert_eq!(sets, 20 * 19 * 18 / 6);
}

#[test]
fn the_census_is_the_same_for_any_number_of_threads() {
    let sets = |greatest, threads| {
        let mut sets = Vec::new();
        let budget = Budget { threads, ..Budget::DEFAULT };
        census(greatest, budget, &NoObserver, &mut |set, period| sets.push((set, period))).unwrap();
        sets
    };
    for greatest in [0, 1, 2, 3, 4, 17] {
        let one = sets(greatest, 1);
        assert!(one.is_sorted_by_key(|(set, _)| *set));
        for threads in [0, 2, 3, 5, 40] {
            assert_eq!(sets(greatest, threads), one);
        }
    }
}

#[test]
fn a_stopped_census_counts_its_sets() {
    for threads in [1, 3] {
        let (mut sets, budget) = (0, Budget { threads, ..Budget::DEFAULT });
        let observer = crate::Quota::new(400).interrupt();
        let stopped = census(60, budget, &observer, &mut |_, _| sets += 1).unwrap_err();
        assert_eq!((stopped.reason, stopped.nodes), (StopReason::Timeout, sets));
        assert!(threads > 1 || sets > 0);
    }
}

#[test]
fn budgets_hold() {
    let memory = Budget { memory: 1 << 20, ..Budget::DEFAULT };
    for set in [vec![1, u64::MAX], vec![1, u64::MAX / 2, 7], vec![1, 1 << 24]] {
        let stopped = subtraction_period(&set, memory, &NoObserver).unwrap_err();
        assert_eq!(stopped.reason, StopReason::Memory { limit: 1 << 20 });
    }
    let stopped = SubtractionSequence::new(&[5], Wanted::Values)
        .extend_to(u64::MAX - 1, memory, &NoObserver)
        .unwrap_err();
    assert_eq!(stopped.reason, StopReason::Memory { limit: 1 << 20 });
    let options = Budget { options: Some(10_000), ..Budget::DEFAULT };
    let stopped = subtraction_period(&[10, 23, 31_000_000], options, &NoObserver).unwrap_err();
    assert!(matches!(stopped.reason, StopReason::Options { .. }));
}

/// An observer that counts polls and records the greatest number of heaps between two polls.
#[derive(Default)]
struct Polls {
    count: AtomicU64,
    last: AtomicU64,
    most_between: AtomicU64,
}

impl Observer for Polls {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.count.fetch_add(1, Ordering::Relaxed);
        let before = self.last.swap(progress.positions, Ordering::Relaxed);
        self.most_between.fetch_max(progress.positions.saturating_sub(before), Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}

/// The work determines when to poll: for a set of many numbers, fewer heaps lie between two polls.
#[test]
fn sets_of_many_numbers_poll_by_their_work() {
    let far: Vec<u64> = (0..2_000).map(|index| 1_000 + 3 * index).collect();
    for (set, up_to) in [(&[1, 2, 3][..], 1 << 22), (&far, 1 << 22)] {
        let polls = Polls::default();
        let mut sequence = SubtractionSequence::new(set, Wanted::Outcomes);
        sequence.extend_to(up_to, Budget::DEFAULT, &polls).unwrap();
        assert!(polls.count.load(Ordering::Relaxed) > 0, "{} numbers", set.len());
        let steps = polls.most_between.load(Ordering::Relaxed) / 64 * set.len() as u64;
        // The last word of heaps may exceed the interval.
        assert!(
            steps < STEPS_BETWEEN_POLLS + STEPS_BETWEEN_POLLS / 8,
            "{steps} steps, {} numbers",
            set.len()
        );
    }
}

/// Comparing a long window that is nearly constant takes many steps.
#[test]
fn comparisons_of_windows_poll_by_their_work() {
    let polls = Polls::default();
    subtraction_period(&[3_000_000], Budget::DEFAULT, &polls).unwrap();
    let heaps = 5 * 3_000_000;
    assert!(polls.count.load(Ordering::Relaxed) >= heaps / 64 / STEPS_BETWEEN_POLLS + 2);
}
