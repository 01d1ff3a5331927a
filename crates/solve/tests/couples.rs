//! Tests of nim-values by couples against depth-first search of all followers.

use proptest::prelude::*;
use std::ops::ControlFlow;
use winways_rules::{Options, RuleFault, Ruleset};
use winways_solve::{
    Budget, CoupleSearch, GrundySearch, NoObserver, Observer, Progress, StopReason, Theorems,
};
use winways_values::Nimber;

/// Explicitly listed positions. The parts of the options of a position precede it.
#[derive(Clone, Debug)]
struct Listed {
    options: Vec<Vec<Vec<u64>>>,
    /// The values of the first positions, known by a theorem.
    known: Vec<u64>,
}

impl Ruleset for Listed {
    type Component = u64;

    fn options(&self, position: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.options[*position as usize].iter().for_each(|option| options.push(option.iter().copied()));
        Ok(())
    }

    fn option_bound(&self, position: &u64) -> u64 {
        self.options[*position as usize].len() as u64
    }

    fn nim_value(&self, position: &u64) -> Option<Nimber> {
        self.known.get(*position as usize).copied().map(Nimber)
    }
}

fn listed() -> impl Strategy<Value = Listed> {
    let option = prop::collection::vec(any::<u64>(), 0..4);
    let options = prop::collection::vec(prop::collection::vec(option, 0..6), 1..24);
    (options, 0usize..6).prop_map(|(mut options, theorems)| {
        for (position, of_position) in options.iter_mut().enumerate() {
            for option in of_position {
                option.iter_mut().for_each(|part| *part %= (position as u64).max(1));
                option.retain(|_| position > 0);
            }
        }
        let rules = Listed { options, known: Vec::new() };
        let mut search = GrundySearch::new(&rules, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        let known = 0..theorems.min(rules.options.len()) as u64;
        let known = known.map(|position| search.nim_value(&position).unwrap().0).collect();
        Listed { known, ..rules.clone() }
    })
}

/// A heap from which any number of tokens may be taken, so that values are large.
struct Heap;

impl Ruleset for Heap {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        (0..*heap).for_each(|rest| options.push([rest]));
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        *heap
    }
}

proptest! {
    #[test]
    fn values_agree_with_the_plain_search(rules in listed(), sum in prop::collection::vec(any::<u64>(), 0..4)) {
        let count = rules.options.len() as u64;
        let sum: Vec<u64> = sum.into_iter().map(|position| position % count).collect();
        let mut plain = GrundySearch::new(&rules, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        for theorems in [Theorems::Ignore, Theorems::Use] {
            let mut couples = CoupleSearch::new(&rules, theorems, Budget::DEFAULT, &NoObserver);
            let total = plain.nim_value_of_sum(&sum).unwrap();
            for nimber in 0..9 {
                prop_assert_eq!(couples.is_worth(&sum, Nimber(nimber)).unwrap(), total.0 == nimber);
            }
            for position in (0..count).rev() {
                prop_assert_eq!(couples.nim_value(&position).unwrap(), plain.nim_value(&position).unwrap());
            }
        }
    }
}

#[test]
fn values_beyond_the_bit_set_of_exclusions() {
    let mut couples = CoupleSearch::new(&Heap, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
    assert!(!couples.is_worth(&[90, 3], Nimber(90)).unwrap());
    assert!(couples.is_worth(&[90, 3], Nimber(89)).unwrap());
    assert_eq!(couples.nim_value(&80).unwrap(), Nimber(80));
}

/// An observer that ends the work at the first poll.
struct Stopper;

impl Observer for Stopper {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Break(StopReason::Interrupted)
    }
}

#[test]
fn limits_end_the_search_and_it_can_be_resumed() {
    let reason = |search: &mut CoupleSearch<'_, Heap>| search.nim_value(&300).unwrap_err().reason;
    let mut interrupted = CoupleSearch::new(&Heap, Theorems::Ignore, Budget::DEFAULT, &Stopper);
    assert_eq!(reason(&mut interrupted), StopReason::Interrupted);
    let little = Budget { memory: 1 << 12, ..Budget::DEFAULT };
    let mut search = CoupleSearch::new(&Heap, Theorems::Ignore, little, &NoObserver);
    assert_eq!(reason(&mut search), StopReason::Memory { limit: 1 << 12 });
    let few = Budget { options: Some(1 << 10), ..Budget::DEFAULT };
    search.set_budget(few);
    assert_eq!(reason(&mut search), StopReason::Options { limit: 1 << 10 });
    search.set_budget(Budget::DEFAULT);
    assert_eq!(search.nim_value(&60), Ok(Nimber(60)));
}
