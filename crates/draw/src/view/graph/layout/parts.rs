//! The connected components of a graph.

use std::collections::{BTreeSet, VecDeque};

use winways_kit::view::Graph;

/// A connected component, with loops and parallel edges removed and the vertices renumbered.
#[derive(Debug)]
pub(super) struct Part {
    /// The numbers of the vertices in the graph, in ascending order.
    pub(super) vertices: Vec<usize>,
    /// The neighbours of each vertex, in ascending order.
    pub(super) neighbours: Vec<Vec<usize>>,
    /// The targets of the directed edges from each vertex.
    pub(super) targets: Vec<Vec<usize>>,
    /// `true` if every edge is directed and none is a loop.
    pub(super) is_directed: bool,
}

impl Part {
    /// Returns all components, ordered by their least vertices.
    pub(super) fn all(graph: &Graph) -> Vec<Part> {
        let count = graph.vertices.len();
        let mut near = vec![BTreeSet::new(); count];
        let mut targets = vec![BTreeSet::new(); count];
        let mut is_directed = vec![true; count];
        for edge in &graph.edges {
            let (from, to) = (edge.from as usize, edge.to as usize);
            if !edge.is_directed || from == to {
                is_directed[from] = false;
            }
            if from == to {
                continue;
            }
            near[from].insert(to);
            near[to].insert(from);
            if edge.is_directed {
                targets[from].insert(to);
            }
        }
        let mut numbers = vec![usize::MAX; count];
        let mut parts = Vec::new();
        for start in 0..count {
            if numbers[start] != usize::MAX {
                continue;
            }
            let mut vertices = reachable(start, &near, &mut numbers);
            vertices.sort_unstable();
            vertices.iter().enumerate().for_each(|(number, &vertex)| numbers[vertex] = number);
            let renumbered = |sets: &[BTreeSet<usize>]| -> Vec<Vec<usize>> {
                let set = |&vertex: &usize| sets[vertex].iter().map(|&other| numbers[other]).collect();
                vertices.iter().map(set).collect()
            };
            let (neighbours, targets) = (renumbered(&near), renumbered(&targets));
            let is_directed = vertices.iter().all(|&vertex| is_directed[vertex]);
            parts.push(Part { neighbours, targets, is_directed, vertices });
        }
        parts
    }

    pub(super) fn edge_count(&self) -> usize {
        self.neighbours.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// Returns the vertices in path order if the component is a path.
    pub(super) fn as_path(&self) -> Option<Vec<usize>> {
        let is_path = self.edge_count() + 1 == self.vertices.len()
            && self.neighbours.iter().all(|near| near.len() <= 2);
        let first = (0..self.vertices.len()).find(|&vertex| self.neighbours[vertex].len() < 2)?;
        is_path.then(|| self.by_distance(first).into_iter().map(|(vertex, _)| vertex).collect())
    }

    /// Returns all vertices with their distances from `start`, in ascending order of distance.
    pub(super) fn by_distance(&self, start: usize) -> Vec<(usize, usize)> {
        let mut is_seen = vec![false; self.vertices.len()];
        is_seen[start] = true;
        let mut queue = VecDeque::from([(start, 0)]);
        let mut order = Vec::with_capacity(self.vertices.len());
        while let Some((vertex, distance)) = queue.pop_front() {
            order.push((vertex, distance));
            for &other in &self.neighbours[vertex] {
                if !is_seen[other] {
                    is_seen[other] = true;
                    queue.push_back((other, distance + 1));
                }
            }
        }
        order
    }

    /// Returns the distances from a vertex, indexed by vertex.
    pub(super) fn distances(&self, start: usize) -> Vec<usize> {
        let mut distances = vec![0; self.vertices.len()];
        self.by_distance(start).into_iter().for_each(|(vertex, distance)| distances[vertex] = distance);
        distances
    }
}

fn reachable(start: usize, near: &[BTreeSet<usize>], numbers: &mut [usize]) -> Vec<usize> {
    numbers[start] = 0;
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&vertex) = found.get(next) {
        next += 1;
        for &other in &near[vertex] {
            if numbers[other] == usize::MAX {
                numbers[other] = 0;
                found.push(other);
            }
        }
    }
    found
}
