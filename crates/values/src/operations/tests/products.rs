//! Products, ordinal sums and incentives on trees.

use proptest::prelude::*;

use super::tree::{self, Tree, add, canonical, games, integer, negative, small_games, tree as form, value};
use crate::{Arena, Dyadic, Game, OperationError, Operations, Relation};

fn map(options: &[Tree], change: impl Fn(&Tree) -> Tree) -> Vec<Tree> {
    options.iter().map(change).collect()
}

fn sub(some: &Tree, other: &Tree) -> Tree {
    canonical(&add(some, &negative(other)))
}

fn incentives(game: &Tree) -> Vec<Tree> {
    let mut incentives = map(&game.left, |option| sub(option, game));
    incentives.extend(map(&game.right, |option| sub(game, option)));
    incentives
}

fn ordinal_sum(base: &Tree, top: &Tree) -> Tree {
    let options = |own: &[Tree], of_top: &[Tree]| {
        own.iter().cloned().chain(of_top.iter().map(|option| ordinal_sum(base, option))).collect()
    };
    form(options(&base.left, &top.left), options(&base.right, &top.right))
}

fn norton(game: &Tree, unit: &Tree) -> Tree {
    if let Some(number) = tree::as_number(game)
        && number.is_integer()
    {
        let copies = number.word().unwrap().0;
        let unit = if copies < 0 { negative(unit) } else { unit.clone() };
        return (0..copies.abs()).fold(integer(0), |sum, _| canonical(&add(&sum, &unit)));
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for incentive in incentives(unit) {
        let step = canonical(&add(unit, &incentive));
        left.extend(map(&game.left, |option| canonical(&add(&norton(option, unit), &step))));
        right.extend(map(&game.right, |option| sub(&norton(option, unit), &step)));
    }
    canonical(&form(left, right))
}

fn conway(some: &Tree, other: &Tree) -> Tree {
    let options = |pairs: [(&[Tree], &[Tree]); 2]| {
        let mut options = Vec::new();
        for (firsts, seconds) in pairs {
            for first in firsts {
                for second in seconds {
                    let sum = add(&conway(first, other), &conway(some, second));
                    options.push(sub(&sum, &conway(first, second)));
                }
            }
        }
        options
    };
    let left = options([(&some.left, &other.left), (&some.right, &other.right)]);
    let right = options([(&some.left, &other.right), (&some.right, &other.left)]);
    canonical(&form(left, right))
}

/// Few followers, since products of trees are trees of sums.
fn tiny_games() -> impl Strategy<Value = Tree> {
    prop_oneof![
        (-2i64..=2).prop_map(integer),
        (0u64..=2).prop_map(tree::nimber),
        (-1i64..=1).prop_map(tree::up),
        (-3i64..=3, 1u32..=2).prop_map(|(numerator, exponent)| tree::number(numerator, exponent)),
        (0i64..=2, -2i64..=0).prop_map(|(left, right)| form(vec![integer(left)], vec![integer(right)])),
    ]
}

fn units() -> impl Strategy<Value = Tree> {
    prop_oneof![
        Just(tree::up(1)),
        Just(tree::up(2)),
        Just(integer(1)),
        Just(tree::number(1, 1)),
        Just(canonical(&add(&integer(1), &tree::nimber(1)))),
        Just(form(vec![integer(2)], vec![integer(1)])),
        Just(form(vec![integer(0)], vec![form(vec![integer(0)], vec![integer(-1)])])),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn ordinal_sums(base in small_games(), top in small_games(), more in small_games()) {
        let arena = Arena::default();
        let valued = |game: &Tree| value(&arena, game).unwrap();
        let twin = valued(&ordinal_sum(&canonical(&base), &canonical(&top)));
        let [base, top, more] = [&base, &top, &more].map(valued);
        let order = arena.compare(top, more).unwrap();
        let mut operations = Operations::new(arena.session());
        let sum = operations.ordinal_sum(base, top).unwrap();
        prop_assert_eq!(sum, twin);
        // The order of ordinal sums with the same base is that of the tops (the colon principle).
        let other = operations.ordinal_sum(base, more).unwrap();
        prop_assert_eq!(operations.session().compare(sum, other).unwrap(), order);
    }

    #[test]
    fn incentives_of_trees(game in games()) {
        let arena = Arena::default();
        let canonical = canonical(&game);
        let mut twins: Vec<Game> = incentives(&canonical).iter().map(|game| value(&arena, game).unwrap()).collect();
        let game = value(&arena, &game).unwrap();
        let mut operations = Operations::new(arena.session());
        let mut all = operations.left_incentives(game).unwrap();
        all.extend(operations.right_incentives(game).unwrap());
        operations.session().sort(&mut all).unwrap();
        operations.session().sort(&mut twins).unwrap();
        all.dedup();
        twins.dedup();
        prop_assert_eq!(&all, &twins);
        let less = |a: Game, b: Game| arena_less(&mut operations, a, b);
        let mut less = less;
        let greatest: Vec<Game> =
            all.iter().copied().filter(|&one| !twins.iter().any(|&other| less(one, other))).collect();
        prop_assert_eq!(operations.incentives(game).unwrap(), greatest);
    }

    #[test]
    fn norton_products(some in tiny_games(), other in tiny_games(), unit in units()) {
        let arena = Arena::default();
        let valued = |game: &Tree| value(&arena, game).unwrap();
        let twin = valued(&norton(&canonical(&some), &unit));
        let [some, other, unit] = [&some, &other, &unit].map(valued);
        let (sum, order) = (arena.add(some, other).unwrap(), arena.compare(some, other).unwrap());
        let mut operations = Operations::new(arena.session());
        let [some, other, sum] = [some, other, sum].map(|game| operations.norton(game, unit).unwrap());
        prop_assert_eq!(some, twin);
        // Source of both laws: Winning Ways, chapter 8.
        prop_assert_eq!(operations.session().add(some, other).unwrap(), sum);
        prop_assert_eq!(operations.session().compare(some, other).unwrap(), order);
    }

    #[test]
    fn conway_products(some in tiny_games(), other in tiny_games()) {
        let arena = Arena::default();
        let twin = value(&arena, &conway(&canonical(&some), &canonical(&other))).unwrap();
        let [some, other] = [&some, &other].map(|game| value(&arena, game).unwrap());
        let mut operations = Operations::new(arena.session());
        let product = operations.conway(some, other).unwrap();
        prop_assert_eq!(product, twin);
        prop_assert_eq!(operations.conway(other, some).unwrap(), product);
        prop_assert_eq!(operations.conway(-some, other).unwrap(), -product);
    }
}

fn arena_less(operations: &mut Operations<'_>, some: Game, other: Game) -> bool {
    operations.session().compare(some, other).unwrap() == Relation::Less
}

#[test]
fn refusals_of_products() {
    let arena = Arena::default();
    let huge = arena.number(&"9".repeat(40).parse().unwrap()).unwrap();
    let fine = arena.number(&Dyadic::new(1, u32::MAX)).unwrap();
    let up = arena.up(1).unwrap();
    let mut operations = Operations::new(arena.session());
    assert_eq!(operations.norton(up, Game::STAR), Err(OperationError::NotPositive));
    assert_eq!(operations.norton(huge, up), Err(OperationError::TooLarge));
    assert_eq!(operations.conway(fine, fine), Err(OperationError::TooLarge));
    assert!(operations.conway(huge, huge).is_ok());
}
