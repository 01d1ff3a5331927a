//! Tests of cooling and heating against their definitions on trees.

use proptest::prelude::*;

use super::thermographs::Cooled;
use super::tree::{self, Tree, add, games, integer, negative, small_games, tree as form, value};
use crate::{Arena, Dyadic, Game, Operations};

/// Cools a canonical game by the definition.
fn cool(game: &Tree, numerator: i64, exponent: u32) -> Tree {
    let temperature = Dyadic::new(numerator, exponent);
    if tree::as_number(game).is_some() {
        return game.clone();
    }
    let (left, right) = Cooled::of(game).walls(&temperature);
    let just_below = &temperature - Dyadic::new(1, 40);
    let (left_below, right_below) = Cooled::of(game).walls(&just_below);
    if left == right && left_below == right_below {
        return number(&left);
    }
    let cost = tree::number(numerator, exponent);
    let options = |options: &[Tree], cost: &Tree| {
        options.iter().map(|option| add(&cool(option, numerator, exponent), cost)).collect()
    };
    tree::canonical(&form(options(&game.left, &negative(&cost)), options(&game.right, &cost)))
}

fn number(number: &Dyadic) -> Tree {
    let (numerator, exponent) = number.word().unwrap();
    tree::number(numerator, exponent.into())
}

/// Heats or overheats a canonical game by the definition.
fn overheat(game: &Tree, from: Option<&Tree>, by: &Tree) -> Tree {
    let is_number = tree::as_number(game);
    match (is_number, from) {
        (Some(number), Some(from)) if number.is_integer() => {
            let copies = number.word().unwrap().0;
            let from = if copies < 0 { negative(from) } else { from.clone() };
            (0..copies.abs()).fold(integer(0), |sum, _| tree::canonical(&add(&sum, &from)))
        }
        (Some(_), None) => game.clone(),
        _ => {
            let options = |options: &[Tree], earned: &Tree| {
                options.iter().map(|option| add(&overheat(option, from, by), earned)).collect()
            };
            tree::canonical(&form(options(&game.left, by), options(&game.right, &negative(by))))
        }
    }
}

/// Returns the value of a tree.
fn value_of(arena: &Arena, game: &Tree) -> Game {
    value(arena, game).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn cooled(game in games(), numerator in 1i64..=12) {
        let arena = Arena::default();
        let found = value_of(&arena, &game);
        let twin = value_of(&arena, &cool(&tree::canonical(&game), numerator, 2));
        let mut operations = Operations::new(arena.session());
        prop_assert_eq!(operations.cool(found, &Dyadic::new(numerator, 2)).unwrap(), twin);
    }

    #[test]
    fn heated(game in small_games(), by in small_games(), from in small_games()) {
        let arena = Arena::default();
        let found = [&game, &by, &from].map(|game| value_of(&arena, game));
        let [game, by, from] = [game, by, from].map(|game| tree::canonical(&game));
        let heated = value_of(&arena, &overheat(&game, None, &by));
        let overheated = value_of(&arena, &overheat(&game, Some(&from), &by));
        let mut operations = Operations::new(arena.session());
        prop_assert_eq!(operations.heat(found[0], found[1]).unwrap(), heated);
        prop_assert_eq!(operations.overheat(found[0], found[2], found[1]).unwrap(), overheated);
    }

    #[test]
    fn cooling_undoes_heating(game in games(), by in 1i64..=12) {
        let arena = Arena::default();
        let game = value_of(&arena, &game);
        let temperature = Dyadic::new(by, 2);
        let by = arena.number(&temperature).unwrap();
        let mut operations = Operations::new(arena.session());
        let heated = operations.heat(game, by).unwrap();
        prop_assert_eq!(operations.cool(heated, &temperature).unwrap(), game);
    }

    #[test]
    fn cooling_is_additive(some in games(), other in games(), by in 1i64..=12) {
        let arena = Arena::default();
        let (some, other) = (value_of(&arena, &some), value_of(&arena, &other));
        let sum = arena.add(some, other).unwrap();
        let temperature = Dyadic::new(by, 2);
        let mut operations = Operations::new(arena.session());
        let parts = [some, other].map(|game| operations.cool(game, &temperature).unwrap());
        let cooled = operations.cool(sum, &temperature).unwrap();
        prop_assert_eq!(operations.session().add(parts[0], parts[1]).unwrap(), cooled);
    }

    #[test]
    fn frozen_games_are_infinitesimally_close_to_their_mean(game in games()) {
        let arena = Arena::default();
        let game = value_of(&arena, &game);
        let mut operations = Operations::new(arena.session());
        let frozen = operations.freeze(game).unwrap();
        let mean = operations.mean(game).unwrap();
        prop_assert_eq!(operations.session().left_stop(frozen), mean.clone());
        prop_assert_eq!(operations.session().right_stop(frozen), mean);
    }
}

/// Heats a nimber with 14 options, and checks that operations beyond the limits fail.
#[test]
fn heated_nimbers() {
    let arena = Arena::default();
    let (one, nimber) = (arena.integer(1).unwrap(), arena.nimber(14).unwrap());
    let huge = arena.number(&"9".repeat(40).parse().unwrap()).unwrap();
    let mut operations = Operations::new(arena.session());
    let heated = operations.heat(nimber, one).unwrap();
    assert_eq!(operations.cool(heated, &Dyadic::from(1)), Ok(nimber));
    assert!(operations.overheat(huge, one, one).is_ok());
    assert!(operations.overheat(huge, Game::STAR, one).is_err());
    drop(operations);
    let small = Arena::new(1 << 16);
    let (one, up) = (small.integer(1).unwrap(), small.up(1_000_000).unwrap());
    let mut operations = Operations::new(small.session());
    assert!(operations.heat(up, one).is_err());
    assert!(operations.heat(Game::STAR, one).is_ok());
}
