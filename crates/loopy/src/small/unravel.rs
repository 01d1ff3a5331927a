//! Onsides of the vertices of a small graph.

use super::order::compare_onsides;
use super::simplest::simplest_forms;
use super::{
    COLUMN, DIAGONAL, LEFT, MOST_VERTICES, Matrix, RIGHT, Small, at_row, closure, product, row, transposed,
};

/// Stoppers that are the onsides of some vertices of a graph.
pub(crate) struct Onsides {
    /// The simplest forms, no two of which are equal.
    pub(crate) graph: Small,
    /// For each vertex of the original graph, the vertex of `graph` that is its onside.
    pub(crate) numbers: [u8; MOST_VERTICES],
    /// The vertices whose onsides `graph` contains.
    pub(crate) vertices: u8,
}

impl Onsides {
    fn new(stoppers: Small, vertices: u8) -> Onsides {
        let (graph, numbers) = simplest_forms(stoppers);
        Onsides { graph, numbers, vertices }
    }
}

impl Small {
    /// Returns the simplest forms of the vertices of a graph of stoppers.
    pub(crate) fn stoppers(self) -> Onsides {
        Onsides::new(self, self.vertices())
    }

    /// Returns the onsides of the vertices of a set, in two groups. In the first group, the onsides stay the same if Right
    /// makes no moves on cycles of alternating moves; in the second, if Right makes at most one such move. The remaining
    /// vertices are in neither group.
    ///
    /// Infinite play is bad for Right on the onside. Removing moves of Right cannot decrease an onside, so a single comparison decides
    /// whether it stays the same.
    pub(crate) fn unravelled(self, wanted: u8) -> [Option<Onsides>; 2] {
        let cyclic = self.cyclic_moves(RIGHT);
        let unravelled = |graph: Small, wanted: u8| {
            let kept = wanted & diagonal(compare_onsides(graph, self));
            (kept > 0).then(|| Onsides::new(graph, kept))
        };
        let never = unravelled(self.without(RIGHT, cyclic), wanted);
        let rest = wanted & !never.as_ref().map_or(0, |found| found.vertices);
        if rest == 0 || 2 * self.len() > MOST_VERTICES {
            return [never, None];
        }
        [never, unravelled(self.twice(cyclic), rest)]
    }

    /// Returns a graph of the followers of `vertex` in which `vertex` has the same onside.
    ///
    /// Tries to remove each move on a cycle of alternating moves, and keeps the move if the onside of `vertex` would change. Stops when all
    /// vertices are stoppers.
    pub(crate) fn without_cycles(self, vertex: usize) -> Small {
        let mut graph = self.reachable(vertex);
        for player in [RIGHT, LEFT] {
            let mut rest = graph.cyclic_moves(player);
            while rest > 0 {
                let moves = rest & rest.wrapping_neg();
                let next = graph.without(player, moves);
                let [low, high] = if player == RIGHT { [next, graph] } else { [graph, next] };
                if diagonal(compare_onsides(low, high)) >> vertex & 1 == 1 {
                    graph = next.reachable(vertex);
                    if graph.has_stoppers_only() {
                        return graph;
                    }
                }
                rest &= graph.cyclic_moves(player) & !moves;
            }
        }
        graph
    }

    /// Returns the graph without some moves of a player.
    fn without(mut self, player: usize, moves: Matrix) -> Small {
        self.moves[player] &= !moves;
        self
    }

    /// Returns the graph without the moves of the vertices that `vertex` cannot reach.
    fn reachable(self, vertex: usize) -> Small {
        let reached = row(closure(self.len(), self.moves[0] | self.moves[1]), vertex) | 1 << vertex;
        let rows = product(MOST_VERTICES, transposed(at_row(reached, 0)), 0xff);
        Small { moves: self.moves.map(|moves| moves & rows), ..self }
    }

    /// Returns two copies of the graph in which some moves of Right lead from the first copy to the second.
    fn twice(self, changed: Matrix) -> Small {
        let len = self.len();
        let [left, right] = self.without(RIGHT, changed).moves;
        let copied = |moves: Matrix| moves | moves << (9 * len);
        Small { len: 2 * self.len, moves: [copied(left), copied(right) | changed << len] }
    }
}

/// Returns the indices of the bits on the diagonal.
fn diagonal(matrix: Matrix) -> u8 {
    // Each column has one entry on the diagonal.
    ((matrix & DIAGONAL).wrapping_mul(COLUMN) >> 56) as u8
}
