//! Compares the numbers of reachable positions, and of won, drawn and lost positions among them, with published numbers.

use std::sync::Arc;
use winways_games::entries;
use winways_kit::AnyBoard;
use winways_rules::Play;
use winways_solve::{
    Budget, NoObserver, ReachableSet, SolvedRanks, SolvedValue, reachable_ranks, solve_ranks,
};

fn board(game: &str, parameter: &str) -> Arc<dyn AnyBoard> {
    let entry = entries().find(|entry| entry.page.name == game).expect("the catalogue has the game");
    (entry.make)(Some(parameter)).and_then(|game| game.board("")).expect("there is such a board")
}

/// Returns the rank of the starting position.
fn start(board: &dyn AnyBoard) -> u64 {
    let start = board.start().expect("play begins somewhere");
    start.ranked().expect("positions of boards have ranks").rank()
}

fn reachable(board: &dyn AnyBoard) -> ReachableSet {
    let budget = Budget { threads: 2, ..Budget::DEFAULT };
    reachable_ranks(board.ranks(), Play::Normal, &[start(board)], budget, &NoObserver).expect("there is room")
}

/// Returns the fields of the lines of a data file.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect()
}

/// Compares the number of reachable positions with the published number, for all boards whose published number is from `least` to
/// `most`.
fn check_numbers(least: u64, most: u64) {
    for row in rows(include_str!("data/reachable.tsv")) {
        let expected: u64 = row[2].parse().unwrap();
        if (least..=most).contains(&expected) {
            assert_eq!(reachable(&*board(row[0], row[1])).count(0..u64::MAX), expected, "{row:?}");
        }
    }
}

#[test]
fn counts_of_small_boards_match_published_numbers() {
    check_numbers(0, 10_000_000);
}

/// Takes some minutes and 2 GB: `cargo test --profile checked -p winways-games --test suite reachable:: -- --ignored`.
#[test]
#[ignore = "takes some minutes"]
fn counts_of_large_boards_match_published_numbers() {
    check_numbers(10_000_000, u64::MAX);
}

#[test]
fn small_boards_are_draws() {
    for row in rows(include_str!("data/reachable.tsv")) {
        if row[2].parse::<u64>().unwrap() < 10_000_000 {
            let board = board(row[0], row[1]);
            let solved = solve_ranks(board.ranks(), Play::Normal, Budget::DEFAULT, &NoObserver).unwrap();
            assert_eq!(solved.value(start(&*board)), Ok(Some(SolvedValue::Drawn)), "{row:?}");
        }
    }
}

#[test]
fn outcomes_of_five_by_five_match_published_numbers() {
    let board = board("connect-four", "5x5");
    let reachable = reachable(&*board);
    let budget = Budget { threads: 2, ..Budget::DEFAULT };
    let solved = solve_ranks(board.ranks(), Play::Normal, budget, &NoObserver).unwrap();
    let rows = rows(include_str!("data/connect_four_discs.tsv"));
    assert_eq!(rows.len(), reachable.layers().count());
    // Full boards are the first layer.
    for (row, ranks) in rows.iter().zip(reachable.layers().rev()) {
        let mut counts = [0; 3];
        for rank in reachable.ranks(ranks) {
            counts[match SolvedValue::of_code(solved.code(rank)).expect("no hole") {
                SolvedValue::Won(_) => 0,
                SolvedValue::Drawn => 1,
                SolvedValue::Lost(_) => 2,
            }] += 1;
        }
        let expected: Vec<u64> = row[2..].iter().map(|field| field.parse().unwrap()).collect();
        assert_eq!(counts[..], expected, "{row:?}");
    }
}
