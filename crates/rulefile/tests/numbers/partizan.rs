//! Compares partizan rule files with their definition: options are found by trying all assignments, values and outcomes
//! by recursion.

use crate::definition::options_of_player;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::collections::HashMap;
use winways_kit::SumSearch;
use winways_kit::any::AnyGame;
use winways_notation::parse_rules;
use winways_notation::rules::{Movers, RuleFile};
use winways_rulefile::of_file;
use winways_rules::{Play, Player, Recurrence};
use winways_solve::{Budget, NoObserver, Theorems};
use winways_values::{Arena, Game, GameOutcome};

/// The numbers of the components of a position, concatenated.
type Numbers = Vec<u64>;

/// A reference implementation that evaluates a file by its definition.
struct Definition<'a> {
    file: &'a RuleFile,
    arena: &'a Arena,
    options: HashMap<(usize, Numbers), Vec<Numbers>>,
    values: HashMap<Numbers, Game>,
    wins: HashMap<(Numbers, usize, Play), bool>,
}

/// The greatest value tried for the variables of options; no generated rule needs a greater one.
const LIMIT: i64 = 9;

impl<'a> Definition<'a> {
    fn new(file: &'a RuleFile, arena: &'a Arena) -> Self {
        let (options, values, wins) = Default::default();
        Definition { file, arena, options, values, wins }
    }

    fn arity(&self) -> usize {
        self.file.rules[0].pattern.names.len()
    }

    /// Returns the options of a component for a player: 0 is Left, 1 is Right.
    fn options(&mut self, component: &[u64], player: usize) -> Vec<Numbers> {
        let file = self.file;
        let movers = [Movers::Left, Movers::Right][player];
        let found = || options_of_player(file, movers, component, LIMIT).into_iter().collect();
        self.options.entry((player, component.to_vec())).or_insert_with(found).clone()
    }

    fn value(&mut self, component: &[u64]) -> Game {
        if let Some(value) = self.values.get(component) {
            return *value;
        }
        let sides = [0, 1].map(|player| {
            let options = self.options(component, player);
            options.iter().map(|option| self.value_of_sum(option)).collect::<Vec<Game>>()
        });
        let value = self.arena.form(&sides[0], &sides[1]).unwrap();
        self.values.insert(component.to_vec(), value);
        value
    }

    fn value_of_sum(&mut self, numbers: &[u64]) -> Game {
        let parts: Vec<Game> = numbers.chunks(self.arity()).map(|part| self.value(part)).collect();
        parts.into_iter().fold(Game::ZERO, |sum, part| self.arena.add(sum, part).unwrap())
    }

    /// Returns `true` if the player to move wins.
    fn wins(&mut self, position: &[u64], player: usize, play: Play) -> bool {
        let arity = self.arity();
        let mut parts: Vec<&[u64]> = position.chunks(arity).collect();
        parts.sort_unstable();
        let position = &parts.concat()[..];
        let key = (position.to_vec(), player, play);
        if let Some(known) = self.wins.get(&key) {
            return *known;
        }
        let (mut can_move, mut wins) = (false, false);
        for place in (0..position.len()).step_by(arity) {
            for option in self.options(&position[place..place + arity], player) {
                let after = [&position[..place], &option, &position[place + arity..]].concat();
                can_move = true;
                wins = wins || !self.wins(&after, 1 - player, play);
            }
        }
        let wins = if can_move { wins } else { play == Play::Misere };
        self.wins.insert(key, wins);
        wins
    }

    /// Compares the moves, value and outcomes of a position with the definition.
    fn check(&mut self, game: &dyn AnyGame, numbers: &[u64]) {
        let text: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let position = game.parse(&text.join(" ")).unwrap();
        let case = position.text();
        assert!(position.impartial().is_none() && !position.properties().is_impartial, "{case}");
        let mut counts = [0, 0];
        for step in position.moves().unwrap() {
            counts[usize::from(step.player == Player::Right)] += 1;
        }
        let arity = self.arity();
        let expected = [0, 1].map(|player| {
            numbers.chunks(arity).map(|part| distinct(self.options(part, player), arity)).sum::<usize>()
        });
        assert_eq!(counts, expected, "the moves of {case}");
        let partizan = position.partizan().unwrap();
        let value = partizan.solver(self.arena, Theorems::Use, Budget::DEFAULT, &NoObserver).value().unwrap();
        assert_eq!(value, self.value_of_sum(numbers), "the value of {case}");
        let search = SumSearch::new(vec![&*position]).unwrap();
        for play in Play::BOTH {
            let outcome = search.outcome(play, Budget::DEFAULT, &NoObserver).unwrap();
            let expected = match [0, 1].map(|player| self.wins(numbers, player, play)) {
                [true, true] => GameOutcome::Next,
                [true, false] => GameOutcome::Left,
                [false, true] => GameOutcome::Right,
                [false, false] => GameOutcome::Previous,
            };
            assert_eq!(outcome.0, expected, "{case}, {play:?}");
        }
    }
}

/// Returns the number of distinct options, ignoring the order of components.
fn distinct(options: Vec<Numbers>, arity: usize) -> usize {
    let sorted = |option: &Numbers| {
        let mut parts: Vec<&[u64]> = option.chunks(arity).collect();
        parts.sort_unstable();
        parts.concat()
    };
    options.iter().map(sorted).collect::<std::collections::BTreeSet<Numbers>>().len()
}

/// Compares all small positions of a file with the definition. Returns `false` if the rules are refused.
fn check(text: &str, most: u64) -> bool {
    let file = parse_rules(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    let game = match of_file(text) {
        Ok(game) => game,
        Err(wrong) => {
            assert!(wrong.message.starts_with("play may never end"), "{wrong}");
            return false;
        }
    };
    let arena = Arena::default();
    let mut definition = Definition::new(&file, &arena);
    let arity = definition.arity();
    for first in 0..=most {
        for second in 0..=most {
            let numbers = [first, second, second / 2, first / 2];
            let length = if arity == 1 { 2 } else { arity };
            definition.check(&*game, &numbers[..length]);
        }
    }
    if arity == 2 {
        definition.check(&*game, &[2, 1, 1, 2]);
    }
    true
}

#[test]
fn partizan_files_agree_with_the_definition() {
    for text in [
        "left: heap n -> n-1\nright: heap n -> n-2",
        "left: heap n -> n-k where k in {1, 3}\nright: heap n -> n-k where k in {2, 3}",
        "left: heap n -> a, b where a + b = n-1\nright: heap n -> a, b where a + b = n-2",
        "both: heap n -> n-1\nleft: heap n -> n-3\nright: heap n -> nothing where n >= 2",
        "heap n -> n-2 | n-3\nleft: heap n -> 0 where n in odds",
        "left: heap n -> n-1",
        "right: heap (a, b) -> (a-1, b) | (a, b-1) where a > b",
        "left: heap (a, b) -> (a-k, b) where k >= 1\nright: heap (x, y) -> (x, y-k) where k >= 1, x <= y",
        "left: heap (a, b) -> (x, b), (y, b) where x + y = a, x >= 1, y >= 1\n\
         right: heap (a, b) -> (a, x), (a, y) where x + y = b, x >= 1, y >= 1",
        "left: heap (p, q) -> (q, p mod q) where q >= 1, p mod q >= 1\n\
         right: heap (p, q) -> (q, q - p mod q) where q >= 1, p mod q >= 1",
        "left: heap (a, b, c) -> (a-1, b, c+1) | (a, b-1, c)\nright: heap (a, b, c) -> (a, b, c-1)",
        "measure: 2*a + b\nleft: heap (a, b) -> (a-1, b+1)\nright: heap (a, b) -> (a, b-1)",
    ] {
        assert!(check(text, 5), "{text}");
    }
}

#[test]
fn play_ends_only_if_the_moves_of_both_end() {
    // Play ends if only one player moves, but not if both move in turn or in a sum.
    let wrong = of_file("left: heap n -> n-1\nright: heap n -> n+1 where n < 5").err().unwrap();
    assert_eq!(
        (wrong.message.as_str(), wrong.label.as_deref()),
        ("play may never end under these rules", Some("for example 0 -> 1 -> 2"))
    );
    let wrong = of_file("left: heap (a, b) -> (a-1, b+1)\nright: heap (a, b) -> (a+1, b-1)").err().unwrap();
    assert_eq!(wrong.message, "play may never end under these rules");
}

#[test]
fn heap_values_depend_on_a_window_only_without_splits() {
    let recurrence = |text: &str| of_file(text).unwrap().tables().heap_forms().unwrap().recurrence();
    let window = |length| Recurrence::Window { length };
    assert_eq!(recurrence("left: heap n -> n-1\nright: heap n -> n-4"), window(5));
    assert_eq!(recurrence("both: heap n -> n-1\nleft: heap n -> n-2 where n >= 9"), window(10));
    let crumbs = "heap n -> a, b where a + b = n-k, 1 <= k <= 3, 1 <= a <= 4, b >= 1";
    assert_eq!(recurrence(&format!("left: {crumbs}\nright: heap n -> n-1")), Recurrence::Unknown);
    assert_eq!(recurrence("left: heap n -> n-k where k >= 1\nright: heap n -> n-1"), Recurrence::Unknown);
    assert!(of_file("left: heap (a, b) -> (a-1, b)").unwrap().tables().heap_forms().is_none());
}

/// A strategy for rules of one player, or of both, whose options have smaller totals than the component they come from.
fn rule(arity: usize) -> impl Strategy<Value = String> {
    let names = ["n", "m"][..arity].join(", ");
    let total = names.replace(", ", " + ");
    let number = prop_oneof![
        Just("n"),
        Just("k"),
        Just("n-1"),
        Just("n-k"),
        Just("k/2"),
        Just("0"),
        Just("n-2"),
        Just("min(n, k)"),
        Just("m"),
        Just("m-1"),
        Just("m-k"),
        Just("max(m, k) - 1"),
    ];
    let number = number.prop_map(move |number| {
        if arity == 1 {
            number.replace("m", "n").replace("nin", "min").replace("nax", "max")
        } else {
            number.to_owned()
        }
    });
    let parts = prop::collection::vec(prop::collection::vec(number, arity), 1..3);
    let condition = "k >= 1|k <= 3|k != n|n mod 2 = 0|k in \\{1, 3\\}|n > k";
    ("left|right|both", parts, condition).prop_map(move |(players, parts, condition)| {
        let smaller: String = parts.iter().map(|part| format!(", {} < {total}", part.join(" + "))).collect();
        let component =
            |part: &Vec<String>| if arity == 1 { part.concat() } else { format!("({})", part.join(", ")) };
        let option: Vec<String> = parts.iter().map(component).collect();
        let pattern = if arity == 1 { names.clone() } else { format!("({names})") };
        format!("{players}: heap {pattern} -> {} where k <= n, {condition}{smaller}", option.join(", "))
    })
}

/// The number of random files.
const CASES: u32 = 120;

#[test]
fn random_files_agree_with_the_definition() {
    let compared = Cell::new(0);
    let rules = prop_oneof![prop::collection::vec(rule(1), 1..4), prop::collection::vec(rule(2), 1..4)];
    let run = |rules: Vec<String>| {
        let text = rules.join("\n");
        let is_partizan = parse_rules(&text).unwrap().is_partizan();
        compared.set(compared.get() + u32::from(is_partizan && check(&text, 2)));
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(CASES)).run(&rules, run).unwrap();
    assert!(compared.get() > CASES / 2, "only {} of {CASES} files were compared", compared.get());
}
