//! The rule of Nim for tame games against search.

use proptest::prelude::*;
use std::collections::HashMap;
use winways_misere::{Forms, Heaps, Sum, TameHeaps, Tameness};
use winways_solve::{Budget, Ledger, NoObserver};

fn ledger() -> Ledger<'static> {
    Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20)
}

/// Returns whether the player to move loses, by search.
fn is_previous(heaps: &Heaps, sum: &[u32], known: &mut HashMap<Sum, bool>) -> bool {
    if let Some(&lost) = known.get(sum) {
        return lost;
    }
    let (mut has_options, mut is_won) = (false, false);
    for place in 0..sum.len() {
        for option in heaps.options(sum[place]) {
            has_options = true;
            let mut after = [&sum[..place], &sum[place + 1..], option].concat();
            after.sort_unstable();
            is_won |= is_previous(heaps, &after, known);
        }
    }
    known.insert(sum.to_vec(), has_options && !is_won);
    has_options && !is_won
}

proptest! {
    #[test]
    fn sums_of_tame_heaps_follow_the_rule_of_nim(
        lists in proptest::collection::vec(
            proptest::collection::vec((0..100u32, 0..100u32, any::<bool>()), 0..4), 1..9)
    ) {
        let mut heaps = Heaps::new();
        for (heap, options) in (1u32..).zip(lists) {
            let sum = |(one, other, is_pair): (u32, u32, bool)| match is_pair {
                true => vec![one % heap, other % heap],
                false => vec![one % heap],
            };
            heaps.push(options.into_iter().map(sum)).unwrap();
        }
        let tame = TameHeaps::of(&heaps, &ledger()).unwrap();
        prop_assert_eq!(tame.last() == heaps.last(), tame.first_wild().is_none());
        let mut known = HashMap::new();
        for a in 0..=tame.last() {
            for b in a..=tame.last() {
                for c in b..=tame.last() {
                    let sum: Sum = [a, b, c].into_iter().filter(|&heap| heap > 0).collect();
                    prop_assert_eq!(tame.is_sum_previous(&sum), Some(is_previous(&heaps, &sum, &mut known)));
                }
            }
        }
    }
}

#[test]
fn classes_of_the_games_of_day_four() {
    let mut forms = Forms::new();
    let mut names = Vec::new();
    for form in forms.born_by(4, &ledger()).unwrap() {
        let class = forms.tameness(form, &ledger()).unwrap();
        if class != Tameness::Tame {
            let genus = forms.genus(form, &ledger()).unwrap();
            names.push(format!("{} {genus} {class:?}", forms.text(form, &ledger()).unwrap()));
        }
    }
    names.sort();
    let expected = [
        "*[2#0] 1^{20} Restless",
        "*[2#1] 2^{1420} Restive",
        "*[2#20] 1^{31} Restless",
        "*[2#21] 3^{1431} Restive",
        "*[2#30] 1^{20} Restless",
        "*[2#31] 2^{1420} Restive",
        "*[2#320] 1^{431} Restless",
        "*[2#321] 4^{146} Restive",
    ];
    assert_eq!(names, expected);
}
