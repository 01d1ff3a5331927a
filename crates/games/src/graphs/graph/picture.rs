//! Drawing of tokens on a graph.

use winways_kit::figures::{MAX_CELLS, MAX_EDGES};
use winways_kit::view::{Cell, Edge, Graph, Piece, Vertex};
use winways_rules::Player;

/// Returns `true` if a graph is small enough to be drawn.
pub(super) fn is_drawn(vertices: usize, edges: usize) -> bool {
    vertices as u64 <= MAX_CELLS && edges <= MAX_EDGES
}

/// Returns the content of a vertex with `count` tokens: free for none, `o` for one, the number up to 99, and `+` for more.
pub(super) fn tokens(count: u64) -> Cell {
    match count {
        0 => Cell::Free,
        1 => Piece::cell(Player::Either, "o"),
        2..=99 => Piece::cell(Player::Either, &count.to_string()),
        _ => Piece::cell(Player::Either, "+"),
    }
}

/// Draws a directed graph from the names of its vertices and its edges as (from, to, player).
pub(super) fn graph(
    names: &[u64],
    content: impl Fn(u32) -> Cell,
    edges: impl Iterator<Item = (u32, u32, Player)>,
) -> Graph {
    let vertex = |(vertex, name): (u32, &u64)| Vertex {
        name: name.to_string(),
        content: content(vertex),
        place: None,
    };
    let edge = |(from, to, player)| Edge { from, to, player, is_directed: true };
    Graph { vertices: (0..).zip(names).map(vertex).collect(), edges: edges.map(edge).collect(), ground: None }
}
