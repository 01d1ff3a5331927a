//! Nim-values by couples against depth-first search of all followers.

use proptest::prelude::*;
use std::ops::ControlFlow;
use winways_rules::{Options, RuleFault, Ruleset};
use winways_solve::{
    Budget, CoupleSearch, GrundySearch, NoObserver, Observer, Progress, StopReason, Theorems,
};
use winways_values::Nimber;

/// Positions told one by one, each by its options, which come before it.
#[derive(Clone, Debug)]
struct Told {
    options: Vec<Vec<Vec<u64>>>,
    /// A theorem tells the values of the first positions.
    known: Vec<u64>,
}

impl Ruleset for Told {
    type Component = u64;

    fn options(&self, place: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.options[*place as usize].iter().for_each(|option| options.push(option.iter().copied()));
        Ok(())
    }

    fn option_bound(&self, place: &u64) -> u64 {
        self.options[*place as usize].len() as u64
    }

    fn nim_value(&self, place: &u64) -> Option<Nimber> {
        self.known.get(*place as usize).copied().map(Nimber)
    }
}

fn told() -> impl Strategy<Value = Told> {
    let option = prop::collection::vec(any::<u64>(), 0..4);
    let options = prop::collection::vec(prop::collection::vec(option, 0..6), 1..24);
    (options, 0usize..6).prop_map(|(mut options, theorems)| {
        for (place, of_place) in options.iter_mut().enumerate() {
            for option in of_place {
                option.iter_mut().for_each(|part| *part %= (place as u64).max(1));
                option.retain(|_| place > 0);
            }
        }
        let rules = Told { options, known: Vec::new() };
        let mut search = GrundySearch::new(&rules, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        let known = 0..theorems.min(rules.options.len()) as u64;
        let known = known.map(|place| search.nim_value(&place).unwrap().0).collect();
        Told { known, ..rules.clone() }
    })
}

/// A heap from which any number may be taken, so that values are large.
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
    fn values_are_those_of_the_plain_search(rules in told(), sum in prop::collection::vec(any::<u64>(), 0..4)) {
        let count = rules.options.len() as u64;
        let sum: Vec<u64> = sum.into_iter().map(|place| place % count).collect();
        let mut plain = GrundySearch::new(&rules, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        for theorems in [Theorems::Ignore, Theorems::Use] {
            let mut couples = CoupleSearch::new(&rules, theorems, Budget::DEFAULT, &NoObserver);
            let total = plain.nim_value_of_sum(&sum).unwrap();
            for nimber in 0..9 {
                prop_assert_eq!(couples.is_worth(&sum, Nimber(nimber)).unwrap(), total.0 == nimber);
            }
            for place in (0..count).rev() {
                prop_assert_eq!(couples.nim_value(&place).unwrap(), plain.nim_value(&place).unwrap());
            }
        }
    }
}

#[test]
fn values_beyond_those_that_are_kept_apart() {
    let mut couples = CoupleSearch::new(&Heap, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
    assert!(!couples.is_worth(&[90, 3], Nimber(90)).unwrap());
    assert!(couples.is_worth(&[90, 3], Nimber(89)).unwrap());
    assert_eq!(couples.nim_value(&80).unwrap(), Nimber(80));
}

/// Ends the work at the first look.
struct Ended;

impl Observer for Ended {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Break(StopReason::Interrupted)
    }
}

#[test]
fn limits_end_the_search_and_it_goes_on() {
    let reason = |search: &mut CoupleSearch<'_, Heap>| search.nim_value(&300).unwrap_err().reason;
    let mut interrupted = CoupleSearch::new(&Heap, Theorems::Ignore, Budget::DEFAULT, &Ended);
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
