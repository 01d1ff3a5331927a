//! Graphs of at most eight vertices, as matrices of bits.

mod order;
mod simplest;
mod unravel;

pub(crate) use unravel::Onsides;

use crate::graph::{Graph, PLAYERS, place};

/// The greatest number of vertices of a small graph.
pub(crate) const MOST_VERTICES: usize = 8;

/// An 8×8 matrix of bits: the bit 8·i + j is the entry in row i and column j.
pub(crate) type Matrix = u64;

/// The indices of the players' matrices.
const LEFT: usize = 0;
const RIGHT: usize = 1;

/// The first column of a matrix.
const COLUMN: Matrix = 0x0101_0101_0101_0101;

/// The main diagonal of a matrix.
pub(crate) const DIAGONAL: Matrix = 0x8040_2010_0804_0201;

/// Returns a row of a matrix.
fn row(matrix: Matrix, index: usize) -> u8 {
    (matrix >> (8 * index)) as u8
}

/// Returns the matrix with one nonzero row.
fn at_row(bits: u8, index: usize) -> Matrix {
    Matrix::from(bits) << (8 * index)
}

/// Returns the indices of the bits of a set, ascending.
pub(crate) fn bits(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < MOST_VERTICES).then_some(first)
    })
}

/// Returns the Boolean product of a column of a matrix and the row of another matrix with the same index.
fn outer(one: Matrix, other: Matrix, index: usize) -> Matrix {
    ((one >> index) & COLUMN) * Matrix::from(row(other, index))
}

/// Returns the Boolean product of two matrices, one of which has zeros beyond the first `len` rows and columns.
fn product(len: usize, one: Matrix, other: Matrix) -> Matrix {
    let sum = |len: usize| (0..len).fold(0, |sum, index| sum | outer(one, other, index));
    // Loops of constant lengths are unrolled.
    if len <= 4 { sum(4) } else { sum(MOST_VERTICES) }
}

/// Returns the transposed matrix.
///
/// Swaps opposite blocks beside the diagonal: first of 1×1, then of 2×2, and then of 4×4 entries.
fn transposed(mut matrix: Matrix) -> Matrix {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let changed = (matrix ^ (matrix >> shift)) & mask;
        matrix ^= changed ^ (changed << shift);
    }
    matrix
}

/// Returns the matrix of the pairs (i, j) for which a walk of at least one move leads from i to j.
fn closure(len: usize, moves: Matrix) -> Matrix {
    (0..len).fold(moves, |found, through| found | outer(found, found, through))
}

/// A game graph of at most eight vertices. The entry (i, j) of a player's matrix is 1 if the player has a move from i to j.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Small {
    len: u8,
    moves: [Matrix; 2],
}

impl Small {
    /// Returns the graph as matrices, or `None` if it has more than eight vertices.
    pub(crate) fn of(graph: &Graph) -> Option<Small> {
        if graph.len() > MOST_VERTICES {
            return None;
        }
        let mut moves = [0; 2];
        for vertex in graph.vertices() {
            for player in PLAYERS {
                for &option in graph.options(player, vertex) {
                    moves[place(player)] |= 1 << (8 * vertex + option);
                }
            }
        }
        Some(Small { len: graph.len() as u8, moves })
    }

    /// Returns the graph as lists of options.
    pub(crate) fn graph(self) -> Graph {
        let mut graph = Graph::new();
        for vertex in 0..self.len() {
            graph
                .push(self.moves.map(|moves| bits(row(moves, vertex)).map(|option| option as u32).collect()));
        }
        graph
    }

    pub(crate) fn len(self) -> usize {
        usize::from(self.len)
    }

    /// Returns all vertices.
    pub(crate) fn vertices(self) -> u8 {
        (0..self.len()).fold(0, |set, vertex| set | 1 << vertex)
    }

    /// Returns the graph with the players exchanged.
    pub(crate) fn negative(self) -> Small {
        Small { moves: [self.moves[1], self.moves[0]], ..self }
    }

    /// Returns `true` if no vertex lies on a cycle of alternating moves.
    pub(crate) fn has_stoppers_only(self) -> bool {
        let [left, right] = self.moves;
        closure(self.len(), product(self.len(), left, right)) & DIAGONAL == 0
    }

    /// Returns the moves of a player that lie on cycles of alternating moves.
    fn cyclic_moves(self, player: usize) -> Matrix {
        let [own, other] = [self.moves[player], self.moves[1 - player]];
        let rounds = closure(self.len(), product(self.len(), other, own)) | DIAGONAL;
        // A move from i to j lies on such a cycle if alternating play from j can return to i, with the opponent making the first and the
        // last move.
        own & transposed(product(self.len(), rounds, other))
    }
}
