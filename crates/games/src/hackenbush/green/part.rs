//! Parts of a picture: what hangs together without the ground.

use super::Edge;
use super::fusion::Fusion;
use crate::hackenbush::picture::{Numbered, Sets, numbered, sorted_ends};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use winways_rules::Component;
use winways_values::Nimber;

/// A part of a picture: edges that stay connected when the ground is taken away, at least one of them on the ground.
///
/// Parts meet in the ground only, so moves in one do not affect the others. The edges are sorted: pictures that are
/// equal as graphs are equal.
#[derive(Clone, Debug)]
pub struct Part {
    edges: Box<[Edge]>,
    /// The nim-value, once somebody has asked for it: it takes a walk over the whole part.
    value: OnceLock<Nimber>,
    /// The walk itself, for a large part: whoever asks for the value asks for moves and reasons next.
    fusion: OnceLock<Arc<Fusion>>,
}

/// From so many edges on a part keeps the walk over it.
const LARGE: usize = 1 << 12;

impl Part {
    /// The edges, sorted.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The nim-value by the fusion and colon principles. O(vertices + edges), once.
    pub fn nim_value(&self) -> Nimber {
        *self.value.get_or_init(|| match self.edges.len() {
            1 => Nimber(1),
            _ => self.fusion().nim_value(),
        })
    }

    /// The part with its cycles fused.
    pub(super) fn fusion(&self) -> Arc<Fusion> {
        if self.edges.len() < LARGE {
            return Arc::new(Fusion::of(&self.edges));
        }
        self.fusion.get_or_init(|| Arc::new(Fusion::of(&self.edges))).clone()
    }

    /// What is left of the part when edge number `index` is cut.
    pub fn without(&self, index: usize) -> Vec<Part> {
        parts([&self.edges[..index], &self.edges[index + 1..]].concat())
    }

    /// Whether edge number `index` equals the one before it: cutting either is the same move.
    pub(super) fn is_repeated(&self, index: usize) -> bool {
        index > 0 && self.edges[index] == self.edges[index - 1]
    }

    /// Gives the vertices the numbers 1, 2, 3, ... in the order in which the edges name them, until nothing changes or
    /// a few rounds are over: equal stalks and many equal trees get equal numbers, wherever they stand.
    pub(super) fn renumber(&mut self) {
        for _ in 0..4 {
            let mut edges: Vec<Edge> = numbered(&self.edges).ends.into_iter().map(sorted_ends).collect();
            edges.sort_unstable();
            if *edges == *self.edges {
                return;
            }
            self.edges = edges.into_boxed_slice();
        }
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.edges == other.edges
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        self.edges.cmp(&other.edges)
    }
}

impl Hash for Part {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.edges.hash(state);
    }
}

impl Component for Part {
    fn owned_bytes(&self) -> usize {
        size_of_val(&*self.edges) + self.fusion.get().map_or(0, |fusion| fusion.owned_bytes())
    }
}

/// The parts of a picture, in the order of their first edges; what is not connected to the ground has fallen.
///
/// # Complexity
/// Nearly O(edges), plus sorting.
pub fn parts(edges: Vec<Edge>) -> Vec<Part> {
    let Numbered { ends, vertices } = numbered(&edges);
    let mut sets = Sets::new(vertices);
    for &(a, b) in &ends {
        if a != 0 && b != 0 {
            sets.unite(a, b);
        }
    }
    let mut is_grounded = vec![false; vertices];
    for &(a, b) in &ends {
        if a == 0 || b == 0 {
            is_grounded[sets.find(a | b) as usize] = true;
        }
    }
    const NONE: u32 = u32::MAX;
    let mut number_of_part = vec![NONE; vertices];
    let mut part_of_edge = Vec::with_capacity(edges.len());
    let mut sizes: Vec<u32> = Vec::new();
    for &(a, b) in &ends {
        let root = sets.find(if a == 0 { b } else { a }) as usize;
        let is_loop_on_ground = a == 0 && b == 0;
        let part = if is_loop_on_ground || (is_grounded[root] && number_of_part[root] == NONE) {
            sizes.push(0);
            sizes.len() as u32 - 1
        } else {
            number_of_part[root]
        };
        if !is_loop_on_ground {
            number_of_part[root] = part;
        }
        if part != NONE {
            sizes[part as usize] += 1;
        }
        part_of_edge.push(part);
    }
    let mut edges_of_part: Vec<Vec<Edge>> =
        sizes.into_iter().map(|size| Vec::with_capacity(size as usize)).collect();
    for (&edge, part) in edges.iter().zip(part_of_edge) {
        if part != NONE {
            edges_of_part[part as usize].push(edge);
        }
    }
    edges_of_part
        .into_iter()
        .map(|mut edges| {
            edges.sort_unstable();
            Part { edges: edges.into_boxed_slice(), value: OnceLock::new(), fusion: OnceLock::new() }
        })
        .collect()
}
