//! Layout of Hackenbush graphs: vertices in layers by their distance from the ground, ordered by a depth-first search.

use std::collections::{HashMap, VecDeque};

use winways_kit::view::Edge;

/// The positions of all vertices, in half steps horizontally and full steps vertically.
#[derive(Debug)]
pub(super) struct Layout {
    /// The positions of all vertices connected to the ground, except the ground itself.
    places: HashMap<u32, GridPosition>,
    /// The occupied columns of each layer in ascending order, starting with layer 1.
    layers: Vec<Vec<i64>>,
    /// The columns of the loops on the ground, in the order of the edges.
    pub(super) ground_loops: Vec<i64>,
    /// The width in half steps.
    pub(super) columns: i64,
}

/// The position of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridPosition {
    /// The distance from the left edge, in half steps.
    pub(super) column: i64,
    /// The distance from the ground.
    pub(super) layer: usize,
}

impl Layout {
    /// Computes the layout, in linear time except for sorting.
    pub(super) fn of(edges: &[Edge], ground: u32) -> Layout {
        let (children, distances) = shortest_paths(edges, ground);
        let mut layout = Layout {
            places: HashMap::new(),
            layers: vec![Vec::new(); distances.values().copied().max().unwrap_or(0)],
            ground_loops: Vec::new(),
            columns: 0,
        };
        layout.place(ground, &children, &distances);
        for _ in edges.iter().filter(|edge| (edge.from, edge.to) == (ground, ground)) {
            layout.ground_loops.push(layout.columns);
            layout.columns += 2;
        }
        for place in layout.places.values() {
            layout.layers[place.layer - 1].push(place.column);
        }
        layout.layers.iter_mut().for_each(|layer| layer.sort_unstable());
        layout
    }

    /// Returns the position of a vertex, or `None` for the ground and for vertices not connected to it.
    pub(super) fn get(&self, vertex: u32) -> Option<GridPosition> {
        self.places.get(&vertex).copied()
    }

    /// Returns the positions of all vertices connected to the ground, in any order.
    pub(super) fn vertices(&self) -> impl Iterator<Item = GridPosition> {
        self.places.values().copied()
    }

    /// Returns the number of vertices between two vertices of the same layer.
    pub(super) fn between(&self, one: GridPosition, other: GridPosition) -> i64 {
        let layer = &self.layers[one.layer - 1];
        let index = |place: GridPosition| layer.partition_point(|&column| column < place.column);
        index(one).abs_diff(index(other)) as i64 - 1
    }

    /// Assigns the next column to every leaf of the tree of shortest paths, and the middle of its children to every other
    /// vertex.
    fn place(&mut self, ground: u32, children: &HashMap<u32, Vec<u32>>, distances: &HashMap<u32, usize>) {
        let of = |vertex: u32| children.get(&vertex).map_or(&[][..], Vec::as_slice);
        // The current path of the search; each vertex has the number of its children already visited.
        let mut path = vec![(ground, 0)];
        while let Some((vertex, done)) = path.last_mut() {
            let (vertex, below) = (*vertex, of(*vertex));
            if let Some(&child) = below.get(*done) {
                *done += 1;
                path.push((child, 0));
                continue;
            }
            path.pop();
            let column = match (below.first(), below.last()) {
                (Some(first), Some(last)) => (self.places[first].column + self.places[last].column) / 2,
                _ => {
                    self.columns += 2;
                    self.columns - 2
                }
            };
            self.places.insert(vertex, GridPosition { column, layer: distances[&vertex] });
        }
        // The ground is only the root of the search.
        self.places.remove(&ground);
        if children.is_empty() {
            self.columns = 0;
        }
    }
}

/// Returns the tree of shortest paths from the ground, as lists of children in the order of the edges, and the distances.
fn shortest_paths(edges: &[Edge], ground: u32) -> (HashMap<u32, Vec<u32>>, HashMap<u32, usize>) {
    let mut neighbours: HashMap<u32, Vec<u32>> = HashMap::new();
    for edge in edges {
        neighbours.entry(edge.from).or_default().push(edge.to);
        neighbours.entry(edge.to).or_default().push(edge.from);
    }
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut distances = HashMap::from([(ground, 0)]);
    let mut queue = VecDeque::from([ground]);
    while let Some(vertex) = queue.pop_front() {
        let distance = distances[&vertex] + 1;
        for &neighbour in neighbours.get(&vertex).into_iter().flatten() {
            if let std::collections::hash_map::Entry::Vacant(entry) = distances.entry(neighbour) {
                entry.insert(distance);
                children.entry(vertex).or_default().push(neighbour);
                queue.push_back(neighbour);
            }
        }
    }
    (children, distances)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use winways_rules::Player;

    fn edges(ends: &[(u32, u32)]) -> Vec<Edge> {
        let edge = |&(from, to): &(u32, u32)| Edge { from, to, player: Player::Either, is_directed: false };
        ends.iter().map(edge).collect()
    }

    #[test]
    fn parents_are_centred_above_children() {
        let layout = Layout::of(&edges(&[(0, 1), (1, 2), (3, 1), (0, 4), (5, 6)]), 0);
        let place = |column, layer| Some(GridPosition { column, layer });
        assert_eq!(
            [1, 2, 3, 4, 5].map(|vertex| layout.get(vertex)),
            [place(1, 1), place(0, 2), place(2, 2), place(4, 1), None]
        );
        assert_eq!((layout.get(0), layout.columns), (None, 6));
    }

    proptest! {
        #[test]
        fn vertices_are_apart_and_edges_span_at_most_one_layer(
            ends in prop::collection::vec((0_u32..9, 0_u32..9), 0..20)
        ) {
            let edges = edges(&ends);
            let layout = Layout::of(&edges, 0);
            for layer in &layout.layers {
                prop_assert!(!layer.is_empty() && layer.windows(2).all(|pair| pair[1] - pair[0] >= 2));
                prop_assert!(layer.iter().all(|column| (0..layout.columns).contains(column)));
            }
            for edge in &edges {
                let layer = |vertex| if vertex == 0 { Some(0) } else { Some(layout.get(vertex)?.layer) };
                prop_assert_eq!(layer(edge.from).is_some(), layer(edge.to).is_some());
                prop_assert!(layer(edge.from).unwrap_or(0).abs_diff(layer(edge.to).unwrap_or(0)) <= 1);
            }
        }
    }
}
