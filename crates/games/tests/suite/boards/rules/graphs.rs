//! Games on the vertices of graphs.

use super::GameRules;
use super::Kind::Graph;
use super::board::{Board, stones};

pub(super) const GAMES: &[GameRules] = &[
    ("clobber-on-graphs", Graph, "#.xo", |board, player| {
        let (own, other) = stones(player);
        steps(board, own, other, |from, to| vec![(from, b'.'), (to, own)])
    }),
    ("fjords", Graph, "#.xo", |board, player| {
        let (own, other) = stones(player);
        colour(board, own, |cell| board.has_beside(cell, own) && !board.has_beside(cell, other))
    }),
    ("node-kayles", Graph, "#.x", |board, _| proper(board, b'x')),
    ("arc-kayles", Graph, "#.", |board, _| {
        steps(board, b'.', b'.', |one, other| vec![(one, b'#'), (other, b'#')])
    }),
    ("bigraph-node-kayles", Graph, "#abx", |board, player| {
        let own = [b'a', b'b'][player];
        let able = board.all(own).into_iter().filter(|&cell| !board.has_beside(cell, b'x'));
        able.map(|cell| board.with(&[(cell, b'x')])).collect()
    }),
    ("grim", Graph, "#.", |board, _| {
        let able = board.all(b'.').into_iter().filter(|&cell| board.has_beside(cell, b'.'));
        able.map(|cell| board.with(&[(cell, b'#')])).collect()
    }),
    ("cutthroat", Graph, "#xo", |board, player| {
        let (own, other) = stones(player);
        let is_mixed = |&cell: &usize| {
            board.group(cell, |vertex| vertex != b'#').iter().any(|&near| board.cells[near] == other)
        };
        board.all(own).into_iter().filter(is_mixed).map(|cell| board.with(&[(cell, b'#')])).collect()
    }),
    ("proper-two-colouring", Graph, "#.xo", |board, _| [proper(board, b'x'), proper(board, b'o')].concat()),
    ("proper-three-colouring", Graph, "#.xow", |board, _| {
        [proper(board, b'x'), proper(board, b'o'), proper(board, b'w')].concat()
    }),
    ("vertex-geography", Graph, "#.p", |board, _| {
        steps(board, b'p', b'.', |from, to| vec![(from, b'#'), (to, b'p')])
    }),
    ("partizan-geography", Graph, "#.xo", |board, player| {
        let (own, _) = stones(player);
        steps(board, own, b'.', |from, to| vec![(from, b'#'), (to, own)])
    }),
];

/// Returns the board after `change` for each edge from a vertex with the letter `from` to a vertex with the letter `to`.
fn steps(board: &Board, from: u8, to: u8, change: impl Fn(usize, usize) -> Vec<(usize, u8)>) -> Vec<Board> {
    let mut after = Vec::new();
    for one in board.all(from) {
        for other in board.beside(one).into_iter().filter(|&other| board.cells[other] == to) {
            after.push(board.with(&change(one, other)));
        }
    }
    after
}

/// Returns the boards after colouring each empty vertex for which `may` returns `true`.
fn colour(board: &Board, own: u8, may: impl Fn(usize) -> bool) -> Vec<Board> {
    board.all(b'.').into_iter().filter(|&cell| may(cell)).map(|cell| board.with(&[(cell, own)])).collect()
}

/// Returns the boards after colouring each empty vertex that has no neighbour of the same colour.
fn proper(board: &Board, own: u8) -> Vec<Board> {
    colour(board, own, |cell| !board.has_beside(cell, own))
}
