//! Compares the rule of Nim for tame games with a search.

mod common;

use common::{games, heaps_of, is_previous, ledger};
use proptest::prelude::*;
use std::collections::HashMap;
use winways_misere::{Forms, Heaps, Sum, TameHeaps, Tameness};

/// Compares the rule of Nim with a search, for all sums of up to three tame heaps.
fn compare(heaps: &Heaps) {
    let tame = TameHeaps::of(heaps, &ledger()).unwrap();
    let is_tame = |heap: &u32| tame.genus_of(&[*heap]).is_some();
    let mut known = HashMap::new();
    let tame_heaps: Vec<u32> = (0..=heaps.last()).filter(is_tame).collect();
    for &a in &tame_heaps {
        for &b in tame_heaps.iter().filter(|&&b| b >= a) {
            for &c in tame_heaps.iter().filter(|&&c| c >= b) {
                let sum: Sum = [a, b, c].into_iter().filter(|&heap| heap > 0).collect();
                let found = is_previous(heaps, &sum, &mut known);
                assert_eq!(tame.is_sum_previous(&sum), Some(found), "{sum:?} of {heaps:?}");
            }
        }
    }
}

proptest! {
    #[test]
    fn sums_of_tame_heaps_follow_the_rule_of_nim(heaps in games(10)) {
        compare(&heaps);
    }
}

#[test]
fn tame_heaps_with_wild_followers_follow_the_rule_of_nim() {
    for code in ["77", "07", "75", "71", "34", "15", "26", "54", "143", "644", "145"] {
        compare(&heaps_of(code, 18));
    }
}

/// The only option of heap 5 is wild and has a move to 0. Heap 5 nevertheless differs from 0, where play has ended.
#[test]
fn a_position_with_wild_options_alone_is_wild() {
    let mut heaps = Heaps::new();
    // Heaps 1 and 2 are Nim heaps, heap 3 has a move to heap 2 alone, heap 4 is wild and has a move to 0.
    for options in [vec![vec![]], vec![vec![], vec![1]], vec![vec![2]], vec![vec![], vec![3]], vec![vec![4]]]
    {
        heaps.push(options).unwrap();
    }
    let tame = TameHeaps::of(&heaps, &ledger()).unwrap();
    assert_eq!((tame.genus_of(&[4]), tame.genus_of(&[5])), (None, None));
    compare(&heaps);
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
