//! Compares rule files with entailing moves with their definition: options are found by trying all assignments, and sums of
//! up to three components are played move by move.

use crate::definition::options_of_rules;
use proptest::prelude::*;
use std::collections::HashMap;
use winways_notation::parse_rules;
use winways_notation::rules::{RuleFile, Turn};
use winways_rulefile::of_file;
use winways_rules::ImpartialOutcome;
use winways_solve::{Budget, NoObserver};

/// The greatest value tried for the variables of options; no generated rule needs a greater one.
const LIMIT: i64 = 9;

/// A reference implementation of play on single heaps, by the definition of a file.
struct Play<'a> {
    file: &'a RuleFile,
    /// For each position, `true` if the player to move wins. A position consists of the other heaps, sorted, and the heap in which
    /// the player must move, if there is one.
    wins: HashMap<(Vec<u64>, Option<u64>), bool>,
}

impl Play<'_> {
    fn wins(&mut self, mut others: Vec<u64>, entailed: Option<u64>) -> bool {
        others.sort_unstable();
        let state = (others.clone(), entailed);
        if let Some(&wins) = self.wins.get(&state) {
            return wins;
        }
        let wins = match entailed {
            Some(heap) => self.wins_in(heap, &others),
            None => (0..others.len()).any(|place| {
                let rest = [&others[..place], &others[place + 1..]].concat();
                self.wins_in(others[place], &rest)
            }),
        };
        self.wins.insert(state, wins);
        wins
    }

    fn wins_in(&mut self, heap: u64, rest: &[u64]) -> bool {
        Turn::ALL.into_iter().any(|turn| {
            let options = options_of_rules(self.file, |rule| rule.turn == turn, &[heap], LIMIT);
            options.into_iter().any(|option| match turn {
                Turn::Ordinary => !self.wins([rest, &option].concat(), None),
                Turn::Again => self.wins([rest, &option].concat(), None),
                Turn::Entail => !self.wins([rest, &option[1..]].concat(), Some(option[0])),
            })
        })
    }
}

/// A strategy for rules on single heaps, at least one of them with `entail:` or `again:`.
fn files() -> impl Strategy<Value = String> {
    let options = prop::sample::select(vec![
        "n-1",
        "n-2",
        "n-k where 1 <= k <= 3",
        "n-3, 1",
        "a, b where a + b = n, a >= 1, b >= 1",
        "a, b where a + b = n-1, a >= b",
        "n/2 where n >= 1",
        "0 where n in {1, 4}",
    ]);
    let key = prop::sample::select(vec!["", "both: ", "entail: ", "again: "]);
    let rules = prop::collection::vec((key, options.clone()), 0..3);
    let marked = (prop::sample::select(vec!["entail: ", "again: "]), options);
    (rules, marked).prop_map(|(mut rules, marked)| {
        rules.push(marked);
        rules.iter().map(|(key, options)| format!("{key}heap n -> {options}\n")).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if option_env!("WINWAYS_FULL_TESTS").is_some() { 200 } else { 40 }))]

    #[test]
    fn random_files_are_played_as_their_values_predict(text in files()) {
        let file = parse_rules(&text).unwrap();
        let game = of_file(&text).unwrap();
        let mut play = Play { file: &file, wins: HashMap::new() };
        for heaps in winways_kit::heaps::multisets(3, 5) {
            for entailed in [None, Some(0), Some(heaps.len() - 1)] {
                let written: Vec<String> = heaps
                    .iter()
                    .enumerate()
                    .map(|(place, heap)| format!("{heap}{}", if entailed == Some(place) { "!" } else { "" }))
                    .collect();
                let position = game.parse(&written.join(" ")).unwrap();
                let entailing = position.entailing().unwrap();
                let mut solver = entailing.solver(Budget::DEFAULT, &NoObserver);
                let free = solver.free_value().unwrap();
                let wins = match entailed {
                    Some(_) => solver.wins_by_answer(free).unwrap(),
                    None => free.outcome() == ImpartialOutcome::Next,
                };
                let mut others = heaps.clone();
                let must = entailed.map(|place| others.remove(place));
                prop_assert_eq!(wins, play.wins(others, must), "{} {}", text, position.text());
                let moves = solver.winning_moves(winways_entailing::EntailingValue::ZERO, 1000).unwrap();
                prop_assert_eq!(moves.total > 0, wins);
            }
        }
    }
}

#[test]
fn positions_are_written_as_they_were_read() {
    let game = of_file("heap n -> a, b where a + b = n, a >= 1, b >= a\nentail: heap n -> n-1").unwrap();
    for (text, written) in
        [("4 6", "(4,6)"), ("4 6!", "(\"4,6!\")"), ("4! 6", "(\"4!,6\")"), ("5!", "(\"5!\")")]
    {
        let position = game.parse(text).unwrap();
        let call = position.text();
        assert!(call.ends_with(written), "{call}");
        let inside = &call[call.find('(').unwrap() + 1..call.len() - 1];
        assert!(game.parse(inside.trim_matches('"')).unwrap().is_same(&*position), "{call}");
    }
    let names: Vec<String> =
        game.parse("4! 6").unwrap().moves().unwrap().into_iter().map(|step| step.text).collect();
    assert_eq!(names, ["heap 4 -> 1 + 3", "heap 4 -> 2 + 2", "heap 4 -> 3!"]);
    let pairs =
        of_file("again: heap (a, b) -> (a-1, b)\nentail: heap (a, b) -> (a, b-1), (1, 0) where b >= 2")
            .unwrap();
    let names: Vec<String> =
        pairs.parse("1 2").unwrap().moves().unwrap().into_iter().map(|step| step.text).collect();
    assert_eq!(names, ["(1, 2) -> (1, 1)! + (1, 0)", "(1, 2) -> (0, 2), again"]);
}

#[test]
fn wrong_files_and_positions_are_pointed_at() {
    let wrong = |text: &str| of_file(text).err().unwrap();
    let partizan = wrong("left: heap n -> n-1\nentail: heap n -> n-2");
    assert_eq!(
        (partizan.span.range(), &*partizan.message),
        (20..26, "a partizan game has no moves with `entail:` or `again:`")
    );
    let bounded = wrong("bounds: n <= 5\nagain: heap n -> n-1");
    assert_eq!(bounded.message, "a game with bounds has no moves with `entail:` or `again:`");
    let nothing = wrong("entail: heap n -> nothing where n = 1");
    assert_eq!((nothing.span.range(), &*nothing.message), (18..25, "the opponent cannot move in nothing"));
    assert_eq!(
        wrong("again heap n -> n-1").label.unwrap(),
        "expected `:` and a rule, such as `again: heap n -> n-1`"
    );
    let game = of_file("entail: heap n -> n-1").unwrap();
    assert_eq!(game.parse("3! 4!").err().unwrap().span.range(), 4..5);
    assert_eq!(game.parse("! 4").err().unwrap().span.range(), 0..1);
}

#[test]
fn the_mark_of_a_component_needs_a_component() {
    let game = of_file("heap (a, b) -> (a-1, b)\nagain: heap (a, b) -> nothing where a = 0, b = 0").unwrap();
    assert!(game.parse("nothing").is_ok() && game.parse("3 1!").is_ok());
    assert_eq!(
        game.parse("nothing!").err().unwrap().label.as_deref(),
        Some("expected a component before it")
    );
}
