use super::catalogue::check_outcomes;
use super::*;
use crate::heaps::octal::Octal;
use crate::heaps::subtract::{Subtract, parse_set};
use proptest::prelude::*;
use std::collections::HashMap;
use winways_kit::Check;
use winways_kit::testing::sums::{Sums, terms};
use winways_solve::{Budget, CanonicalSearch, NimSequence, NoObserver, Theorems};
use winways_values::{Arena, Game as Value, GameOutcome};

/// Returns the canonical forms of heaps 0..=`last`.
fn values(game: &PartizanHeaps, arena: &Arena, last: u64) -> Vec<Value> {
    let mut search = CanonicalSearch::new(game, arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
    (0..=last).map(|heap| search.value(&heap).unwrap()).collect()
}

fn sets(left: &[u64], right: &[u64]) -> PartizanHeaps {
    PartizanHeaps::subtraction(Subtract::of_numbers(left), Subtract::of_numbers(right))
}

#[test]
fn a_game_of_two_players_games_has_the_name_and_start_of_lefts() {
    let (left, right) = (Subtract::of_numbers(&[1, 3]), Subtract::of_numbers(&[1, 2]));
    let of_players = PartizanHeaps::of_players(left, right);
    assert_eq!(
        (of_players.name(), of_players.start()),
        ("subtract{1,3}".to_owned(), of_players.left.start())
    );
    let arena = Arena::default();
    assert_eq!(values(&of_players, &arena, 20), values(&sets(&[1, 3], &[1, 2]), &arena, 20));
}

fn octal(left: &str, right: &str) -> PartizanHeaps {
    PartizanHeaps::octal(Octal::parse(left).unwrap(), Octal::parse(right).unwrap())
}

/// A strategy for codes of octal digits d1d2d3.
fn digits() -> impl Strategy<Value = Vec<u8>> {
    let digit = prop_oneof![2 => Just(0u8), 1 => Just(7), 3 => 0..8u8];
    let first = prop_oneof![4 => Just(0u8), 1 => Just(4)];
    (first, proptest::collection::vec(digit, 0..=3)).prop_map(|(first, rest)| [vec![first], rest].concat())
}

fn set() -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(1..6u64, 1..=3)
}

/// Searches sums of heaps straight from the meaning of the digits, without the parsers and generators under test.
struct Rules<'c> {
    codes: [&'c [u8]; 2],
    known: HashMap<(Vec<u64>, usize), bool>,
}

impl Rules<'_> {
    /// Returns `true` if `player` (0 is Left) makes the last move when moving first.
    fn wins(&mut self, heaps: &[u64], player: usize) -> bool {
        let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        heaps.sort_unstable();
        let key = (heaps, player);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let heaps = &key.0;
        let mut wins = false;
        for index in 0..heaps.len() {
            for (taken, digit) in
                (0u64..).zip(self.codes[player]).take_while(|(taken, _)| *taken <= heaps[index])
            {
                let rest = heaps[index] - taken;
                let mut parts: Vec<Vec<u64>> = Vec::new();
                if digit & 1 != 0 && rest == 0 {
                    parts.push(Vec::new());
                }
                if digit & 2 != 0 && rest > 0 {
                    parts.push(vec![rest]);
                }
                if digit & 4 != 0 {
                    parts.extend((1..rest).map(|part| vec![part, rest - part]));
                }
                for part in parts {
                    let next = [&heaps[..index], &part, &heaps[index + 1..]].concat();
                    wins |= !self.wins(&next, 1 - player);
                }
            }
        }
        self.known.insert(key, wins);
        wins
    }
}

fn outcome(left_begins: bool, right_begins: bool) -> GameOutcome {
    match (left_begins, right_begins) {
        (true, true) => GameOutcome::Next,
        (true, false) => GameOutcome::Left,
        (false, true) => GameOutcome::Right,
        (false, false) => GameOutcome::Previous,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn outcomes_of_sums_are_those_of_the_rules(left in digits(), right in digits()) {
        let mut rules = Rules { codes: [&left, &right], known: HashMap::new() };
        let game = PartizanHeaps::octal(Octal::of_digits(left.clone()), Octal::of_digits(right.clone()));
        let arena = Arena::default();
        let values = values(&game, &arena, 8);
        for first in 0..=8usize {
            for second in 0..=first.min(4) {
                let heaps = [first as u64, second as u64];
                let expected = outcome(rules.wins(&heaps, 0), rules.wins(&heaps, 1));
                let sum = arena.add(values[first], values[second]).unwrap();
                prop_assert_eq!(arena.outcome(sum), expected, "{} {:?}", game.name(), heaps);
            }
        }
    }

    /// Two heaps have equal values exactly when their difference is lost for the player who moves first.
    #[test]
    fn equal_values_are_equal_in_play(left in digits(), right in digits()) {
        let game = PartizanHeaps::octal(Octal::of_digits(left), Octal::of_digits(right));
        let negative = PartizanHeaps { left: game.right.clone(), right: game.left.clone(), ..game.clone() };
        let arena = Arena::default();
        let (values, negatives) = (values(&game, &arena, 9), values(&negative, &arena, 9));
        for (value, negative) in values.iter().zip(negatives) {
            prop_assert_eq!(-*value, negative);
        }
        let mut sums = Sums::new(&game);
        for some in 0..6 {
            for other in 0..6 {
                let minus = winways_kit::testing::sums::Term::Component(other as u64, true);
                let difference = [terms(&[some as u64]), vec![minus]].concat();
                prop_assert_eq!(sums.is_zero(&difference), values[some] == values[other]);
            }
        }
    }

    #[test]
    fn sets_are_codes_of_threes(left in set(), right in set()) {
        let code = |set: &[u64]| {
            let digit = |taken: u64| if set.contains(&taken) { 3 } else { 0 };
            Octal::of_digits((0..6).map(digit).collect())
        };
        let codes = PartizanHeaps::octal(code(&left), code(&right));
        let arena = Arena::default();
        prop_assert_eq!(values(&sets(&left, &right), &arena, 16), values(&codes, &arena, 16));
    }

    /// A game in which both players have the same moves is impartial.
    #[test]
    fn equal_codes_give_nimbers(code in digits()) {
        let octal = Octal::of_digits(code);
        let arena = Arena::default();
        let mut sequence = NimSequence::new(&octal);
        let game = PartizanHeaps::octal(octal.clone(), octal.clone());
        for (heap, value) in (0..).zip(values(&game, &arena, 14)) {
            let nimber = sequence.nim_value(heap, Budget::DEFAULT, &NoObserver).unwrap();
            prop_assert_eq!(value, arena.nimber(nimber.into()).unwrap(), "{} {}", game.name(), heap);
        }
    }
}

#[test]
fn moves_of_one_player_make_integers() {
    let arena = Arena::default();
    for (heap, value) in (0..).zip(values(&octal("0.3", "0"), &arena, 50)) {
        assert_eq!(value, arena.integer(heap).unwrap());
    }
    for (heap, value) in (0..).zip(values(&octal("0.0", "0.3"), &arena, 50)) {
        assert_eq!(value, -arena.integer(heap).unwrap());
    }
}

/// By hand: 0, {0|} = 1, {1|0}; then {{1|0}|1} = 0, since Left's option reverses through 0, and {0||1|0} = 1, since Right's
/// reverses through 1. Each value depends only on the two values before it, so the sequence repeats.
#[test]
fn one_against_two_has_period_three() {
    let arena = Arena::default();
    let switch = arena.form(&[arena.integer(1).unwrap()], &[Value::ZERO]).unwrap();
    let expected = [Value::ZERO, arena.integer(1).unwrap(), switch];
    for (heap, value) in values(&sets(&[1], &[2]), &arena, 200).into_iter().enumerate() {
        assert_eq!(value, expected[heap % 3], "{heap}");
    }
}

#[test]
fn names_read_back() {
    let name = |parameter: &str, page| -> String {
        PartizanHeaps::parse_two(page, Some(parameter), parse_set).unwrap().name()
    };
    assert_eq!(name("3 1|2,squares", &SUBTRACTION), "subtract{1,3|2,squares}");
    let game = PartizanHeaps::parse_two(&OCTAL, Some(".70| .(07)"), Octal::parse).unwrap();
    assert_eq!((game.name().as_str(), game.page().name), ("octal(0.7|0.(07))", "partizan-octal"));
    let game = one_or_two(&OCTAL, Some("0.3|.F"), Octal::parse_hexadecimal).unwrap();
    assert_eq!(game.name(), "hex(0.3|0.F)");
    assert!(game.tables().heap_forms().is_some());
    let game = one_or_two(&OCTAL, Some("0.3"), Octal::parse).unwrap();
    assert_eq!((game.name().as_str(), game.page().name), ("octal(0.3)", "octal"));
}

#[test]
fn faults_have_the_right_spans() {
    let fault =
        |parameter: &str| PartizanHeaps::parse_two(&OCTAL, Some(parameter), Octal::parse).err().unwrap();
    for (parameter, place) in [
        ("0.7", 3..3),
        ("", 0..0),
        ("0.8|0.7", 2..3),
        ("0.7|0.8", 6..7),
        ("0.7|", 4..4),
        ("|0.7", 0..0),
        ("0.7|0.3|0.1", 7..8),
        ("0.7||0.1", 4..5),
    ] {
        assert_eq!(fault(parameter).span.range(), place, "{parameter}");
    }
    assert_eq!(fault("0.7").help.as_deref(), Some("try `octal(0.7|0.07)`"));
}

#[test]
fn recurrences_have_the_right_windows() {
    assert_eq!(sets(&[1, 4], &[2]).heap_recurrence(), Recurrence::Window { length: 4 });
    assert_eq!(octal("0.7", "0.3").heap_recurrence(), Recurrence::Unknown);
    assert_eq!(octal("0.3", "0.(3)").heap_recurrence(), Recurrence::Unknown);
    // A heap of 4 is the first whose moves follow the pattern of all larger heaps.
    assert_eq!(octal("0.32", "0.021").heap_recurrence(), Recurrence::Window { length: 4 });
}

#[test]
fn outcomes_are_periodic() {
    let mut check = Check::new(Budget::DEFAULT, &NoObserver);
    check_outcomes(4, &mut check).unwrap();
    assert_eq!(check.cases, 2 * 15 * 15);
}
