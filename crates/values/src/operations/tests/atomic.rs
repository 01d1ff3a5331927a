//! Tests of atomic weights and companions.

use proptest::prelude::*;

use super::tree::{self, Tree, canonical, tree as form, value};
use crate::{Arena, Dyadic, Game, OperationError, Operations, Relation};

/// Generates all-small games.
fn small() -> impl Strategy<Value = Tree> {
    let simple = prop_oneof![
        2 => (0u64..=3).prop_map(tree::nimber),
        3 => (-3i64..=3).prop_map(tree::up),
        1 => (-2i64..=2, 1u64..=2).prop_map(|(ups, star)| {
            canonical(&tree::add(&tree::up(ups), &tree::nimber(star)))
        }),
    ];
    simple.prop_recursive(2, 8, 2, |options| {
        let options = proptest::collection::vec(options, 1..=2);
        (options.clone(), options).prop_map(|(left, right)| form(left, right))
    })
}

/// Computes the atomic weight by the definition, with a remote star larger than every nimber involved.
fn weight(arena: &Arena, game: &Tree) -> Game {
    let weights = |options: &[Tree], by: i64| -> Vec<Game> {
        let by = arena.integer(by).unwrap();
        options.iter().map(|option| arena.add(weight(arena, option), by).unwrap()).collect()
    };
    if game.left.is_empty() {
        return Game::ZERO;
    }
    let (left, right) = (weights(&game.left, -2), weights(&game.right, 2));
    let form = arena.form(&left, &right).unwrap();
    if arena.as_number(form).is_none_or(|number| !number.is_integer()) {
        return form;
    }
    let remote = arena.nimber(64).unwrap();
    let integers = (-30..=30).map(|integer| arena.integer(integer).unwrap());
    match arena.compare(value(arena, game).unwrap(), remote).unwrap() {
        Relation::Greater => integers
            .rev()
            .find(|&integer| right.iter().all(|&bound| !arena.le(bound, integer).unwrap()))
            .unwrap(),
        Relation::Less => {
            let mut integers = integers;
            integers.find(|&integer| left.iter().all(|&bound| !arena.le(integer, bound).unwrap())).unwrap()
        }
        _ => Game::ZERO,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn weights(game in small()) {
        let arena = Arena::default();
        let twin = weight(&arena, &canonical(&game));
        let found = value(&arena, &game).unwrap();
        prop_assert_eq!(Operations::new(arena.session()).atomic_weight(found).unwrap(), twin);
    }

    #[test]
    fn weights_add(some in small(), other in small()) {
        let arena = Arena::default();
        let (some, other) = (value(&arena, &some).unwrap(), value(&arena, &other).unwrap());
        let sum = arena.add(some, other).unwrap();
        let mut operations = Operations::new(arena.session());
        let [some_weight, other_weight, weight] =
            [some, other, sum].map(|game| operations.atomic_weight(game).unwrap());
        prop_assert_eq!(operations.session().add(some_weight, other_weight).unwrap(), weight);
        prop_assert_eq!(operations.atomic_weight(-some).unwrap(), -some_weight);
        // A game with an atomic weight of at least 2 is positive.
        let two = operations.session().integer(2).unwrap();
        if operations.session().le(two, some_weight).unwrap() {
            prop_assert_eq!(operations.session().compare(some, Game::ZERO).unwrap(), Relation::Greater);
        }
    }

    #[test]
    fn companions(game in small()) {
        let arena = Arena::default();
        let game = value(&arena, &game).unwrap();
        let mut operations = Operations::new(arena.session());
        let companion = operations.companion(game).unwrap();
        prop_assert_eq!(operations.companion(companion).unwrap(), game);
        prop_assert_eq!(operations.companion(-game).unwrap(), -companion);
    }

    #[test]
    fn all_small_games(game in tree::games()) {
        fn all_small(game: &Tree) -> bool {
            game.left.is_empty() == game.right.is_empty() && game.left.iter().chain(&game.right).all(all_small)
        }
        let arena = Arena::default();
        let found = value(&arena, &game).unwrap();
        let mut operations = Operations::new(arena.session());
        let is_all_small = all_small(&canonical(&game));
        prop_assert_eq!(operations.is_all_small(found).unwrap(), is_all_small);
        match operations.atomic_weight(found) {
            Ok(_) => prop_assert!(is_all_small),
            Err(OperationError::NotAllSmall { follower }) => {
                prop_assert!(!is_all_small);
                prop_assert!(follower.is_integer() && follower != Dyadic::ZERO);
                prop_assert!(contains(&canonical(&game), &follower));
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }

    #[test]
    fn parities(game in tree::games()) {
        /// Returns whether the game is even, and whether it is odd.
        fn parity(game: &Tree) -> (bool, bool) {
            let options: Vec<(bool, bool)> = game.left.iter().chain(&game.right).map(parity).collect();
            let is_odd = !options.is_empty() && options.iter().all(|option| option.0);
            (options.iter().all(|option| option.1), is_odd)
        }
        let arena = Arena::default();
        let found = value(&arena, &game).unwrap();
        let expected = match parity(&canonical(&game)) {
            (true, false) => Some(crate::Parity::Even),
            (false, true) => Some(crate::Parity::Odd),
            _ => None,
        };
        prop_assert_eq!(Operations::new(arena.session()).parity(found).unwrap(), expected);
    }

    #[test]
    fn follower_counts(game in tree::games()) {
        fn collect(game: &Tree, all: &mut Vec<Tree>) {
            if !all.iter().any(|other| tree::equal(other, game)) {
                all.push(game.clone());
                game.left.iter().chain(&game.right).for_each(|option| collect(option, all));
            }
        }
        let arena = Arena::default();
        let found = value(&arena, &game).unwrap();
        let mut all = Vec::new();
        collect(&canonical(&game), &mut all);
        let count = Operations::new(arena.session()).follower_count(found).unwrap();
        prop_assert_eq!(count, Dyadic::from(all.len() as i64));
    }
}

/// Returns `true` if an integer is a follower of a canonical tree.
fn contains(game: &Tree, integer: &Dyadic) -> bool {
    tree::as_number(game).as_ref() == Some(integer)
        || game.left.iter().chain(&game.right).any(|option| contains(option, integer))
}
