//! Tests of comparisons, means and stops against a search through all lines of play, without caches.

use proptest::prelude::*;

use super::tree::{games, small_games, value};
use crate::{Arena, Dyadic, Game, Operations, Relation};

/// Returns `true` if the player who moves first wins `some − other`, by trying every line of play.
fn wins_first(arena: &Arena, some: Game, other: Game, is_left: bool) -> bool {
    let moves = |game: Game, is_left: bool| match is_left {
        true => arena.left_options(game).unwrap(),
        false => arena.right_options(game).unwrap(),
    };
    // A move in −H is a move of the opponent in H.
    moves(some, is_left).any(|option| !wins_first(arena, option, other, !is_left))
        || moves(other, !is_left).any(|option| !wins_first(arena, some, option, !is_left))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn outcomes_of_differences_agree_with_comparisons(some in small_games(), other in small_games()) {
        let arena = Arena::default();
        let (some, other) = (value(&arena, &some).unwrap(), value(&arena, &other).unwrap());
        let wins = [true, false].map(|is_left| wins_first(&arena, some, other, is_left));
        let relation = match wins {
            [true, true] => Relation::Confused,
            [true, false] => Relation::Greater,
            [false, true] => Relation::Less,
            [false, false] => Relation::Equal,
        };
        prop_assert_eq!(arena.compare(some, other).unwrap(), relation);
    }

    /// n·mean lies between the stops of n·G, and differs from each by at most the temperature.
    #[test]
    fn multiples_have_stops_near_their_mean(game in games(), copies in 1i64..=6) {
        let arena = Arena::default();
        let game = value(&arena, &game).unwrap();
        let sum = arena.multiple(copies, game).unwrap();
        let (left, right) = (arena.left_stop(sum), arena.right_stop(sum));
        let mut operations = Operations::new(arena.session());
        let mean = operations.mean(game).unwrap() * Dyadic::from(copies);
        let heat = operations.temperature(game).unwrap().max(Dyadic::ZERO);
        prop_assert!(right <= mean && mean <= left, "{right} {mean} {left}");
        prop_assert!(&left - &mean <= heat && &mean - &right <= heat, "{right} {mean} {left}, {heat}");
    }

    /// The temperature of a sum of two terms with different temperatures is the higher one.
    #[test]
    fn the_hottest_term_determines_the_temperature(some in games(), other in games()) {
        let arena = Arena::default();
        let (some, other) = (value(&arena, &some).unwrap(), value(&arena, &other).unwrap());
        let sum = arena.add(some, other).unwrap();
        let mut operations = Operations::new(arena.session());
        let [some, other, sum] = [some, other, sum].map(|game| operations.temperature(game).unwrap());
        prop_assert!(some == other || sum == some.max(other));
    }
}

#[test]
fn games_born_by_day() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    for (day, count) in [(0, 1), (1, 4), (2, 22), (3, 1474)] {
        let games = operations.born_by(day).unwrap();
        assert_eq!(games.len(), count);
        let born = |game: &Game| operations.session().birthday(*game).unwrap().unwrap();
        assert!(games.iter().map(born).all(|birthday| birthday <= u64::from(day)));
    }
    assert!(operations.born_by(4).is_err());
}
