//! Random games on layered graphs, for tests of engines that start from a single position.

use proptest::prelude::*;
use winways_rules::{Component, End, Play, RankedRuleset};

/// A graph whose vertices are numbered layer by layer.
#[derive(Debug)]
pub(super) struct Layered {
    /// The number of vertices in a layer.
    pub(super) layer: u64,
    pub(super) edges: Vec<Vec<u64>>,
    pub(super) ends: Vec<Option<End>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Vertex(u64);

impl Component for Vertex {}

impl RankedRuleset for Layered {
    type Position = Vertex;

    fn layers(&self) -> Vec<u64> {
        vec![self.layer; self.edges.len() / self.layer as usize]
    }

    fn rank(&self, vertex: &Vertex) -> u64 {
        vertex.0
    }

    fn position(&self, rank: u64) -> Option<Vertex> {
        (rank < self.edges.len() as u64).then_some(Vertex(rank))
    }

    fn end(&self, vertex: &Vertex, _: Play) -> Option<End> {
        self.ends[vertex.0 as usize]
    }

    fn options(&self, vertex: &Vertex, options: &mut Vec<Vertex>) {
        options.extend(self.edges[vertex.0 as usize].iter().map(|&to| Vertex(to)));
    }
}

/// Generates graphs of `count` vertices in layers, with some ended positions. Edges lead into earlier layers,
/// and into the same layer if play may cycle.
pub(super) fn layered(count: u64, layer: u64, may_cycle: bool) -> impl Strategy<Value = Layered> {
    let reach = move |vertex: u64| vertex / layer * layer + if may_cycle { layer } else { 0 };
    let max_edges = move |vertex| if reach(vertex) > 0 { 4 } else { 1 };
    let edges =
        (0..count).map(move |vertex| prop::collection::vec(0..reach(vertex).max(1), 0..max_edges(vertex)));
    let ends = [None, None, None, None, Some(End::Drawn), Some(End::Lost), Some(End::Won)];
    let ends = prop::collection::vec(prop::sample::select(ends.to_vec()), count as usize);
    (edges.collect::<Vec<_>>(), ends).prop_map(move |(edges, ends)| Layered { layer, edges, ends })
}
