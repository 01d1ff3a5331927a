//! Tests of the erased interface with a small game: descriptions, identities, sums, tables, the size of words.

use std::sync::Arc;
use winways_kit::any::impartial;
use winways_kit::boards::word_size::smallest_words;
use winways_kit::view::{Touch, View};
use winways_kit::{About, AnyGame, Game, Move, Page, heaps};
use winways_notation::{Diagnostic, Span};
use winways_rules::{HeapRules, ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_solve::{Budget, NoObserver, Theorems};

static PAGE: Page = Page {
    name: "take-one",
    title: "Take one",
    parameter: None,
    rules: "A move takes one token.",
    play: Play::Normal,
    notation: "the heaps",
    example: "take-one 3",
    theorems: &[],
    sources: &["the tests"],
    known_values: &[],
    range: "heaps up to N",
    default_range: 3,
};

/// A game in which a move takes one token from a heap. Heaps have at most `most` tokens, and `file` is the text of the rule
/// file, if there is one.
struct TakeOne {
    most: u64,
    file: Option<&'static str>,
}

impl Ruleset for TakeOne {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        if *heap > 0 {
            options.push([heap - 1]);
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        u64::from(*heap > 0)
    }
}

impl Game for TakeOne {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn about(&self) -> About {
        let about = About::new(&PAGE, self.name());
        match self.file {
            None => about,
            Some(file) => About {
                identity: format!("{}\n{file}", about.name),
                rules: file.to_owned(),
                play: Play::Misere,
                ..about
            },
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        let read = heaps::parse(text)?;
        match read.iter().all(|heap| *heap <= self.most) {
            true => Ok(read),
            false => Err(Diagnostic::new("the heap is too large", Span::at(0))),
        }
    }

    fn write(&self, position: &[u64]) -> String {
        heaps::write(position)
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        format!("{from} -> {to:?}")
    }

    fn view(&self, _: &[u64]) -> View {
        View::default()
    }

    fn touches(&self, _: &[u64], _: &Move<u64>) -> Vec<Touch> {
        Vec::new()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        Box::new((0..=up_to).map(|heap| vec![heap]))
    }
}

fn game(most: u64, file: Option<&'static str>) -> Arc<dyn AnyGame> {
    impartial::shared(TakeOne { most, file })
}

#[test]
fn a_description_comes_from_the_page_unless_the_game_overrides_it() {
    let (plain, of_file) = (game(9, None), game(9, Some("heap n -> n-1")));
    let about = plain.about();
    assert_eq!((&*about.name, &*about.identity, about.play), ("take-one", "take-one", Play::Normal));
    assert_eq!((&*about.rules, &*about.notation), (PAGE.rules, PAGE.notation));
    assert_eq!(about.sources, PAGE.sources);
    let about = of_file.about();
    assert_eq!((&*about.rules, about.play), ("heap n -> n-1", Play::Misere));
    assert_eq!(of_file.name(), "take-one");
}

#[test]
fn positions_are_added_if_their_games_have_one_identity() {
    let parse = |game: &Arc<dyn AnyGame>, text: &str| game.parse(text).unwrap();
    let (plain, again, of_file) = (game(9, None), game(9, None), game(9, Some("heap n -> n-1")));
    let three = parse(&plain, "3");
    let sum = three.merged(&[parse(&again, "5")]).map(|sum| sum.text());
    assert_eq!(sum, Some("take_one(3,5)".to_owned()));
    assert!(three.merged(&[parse(&of_file, "5")]).is_none());
    assert!(three.is_same(&*parse(&again, "3")) && !three.is_same(&*parse(&of_file, "3")));
    assert!(three.is_same(&*parse(&again, "3 0")), "heaps without moves do not matter");
    assert_eq!((three.game_name(), &*three.about().title), ("take-one".to_owned(), "Take one"));
}

#[test]
fn tables_are_those_that_the_game_has() {
    let plain = game(9, None);
    let tables = plain.tables();
    assert!(tables.heap_rules().map(HeapRules::recurrence).is_none());
    assert!(tables.pair_rules().is_none() && tables.heap_forms().is_none());
    assert!(tables.heap_statements().is_empty());
    let mut values = tables.heap_values(Theorems::Use, Budget::DEFAULT, &NoObserver).unwrap();
    let found: Vec<u64> = (0..4).map(|heap| values.nim_value(heap).unwrap().0).collect();
    assert_eq!(found, [0, 1, 0, 1]);
    let mut outcomes = Vec::new();
    let searched =
        tables.misere_heaps(0..4, Budget::DEFAULT, &NoObserver, &mut |outcome| outcomes.push(outcome));
    assert_eq!(searched, Some(Ok(())));
    // Under misère play the player without a move wins.
    use ImpartialOutcome::{Next, Previous};
    assert_eq!(outcomes, [Next, Previous, Next, Previous]);
}

#[test]
fn a_position_has_the_smallest_words_that_hold_it() {
    let both = smallest_words([game(9, None), game(99, None)]);
    let text = |text: &str| both.parse(text).map(|position| position.text()).map_err(|wrong| wrong.message);
    assert_eq!(text("7"), Ok("take_one(7)".to_owned()));
    assert_eq!(text("70"), Ok("take_one(70)".to_owned()));
    assert_eq!(text("700"), Err("the heap is too large".to_owned()));
    assert_eq!((both.name(), &*both.about().rules), ("take-one".to_owned(), PAGE.rules));
}
