//! The order of partizan games under misère play against outcomes of sums.

mod common;

use common::ledger;
use proptest::prelude::*;
use winways_misere::{Partizan, PartizanError, Partizans, Universe};
use winways_solve::StopReason;

#[test]
fn counts_of_dicots() {
    let mut games = Partizans::new();
    let counts: Vec<usize> = (0..=3).map(|day| games.dicots_born_by(day, &ledger()).unwrap().len()).collect();
    assert_eq!(counts, [1, 2, 9, 1268]);
    let unsupported = games.dicots_born_by(4, &ledger());
    assert!(matches!(unsupported, Err(PartizanError::Stopped(StopReason::Unsupported(_)))));
}

/// Whether the outcomes of sums with all `others` put one game at or above another.
fn is_at_least_in_sums(games: &mut Partizans, one: Partizan, other: Partizan, others: &[Partizan]) -> bool {
    others.iter().all(|&with| {
        let one = games.sum(one, with, &ledger()).unwrap();
        let other = games.sum(other, with, &ledger()).unwrap();
        games.outcome(one).is_at_least(games.outcome(other))
    })
}

#[test]
fn the_order_of_dicots_is_that_of_outcomes() {
    let mut games = Partizans::new();
    let born = games.dicots_born_by(2, &ledger()).unwrap();
    let others = games.dicots_born_by(3, &ledger()).unwrap();
    for &one in &born {
        for &other in &born {
            let expected = is_at_least_in_sums(&mut games, one, other, &others);
            assert_eq!(games.is_at_least(one, other, Universe::Dicot, &ledger()).unwrap(), expected);
        }
    }
}

#[test]
fn the_order_of_dead_ending_games_is_that_of_outcomes() {
    // All dead-ending games of day 2, each with one distinguishing game among them and their sums with dead ends.
    let mut games = Partizans::new();
    let mut born = vec![Partizan::ZERO];
    for _ in 0..2 {
        let mut next = Vec::new();
        for left in 0u32..1 << born.len() {
            for right in 0u32..1 << born.len() {
                let chosen =
                    |set: u32| born.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1);
                let options = [left, right].map(|set| chosen(set).map(|(_, &game)| game).collect::<Vec<_>>());
                let [left, right] = options;
                let game = games.from_options(left, right, &ledger()).unwrap();
                if games.is_in(game, Universe::DeadEnding) {
                    next.push(game);
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        born = next;
    }
    let mut others = born.clone();
    let (mut of_right, mut of_left) = (Partizan::ZERO, Partizan::ZERO);
    for _ in 0..4 {
        of_right = games.from_options([], [Partizan::ZERO, of_right], &ledger()).unwrap();
        of_left = games.from_options([Partizan::ZERO, of_left], [], &ledger()).unwrap();
        for &game in &born {
            others.extend([of_right, of_left].map(|end| games.sum(game, end, &ledger()).unwrap()));
        }
    }
    println!("{} games, {} others", born.len(), others.len());
    let (mut both, mut only_order) = (0, 0);
    for &one in &born {
        for &other in &born {
            let is_at_least = games.is_at_least(one, other, Universe::DeadEnding, &ledger()).unwrap();
            let in_sums = is_at_least_in_sums(&mut games, one, other, &others);
            assert!(in_sums || !is_at_least, "the order is contradicted by a sum");
            both += usize::from(is_at_least);
            only_order += usize::from(in_sums && !is_at_least);
        }
    }
    println!("{both} in order, {only_order} without a distinguishing game");
    assert_eq!(only_order, 0);
}

#[test]
fn games_outside_a_universe_are_refused() {
    let mut games = Partizans::new();
    let one = games.from_options([Partizan::ZERO], [], &ledger()).unwrap();
    let refused = games.is_at_least(one, Partizan::ZERO, Universe::Dicot, &ledger());
    assert_eq!(refused, Err(PartizanError::Universe(Universe::Dicot)));
    assert_eq!(refused.unwrap_err().to_string(), "a game is not in the universe of dicots");
    assert!(games.canonical_dicot(one, &ledger()).is_err());
    assert_eq!(games.is_at_least(one, one, Universe::DeadEnding, &ledger()), Ok(true));
    // Right cannot move, but can after a move of Left.
    let later = games.from_options([], [Partizan::ZERO], &ledger()).unwrap();
    let revived = games.from_options([later], [], &ledger()).unwrap();
    assert!(!games.is_in(revived, Universe::DeadEnding));
}

/// Dicots with up to `count` positions: the options of both players, as numbers of earlier positions.
type Options = (Vec<prop::sample::Index>, Vec<prop::sample::Index>);

fn dicots(count: usize) -> impl Strategy<Value = Vec<Options>> {
    let options = || proptest::collection::vec(any::<prop::sample::Index>(), 1..4);
    proptest::collection::vec((options(), options()), 1..count)
}

fn built(games: &mut Partizans, lists: &[Options]) -> Vec<Partizan> {
    let mut all = vec![Partizan::ZERO];
    for (left, right) in lists {
        let options = [left, right]
            .map(|list| list.iter().map(|index| all[index.index(all.len())]).collect::<Vec<_>>());
        let [left, right] = options;
        all.push(games.from_options(left, right, &ledger()).unwrap());
    }
    all
}

proptest! {
    #[test]
    fn canonical_dicots_equal_their_games(lists in dicots(8)) {
        let mut games = Partizans::new();
        let all = built(&mut games, &lists);
        let others = games.dicots_born_by(2, &ledger()).unwrap();
        for &game in &all {
            let canonical = games.canonical_dicot(game, &ledger()).unwrap();
            prop_assert!(games.is_equal(game, canonical, Universe::Dicot, &ledger()).unwrap());
            prop_assert_eq!(games.canonical_dicot(canonical, &ledger()).unwrap(), canonical);
            prop_assert!(games.birthday(canonical) <= games.birthday(game));
            for other in all.iter().chain(&others) {
                let sums = [game, canonical].map(|one| games.sum(one, *other, &ledger()).unwrap());
                prop_assert_eq!(games.outcome(sums[0]), games.outcome(sums[1]));
            }
        }
        for &one in &all {
            for &other in &all {
                let forms = [one, other].map(|game| games.canonical_dicot(game, &ledger()).unwrap());
                let is_equal = games.is_equal(one, other, Universe::Dicot, &ledger()).unwrap();
                prop_assert_eq!(forms[0] == forms[1], is_equal);
            }
        }
    }
}
