//! Tests of components of one to eight numbers.

use proptest::prelude::*;
use winways_kit::any::AnyGame;
use winways_rulefile::of_file;
use winways_solve::{Budget, NoObserver, Theorems};

/// Returns a rule file of Nim on components of `arity` heaps.
fn nim(arity: usize) -> String {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let moves = (0..arity).map(|heap| {
        let name = names[heap];
        let mut after = names[..arity].to_vec();
        after[heap] = "k";
        format!("heap ({}) -> ({}) where k < {name}\n", names[..arity].join(", "), after.join(", "))
    });
    moves.collect()
}

#[test]
fn every_game_can_read_its_example() {
    let kinds = ["", "left", "entail"].map(|kind| {
        (1..=8).map(move |arity| match kind {
            "" => nim(arity),
            "left" => nim(arity).replace("heap", "left: heap"),
            _ => nim(arity) + &nim(arity).replace("heap", "entail: heap"),
        })
    });
    let bounded =
        ["heap a -> a+1 where a < 3\nbounds: a <= 3", "heap (a, b) -> (a-1, b)\nbounds: a <= 3, b <= 9"];
    for text in kinds.into_iter().flatten().chain(bounded.map(str::to_owned)) {
        let game: std::sync::Arc<dyn AnyGame> =
            of_file(&text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
        let example = &game.about().example;
        assert!(game.parse(example).is_ok(), "{example} for\n{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A component of any number of heaps, even one that ends in zeros, has the value of the nim-sum of its heaps.
    #[test]
    fn nim_on_tuples_has_the_value_of_its_heaps(
        arity in 2usize..=8,
        heaps in proptest::collection::vec(0u64..3, 16),
    ) {
        let game = of_file(&nim(arity)).unwrap();
        let heaps = &heaps[..2 * arity];
        let text: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let position = game.parse(&text.join(" ")).unwrap();
        let written = position.text();
        prop_assert!(written.ends_with(&format!("({})", text.join(","))), "{}", written);
        prop_assert_eq!(position.component_count(), 2);
        let number_of_moves: u64 = heaps.iter().sum();
        prop_assert_eq!(position.moves().unwrap().len() as u64, number_of_moves);
        let mut solver = position.impartial().unwrap().solver(Theorems::Ignore, Budget::default(), &NoObserver);
        let value = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        prop_assert_eq!(solver.value().unwrap().0, value);
        prop_assert!(game.parse(&text[1..].join(" ")).is_err());
    }
}
