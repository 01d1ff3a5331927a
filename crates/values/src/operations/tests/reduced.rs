//! Tests of reduced canonical forms.

use proptest::prelude::*;

use super::tree::{self, games, value};
use crate::{Arena, Dyadic, Game, Operations};

fn is_infinitesimal(operations: &mut Operations<'_>, some: Game, other: Game) -> bool {
    let difference = operations.session().sub(some, other).unwrap();
    operations.is_infinitesimal(difference)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// The reduced form also results from cooling by an amount so small that only infinitesimals vanish, then heating
    /// by the same amount.
    #[test]
    fn cooled_and_heated_again(game in games()) {
        let arena = Arena::default();
        let game = value(&arena, &game).unwrap();
        let little = Dyadic::new(1, 40);
        let by = arena.number(&little).unwrap();
        let mut operations = Operations::new(arena.session());
        let cooled = operations.cool(game, &little).unwrap();
        let heated = operations.heat(cooled, by).unwrap();
        prop_assert_eq!(operations.reduced(game).unwrap(), heated);
    }

    #[test]
    fn laws(some in games(), other in games(), ups in -3i64..=3, star in 0u64..=3) {
        let arena = Arena::default();
        let (game, other) = (value(&arena, &some).unwrap(), value(&arena, &other).unwrap());
        let small = arena.number_up_star(&Dyadic::ZERO, ups, star.into()).unwrap();
        let moved = arena.add(game, small).unwrap();
        let mut operations = Operations::new(arena.session());
        let reduced = operations.reduced(game).unwrap();
        prop_assert!(is_infinitesimal(&mut operations, game, reduced));
        prop_assert_eq!(operations.reduced(reduced).unwrap(), reduced);
        prop_assert_eq!(operations.reduced(moved).unwrap(), reduced);
        prop_assert_eq!(operations.reduced(-game).unwrap(), -reduced);
        // Reduced forms are equal if and only if the games are infinitesimally close.
        let twin = operations.reduced(other).unwrap();
        prop_assert_eq!(is_infinitesimal(&mut operations, game, other), twin == reduced);
        // The reduced form is at most as complex as the game.
        let days = [game, reduced].map(|game| operations.session().birthday(game).unwrap());
        prop_assert!(days[1] <= days[0]);
        prop_assert!(tree::depth(&tree::canonical(&some)) >= days[1].unwrap());
    }
}
