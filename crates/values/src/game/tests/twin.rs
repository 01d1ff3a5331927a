//! Tests of each operation against its counterpart on trees.

use proptest::prelude::*;

use super::tree::{self, Tree, games, small_games, tree_of, value};
use crate::{Arena, GameOutcome, Relation};

fn relation(some: &Tree, other: &Tree) -> Relation {
    match (tree::le(some, other), tree::le(other, some)) {
        (true, true) => Relation::Equal,
        (true, false) => Relation::Less,
        (false, true) => Relation::Greater,
        (false, false) => Relation::Confused,
    }
}

/// Returns `true` if two canonical trees differ only by the order of options.
fn same(some: &Tree, other: &Tree) -> bool {
    let lists = |some: &[Tree], other: &[Tree]| {
        some.len() == other.len() && some.iter().all(|option| other.iter().any(|twin| same(option, twin)))
    };
    lists(&some.left, &other.left) && lists(&some.right, &other.right)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn canonical_forms(game in games()) {
        let arena = Arena::default();
        let found = tree_of(&arena, value(&arena, &game).unwrap());
        prop_assert!(same(&found, &tree::canonical(&game)), "{found:?}");
    }

    #[test]
    fn comparisons(some in games(), other in games()) {
        let arena = Arena::default();
        let (a, b) = (value(&arena, &some).unwrap(), value(&arena, &other).unwrap());
        prop_assert_eq!(arena.compare(a, b).unwrap(), relation(&some, &other));
        prop_assert_eq!(a == b, tree::equal(&some, &other));
    }

    #[test]
    fn stops_and_outcomes(game in games()) {
        let arena = Arena::default();
        let found = value(&arena, &game).unwrap();
        prop_assert_eq!(arena.left_stop(found), tree::stop(&game, true));
        prop_assert_eq!(arena.right_stop(found), tree::stop(&game, false));
        let outcome = match relation(&game, &tree::integer(0)) {
            Relation::Equal => GameOutcome::Previous,
            Relation::Less => GameOutcome::Right,
            Relation::Greater => GameOutcome::Left,
            Relation::Confused => GameOutcome::Next,
        };
        prop_assert_eq!(arena.outcome(found), outcome);
        let day = tree::depth(&tree::canonical(&game));
        prop_assert_eq!(arena.birthday(found).unwrap(), Some(day));
    }

    #[test]
    fn sums(some in games(), other in games()) {
        let arena = Arena::default();
        let (a, b) = (value(&arena, &some).unwrap(), value(&arena, &other).unwrap());
        let sum = arena.add(a, b).unwrap();
        let (some, other) = (tree::canonical(&some), tree::canonical(&other));
        prop_assert_eq!(sum, value(&arena, &tree::add(&some, &other)).unwrap());
        prop_assert_eq!(-a, value(&arena, &tree::negative(&some)).unwrap());
    }

    #[test]
    fn sums_of_trees(some in small_games(), other in small_games()) {
        let arena = Arena::default();
        let sum = arena.add(value(&arena, &some).unwrap(), value(&arena, &other).unwrap()).unwrap();
        prop_assert!(same(&tree_of(&arena, sum), &tree::canonical(&tree::add(&some, &other))));
    }
}
