//! Tests of products, ordinal sums and incentives against trees.

use proptest::prelude::*;

use super::tree::{self, Tree, add, canonical, games, integer, negative, small_games, tree as form, value};
use crate::{
    Arena, ArenaError, Dyadic, Game, GameOptions, Nimber, OperationError, Operations, Relation, Session,
};

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

/// Generates games with few followers, since products of trees are trees of sums.
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
        let value_of = |game: &Tree| value(&arena, game).unwrap();
        let twin = value_of(&ordinal_sum(&canonical(&base), &canonical(&top)));
        let [base, top, more] = [&base, &top, &more].map(value_of);
        let order = arena.compare(top, more).unwrap();
        let mut operations = Operations::new(arena.session());
        let sum = operations.ordinal_sum(base, top).unwrap();
        prop_assert_eq!(sum, twin);
        // Ordinal sums with the same base compare as their tops do (the colon principle).
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
        let value_of = |game: &Tree| value(&arena, game).unwrap();
        let twin = value_of(&norton(&canonical(&some), &unit));
        let [some, other, unit] = [&some, &other, &unit].map(value_of);
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

/// The closed form for products of nimbers agrees with products computed from forms.
#[test]
fn products_of_nimbers() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    let mut products = vec![vec![Game::ZERO; 20]; 20];
    for some in 0..20 {
        for other in 0..20 {
            let session = operations.session();
            let mut options = Vec::new();
            for (less, lower) in (0..some).flat_map(|less| (0..other).map(move |lower| (less, lower))) {
                let sum = session.add(products[less][other], products[some][lower]).unwrap();
                options.push(session.sub(sum, products[less][lower]).unwrap());
            }
            products[some][other] = session.form(&options, &options).unwrap();
            let factors = [some, other].map(|nimber| session.nimber(nimber as u128).unwrap());
            assert_eq!(operations.conway(factors[0], factors[1]), Ok(products[some][other]));
        }
    }
    // The closed form creates no forms.
    let forms = operations.session().statistics().forms;
    let power = 1 << 64;
    for (some, other, expected) in [
        (1000, 60_000, u128::from((Nimber(1000) * Nimber(60_000)).0)),
        (1 << 30, 1 << 29, u128::from((Nimber(1 << 30) * Nimber(1 << 29)).0)),
        // A Fermat power times a smaller nimber is the ordinary product. The square of a Fermat power is 3/2 of the
        // power.
        (power, power - 1, power * (power - 1)),
        (power, power, power + power / 2),
        (power + 5, 3, (power * 3) + u128::from((Nimber(5) * Nimber(3)).0)),
    ] {
        let [first, second] = [some, other].map(|nimber| operations.session().nimber(nimber).unwrap());
        let product = operations.conway(first, second).unwrap();
        assert_eq!(operations.session().as_nimber(product), Some(expected), "{some} {other}");
    }
    assert_eq!(operations.session().statistics().forms, forms);
}

/// The closed forms for ordinal sums of numbers and of nimbers agree with ordinal sums computed from forms.
#[test]
fn plain_ordinal_sums() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    let session = operations.session();
    let numbers = (-9..=9).map(|quarters| session.number(&Dyadic::new(quarters, 2)).unwrap()).collect();
    let nimbers = (0..9).map(|nimber| session.nimber(nimber).unwrap()).collect();
    for games in [numbers, nimbers] as [Vec<Game>; 2] {
        for (&base, &top) in games.iter().flat_map(|base| games.iter().map(move |top| (base, top))) {
            let sum = sum_of_forms(operations.session(), base, top);
            assert_eq!(operations.ordinal_sum(base, top), Ok(sum), "{base:?} : {top:?}");
        }
    }
    let forms = operations.session().statistics().forms;
    let [many, few] = [100_000, -100_000].map(|integer| operations.session().integer(integer).unwrap());
    let sum = operations.ordinal_sum(many, few).unwrap();
    let expected = Dyadic::from(99_999) + Dyadic::new(1, 100_000);
    assert_eq!(operations.session().as_number(sum), Some(expected));
    assert_eq!(operations.session().statistics().forms, forms);
    let [most, one] = [u128::MAX, 1].map(|nimber| operations.session().nimber(nimber).unwrap());
    assert_eq!(operations.ordinal_sum(most, one), Err(OperationError::TooLarge));
    let late = operations.session().integer(-(1 << 31)).unwrap();
    assert_eq!(operations.ordinal_sum(many, late), Err(OperationError::TooLarge));
}

fn sum_of_forms(session: &mut Session<'_>, base: Game, top: Game) -> Game {
    if top == Game::ZERO {
        return base;
    }
    type Options = fn(&mut Session<'_>, Game) -> Result<GameOptions, ArenaError>;
    let sides: [Options; 2] =
        [|session, game| session.left_options(game), |session, game| session.right_options(game)];
    let [left, right] = sides.map(|options| {
        let own: Vec<Game> = options(session, base).unwrap().collect();
        let tops: Vec<Game> = options(session, top).unwrap().collect();
        own.into_iter()
            .chain(tops.into_iter().map(|top| sum_of_forms(session, base, top)))
            .collect::<Vec<_>>()
    });
    session.form(&left, &right).unwrap()
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
