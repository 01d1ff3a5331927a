//! Parts of a picture: edges that are connected without the ground.

use super::Edge;
use super::fusion::Fusion;
use crate::hackenbush::picture;
use crate::hackenbush::picture::{WrittenEdge, numbered, sorted_ends};
use crate::hackenbush::whole::{PicturePart, Split};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use winways_rules::{Component, Player};
use winways_values::Nimber;

/// A part of a picture: edges that stay connected when the ground is removed, at least one of them on the ground.
///
/// Parts meet only at the ground, so moves in one part do not affect the others. The edges are sorted, so parts with the same
/// edges between the same named vertices compare equal.
#[derive(Clone, Debug)]
pub struct Part {
    shared: Arc<Shared>,
}

/// The data shared by the copies of a part.
#[derive(Debug)]
struct Shared {
    edges: Box<[Edge]>,
    /// The nim-value, computed on demand by a walk over the whole part.
    value: OnceLock<Nimber>,
    /// The walk itself, cached for large parts because the value, the moves and the explanations need it.
    fusion: OnceLock<Arc<Fusion>>,
}

/// The least number of edges for which a part caches the walk.
const LARGE: usize = 1 << 12;

impl Part {
    fn of_sorted(edges: Vec<Edge>) -> Part {
        let edges = edges.into_boxed_slice();
        Part { shared: Arc::new(Shared { edges, value: OnceLock::new(), fusion: OnceLock::new() }) }
    }

    /// Returns the edges, sorted.
    pub fn edges(&self) -> &[Edge] {
        &self.shared.edges
    }

    /// Returns the nim-value by the fusion and colon principles. O(vertices + edges) on the first call.
    pub fn nim_value(&self) -> Nimber {
        *self.shared.value.get_or_init(|| match self.edges().len() {
            1 => Nimber(1),
            _ => self.fusion().nim_value(),
        })
    }

    /// Returns the part with its cycles fused.
    pub(super) fn fusion(&self) -> Arc<Fusion> {
        if self.edges().len() < LARGE {
            return Arc::new(Fusion::of(self.edges()));
        }
        self.shared.fusion.get_or_init(|| Arc::new(Fusion::of(self.edges()))).clone()
    }

    /// Returns the parts left when edge number `index` is cut.
    pub fn without(&self, index: usize) -> Vec<Part> {
        parts([&self.edges()[..index], &self.edges()[index + 1..]].concat())
    }

    /// Returns `true` if edge number `index` equals the previous edge. Cutting either leaves the same parts.
    pub(super) fn is_repeated(&self, index: usize) -> bool {
        index > 0 && self.edges()[index] == self.edges()[index - 1]
    }

    /// Renumbers the vertices as in [`numbered`] and sorts the edges, up to four times or until nothing changes. Isomorphic
    /// stalks, and many isomorphic trees, become equal.
    pub(super) fn renumber(&mut self) {
        for _ in 0..4 {
            let mut edges: Vec<Edge> = numbered(self.edges()).ends.into_iter().map(sorted_ends).collect();
            edges.sort_unstable();
            if *edges == *self.edges() {
                return;
            }
            *self = Part::of_sorted(edges);
        }
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.edges() == other.edges()
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
        self.edges().cmp(other.edges())
    }
}

impl Hash for Part {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.edges().hash(state);
    }
}

impl Component for Part {
    fn owned_bytes(&self) -> usize {
        let fusion = self.shared.fusion.get().map_or(0, |fusion| fusion.owned_bytes());
        size_of::<Shared>() + size_of_val(self.edges()) + fusion
    }
}

/// Returns the parts of a picture, in the order of their first edges. Edges that are not connected to the ground are dropped.
///
/// # Complexity
/// Nearly O(edges), plus sorting.
pub fn parts(edges: Vec<Edge>) -> Vec<Part> {
    let groups = picture::Parts::of(&edges).grouped(edges);
    let part = |mut edges: Vec<Edge>| {
        edges.sort_unstable();
        Part::of_sorted(edges)
    };
    groups.into_iter().map(part).collect()
}

impl PicturePart for Part {
    const GREEN: &'static [Player] = &[Player::Either];

    fn split(edges: &[WrittenEdge]) -> Split<Part> {
        let ends: Vec<Edge> = edges.iter().map(WrittenEdge::ends).collect();
        let mut groups = picture::Parts::of(&ends).grouped(0..ends.len() as u32);
        for group in &mut groups {
            group.sort_by_key(|&edge| ends[edge as usize]);
        }
        let edges_of = |group: &[u32]| group.iter().map(|&edge| ends[edge as usize]).collect();
        Split::new(edges.len(), &groups, |group| Part::of_sorted(edges_of(group)))
    }

    fn without(&self, place: usize) -> Vec<Part> {
        Part::without(self, place)
    }
}
