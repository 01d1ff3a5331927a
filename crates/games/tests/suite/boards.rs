//! Compares each board game from a rule file with a second implementation of its rules, on small boards and on random larger ones.
//! The moves, the values, and the outcomes under normal and misère play must agree.

mod board;
mod definitions;
mod making;
mod rules;
mod twins;

use board::{Board, Shape};
use definitions::{Values, Winners, nim_value};
use making::{random_board, small_boards};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{GameRules, Kind};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use winways_kit::{AnyGame, SumSearch};
use winways_rules::{Play, Player};
use winways_solve::{Budget, NoObserver, Theorems};
use winways_values::Arena;

/// The upper bound on the number of small boards of a game whose moves are compared.
const SMALL: usize = 1200;
/// The number of smallest boards of a game whose values and outcomes are compared.
const SMALLEST: usize = 300;
/// The number of random boards whose values and outcomes are compared.
const SOLVED: usize = 12;
/// The number of random boards whose moves are compared.
const LARGE: usize = 40;

fn game(name: &str) -> Arc<dyn AnyGame> {
    let entry = winways_games::entries().find(|entry| entry.page.name == name).unwrap();
    (entry.make)(None).unwrap_or_else(|wrong| panic!("{name}: {wrong}"))
}

/// Returns the text of a position on a board, with the name of the game.
fn text(game: &dyn AnyGame, board: &Board) -> String {
    match board.shape {
        Shape::Graph(_) => game.parse(&board.written()).unwrap().text(),
        _ => format!("{}(\"{}\")", game.name().replace('-', "_"), board.written()),
    }
}

/// Compares the boards after each player's moves.
fn check_moves(game: &dyn AnyGame, entry: &GameRules, board: &Board) {
    let position = game.parse(&board.written()).unwrap_or_else(|wrong| panic!("{}: {wrong}", entry.0));
    assert_eq!(position.text(), text(game, board));
    let (mut found, mut names) = ([BTreeSet::new(), BTreeSet::new()], BTreeSet::new());
    for step in position.moves().unwrap() {
        let after = position.after(&step).text();
        let players: &[usize] = match step.player {
            Player::Left => &[0],
            Player::Right => &[1],
            Player::Either => &[0, 1],
        };
        for &player in players {
            found[player].insert(after.clone());
            assert!(names.insert((player, step.text.clone())), "{}: {} twice", position.text(), step.text);
        }
    }
    let expected =
        [0, 1].map(|player| (entry.3)(board, player).iter().map(|after| text(game, after)).collect());
    assert_eq!(found, expected, "moves of {}", position.text());
}

/// Compares values and outcomes on some boards.
fn check_values(game: &dyn AnyGame, entry: &GameRules, boards: &[Board]) {
    let moves = entry.3;
    let (arena, mut values, mut nim_values) = (Arena::default(), Values::default(), HashMap::new());
    let mut winners = [Winners::new(moves, false), Winners::new(moves, true)];
    for board in boards {
        let position = game.parse(&board.written()).unwrap();
        if let Some(position) = position.impartial() {
            let found = position.solver(Theorems::Ignore, Budget::DEFAULT, &NoObserver).value().unwrap();
            assert_eq!(found.0, nim_value(moves, board, &mut nim_values), "{}", position.text());
        } else {
            let position = position.partizan().unwrap();
            let found =
                position.solver(&arena, Theorems::Ignore, Budget::DEFAULT, &NoObserver).value().unwrap();
            let expected = values.of_board(moves, board);
            assert_eq!(values.of_handle(&arena, found), expected, "{}", position.text());
        }
        for (play, winners) in [Play::Normal, Play::Misere].into_iter().zip(&mut winners) {
            let search = SumSearch::new(vec![&*position]).unwrap();
            let found = search.outcome(play, Budget::DEFAULT, &NoObserver).unwrap();
            let expected = [winners.wins(board, 0), winners.wins(board, 1)];
            assert_eq!(
                [found.0.left_wins_first(), found.0.right_wins_first()],
                expected,
                "{}, {play:?}",
                position.text()
            );
        }
    }
}

/// Compares a game with its second implementation.
fn check_game(number: usize, entry: &GameRules) {
    let &(name, kind, letters, _) = entry;
    let game = game(name);
    let mut random = SplitMix64::seed_from_u64(number as u64 + 1);
    let mut below = |bound| random.next_u64() % bound;
    let small = small_boards(kind, letters.as_bytes(), SMALL);
    let most = if kind == Kind::Graph { 8 } else { 12 };
    let large: Vec<Board> =
        (0..LARGE).map(|_| random_board(&mut below, kind, letters.as_bytes(), most)).collect();
    for board in small.iter().chain(&large) {
        check_moves(&*game, entry, board);
    }
    // A coin-turning game may have a move for every set of coins.
    let (most, smallest) = match kind {
        Kind::Graph => (5, SMALLEST),
        _ if letters == "ht" => (6, SMALLEST / 5),
        _ => (7, SMALLEST),
    };
    let solved = (0..SOLVED).map(|_| random_board(&mut below, kind, letters.as_bytes(), most));
    check_values(&*game, entry, &small.into_iter().take(smallest).chain(solved).collect::<Vec<_>>());
}

/// Checks the games whose index has this remainder modulo 4, so that the tests run in parallel.
fn check_share(remainder: usize) {
    for (number, entry) in rules::all().iter().enumerate().filter(|(number, _)| number % 4 == remainder) {
        check_game(number, entry);
    }
}

#[test]
fn the_first_quarter_of_the_games_is_as_its_rules_say() {
    check_share(0);
}

#[test]
fn the_second_quarter_of_the_games_is_as_its_rules_say() {
    check_share(1);
}

#[test]
fn the_third_quarter_of_the_games_is_as_its_rules_say() {
    check_share(2);
}

#[test]
fn the_last_quarter_of_the_games_is_as_its_rules_say() {
    check_share(3);
}

/// Every file of the folder is in the catalogue and has a second implementation.
#[test]
fn no_file_is_forgotten() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/boards")).unwrap();
    let files: BTreeSet<String> =
        folder.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    let mut names: BTreeSet<String> = rules::all().iter().map(|entry| entry.0.to_owned()).collect();
    // This game is played for points and is tested in `suite/dots_and_boxes.rs`.
    names.insert("dots-and-boxes".to_owned());
    assert_eq!(files, names);
    let entries: BTreeSet<&str> = winways_games::entries().map(|entry| entry.page.name).collect();
    assert!(files.iter().all(|file| entries.contains(file.as_str())));
}
