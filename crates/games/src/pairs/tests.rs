//! Tests of the games on pairs against independent implementations of their rules: cakes as lines of cells, and remainders by subtraction.

use super::partizan_pairs::{Pair, PartizanPairs};
use super::{cutcake, eatcake, maundy_cake, partizan_euclid};
use std::collections::{BTreeSet, HashMap};
use winways_kit::Page;
use winways_rules::{Options, PartizanRuleset, Play, Side};
use winways_solve::{Budget, CanonicalSearch, NoObserver, Theorems, WinnerSearch};
use winways_values::Arena;

fn games() -> [(&'static Page, PartizanPairs); 4] {
    [cutcake::RULES, maundy_cake::RULES, eatcake::RULES, partizan_euclid::RULES]
        .map(|rules| (rules.0.page(), rules))
}

/// Returns the widths, in ascending order, of the parts that remain of a row of cells. The cells in `eaten` are removed, and the
/// row is cut before each cell in `cuts`.
fn widths(length: u64, eaten: u64, cuts: u64) -> Vec<u64> {
    let (mut widths, mut width) = (Vec::new(), 0);
    for cell in 0..length {
        if (cuts | eaten) >> cell & 1 == 1 && width > 0 {
            widths.push(std::mem::take(&mut width));
        }
        width += u64::from(eaten >> cell & 1 == 0);
    }
    widths.extend((width > 0).then_some(width));
    widths.sort_unstable();
    widths
}

/// Returns the possible results of one player's move along a line, by trying every way to cut and to eat.
fn lines(game: &str, length: u64) -> BTreeSet<Vec<u64>> {
    let cells = 0..length;
    let cuts = (0..1u64 << length).filter(|cuts| cuts & 1 == 0 && *cuts > 0);
    match game {
        "cutcake" => cuts.filter(|cuts| cuts.count_ones() == 1).map(|cuts| widths(length, 0, cuts)).collect(),
        "maundy-cake" => {
            let are_equal = |widths: &Vec<u64>| widths.iter().all(|width| *width == widths[0]);
            cuts.map(|cuts| widths(length, 0, cuts)).filter(are_equal).collect()
        }
        _ => cells.map(|cell| widths(length, 1 << cell, 0)).collect(),
    }
}

#[test]
fn cakes_are_cut_as_the_rules_say() {
    for (page, rules) in &games()[..3] {
        for rows in 1..=9 {
            for columns in 1..=9 {
                for side in Side::BOTH {
                    let mut options = Options::new();
                    rules.options(&(rows, columns), side, &mut options).unwrap();
                    let length = |&(rows, columns): &Pair| if side == Side::Left { columns } else { rows };
                    let other = |&(rows, columns): &Pair| if side == Side::Left { rows } else { columns };
                    let mut found = BTreeSet::new();
                    for option in options.iter() {
                        assert!(option.iter().all(|part| other(part) == other(&(rows, columns))));
                        let mut lengths: Vec<u64> = option.iter().map(length).collect();
                        lengths.sort_unstable();
                        found.insert(lengths);
                    }
                    let expected = lines(page.name, length(&(rows, columns)));
                    assert_eq!(found, expected, "{} {rows},{columns} {side:?}", page.name);
                    let bound = rules.option_bound(&(rows, columns));
                    assert!(bound >= options.iter().count() as u64);
                }
            }
        }
    }
}

#[test]
fn bounds_are_zero_only_without_moves() {
    for (page, rules) in games() {
        for pair in (1..12).flat_map(|first| (1..=first).map(move |second| (first, second))) {
            let mut options = Options::new();
            for side in Side::BOTH {
                rules.options(&pair, side, &mut options).unwrap();
            }
            assert_eq!(rules.option_bound(&pair) == 0, options.iter().count() == 0, "{} {pair:?}", page.name);
        }
    }
}

/// Returns `true` if `side` wins Partizan Euclid moving first, with remainders computed by subtraction.
fn begins_and_wins(
    (mut dividend, divisor): Pair,
    side: Side,
    known: &mut HashMap<(Pair, Side), bool>,
) -> bool {
    let key = ((dividend, divisor), side);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    while dividend >= divisor {
        dividend -= divisor;
    }
    let next = (divisor, if side == Side::Left { dividend } else { divisor - dividend });
    let wins = dividend > 0 && !begins_and_wins(next, side.opponent(), known);
    known.insert(key, wins);
    wins
}

#[test]
fn partizan_euclid_is_won_as_by_definition() {
    let rules = partizan_euclid::RULES;
    let mut search = WinnerSearch::new(&rules, Play::Normal, Budget::DEFAULT, &NoObserver);
    let mut known = HashMap::new();
    for pair in (1..60).flat_map(|first| (1..=first).map(move |second| (first, second))) {
        for side in Side::BOTH {
            let expected = begins_and_wins(pair, side, &mut known);
            assert_eq!(search.mover_wins(&[pair], side).unwrap(), expected, "{pair:?} {side:?}");
        }
    }
}

/// Checks theorems far beyond the range of `verify`: the values are integers, so the search is quick.
#[test]
fn theorems_give_the_values_of_large_cakes() {
    for rules in [cutcake::RULES, maundy_cake::RULES] {
        let arena = Arena::default();
        let mut search = CanonicalSearch::new(&rules, &arena, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        let mut by_theorem =
            CanonicalSearch::new(&rules, &arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
        for pair in (1..=36).flat_map(|rows| (1..=36).map(move |columns| (rows, columns))) {
            assert_eq!(by_theorem.value(&pair).unwrap(), search.value(&pair).unwrap(), "{pair:?}");
        }
        assert_eq!(by_theorem.nodes(), 0, "a theorem needs no search");
    }
}

#[test]
fn wrong_pairs_are_refused() {
    let message = |rules: &PartizanPairs, text: &str| {
        winways_kit::WholePositions::parse(rules, text).unwrap_err().message
    };
    assert_eq!(message(&partizan_euclid::RULES, "3,5"), "`3,5` is not a position");
    for text in ["", "3", "3,2,1", "3,0", "3;2", "-1,2"] {
        assert!(!message(&cutcake::RULES, text).is_empty(), "{text}");
    }
    assert!(winways_kit::WholePositions::parse(&cutcake::RULES, "-").unwrap().is_empty());
}
