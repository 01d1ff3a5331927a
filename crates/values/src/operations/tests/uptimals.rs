//! Tests of powers of up and their sums.

use proptest::prelude::*;

use super::reader::read;
use super::tree::{games, value};
use crate::{Arena, Dyadic, Game, Operations, Relation, Uptimal};

fn sum_of(operations: &mut Operations<'_>, expansion: &Uptimal) -> Game {
    let Uptimal { number, ups, nimber } = expansion;
    let mut sum = operations.session().number_up_star(number, 0, *nimber).unwrap();
    for (index, &multiple) in ups.iter().enumerate() {
        let power = operations.up_power(index as u32 + 1).unwrap();
        let multiple = operations.session().multiple(multiple, power).unwrap();
        sum = operations.session().add(sum, multiple).unwrap();
    }
    sum
}

#[test]
fn powers_of_up() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    let mut sum = Game::ZERO;
    for exponent in 1..=8 {
        let power = operations.up_power(exponent).unwrap();
        sum = operations.session().add(sum, power).unwrap();
        assert_eq!(operations.up_power_to(exponent), Ok(sum));
        let next = operations.up_power(exponent + 1).unwrap();
        let many = operations.session().multiple(9, next).unwrap();
        assert_eq!(operations.session().compare(next, Game::ZERO), Ok(Relation::Greater));
        assert_eq!(operations.session().compare(many, power), Ok(Relation::Less));
    }
    assert!(operations.up_power(0).is_err());
    assert_eq!(operations.up_power_to(0), Ok(Game::ZERO));
    assert_eq!(operations.up_power(1), operations.session().up(1).map_err(Into::into));
}

#[test]
fn tiny_and_miny() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    let two = read("2", &mut operations);
    assert_eq!(operations.tiny(two), Ok(read("{0||0|-2}", &mut operations)));
    assert_eq!(operations.miny(two), Ok(read("{2|0||0}", &mut operations)));
    let tiny = operations.tiny(two).unwrap();
    assert_eq!(operations.uptimal_expansion(tiny), Ok(None));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn expansions_of_sums(
        numerator in -9i64..=9,
        ups in proptest::collection::vec(-3i64..=3, 0..=3),
        nimber in 0u64..=4,
    ) {
        let arena = Arena::default();
        let mut operations = Operations::new(arena.session());
        let mut expansion = Uptimal { number: Dyadic::new(numerator, 2), ups, nimber: nimber.into() };
        while expansion.ups.last() == Some(&0) {
            expansion.ups.pop();
        }
        let sum = sum_of(&mut operations, &expansion);
        prop_assert_eq!(operations.uptimal_expansion(sum).unwrap(), Some(expansion));
    }

    #[test]
    fn expansions_of_games(game in games()) {
        let arena = Arena::default();
        let game = value(&arena, &game).unwrap();
        let mut operations = Operations::new(arena.session());
        if let Some(expansion) = operations.uptimal_expansion(game).unwrap() {
            prop_assert_eq!(sum_of(&mut operations, &expansion), game);
        }
    }
}
