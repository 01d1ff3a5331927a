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
