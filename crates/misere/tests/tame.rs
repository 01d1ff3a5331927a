//! The rule of Nim for tame games against search.

mod common;

use common::{games, is_previous, ledger};
use proptest::prelude::*;
use std::collections::HashMap;
use winways_misere::{Forms, Sum, TameHeaps, Tameness};

proptest! {
    #[test]
    fn sums_of_tame_heaps_follow_the_rule_of_nim(heaps in games(8)) {
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
