//! Tests of engines at their limits: depth, memory, options, observers.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_rules::{
    Excluded, HeapRules, ImpartialOutcome, Meter, Options, PartizanRuleset, Play, Recurrence, RuleFault,
    Ruleset, Side, TakeAndBreak,
};
use winways_solve::{
    Budget, CanonicalSearch, GrundySearch, NimSequence, NoObserver, Observer, OutcomeSearch, PairSequence,
    Pattern, Period, Progress, StopReason, Theorems, WinnerSearch,
};
use winways_values::{Arena, Interrupt, Interruption, Nimber};

/// A heap from which each move takes one token.
struct Chain;

impl Ruleset for Chain {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        if *heap > 0 {
            options.push([heap - 1]);
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        (*heap).min(1)
    }
}

/// Nim heaps, with as many options as tokens.
struct Heaps;

impl Ruleset for Heaps {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for rest in 0..*heap {
            options.push([rest]);
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        *heap
    }
}

/// The length of a long line of play, in moves.
const LONG: u64 = 10_000_000;

#[test]
fn deep_lines_of_play_have_values() {
    let mut search = GrundySearch::new(&Chain, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
    assert_eq!(search.nim_value(&LONG), Ok(Nimber(0)));
    assert_eq!(search.nodes(), LONG + 1);
}

#[test]
fn deep_lines_of_play_have_outcomes() {
    let mut search = OutcomeSearch::new(&Chain, Play::Misere, Budget::DEFAULT, &NoObserver);
    assert_eq!(search.outcome(&[LONG]), Ok(ImpartialOutcome::Next));
    assert_eq!(search.nodes(), LONG + 1);
}

fn megabytes(memory: u64) -> Budget {
    Budget { memory: memory << 20, ..Budget::DEFAULT }
}

#[test]
fn a_search_out_of_memory_resumes_with_a_larger_budget() {
    for threads in [1, 2] {
        let budget = Budget { threads, ..megabytes(2) };
        let mut search = GrundySearch::new(&Chain, Theorems::Ignore, budget, &NoObserver);
        let stopped = search.nim_value(&300_001).unwrap_err();
        assert_eq!(stopped.reason, StopReason::Memory { limit: 2 << 20 });
        search.set_budget(megabytes(1000));
        assert_eq!(search.nim_value(&300_001), Ok(Nimber(1)));
        assert_eq!(search.nodes(), 300_002);
    }
    let mut search = OutcomeSearch::new(&Chain, Play::Normal, megabytes(2), &NoObserver);
    let stopped = search.outcome(&[100_001]).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Memory { limit: 2 << 20 });
    search.set_budget(megabytes(1000));
    assert_eq!(search.outcome(&[100_001]), Ok(ImpartialOutcome::Next));
}

#[test]
fn options_that_cannot_fit_are_not_enumerated() {
    for heap in [1 << 40, u64::MAX] {
        let mut values = GrundySearch::new(&Heaps, Theorems::Ignore, megabytes(100), &NoObserver);
        assert_eq!(values.nim_value(&heap).unwrap_err().reason, StopReason::Memory { limit: 100 << 20 });
        let mut outcomes = OutcomeSearch::new(&Heaps, Play::Misere, megabytes(100), &NoObserver);
        assert_eq!(outcomes.outcome(&[heap, 3]).unwrap_err().reason, StopReason::Memory { limit: 100 << 20 });
        // Small heaps are still solved.
        assert_eq!(values.nim_value(&5), Ok(Nimber(5)));
        assert_eq!(outcomes.outcome(&[5, 3]), Ok(ImpartialOutcome::Next));
    }
}

#[test]
fn options_are_limited() {
    let budget = Budget { options: Some(50_000), ..Budget::DEFAULT };
    let mut values = GrundySearch::new(&Chain, Theorems::Ignore, budget, &NoObserver);
    let stopped = values.nim_value(&1_000_000).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Options { limit: 50_000 });
    let mut outcomes = OutcomeSearch::new(&Chain, Play::Normal, budget, &NoObserver);
    let stopped = outcomes.outcome(&[1_000_000]).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Options { limit: 50_000 });
}

/// An observer that ends the work at the third poll.
#[derive(Default)]
struct Impatient(AtomicU64);

impl Observer for Impatient {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        assert!(progress.bytes > 0);
        match self.0.fetch_add(1, Ordering::Relaxed) {
            2.. => ControlFlow::Break(StopReason::Interrupted),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn the_observer_is_polled_while_descending() {
    let observer = Impatient::default();
    let mut search = OutcomeSearch::new(&Chain, Play::Normal, Budget::DEFAULT, &observer);
    // No position is finished before the end of the line.
    let stopped = search.outcome(&[500_000]).unwrap_err();
    assert_eq!((stopped.reason, stopped.nodes), (StopReason::Interrupted, 0));
}

#[test]
fn an_observer_ends_the_work() {
    for threads in [1, 2] {
        let observer = Impatient::default();
        let budget = Budget { threads, ..Budget::DEFAULT };
        let mut search = GrundySearch::new(&Chain, Theorems::Ignore, budget, &observer);
        assert_eq!(search.nim_value(&500_000).unwrap_err().reason, StopReason::Interrupted);
    }
    let observer = Impatient::default();
    let mut search = OutcomeSearch::new(&Chain, Play::Normal, Budget::DEFAULT, &observer);
    assert_eq!(search.outcome(&[500_000]).unwrap_err().reason, StopReason::Interrupted);
}

#[test]
fn an_observer_ends_a_descent() {
    // No position is finished before the memory budget is exhausted.
    for play in Play::BOTH {
        let observer = Impatient::default();
        let mut search = OutcomeSearch::new(&Chain, play, Budget::DEFAULT, &observer);
        assert_eq!(search.outcome(&[u64::MAX]).unwrap_err().reason, StopReason::Interrupted);
        assert_eq!(search.nodes(), 0);
    }
}

#[test]
fn an_observer_ends_many_short_searches() {
    let observer = Impatient::default();
    let mut values = GrundySearch::new(&Chain, Theorems::Ignore, Budget::DEFAULT, &observer);
    assert!((0..1_000_000).any(|heap| values.nim_value(&heap).is_err()));
    let observer = Impatient::default();
    let mut outcomes = OutcomeSearch::new(&Chain, Play::Misere, Budget::DEFAULT, &observer);
    assert!((0..1_000_000).any(|heap| outcomes.outcome(&[heap]).is_err()));
    // Repeated calls for known values poll the observer too.
    let observer = Impatient::default();
    let mut outcomes = OutcomeSearch::new(&Chain, Play::Misere, Budget::DEFAULT, &observer);
    assert!((0..1_000_000).any(|_| outcomes.outcome(&[3]).is_err()));
}

/// An observer that never ends the work between positions, but soon ends it within one.
struct InterruptWithin;

impl Observer for InterruptWithin {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    fn interrupt(&self) -> Interrupt {
        Interrupt::new(|| ControlFlow::Break(Interruption::Timeout))
    }
}

/// A game in which a move takes any number of tokens and leaves two or three heaps: far more options than tokens.
struct Parts {
    three: bool,
}

impl HeapRules for Parts {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        (1..=heap).try_for_each(|taken| match self.three {
            true => excluded.triples(heap - taken),
            false => excluded.pairs(heap - taken, 1),
        })
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        let splits: Vec<u64> = (1..=1000).collect();
        let takes = Vec::new();
        (!self.three).then_some(TakeAndBreak { takes, splits, unequal: false, regular_from: 1001 })
    }
}

#[test]
fn enumerating_parts_of_a_heap_is_interruptible() {
    for three in [false, true] {
        let rules = Parts { three };
        let stopped = NimSequence::new(&rules).nim_value(1500, Budget::DEFAULT, &InterruptWithin);
        assert_eq!(stopped.unwrap_err().reason, StopReason::Timeout);
    }
    let mut pairs = PairSequence::new(&Parts { three: false }).unwrap();
    assert_eq!(
        pairs.extend_to(1500, Budget::DEFAULT, &InterruptWithin).unwrap_err().reason,
        StopReason::Timeout
    );
    // Marks from before the interruption are cleared.
    let known = pairs.values().len() as u64;
    pairs.extend_to(known + 20, Budget::DEFAULT, &NoObserver).unwrap();
    let mut twin = NimSequence::new(&Parts { three: false });
    twin.extend_to(known + 20, Budget::DEFAULT, &NoObserver).unwrap();
    assert_eq!(pairs.values(), twin.values());
}

#[test]
fn the_search_for_a_period_is_interruptible() {
    let values = vec![7; 1 << 17];
    for recurrence in [Recurrence::Window { length: 1 << 18 }, Recurrence::Octal { last_digit: 1 << 18 }] {
        assert_eq!(Period::of_metered(&values, recurrence, &mut Meter::default()), Ok(None));
        let interrupted = Err(RuleFault::Interrupted(Interruption::Timeout));
        assert_eq!(Period::of_metered(&values, recurrence, &mut InterruptWithin.meter()), interrupted);
    }
    assert!(Pattern::of_metered(&values, Recurrence::Unknown, &mut InterruptWithin.meter()).is_err());
    assert!(
        Pattern::of_metered(&values, Recurrence::Unknown, &mut InterruptWithin.meter().granted(1 << 20))
            .is_ok()
    );
}

/// A game in which either player may take any number of tokens.
struct Both;

impl PartizanRuleset for Both {
    type Component = u64;

    fn options(&self, heap: &u64, _: Side, options: &mut Options<u64>) -> Result<(), RuleFault> {
        (0..*heap).for_each(|rest| options.push([rest]));
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        *heap
    }
}

#[test]
fn sums_of_partizan_games_stay_within_the_memory() {
    let budget = megabytes(2);
    let out_of_memory = StopReason::Memory { limit: budget.memory };
    let reason = |position: &[u64]| {
        let most = GreatestBytes(AtomicU64::new(0));
        let ended = WinnerSearch::new(&Both, Play::Misere, budget, &most).mover_wins(position, Side::Left);
        assert!(most.0.into_inner() <= budget.memory);
        ended.unwrap_err().reason
    };
    // In the first case, not even one list of options fits. In the second case, one list fits, but not all lists of a
    // line of play.
    assert_eq!(reason(&[u64::MAX]), out_of_memory);
    assert_eq!(reason(&[2000, 1999, 1998]), out_of_memory);
}

/// A heap that splits in as many ways as it has tokens, and whose options must not be enumerated.
struct Unlisted;

impl Ruleset for Unlisted {
    type Component = u64;

    fn options(&self, _: &u64, _: &mut Options<u64>) -> Result<(), RuleFault> {
        Err(RuleFault::new("the options were listed"))
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        *heap
    }
}

impl PartizanRuleset for Unlisted {
    type Component = u64;

    fn options(&self, _: &u64, _: Side, _: &mut Options<u64>) -> Result<(), RuleFault> {
        Err(RuleFault::new("the options were listed"))
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        *heap
    }
}

/// The list filled by the rules fits, but the data that the search derives from it does not.
#[test]
fn derived_data_is_counted_before_options_are_enumerated() {
    let budget = megabytes(1);
    assert!(Options::<u64>::bytes_for(20_000) < budget.memory);
    let arena = Arena::new(budget.memory);
    let mut values = CanonicalSearch::new(&Unlisted, &arena, Theorems::Ignore, budget, &NoObserver);
    let out_of_memory = StopReason::Memory { limit: budget.memory };
    assert_eq!(values.value(&20_000).unwrap_err().reason, out_of_memory);
    let mut outcomes = OutcomeSearch::new(&Unlisted, Play::Misere, budget, &NoObserver);
    assert_eq!(outcomes.outcome(&[20_000]).unwrap_err().reason, out_of_memory);
    let mut winners = WinnerSearch::new(&Unlisted, Play::Normal, budget, &NoObserver);
    assert_eq!(winners.mover_wins(&[20_000], Side::Left).unwrap_err().reason, out_of_memory);
}

/// An observer that records the greatest number of bytes reported.
struct GreatestBytes(AtomicU64);

impl Observer for GreatestBytes {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.0.fetch_max(progress.bytes, Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}
