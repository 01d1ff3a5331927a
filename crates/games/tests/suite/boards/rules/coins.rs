//! Coins that are turned, or moved along a row.

use super::GameRules;
use super::Kind::{Grid, Strip};
use super::board::Board;

pub(super) const GAMES: &[GameRules] = &[
    ("welter", Strip, "#.x", welter),
    ("moebius", Strip, "ht", |board, _| turn(board, |turned| turned.len() <= 5)),
    ("twins", Strip, "ht", |board, _| turn(board, |turned| turned.len() == 2)),
    ("triplets", Strip, "ht", |board, _| turn(board, |turned| turned.len() == 3)),
    ("ruler-fives", Strip, "ht", |board, _| {
        turn(board, |turned| turned.len() <= 5 && span(turned) == turned.len())
    }),
    ("mock-turtle-fives", Strip, "ht", |board, _| {
        turn(board, |turned| turned.len() <= 3 && span(turned) <= 5)
    }),
    ("triplet-fives", Strip, "ht", |board, _| turn(board, |turned| turned.len() == 3 && span(turned) <= 5)),
    ("acrostic-twins", Grid, "ht", |board, _| {
        let (width, mut after) = (board.width, Vec::new());
        for last in board.all(b'h') {
            let in_line = |&other: &usize| other / width == last / width || other % width == last % width;
            after.extend(
                (0..last)
                    .filter(in_line)
                    .map(|other| board.with(&[(last, b't'), (other, turned(board, other))])),
            );
        }
        after
    }),
];

fn welter(board: &Board, _: usize) -> Vec<Board> {
    let mut after = Vec::new();
    for coin in board.all(b'x') {
        let to = (0..coin).rev().take_while(|&cell| board.cells[cell] != b'#');
        after.extend(
            to.filter(|&cell| board.cells[cell] == b'.')
                .map(|cell| board.with(&[(coin, b'.'), (cell, b'x')])),
        );
    }
    after
}

/// Returns the number of places from the first to the last, inclusive.
fn span(places: &[usize]) -> usize {
    places.last().unwrap() - places[0] + 1
}

fn turned(board: &Board, coin: usize) -> u8 {
    if board.cells[coin] == b'h' { b't' } else { b'h' }
}

/// Returns the boards after turning each allowed set of coins whose last coin shows heads. `is_allowed` receives the places of
/// the coins in ascending order.
fn turn(board: &Board, is_allowed: fn(&[usize]) -> bool) -> Vec<Board> {
    let coins = board.cells.len();
    let sets =
        (1_usize..1 << coins).map(|set| (0..coins).filter(|coin| set >> coin & 1 == 1).collect::<Vec<_>>());
    let legal = sets.filter(|set| board.cells[set[set.len() - 1]] == b'h' && is_allowed(set));
    legal
        .map(|set| board.with(&set.iter().map(|&coin| (coin, turned(board, coin))).collect::<Vec<_>>()))
        .collect()
}
