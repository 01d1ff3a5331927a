//! Heaps of 10^18: what a table proves, `solve` uses.

mod common;

use common::{run, stdout};

fn solved(command: &str) -> String {
    let output = run(&format!("winways solve {command}"), "");
    assert_eq!(output.status.code(), Some(0), "{command}: {}", stdout(&output));
    stdout(&output)
}

#[test]
fn proved_periods_count_the_winning_moves() {
    let text = solved("'octal(0.137)' 1000000000000000000 --moves 1");
    let counted = text.lines().find_map(|line| line.strip_prefix("winning moves: "));
    let count: u64 =
        counted.and_then(|text| text.split(' ').next()).and_then(|text| text.parse().ok()).unwrap();
    assert!(count > 10_000_000_000_000_000 && text.contains("heap 1000000000000000000 -> "), "{text}");
}

#[test]
fn misere_sums_of_subtraction_games_are_answered_by_values() {
    let text = solved("'subtract{1,2,3}' 1000000000000000000 5 6 --misere");
    assert!(text.contains("Ferguson 1974") && text.contains("outcome: N"), "{text}");
    let lost = solved("'subtract{1,2,3}' 1000000000000000001 --misere");
    assert!(lost.contains("outcome: P"), "{lost}");
}

#[test]
fn floor_games_follow_few_heaps() {
    let directory = common::Temporary::new();
    std::fs::write(directory.at("floor.game"), "heap n -> n/2 | n/3 where n >= 1\n").unwrap();
    let text = solved(&format!("{} 1000000000000000000", directory.path("floor.game")));
    assert!(text.contains("outcome: ") && text.contains("positions searched"), "{text}");
}

/// C3: formulas that are proved by induction over digits.
#[test]
fn digit_automata_that_are_proved_answer() {
    // Fraenkel: the lost heaps of Mark end in an odd number of binary zeros; 10^18 ends in 18, half of it in 17.
    let text = solved("mark 1000000000000000000");
    assert!(text.contains("outcome: N") && text.contains("proved for every heap by induction"), "{text}");
    assert!(text.contains("winning moves: 1\n  heap 1000000000000000000 -> 500000000000000000"), "{text}");
    let lost = solved("mark 500000000000000000");
    assert!(lost.contains("outcome: P"), "{lost}");
    let upmark = solved("upmark 999999999999999999");
    assert!(upmark.contains("proved for every heap by induction"), "{upmark}");
    let third = solved("mark-t 999999999999999999");
    assert!(third.contains("in base 3"), "{third}");
}

/// C3: Levine: g(2n) = n, g(2n + 1) = g(n).
#[test]
fn windows_that_are_proved_answer() {
    let text = solved("at-most-half 1000000000000 7");
    assert!(text.contains("value:   *500000000000") && text.contains("Levine 2006"), "{text}");
    // The other heap is lost, so the move leaves a lost heap: 2^39 - 1.
    assert!(text.contains("winning moves: 1\n  heap 1000000000000 -> 549755813887"), "{text}");
}

/// C3: patterns that are not proved answer when asked, and say so.
#[test]
fn patterns_that_are_not_proved_answer_when_asked() {
    let text = solved("aliquot 1000000000000 --conjecture");
    assert!(text.contains("value:   *12, if the pattern found to heap "), "{text}");
    assert!(text.contains("g(n) = the number of trailing binary zeros of n for n >= 1"), "{text}");
    let json = solved("aliquot 1000000000000 --conjecture --format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["complete"], &json["value"]), (&false.into(), &"*12".into()));
    assert!(json["assumptions"][0]["checked_to"].as_u64().unwrap() > 1000);
    // So does the service.
    let asked = "{\"solve\": \"aliquot\", \"position\": \"1000000000000\", \"conjecture\": true}\n";
    let answer: serde_json::Value =
        serde_json::from_str(&stdout(&run("winways serve-stdio", asked))).unwrap();
    assert_eq!(answer["answer"]["assumptions"], json["assumptions"]);
    // What is proved needs no assumption.
    let proved = solved("mark 1000000000000 --conjecture --format json");
    let proved: serde_json::Value = serde_json::from_str(&proved).unwrap();
    assert_eq!((&proved["complete"], &proved["assumptions"]), (&true.into(), &serde_json::Value::Null));
}

/// C3: without `--conjecture` the option is suggested where it may answer.
#[test]
fn the_option_for_conjectures_is_suggested() {
    let directory = common::Temporary::new();
    let rules = "heap n -> n-1 | n - 1 - (n mod 5)*(n mod 5) mod 5 where n >= 6\n";
    std::fs::write(directory.at("residues.game"), rules).unwrap();
    let command = format!("{} 1000000000002", directory.path("residues.game"));
    let output = run(&format!("winways solve {command} --memory 16MiB"), "");
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("`--conjecture`"), "{}", stdout(&output));
    let text = solved(&format!("{command} --conjecture"));
    assert!(text.contains(", if the pattern found to heap ") && text.contains("g(n + 10) = g(n)"), "{text}");
}

/// C1: pairs, games with a memory of the last move, and misère play follow the few heaps that are reached.
#[test]
fn floor_games_of_pairs_and_misere_play_follow_few_positions() {
    let directory = common::Temporary::new();
    let file = |name: &str, rules: &str| {
        std::fs::write(directory.at(name), rules).unwrap();
        directory.path(name)
    };
    let pairs = "heap (a, b) -> (a/2, b) where a >= 1\nheap (a, b) -> (a, b/3) where b >= 1\n";
    let pairs = solved(&format!("{} 1000000000000000000 999999999999999999", file("pairs.game", pairs)));
    assert!(pairs.contains("value:   "), "{pairs}");
    let memory = "heap (n, m) -> (n/k, k) where n >= 1, 2 <= k <= 4, k != m\nmeasure: n\n";
    let memory = solved(&format!("{} 1000000000000000000 0", file("memory.game", memory)));
    assert!(memory.contains("value:   "), "{memory}");
    let floor = file("floor.game", "heap n -> n/2 | n/3 where n >= 1\n");
    let misere = solved(&format!("{floor} 1000000000000000000 --misere"));
    assert!(misere.contains("outcome: ") && misere.contains("misère"), "{misere}");
}

/// C2: who wins a heap of a partizan game, and by which moves, by the proved period of outcomes.
#[test]
fn proved_periods_of_outcomes_answer() {
    let text = solved("'subtract{1,2,3|1,2}' 1000000000000000000");
    assert!(text.contains("which is proved (two equal windows)"), "{text}");
    assert!(text.contains("outcome: ") && text.contains("left: heap 1000000000000000000 -> "), "{text}");
    let values = solved("'subtract{1|2}' 1000000000000000000");
    assert!(values.contains("value:   1") && values.contains("the values have period 3"), "{values}");
    let sum = solved("'subtract{1|2}' 1000000000000000000 1000000000000000001 5");
    assert!(sum.contains("outcome: ") && sum.contains("value:   "), "{sum}");
    let misere = solved("'subtract{1,2,3|1,2}' 1000000000000000000 --misere --format json");
    let misere: serde_json::Value = serde_json::from_str(&misere).unwrap();
    assert_eq!(misere["complete"], true);
}

/// Lost pairs that are proved by induction over digits, also to no base.
#[test]
fn lost_pairs_that_are_proved_answer() {
    let directory = common::Temporary::new();
    let file = |name: &str, rules: &str| {
        std::fs::write(directory.at(name), format!("{rules}\n")).unwrap();
        directory.path(name)
    };
    let queen = file("queen.game", "heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1");
    // Neighbouring Fibonacci numbers F(2n), F(2n + 1) are lost.
    let lost = solved(&format!("{queen} 160500643816367088 259695496911122585"));
    assert!(lost.contains("outcome: P") && lost.contains("value:   0"), "{lost}");
    assert!(lost.contains("alpha = phi") && lost.contains("proved for all pairs by induction"), "{lost}");
    let won = solved(&format!("{queen} 160500643816367089 259695496911122585"));
    assert!(won.contains("outcome: N"), "{won}");
    assert!(
        won.contains("-> (160500643816367088, 259695496911122585)") || won.contains("winning moves: "),
        "{won}"
    );
    let near = file(
        "near.game",
        "heap (a, b) -> (a-k, b) | (a, b-k) where k >= 1\nheap (a, b) -> (a-k, b-l) where k >= 1, l >= 1, k - l < 3, l - k < 3",
    );
    let won = solved(&format!("{near} 1000000000000 1000000000000"));
    assert!(won.contains("outcome: N") && won.contains("winning moves: "), "{won}");
    let king = file("king.game", "heap (a, b) -> (a-i, b-j) where i <= 1, j <= 1, i + j >= 1");
    let lost = solved(&format!("{king} 1000000000000 5000000000000"));
    assert!(lost.contains("outcome: P") && lost.contains("a and b are even"), "{lost}");
}
