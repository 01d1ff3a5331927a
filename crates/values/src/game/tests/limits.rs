//! Tests of large numbers, long games, and values beyond the limits.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;

use super::super::account::Account;
use super::super::number::{Bound, Number, Numbers};
use crate::{Arena, ArenaError, Dyadic, Game, GameOutcome, Interrupt, Relation};

/// Generates dyadic numbers around the limits of the packed representation, and simple ones.
fn dyadics() -> impl Strategy<Value = Dyadic> {
    let small = (-9i64..=9, 0u32..=3).prop_map(|(numerator, exponent)| Dyadic::new(numerator, exponent));
    let near = (-2i64..=2, 0u32..=2).prop_map(|(step, exponent)| Dyadic::new((1 << 55) + step, exponent));
    let large = (any::<i64>(), 0u32..=200).prop_map(|(numerator, exponent)| Dyadic::new(numerator, exponent));
    let fine = (-3i64..=3, 58u32..=130).prop_map(|(numerator, exponent)| Dyadic::new(numerator, exponent));
    let term = prop_oneof![small, near.clone(), near.prop_map(|number| -number), large, fine];
    (term.clone(), term, any::<bool>()).prop_map(|(some, other, both)| if both { some + other } else { some })
}

/// Returns the number in an interval that has the least exponent and, among those with this exponent, the least magnitude.
fn simplest(lower: Option<(&Dyadic, bool)>, upper: Option<(&Dyadic, bool)>) -> Option<Dyadic> {
    let within = |number: &Dyadic| {
        lower.is_none_or(|(at, closed)| number > at || closed && number == at)
            && upper.is_none_or(|(at, closed)| number < at || closed && number == at)
    };
    if within(&Dyadic::ZERO) {
        return Some(Dyadic::ZERO);
    }
    // Searches next to the ends, on ever finer grids.
    (0..300).find_map(|exponent| {
        let near = |end: Option<(&Dyadic, bool)>| {
            let floor = end.map(|(at, _)| at.shifted(exponent).floor());
            let steps = [-1, 0, 1].map(|step| floor.as_ref().map(|floor| floor + Dyadic::from(step)));
            steps.into_iter().flatten().map(|multiple| multiple.shifted(-exponent)).collect::<Vec<_>>()
        };
        let found = near(lower).into_iter().chain(near(upper)).filter(within);
        found.min_by_key(|number| number.clone().max(-number))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic(some in dyadics(), other in dyadics(), third in dyadics(), factor in any::<i64>()) {
        let (mut numbers, mut account) = (Numbers::default(), Account::new(1 << 20));
        let [a, b, c] = [&some, &other, &third].map(|number| numbers.intern(number, &mut account).unwrap());
        prop_assert_eq!(&numbers.dyadic(a), &some);
        prop_assert_eq!(&numbers.dyadic(a.negative()), &-&some);
        prop_assert_eq!(a.sign(), some.sign());
        prop_assert_eq!(numbers.compare(a, b), some.cmp(&other));
        let orders = [&some + &other, &some - &other, &other - &some].map(|sum| sum.cmp(&third));
        prop_assert_eq!(numbers.compare_both(a, b, c, &mut account).unwrap(), orders);
        let results = [
            (numbers.add(a, b, &mut account).unwrap(), &some + &other),
            (numbers.subtract(a, b, &mut account).unwrap(), &some - &other),
            (numbers.halve(a, &mut account).unwrap(), some.halve()),
            (numbers.multiply(a, factor, &mut account).unwrap(), &some * &Dyadic::from(factor)),
        ];
        for (found, expected) in results {
            prop_assert_eq!(&numbers.dyadic(found), &expected);
            // The representation is unique.
            prop_assert_eq!(numbers.intern(&expected, &mut account).unwrap(), found);
        }
    }

    #[test]
    fn simplest_numbers(some in dyadics(), other in dyadics(), closed in any::<[bool; 2]>(), ends in any::<[bool; 2]>()) {
        let (mut numbers, mut account) = (Numbers::default(), Account::new(1 << 20));
        let low = ends[0].then_some((&some, closed[0]));
        let high = ends[1].then_some((&other, closed[1]));
        let mut bound = |end: Option<(&Dyadic, bool)>| {
            end.map(|(at, closed)| Bound { at: numbers.intern(at, &mut account).unwrap(), closed })
        };
        let (lower, upper) = (bound(low), bound(high));
        let found = numbers.simplest(lower, upper, &mut account).unwrap();
        prop_assert_eq!(found.map(|found| numbers.dyadic(found)), simplest(low, high));
    }

    #[test]
    fn options_of_numbers(number in dyadics()) {
        let arena = Arena::default();
        let game = arena.number(&number).unwrap();
        let left: Vec<Game> = arena.left_options(game).unwrap().collect();
        let right: Vec<Game> = arena.right_options(game).unwrap().collect();
        prop_assert_eq!(arena.form(&left, &right).unwrap(), game);
        prop_assert_eq!(arena.as_number(game), Some(number));
    }

    /// Translating a game by a number translates its options and stops.
    #[test]
    fn translated_switches(centre in dyadics(), width in dyadics(), other in dyadics()) {
        let arena = Arena::default();
        let width = if width.sign().is_lt() { -width } else { width };
        let [left, right] = [&centre + &width, &centre - &width].map(|number| arena.number(&number).unwrap());
        let switch = arena.form(&[left], &[right]).unwrap();
        prop_assert_eq!(arena.left_stop(switch), &centre + &width);
        prop_assert_eq!(arena.right_stop(switch), &centre - &width);
        let other = arena.number(&other).unwrap();
        let moved = [left, right].map(|option| arena.add(option, other).unwrap());
        let sum = arena.add(switch, other).unwrap();
        prop_assert_eq!(arena.form(&moved[..1], &moved[1..]).unwrap(), sum);
        let double = arena.number(&centre.double()).unwrap();
        prop_assert_eq!(arena.add(switch, switch).unwrap(), if width.is_zero() { double } else { arena.multiple(2, switch).unwrap() });
        prop_assert_eq!(arena.sub(sum, other).unwrap(), switch);
    }
}

#[test]
fn numbers_too_fine_for_memory() {
    let arena = Arena::new(1 << 20);
    let finest = arena.number(&Dyadic::new(1, u32::MAX)).unwrap();
    let one = arena.integer(1).unwrap();
    let refused = Err(ArenaError::OutOfMemory { limit: 1 << 20 });
    assert_eq!(arena.add(one, finest), refused);
    assert_eq!(arena.form(&[Game::ZERO], &[finest]), refused);
    assert_eq!(arena.compare(finest, one), Ok(Relation::Less));
    let switch = arena.form(&[finest], &[-finest]).unwrap();
    assert_eq!(arena.outcome(switch), GameOutcome::Next);
    assert_eq!(arena.add(switch, one), refused);
    assert_eq!(arena.add(switch, -switch), Ok(Game::ZERO));
    assert_eq!(arena.birthday(finest), Ok(Some(u64::from(u32::MAX) + 1)));
}

#[test]
fn infinitesimals_too_large_for_a_handle() {
    let arena = Arena::default();
    let limit = Game::UP_LIMIT;
    let refused = Err(ArenaError::TooLarge);
    assert_eq!((arena.up(limit as i64), arena.up(i64::MIN)), (refused, refused));
    let most = arena.up(limit as i64 - 1).unwrap();
    assert_eq!((arena.add(most, most), arena.multiple(i64::MAX, most)), (refused, refused));
    assert_eq!(arena.sub(most, most), Ok(Game::ZERO));
    // The form {0|n·↑*} is recorded, since its value does not fit the handle.
    let star = arena.add(most, Game::STAR).unwrap();
    let beyond = arena.form(&[Game::ZERO], &[star]).unwrap();
    assert_eq!(arena.compare(most, beyond), Ok(Relation::Less));
}

/// Deeply nested switches do not cause recursion.
#[test]
fn long_games() {
    let arena = Arena::default();
    let mut session = arena.session();
    let mut tower = Game::STAR;
    let depth = 20_000;
    for step in 0..depth {
        let threat = session.integer(-step - 1).unwrap();
        tower = session.form(&[tower], &[threat]).unwrap();
    }
    assert_eq!(session.birthday(tower), Ok(Some(depth as u64 + 1)));
    assert_eq!(session.sub(tower, tower), Ok(Game::ZERO));
    let up = session.up(1).unwrap();
    let sum = session.add(tower, up).unwrap();
    assert_eq!(session.compare(tower, sum), Ok(Relation::Less));
    assert_eq!(session.sub(sum, up), Ok(tower));
    assert!(session.structural_order(tower, sum).unwrap().is_ne());
}

#[test]
fn nothing_fits_into_no_memory() {
    let arena = Arena::new(0);
    assert_eq!(
        arena.integer(3).and_then(|three| arena.add(three, Game::STAR)).map(|sum| arena.outcome(sum)),
        Ok(GameOutcome::Left)
    );
    let one = arena.integer(1).unwrap();
    assert_eq!(arena.form(&[one], &[-one]), Err(ArenaError::OutOfMemory { limit: 0 }));
    assert_eq!(arena.bytes(), 0);
    assert_eq!(Number::integer(i64::MAX), None);
}

/// Computing a multiple does constant work for each copy, and skips copies once a few of them have a closed form.
#[test]
fn many_copies() {
    let arena = Arena::default();
    let hot = hot_of(&arena);
    let game = arena.form(&[hot], &[Game::ZERO]).unwrap();
    let half = arena.multiple(150, game).unwrap();
    assert_eq!(arena.multiple(300, game), arena.add(half, half));
    assert_eq!(arena.multiple(-300, game), arena.multiple(300, -game));
    let forms = |copies| {
        let arena = Arena::default();
        arena.form(&[hot_of(&arena)], &[Game::ZERO]).and_then(|game| arena.multiple(copies, game)).unwrap();
        arena.statistics().forms
    };
    assert!(forms(4000) < 3 * forms(2000), "{} {}", forms(4000), forms(2000));
    // The sum of two copies is 3.
    let many = 1_000_000_000_000_001;
    assert_eq!(
        arena.sub(arena.multiple(many, hot).unwrap(), hot),
        arena.multiple(many / 2, arena.integer(3).unwrap())
    );
}

fn hot_of(arena: &Arena) -> Game {
    arena.form(&[arena.integer(2).unwrap()], &[arena.integer(1).unwrap()]).unwrap()
}

/// Charged memory counts until it is given back.
#[test]
fn charges() {
    let arena = Arena::new(1 << 20);
    let before = arena.bytes();
    let mut charge = arena.charge(1000).unwrap();
    arena.enlarge_charge(&mut charge, 24).unwrap();
    assert_eq!(arena.bytes(), before + 1024);
    let refused = arena.enlarge_charge(&mut charge, 1 << 20);
    assert_eq!((refused, arena.bytes()), (Err(ArenaError::OutOfMemory { limit: 1 << 20 }), before + 1024));
    charge.shrink_to(100);
    assert_eq!((charge.bytes(), arena.bytes()), (100, before + 100));
    drop(charge);
    assert_eq!(arena.bytes(), before);
}

/// Lists of options of large nimbers count towards the memory limit, and sorting them polls the interrupt.
#[test]
fn long_lists_are_counted() {
    let arena = Arena::new(1 << 22);
    let nimber = arena.nimber(1 << 16).unwrap();
    let options: Vec<Game> = arena.left_options(nimber).unwrap().collect();
    let mut shuffled: Vec<Game> = options.iter().rev().copied().collect();
    shuffled.rotate_left(12_345);
    let polls = Arc::new(AtomicU64::new(0));
    let counter = polls.clone();
    arena.set_interrupt(Interrupt::new(move || {
        counter.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    }));
    arena.sort(&mut shuffled).unwrap();
    assert_eq!(shuffled, options);
    assert!(polls.load(Ordering::Relaxed) >= 4);
    let small = Arena::new(1 << 20);
    let nimber = small.nimber(1 << 20).unwrap();
    let options: Vec<Game> = small.left_options(nimber).unwrap().collect();
    assert_eq!(small.form(&options, &[]), Err(ArenaError::OutOfMemory { limit: 1 << 20 }));
}

/// A form with a large nimber as an option takes few steps, whether or not it has a closed form.
#[test]
fn large_nimbers_as_options() {
    let heap = 1 << 30;
    let arena = Arena::default();
    let large_nimber = arena.nimber(heap).unwrap();
    let up = arena.up(1).unwrap();
    let sum = arena.add(up, arena.nimber(heap + 1).unwrap());
    assert_eq!(arena.form(&[Game::ZERO], &[large_nimber]), sum);
    assert_eq!(arena.form(&[-large_nimber], &[Game::ZERO]), sum.map(|sum| -sum));
    let polls = Arc::new(AtomicU64::new(0));
    let counter = polls.clone();
    arena.set_interrupt(Interrupt::new(move || {
        counter.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    }));
    let form = arena.form(&[arena.integer(1).unwrap()], &[large_nimber]).unwrap();
    assert_eq!(arena.right_options(form).unwrap().collect::<Vec<_>>(), [large_nimber]);
    assert!(polls.load(Ordering::Relaxed) < 2);
}
