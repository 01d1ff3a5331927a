//! Simplest forms of the vertices of a small graph of stoppers.

use super::order::compare_stoppers;
use super::{MOST_VERTICES, Matrix, Small, at_row, bits, row, transposed};

/// The comparisons of the vertices of a graph of stoppers.
struct Order {
    /// For each player and vertex: the vertices that are at least as good for the player.
    as_good: [Matrix; 2],
}

/// Returns the graph of the simplest forms of all vertices, no two of which are equal, and the new number of each vertex.
pub(super) fn simplest_forms(mut graph: Small) -> (Small, [u8; MOST_VERTICES]) {
    let at_most = compare_stoppers(graph, graph);
    let order = Order { as_good: [at_most, transposed(at_most)] };
    loop {
        let mut next = graph;
        for vertex in 0..graph.len() {
            for player in 0..2 {
                let options = order.undominated(player, order.bypassed(&next, player, vertex));
                let old = at_row(row(next.moves[player], vertex), vertex);
                next.moves[player] ^= old ^ at_row(options, vertex);
            }
        }
        if next == graph {
            return order.fused(graph);
        }
        graph = next;
    }
}

impl Order {
    /// Returns the options of a vertex with each reversible option replaced by the options that follow the reply.
    fn bypassed(&self, graph: &Small, player: usize, vertex: usize) -> u8 {
        let reversing = row(self.as_good[1 - player], vertex);
        let mut open = row(graph.moves[player], vertex);
        let (mut kept, mut seen) = (0, open);
        while open > 0 {
            let option = open.trailing_zeros() as usize;
            open &= open - 1;
            let replies = row(graph.moves[1 - player], option) & reversing;
            if replies == 0 {
                kept |= 1 << option;
            } else {
                let after = row(graph.moves[player], replies.trailing_zeros() as usize) & !seen;
                (open, seen) = (open | after, seen | after);
            }
        }
        kept
    }

    /// Returns the options that no other option dominates. Keeps only the first of several equal options.
    fn undominated(&self, player: usize, options: u8) -> u8 {
        bits(options)
            .filter(|&option| {
                let better = row(self.as_good[player], option) & options;
                let equal = better & row(self.as_good[1 - player], option);
                let earlier = (1_u8 << option) - 1;
                better & !equal == 0 && equal & earlier == 0
            })
            .fold(0, |kept, option| kept | 1 << option)
    }

    /// Returns the graph with equal vertices fused, and the new number of each vertex.
    fn fused(&self, graph: Small) -> (Small, [u8; MOST_VERTICES]) {
        let equal = self.as_good[0] & self.as_good[1];
        let mut numbers = [0; MOST_VERTICES];
        let mut fused = Small { len: 0, moves: [0; 2] };
        for vertex in 0..graph.len() {
            let first = row(equal, vertex).trailing_zeros() as usize;
            if first == vertex {
                numbers[vertex] = fused.len;
                fused.len += 1;
            } else {
                numbers[vertex] = numbers[first];
            }
        }
        for vertex in 0..graph.len() {
            let number = usize::from(numbers[vertex]);
            for (moves, old) in fused.moves.iter_mut().zip(graph.moves) {
                for option in bits(row(old, vertex)) {
                    *moves |= 1 << (8 * number + usize::from(numbers[option]));
                }
            }
        }
        (fused, numbers)
    }
}
