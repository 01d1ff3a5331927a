//! Tests of thermographs against trees, point by point.

use proptest::prelude::*;

use super::tree::{self, Tree, games, value};
use crate::{Arena, Dyadic, Operations};

/// A canonical tree with its mean and temperature, found by trying temperatures.
pub(super) struct Cooled {
    left: Vec<Cooled>,
    right: Vec<Cooled>,
    foot: (Dyadic, Dyadic),
}

impl Cooled {
    pub(super) fn of(game: &Tree) -> Cooled {
        let options = |trees: &[Tree]| trees.iter().map(Cooled::of).collect();
        let (left, right) = (options(&game.left), options(&game.right));
        let mut cooled = Cooled { left, right, foot: (Dyadic::from(-1), Dyadic::ZERO) };
        cooled.foot = match tree::as_number(game) {
            Some(number) if number.is_integer() => (Dyadic::from(-1), number),
            _ => cooled.search(),
        };
        cooled
    }

    /// Finds the lowest temperature at which no player gains by moving, by bisection.
    fn search(&self) -> (Dyadic, Dyadic) {
        let (mut low, mut high) = (Dyadic::from(-1), Dyadic::from(31));
        loop {
            let middle = (&low + &high).halve();
            let (left, right) = self.scaffolds(&middle);
            if left == right {
                let just_below = &middle - Dyadic::new(1, 40);
                let (left_below, right_below) = self.scaffolds(&just_below);
                if left_below > right_below {
                    return (middle, left);
                }
            }
            *(if left > right { &mut low } else { &mut high }) = middle;
        }
    }

    fn scaffolds(&self, temperature: &Dyadic) -> (Dyadic, Dyadic) {
        let left = self.left.iter().map(|option| option.walls(temperature).1 - temperature).max();
        let right = self.right.iter().map(|option| option.walls(temperature).0 + temperature).min();
        (left.unwrap(), right.unwrap())
    }

    pub(super) fn walls(&self, temperature: &Dyadic) -> (Dyadic, Dyadic) {
        let (from, mast) = &self.foot;
        if temperature >= from { (mast.clone(), mast.clone()) } else { self.scaffolds(temperature) }
    }
}

fn temperatures() -> impl Strategy<Value = Dyadic> {
    prop_oneof![
        2 => (-64i64..=320).prop_map(|numerator| Dyadic::new(numerator, 6)),
        1 => (-4i64..=20).prop_map(|numerator| Dyadic::new(numerator, 2)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn walls(game in games(), temperatures in proptest::collection::vec(temperatures(), 8)) {
        let arena = Arena::default();
        let found = value(&arena, &game).unwrap();
        let twin = Cooled::of(&tree::canonical(&game));
        let mut operations = Operations::new(arena.session());
        let thermograph = operations.thermograph(found).unwrap();
        prop_assert_eq!((thermograph.temperature(), thermograph.mean()), (&twin.foot.0, &twin.foot.1));
        for temperature in &temperatures {
            let walls = (
                thermograph.left_wall().at(temperature).unwrap(),
                thermograph.right_wall().at(temperature).unwrap(),
            );
            prop_assert_eq!(walls, twin.walls(temperature), "at {}", temperature);
        }
        for wall in [thermograph.left_wall(), thermograph.right_wall()] {
            let points = wall.breakpoints();
            prop_assert_eq!(&points[0].temperature, &Dyadic::from(-1));
            prop_assert!(points.is_sorted_by(|low, high| low.temperature < high.temperature));
            // Every breakpoint except the first and the last is a bend.
            for triple in points.windows(3) {
                let bend = |a: usize, b: usize| triple[a].value.cmp(&triple[b].value);
                prop_assert_ne!(bend(0, 1), bend(1, 2));
            }
        }
    }

    #[test]
    fn walls_are_stops_of_cooled_games(game in games(), temperature in temperatures()) {
        let arena = Arena::default();
        let game = value(&arena, &game).unwrap();
        let mut operations = Operations::new(arena.session());
        if temperature.sign().is_ge() {
            let cooled = operations.cool(game, &temperature).unwrap();
            let left = operations.session().left_stop(cooled);
            let right = operations.session().right_stop(cooled);
            prop_assert_eq!(operations.left_wall(game, &temperature).unwrap(), left);
            prop_assert_eq!(operations.right_wall(game, &temperature).unwrap(), right);
        } else {
            prop_assert!(operations.cool(game, &temperature).is_err());
        }
    }

    #[test]
    fn means_add_and_temperatures_do_not_rise(some in games(), other in games()) {
        let arena = Arena::default();
        let (some, other) = (value(&arena, &some).unwrap(), value(&arena, &other).unwrap());
        let sum = arena.add(some, other).unwrap();
        let mut operations = Operations::new(arena.session());
        let means = operations.mean(some).unwrap() + operations.mean(other).unwrap();
        prop_assert_eq!(operations.mean(sum).unwrap(), means);
        let hotter = operations.temperature(some).unwrap().max(operations.temperature(other).unwrap());
        prop_assert!(operations.temperature(sum).unwrap() <= hotter);
        prop_assert_eq!(operations.mean(-some).unwrap(), -operations.mean(some).unwrap());
        // The shortcuts agree with the thermograph.
        let thermograph = operations.thermograph(some).unwrap().clone();
        prop_assert_eq!(&operations.mean(some).unwrap(), thermograph.mean());
        prop_assert_eq!(&operations.temperature(some).unwrap(), thermograph.temperature());
    }
}

/// Tests the closed form of the thermographs of numbers plus ups plus nimbers.
#[test]
fn numbers_plus_ups_plus_nimbers() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    for (numerator, exponent) in [(0, 0), (-1, 1), (3, 2), (-5, 3)] {
        for ups in -2..=2 {
            for nimber in 0..4 {
                let number = tree::number(numerator, exponent);
                let sum = tree::add(&number, &tree::add(&tree::up(ups), &tree::nimber(nimber)));
                let twin = Cooled::of(&tree::canonical(&sum));
                let session = operations.session();
                let game =
                    session.number_up_star(&Dyadic::new(numerator, exponent), ups, nimber.into()).unwrap();
                for step in -64..=64 {
                    let temperature = Dyadic::new(step, 6);
                    let left = operations.left_wall(game, &temperature).unwrap();
                    let right = operations.right_wall(game, &temperature).unwrap();
                    assert_eq!((left, right), twin.walls(&temperature));
                }
                let (temperature, mean) = &twin.foot;
                assert_eq!(&operations.temperature(game).unwrap(), temperature);
                assert_eq!(&operations.mean(game).unwrap(), mean);
            }
        }
    }
}

#[test]
fn below_the_lowest_temperature_there_is_no_wall() {
    let arena = Arena::default();
    let one = arena.integer(1).unwrap();
    let mut operations = Operations::new(arena.session());
    assert!(operations.left_wall(one, &Dyadic::new(-5, 2)).is_err());
    assert_eq!(operations.right_wall(one, &Dyadic::from(-1)), Ok(Dyadic::from(1)));
}

/// Deep games do not cause recursion, and large numbers do not overflow.
#[test]
fn deep_and_large() {
    let arena = Arena::default();
    let one = arena.integer(1).unwrap();
    let mut game = arena.form(&[one], &[-one]).unwrap();
    for size in 0..20_000 {
        let threat = arena.integer(10 + size).unwrap();
        game = arena.form(&[threat], &[game]).unwrap();
    }
    let huge = arena.number(&format!("{}/1024", "7".repeat(40)).parse().unwrap()).unwrap();
    let mut operations = Operations::new(arena.session());
    assert!(operations.temperature(game).unwrap() >= Dyadic::from(1));
    assert_eq!(operations.temperature(huge).unwrap(), Dyadic::new(-1, 10));
    assert_eq!(operations.thermograph(huge).unwrap().temperature(), &Dyadic::new(-1, 10));
}
