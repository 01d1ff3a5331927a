//! Compares the order of partizan games under misère play with outcomes of sums.

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

/// Returns `true` if, in sums with each of `others`, the outcome of `one` is at least the outcome of `other`.
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

/// Returns `count` dead-ending games: five small games, then random games with birthdays up to 8.
fn dead_ending_games(games: &mut Partizans, count: usize) -> Vec<Partizan> {
    let one = games.from_options([Partizan::ZERO], [], &ledger()).unwrap();
    let minus_one = games.from_options([], [Partizan::ZERO], &ledger()).unwrap();
    let star = games.from_options([Partizan::ZERO], [Partizan::ZERO], &ledger()).unwrap();
    let two = games.from_options([one], [], &ledger()).unwrap();
    let mut pool = vec![Partizan::ZERO, one, minus_one, star, two];
    let mut state = 12345u64;
    let mut random = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    while pool.len() < count {
        let bound = pool.len().min(1000);
        let [left, right] = [0, 0].map(|_| (0..random(4)).map(|_| pool[random(bound)]).collect::<Vec<_>>());
        let game = games.from_options(left, right, &ledger()).unwrap();
        if games.is_in(game, Universe::DeadEnding) && games.birthday(game) < 9 {
            pool.push(game);
        }
    }
    pool
}

#[test]
fn the_order_of_dead_ending_games_is_that_of_outcomes() {
    let mut games = Partizans::new();
    let others = dead_ending_games(&mut games, 4000);
    let few = &others[..30];
    let mut pairs = Vec::new();
    for &one in &others[..60] {
        for &other in &others[..200] {
            pairs.push(games.sum(one, other, &ledger()).unwrap());
        }
    }
    let mut undecided = 0;
    for &one in few {
        for &other in few {
            let is_at_least = games.is_at_least(one, other, Universe::DeadEnding, &ledger()).unwrap();
            let in_sums = is_at_least_in_sums(&mut games, one, other, &others);
            assert!(in_sums || !is_at_least, "a sum contradicts the order");
            undecided +=
                usize::from(in_sums && !is_at_least && is_at_least_in_sums(&mut games, one, other, &pairs));
        }
    }
    assert_eq!(undecided, 0, "pairs out of order that no sum tells apart");
}

#[test]
fn opposite_integers_cancel_among_dead_ending_games() {
    // Milley and Renault: a dead end is the inverse of its negative.
    let mut games = Partizans::new();
    let (mut left, mut right) = (Partizan::ZERO, Partizan::ZERO);
    for _ in 0..5 {
        left = games.from_options([left], [], &ledger()).unwrap();
        right = games.from_options([], [right], &ledger()).unwrap();
        let sum = games.sum(left, right, &ledger()).unwrap();
        assert_eq!(games.is_equal(sum, Partizan::ZERO, Universe::DeadEnding, &ledger()), Ok(true));
    }
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

/// The Left and the Right options of a dicot, as indices of earlier positions.
type Options = (Vec<prop::sample::Index>, Vec<prop::sample::Index>);

/// Random dicots with up to `count` positions, including 0.
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
