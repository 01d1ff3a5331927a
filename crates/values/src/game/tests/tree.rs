//! Games as trees of options, implemented by the definitions without caches: slow, and independent of the arena.

use std::sync::Arc;

use proptest::prelude::*;

use crate::{Arena, ArenaError, Dyadic, Game};

/// A form `{left|right}`.
#[derive(Debug, PartialEq)]
pub(super) struct Form {
    pub(super) left: Vec<Tree>,
    pub(super) right: Vec<Tree>,
}

pub(super) type Tree = Arc<Form>;

pub(super) fn tree(left: Vec<Tree>, right: Vec<Tree>) -> Tree {
    Arc::new(Form { left, right })
}

pub(super) fn integer(value: i64) -> Tree {
    match value.signum() {
        0 => tree(vec![], vec![]),
        1 => tree(vec![integer(value - 1)], vec![]),
        _ => tree(vec![], vec![integer(value + 1)]),
    }
}

/// Returns the tree of `numerator / 2^exponent`.
pub(super) fn number(numerator: i64, exponent: u32) -> Tree {
    if exponent == 0 {
        return integer(numerator);
    }
    if numerator % 2 == 0 {
        return number(numerator / 2, exponent - 1);
    }
    tree(vec![number(numerator - 1, exponent)], vec![number(numerator + 1, exponent)])
}

pub(super) fn nimber(heap: u64) -> Tree {
    let options: Vec<Tree> = (0..heap).map(nimber).collect();
    tree(options.clone(), options)
}

/// Returns `n·↑` as a sum of ups.
pub(super) fn up(ups: i64) -> Tree {
    let one = tree(vec![integer(0)], vec![nimber(1)]);
    let one = if ups < 0 { negative(&one) } else { one };
    (0..ups.abs()).fold(integer(0), |sum, _| canonical(&add(&sum, &one)))
}

pub(super) fn negative(game: &Tree) -> Tree {
    tree(game.right.iter().map(negative).collect(), game.left.iter().map(negative).collect())
}

/// Compares by Conway's definition: G ≤ H unless some G^L ≥ H or some H^R ≤ G.
pub(super) fn le(low: &Tree, high: &Tree) -> bool {
    !low.left.iter().any(|option| le(high, option)) && !high.right.iter().any(|option| le(option, low))
}

pub(super) fn equal(some: &Tree, other: &Tree) -> bool {
    le(some, other) && le(other, some)
}

pub(super) fn add(some: &Tree, other: &Tree) -> Tree {
    let options = |of_some: &[Tree], of_other: &[Tree]| {
        let first = of_some.iter().map(|option| add(option, other));
        first.chain(of_other.iter().map(|option| add(some, option))).collect()
    };
    tree(options(&some.left, &other.left), options(&some.right, &other.right))
}

/// Returns `true` if the tree of a sum has at most `most` positions, counting repetitions, without building it.
pub(super) fn sum_fits(some: &Tree, other: &Tree, most: usize) -> bool {
    fn count(some: &Tree, other: &Tree, left_over: &mut usize) -> bool {
        let Some(fewer) = left_over.checked_sub(1) else { return false };
        *left_over = fewer;
        some.left.iter().chain(&some.right).all(|option| count(option, other, left_over))
            && other.left.iter().chain(&other.right).all(|option| count(some, option, left_over))
    }
    count(some, other, &mut { most })
}

/// Canonicalises the options first, then drops one dominated option or bypasses one reversible option at a time.
pub(super) fn canonical(game: &Tree) -> Tree {
    let mut left: Vec<Tree> = game.left.iter().map(canonical).collect();
    let mut right: Vec<Tree> = game.right.iter().map(canonical).collect();
    loop {
        let form = tree(left.clone(), right.clone());
        let done = [
            drop_one(&mut left, le),
            drop_one(&mut right, |worse, better| le(better, worse)),
            bypass_one(&mut left, |option| {
                option.right.iter().find(|answer| le(answer, &form)).map(|answer| answer.left.clone())
            }),
            bypass_one(&mut right, |option| {
                option.left.iter().find(|answer| le(&form, answer)).map(|answer| answer.right.clone())
            }),
        ];
        if done == [false; 4] {
            return form;
        }
    }
}

fn drop_one(options: &mut Vec<Tree>, dominated: impl Fn(&Tree, &Tree) -> bool) -> bool {
    let found = (0..options.len()).find(|&index| {
        let others = options.iter().enumerate().filter(|(other, _)| *other != index);
        others.into_iter().any(|(_, other)| dominated(&options[index], other))
    });
    found.map(|index| options.remove(index)).is_some()
}

fn bypass_one(options: &mut Vec<Tree>, around: impl Fn(&Tree) -> Option<Vec<Tree>>) -> bool {
    let found = (0..options.len()).find_map(|index| Some((index, around(&options[index])?)));
    let Some((index, instead)) = found else { return false };
    options.remove(index);
    options.extend(instead);
    true
}

/// Returns the number that a canonical tree represents, if any.
pub(super) fn as_number(game: &Tree) -> Option<Dyadic> {
    let (left, right) = (game.left.first().map(as_number), game.right.first().map(as_number));
    if game.left.len() > 1 || game.right.len() > 1 {
        return None;
    }
    match (left, right) {
        (None, None) => Some(Dyadic::ZERO),
        (Some(left), None) => Some(left? + Dyadic::from(1)),
        (None, Some(right)) => Some(right? - Dyadic::from(1)),
        (Some(left), Some(right)) => {
            let (left, right) = (left?, right?);
            (left < right).then(|| (left + right).halve())
        }
    }
}

/// Returns the left or right stop by definition. The left stop is the greatest right stop of a left option, unless the
/// game is a number.
pub(super) fn stop(game: &Tree, left: bool) -> Dyadic {
    if let Some(number) = as_number(&canonical(game)) {
        return number;
    }
    if left {
        game.left.iter().map(|option| stop(option, false)).max().unwrap()
    } else {
        game.right.iter().map(|option| stop(option, true)).min().unwrap()
    }
}

pub(super) fn depth(game: &Tree) -> u64 {
    let options = game.left.iter().chain(&game.right);
    options.map(|option| depth(option) + 1).max().unwrap_or(0)
}

/// Returns the number of positions, counting repetitions.
pub(super) fn size(game: &Tree) -> usize {
    1 + game.left.iter().chain(&game.right).map(size).sum::<usize>()
}

/// Returns the value of a tree in an arena.
pub(super) fn value(arena: &Arena, game: &Tree) -> Result<Game, ArenaError> {
    let values = |options: &[Tree]| options.iter().map(|option| value(arena, option)).collect();
    let (left, right): (Result<Vec<_>, _>, Result<Vec<_>, _>) = (values(&game.left), values(&game.right));
    arena.form(&left?, &right?)
}

/// Returns the tree of the canonical form of a value.
pub(super) fn tree_of(arena: &Arena, game: Game) -> Tree {
    let left = arena.left_options(game).unwrap().map(|option| tree_of(arena, option)).collect();
    let right = arena.right_options(game).unwrap().map(|option| tree_of(arena, option)).collect();
    tree(left, right)
}

/// Generates numbers, nimbers, ups and switches.
fn simple() -> impl Strategy<Value = Tree> {
    prop_oneof![
        3 => (-3i64..=3).prop_map(integer),
        2 => (-5i64..=5, 1u32..=2).prop_map(|(numerator, exponent)| number(numerator, exponent)),
        2 => (0u64..=3).prop_map(nimber),
        2 => (-2i64..=2).prop_map(up),
        1 => (-1i64..=1).prop_map(|ups| canonical(&add(&up(ups), &nimber(1)))),
        1 => (-1i64..=1).prop_map(|ups| canonical(&add(&up(ups), &nimber(2)))),
        2 => (-3i64..=3, 0i64..=3).prop_map(|(low, width)| tree(vec![integer(low + width)], vec![integer(low)])),
    ]
}

/// Generates simple games and forms of them.
pub(super) fn games() -> impl Strategy<Value = Tree> {
    simple().prop_recursive(2, 8, 2, form_of)
}

/// Generates games like [`games`], but shallower ones.
pub(super) fn small_games() -> impl Strategy<Value = Tree> {
    let few = prop_oneof![
        (-1i64..=1).prop_map(integer),
        (0u64..=2).prop_map(nimber),
        Just(up(1)),
        Just(number(1, 1))
    ];
    few.prop_recursive(1, 3, 2, form_of)
}

fn form_of(options: impl Strategy<Value = Tree> + Clone) -> impl Strategy<Value = Tree> {
    let options = proptest::collection::vec(options, 1..=2);
    (options.clone(), options).prop_map(|(left, right)| tree(left, right))
}
