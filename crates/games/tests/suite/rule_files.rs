//! Compares games from rule files with the same games written in Rust, and tests names, positions and faults of rule files.

use std::collections::BTreeSet;
use winways_kit::AnyGame;
use winways_rulefile::of_file;
use winways_rules::Play;
use winways_solve::{Budget, NoObserver, StopReason, Theorems};

/// Returns the value and the moves of a position as text.
fn value_and_moves(game: &dyn AnyGame, position: &str) -> (String, Vec<String>) {
    let position = game.parse(position).unwrap();
    let impartial = position.impartial().expect("an impartial game");
    let value = impartial.solver(Theorems::Use, Budget::DEFAULT, &NoObserver).value().unwrap();
    let after = |step| {
        let text = position.after(step).text();
        text[text.rfind('(').unwrap()..].to_owned()
    };
    let mut moves: Vec<String> = position.moves().unwrap().iter().map(after).collect();
    moves.sort();
    (value.to_string(), moves)
}

fn by_hand(name: &str, parameter: Option<&str>) -> std::sync::Arc<dyn AnyGame> {
    let entry = winways_games::entries().find(|entry| entry.page.name == name).unwrap();
    (entry.make)(parameter).unwrap()
}

#[test]
fn games_on_heaps_are_those_written_by_hand() {
    for (name, parameter, rules) in [
        ("nim", None, "heap n -> n-k where k >= 1"),
        ("subtract", Some("1,3,4"), "heap n -> n-k where k in {1, 3, 4}"),
        ("subtract", Some("powers-of-two"), "heap n -> n-k where k in powers(2)"),
        ("subtract", Some("fibonacci"), "heap n -> n-k where k in fibonacci"),
        ("subtract", Some("squares"), "heap n -> n-k where k in squares"),
        ("subtract", Some("primes"), "heap n -> n-k where k in primes"),
        ("grundy", None, "heap n -> a, b where a + b = n, a < b, a >= 1"),
        ("kayles", None, "heap n -> a, b where a <= b, a + b + k = n, k in 1..2"),
        ("lasker", None, "heap n -> n-k where k >= 1 | a, b where a + b = n, 1 <= a <= b"),
        (
            "octal",
            Some("0.26"),
            "heap n -> n-1 where n >= 2 | n-2 where n >= 3 | a, b where a + b = n-2, 1 <= a <= b",
        ),
        (
            "octal",
            Some("4.05"),
            "heap n -> a, b where a + b = n - k, 1 <= a <= b, k in {0, 2} | nothing where n = 2",
        ),
    ] {
        let (ours, theirs) = (of_file(rules).unwrap(), by_hand(name, parameter));
        for heap in 0..40 {
            let position = heap.to_string();
            let (value, mut moves) = value_and_moves(&*ours, &position);
            let (expected, mut others) = value_and_moves(&*theirs, &position);
            // The empty position counts as equal to an empty heap.
            for moves in [&mut moves, &mut others] {
                moves.iter_mut().for_each(|text| *text = text.replace("(0,", "(").replace(",0)", ")"));
                moves.sort();
                moves.dedup();
            }
            assert_eq!((value, moves), (expected, others), "{rules}, heap {heap}");
        }
    }
}

/// Returns the set of pairs without regard to order.
fn unordered(pairs: &[String]) -> BTreeSet<[u64; 2]> {
    let pair = |text: &String| {
        let mut numbers = text.trim_matches(['(', ')']).split(',').map(|number| number.parse().unwrap());
        let mut pair = [numbers.next().unwrap(), numbers.next().unwrap()];
        pair.sort_unstable();
        pair
    };
    pairs.iter().map(pair).collect()
}

#[test]
fn games_on_pairs_are_those_written_by_hand() {
    for (name, rules) in [
        ("wythoff", "heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1"),
        ("euclid", "heap (a, b) -> (a - k*b, b) where k >= 1, b >= 1 | (a, b - k*a) where k >= 1, a >= 1"),
    ] {
        let (ours, theirs) = (of_file(rules).unwrap(), by_hand(name, None));
        for (a, b) in (1..14).flat_map(|a| (1..14).map(move |b| (a, b))) {
            let position = format!("{a} {b}");
            let (value, moves) = value_and_moves(&*ours, &position);
            let (expected, others) = value_and_moves(&*theirs, &position);
            assert_eq!(value, expected, "{rules} {position}");
            assert_eq!(unordered(&moves), unordered(&others), "{rules} {position}");
        }
    }
}

#[test]
fn files_define_names_and_play() {
    let game = of_file("game: Grundy's game, unkind\nplay: misere\nsource: nobody\nheap n -> n-1").unwrap();
    let about = game.about();
    assert_eq!((about.name.as_str(), about.play), ("grundys-game-unkind", Play::Misere));
    assert_eq!((about.title.as_str(), about.rules.as_str()), ("Grundy's game, unkind", "heap n -> n-1"));
    assert_eq!(about.sources, ["nobody"]);
    assert_eq!(of_file("heap n -> n-1").unwrap().name(), "a-game-of-your-own");
    assert_eq!(of_file("game: 2048\nheap n -> n-1").unwrap().name(), "game-2048");
    assert_eq!(of_file("play: backwards\nheap n -> n-1").err().unwrap().span.range(), 6..15);
}

#[test]
fn positions_are_read_and_written() {
    let game = of_file("heap (a, b) -> (a-1, b), (b, 0) where b < a").unwrap();
    let position = game.parse("5 2, 3 1").unwrap();
    assert_eq!(position.text(), "a_game_of_your_own(5,2,3,1)");
    assert_eq!(position.component_count(), 2);
    assert_eq!(position.moves().unwrap()[0].text, "(5, 2) -> (4, 2) + (2, 0)");
    for (wrong, place) in
        [("5", 1..1), ("5 2 1", 5..5), ("", 0..0), ("5 x", 2..3), ("5 9223372036854775808", 2..21)]
    {
        assert_eq!(game.parse(wrong).err().unwrap().span.range(), place, "{wrong}");
    }
}

/// Queries about a position at which the rules fail return the fault. Earlier results stay valid.
#[test]
fn faults_of_rules_are_errors_of_enumeration() {
    let game = of_file("measure: n\nheap n -> n-1 where n < 100 | n+1 where n >= 100").unwrap();
    let fault = "the move 100 -> 101 does not lower the measure";
    let position = game.parse("100").unwrap();
    assert_eq!(position.moves().err().unwrap().to_string(), fault);
    for threads in [1, 3] {
        let budget = Budget { threads, ..Budget::DEFAULT };
        let solve = |text: &str| {
            let position = game.parse(text).unwrap();
            let impartial = position.impartial().unwrap();
            impartial.solver(Theorems::Ignore, budget, &NoObserver).value()
        };
        assert_eq!(solve("99").unwrap().0, 1);
        assert!(
            matches!(solve("100").unwrap_err().reason, StopReason::Rules(found) if found.to_string() == fault)
        );
        assert!(solve("99 100").is_err());
    }
}

/// Any number of workers reports the fault that a single worker meets first.
#[test]
fn the_same_fault_is_reported_for_any_number_of_threads() {
    let rules = "measure: n\nheap n -> n-1 where n > 200 | n-2 where n > 200 | n+1 where n <= 200 and n > 100 | n-1 where n <= 100";
    let game = of_file(rules).unwrap();
    let position = game.parse("240").unwrap();
    let fault = |threads| {
        let budget = Budget { threads, ..Budget::DEFAULT };
        let mut solver = position.impartial().unwrap().solver(Theorems::Ignore, budget, &NoObserver);
        solver.value().unwrap_err().reason.to_string()
    };
    let alone = fault(1);
    assert!(alone.starts_with("the rules failed: the move 200 -> 201"), "{alone}");
    (0..20).for_each(|_| assert_eq!(fault(4), alone));
}
