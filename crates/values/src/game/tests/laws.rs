//! Tests of the numbers of games by birthday, and of algebraic laws.

use std::collections::HashSet;

use proptest::prelude::*;

use super::tree::{games, value};
use crate::{Arena, Game, Relation};

/// Returns all sets of values that are pairwise confused.
fn antichains(arena: &Arena, values: &[Game]) -> Vec<Vec<Game>> {
    let mut all: Vec<Vec<Game>> = vec![Vec::new()];
    for &value in values {
        let confused = |other: &Game| arena.compare(*other, value).unwrap() == Relation::Confused;
        let more: Vec<Vec<Game>> = all.iter().filter(|chain| chain.iter().all(confused)).cloned().collect();
        all.extend(more.into_iter().map(|mut chain| {
            chain.push(value);
            chain
        }));
    }
    all
}

/// Returns all values of forms whose options are among `values`.
fn next_day(arena: &Arena, values: &[Game], allowed: impl Fn(&[Game], &[Game]) -> bool) -> Vec<Game> {
    let antichains = antichains(arena, values);
    let mut born = HashSet::new();
    for left in &antichains {
        for right in &antichains {
            if allowed(left, right) {
                born.insert(arena.form(left, right).unwrap());
            }
        }
    }
    born.into_iter().collect()
}

#[test]
fn games_born_by_day() {
    let arena = Arena::default();
    let mut values = Vec::new();
    for (day, count) in [1, 4, 22, 1474].into_iter().enumerate() {
        values = next_day(&arena, &values, |_, _| true);
        assert_eq!(values.len(), count, "day {day}");
        let numbers = values.iter().filter(|&&value| arena.as_number(value).is_some()).count();
        assert_eq!(numbers, (2 << day) - 1);
        let born = |&value: &Game| arena.birthday(value).unwrap().unwrap();
        assert_eq!(values.iter().map(born).max(), Some(day as u64));
    }
    assert_eq!(antichains(&arena, &next_day(&arena, &[Game::ZERO], |_, _| true)).len(), 6);
}

#[test]
fn all_small_games_born_by_day() {
    let arena = Arena::default();
    let mut values = Vec::new();
    for count in [1, 2, 7, 67] {
        values = next_day(&arena, &values, |left, right| left.is_empty() == right.is_empty());
        assert_eq!(values.len(), count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn group(a in games(), b in games(), c in games()) {
        let arena = Arena::default();
        let [a, b, c] = [a, b, c].map(|game| value(&arena, &game).unwrap());
        let add = |a, b| arena.add(a, b).unwrap();
        prop_assert_eq!(add(a, b), add(b, a));
        prop_assert_eq!(add(add(a, b), c), add(a, add(b, c)));
        prop_assert_eq!(arena.sub(a, a).unwrap(), Game::ZERO);
        prop_assert_eq!(add(a, Game::ZERO), a);
        prop_assert_eq!(-add(a, b), add(-a, -b));
        prop_assert_eq!(-(-a), a);
        prop_assert_eq!(add(arena.sub(a, b).unwrap(), b), a);
    }

    #[test]
    fn order(a in games(), b in games(), c in games()) {
        let arena = Arena::default();
        let [a, b, c] = [a, b, c].map(|game| value(&arena, &game).unwrap());
        let le = |a, b| arena.le(a, b).unwrap();
        prop_assert!(!(le(a, b) && le(b, c)) || le(a, c));
        prop_assert!(!(le(a, b) && le(b, a)) || a == b);
        prop_assert_eq!(le(a, b), le(-b, -a));
        prop_assert_eq!(le(a, b), le(arena.add(a, c).unwrap(), arena.add(b, c).unwrap()));
        prop_assert_eq!(le(a, b), le(arena.sub(a, b).unwrap(), Game::ZERO));
    }

    #[test]
    fn multiples(a in games(), factor in -6i64..=6) {
        let arena = Arena::default();
        let a = value(&arena, &a).unwrap();
        let mut sum = Game::ZERO;
        for _ in 0..factor.abs() {
            sum = arena.add(sum, if factor < 0 { -a } else { a }).unwrap();
        }
        prop_assert_eq!(arena.multiple(factor, a).unwrap(), sum);
    }

    #[test]
    fn canonical_form_is_idempotent_and_minimal(game in games()) {
        let arena = Arena::default();
        let game = value(&arena, &game).unwrap();
        let left: Vec<Game> = arena.left_options(game).unwrap().collect();
        let right: Vec<Game> = arena.right_options(game).unwrap().collect();
        prop_assert_eq!(arena.form(&left, &right).unwrap(), game);
        let le = |a, b| arena.le(a, b).unwrap();
        for options in [&left, &right] {
            for (index, &some) in options.iter().enumerate() {
                prop_assert!(!options.iter().enumerate().any(|(other, &twin)| other != index && le(some, twin)));
            }
        }
        for &option in &left {
            prop_assert!(!arena.right_options(option).unwrap().any(|answer| le(answer, game)));
        }
        for &option in &right {
            prop_assert!(!arena.left_options(option).unwrap().any(|answer| le(game, answer)));
        }
    }
}
