//! Small boards and random boards.

use super::board::{Board, Shape};
use super::rules::Kind;
use std::collections::BTreeSet;

/// A source of random numbers below a bound.
pub(crate) type Below<'b> = dyn FnMut(u64) -> u64 + 'b;

/// Creates a board of a kind with these letters.
pub(crate) fn board(kind: Kind, width: usize, cells: Vec<u8>, edges: u64) -> Board {
    let shape = match kind {
        Kind::Grid | Kind::Strip => Shape::Rows,
        Kind::Ring => Shape::Ring,
        Kind::Hexagons => Shape::Hexagons,
        Kind::Graph => {
            let mut near = vec![BTreeSet::new(); cells.len()];
            let pairs = (0..cells.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
            for (_, (one, other)) in pairs.enumerate().filter(|(bit, _)| edges >> bit & 1 == 1) {
                near[one].insert(other);
                near[other].insert(one);
            }
            Shape::Graph(near)
        }
    };
    Board { shape, width, cells }
}

/// Returns all boards of the smallest sizes, as long as there are at most `most` boards in total.
pub(crate) fn small_boards(kind: Kind, letters: &[u8], most: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    for size in 1_usize.. {
        let widths: Vec<usize> = match kind {
            Kind::Grid | Kind::Hexagons => (1..=size).filter(|width| size % width == 0).collect(),
            _ => vec![size],
        };
        let graphs = if kind == Kind::Graph { 1 << (size * (size - 1) / 2) } else { 1 };
        let fillings = letters.len().pow(size as u32);
        if !boards.is_empty() && boards.len() + fillings * widths.len() * graphs > most {
            return boards;
        }
        for (edges, &width) in (0..graphs).flat_map(|edges| widths.iter().map(move |width| (edges, width))) {
            for filling in 0..fillings {
                let letter =
                    |place: usize| letters[filling / letters.len().pow(place as u32) % letters.len()];
                boards.push(board(kind, width, (0..size).map(letter).collect(), edges as u64));
            }
        }
    }
    boards
}

/// Returns a random board of at most `most` cells. Holes are rare.
pub(crate) fn random_board(below: &mut Below<'_>, kind: Kind, letters: &[u8], most: usize) -> Board {
    let mut below = |bound: usize| below(bound as u64) as usize;
    let (width, height) = match kind {
        Kind::Grid | Kind::Hexagons => {
            let width = 1 + below(most.min(6));
            (width, 1 + below(most / width))
        }
        _ => (1 + below(most), 1),
    };
    let empty = letters.iter().position(|&letter| letter == b'.');
    let mut letter = || match (letters[below(letters.len())], empty) {
        (b'#', _) if below(3) > 0 => letters[letters.len() - 1],
        (_, Some(empty)) if below(4) == 0 => letters[empty],
        (letter, _) => letter,
    };
    let cells: Vec<u8> = (0..width * height).map(|_| letter()).collect();
    // Each edge is present with probability 1/4.
    let edges = below(1 << 30) & below(1 << 30);
    board(kind, width, cells, edges as u64)
}
