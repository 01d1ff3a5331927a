//! Engines at their limits: depth, memory, options, observers.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_solve::{
    Budget, GrundySearch, NoObserver, Observer, OutcomeSearch, Progress, StopReason, Theorems,
};
use winways_values::Nimber;

/// A heap from which a move takes one token.
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

/// Nim heaps: as many options as tokens.
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

/// Ten million moves.
const LONG: u64 = 10_000_000;

#[test]
fn depth_is_no_matter_to_values() {
    let mut search = GrundySearch::new(&Chain, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
    assert_eq!(search.nim_value(&LONG), Ok(Nimber(0)));
    assert_eq!(search.nodes(), LONG + 1);
}

#[test]
fn depth_is_no_matter_to_outcomes() {
    let mut search = OutcomeSearch::new(&Chain, Play::Misere, Budget::DEFAULT, &NoObserver);
    assert_eq!(search.outcome(&[LONG]), Ok(ImpartialOutcome::Next));
    assert_eq!(search.nodes(), LONG + 1);
}

fn megabytes(memory: u64) -> Budget {
    Budget { memory: memory << 20, ..Budget::DEFAULT }
}

#[test]
fn a_search_out_of_memory_goes_on_with_more() {
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
fn options_that_cannot_fit_are_not_made() {
    for heap in [1 << 40, u64::MAX] {
        let mut values = GrundySearch::new(&Heaps, Theorems::Ignore, megabytes(100), &NoObserver);
        assert_eq!(values.nim_value(&heap).unwrap_err().reason, StopReason::Memory { limit: 100 << 20 });
        let mut outcomes = OutcomeSearch::new(&Heaps, Play::Misere, megabytes(100), &NoObserver);
        assert_eq!(outcomes.outcome(&[heap, 3]).unwrap_err().reason, StopReason::Memory { limit: 100 << 20 });
        // What is small is still answered.
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

/// Ends the work at the third look.
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
fn an_observer_is_asked_on_the_way_down() {
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
fn an_observer_ends_a_dive() {
    // No position is finished before the budget of memory is spent.
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
    // So do questions that are answered already.
    let observer = Impatient::default();
    let mut outcomes = OutcomeSearch::new(&Chain, Play::Misere, Budget::DEFAULT, &observer);
    assert!((0..1_000_000).any(|_| outcomes.outcome(&[3]).is_err()));
}
