//! Nim-values of green pictures by fusion, and the edges whose cut leaves a given value.
//!
//! A depth-first tree from the ground has two kinds of edges: tree edges, and back edges from a vertex to one of its ancestors
//! (loops among them). The root is drawn at the top, so *above* means nearer to the ground. A tree edge is *covered* by the back
//! edges that lead from below it to above it.
//!
//! - A tree edge that is not covered is a bridge. All other edges lie on cycles, and their ends fuse. A fused edge is a loop, with
//!   the value 1. The value of a bridge is one greater than the value that it carries (colon principle). So one pass from the
//!   leaves to the ground computes the value.
//! - A cut changes one of the numbers in that pass. A pass from the ground computes for each fused vertex the value that it would
//!   *need* for the total to become the target.
//! - Cutting an edge of a cycle leaves the rest fused, except for the edges that become bridges: those that form a 2-cut with it.
//!   "Forms a 2-cut with" is an equivalence relation; a class of k edges joins k pieces into a ring. Two tree edges are in one
//!   class if they are covered by the same back edges. A tree edge and a back edge are in one class if only that back edge
//!   covers the tree edge.
//!
//! Equality of the sets of covering edges is decided exactly, without hashing. A tree edge is named after its lower vertex.
//! Let first(v) and last(v) be the first vertex in preorder and the last in postorder at which a back edge that covers v
//! begins, and let u be below v. If first(u) = first(v) and last(u) = last(v), then every edge that covers v begins between
//! them, hence below u, and covers u. If as many edges cover u, the sets are equal.

use super::ring::after_each_cut;
use crate::hackenbush::picture::{Adjacency, Edge, Numbered, numbered};
use winways_values::Nimber;

const NONE: u32 = u32::MAX;

/// A depth-first tree of a part, with the values of the subtrees. Vertices are numbered in preorder.
#[derive(Debug)]
pub(super) struct Fusion {
    parent: Vec<u32>,
    /// The edge to each vertex from its parent; none for the ground.
    tree_edge: Vec<u32>,
    /// The vertices in postorder.
    finished: Vec<u32>,
    /// The upper and the lower vertex of each edge.
    ends: Vec<(u32, u32)>,
    /// The number of back edges that cover the tree edge above each vertex.
    cover: Vec<u32>,
    /// The nim-value of the subtree of each vertex, without the edge to its parent. A back edge counts at its lower vertex.
    value: Vec<u32>,
}

/// The role of an edge in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A bridge. The number is the value of the edges that the bridge carries.
    Bridge(u32),
    /// An edge on a cycle, or a loop. It has the value 1, and the number identifies its fused vertex.
    Fused(u32),
}

impl Fusion {
    /// Builds the tree of a part. O(vertices + edges).
    pub(super) fn of(edges: &[Edge]) -> Fusion {
        let mut fusion = Fusion::walk(edges);
        let vertices = fusion.parent.len();
        let (mut cover, mut value) = (vec![0u32; vertices], vec![0u32; vertices]);
        for (edge, &(upper, lower)) in fusion.ends.iter().enumerate() {
            if fusion.tree_edge[lower as usize] != edge as u32 {
                // A back edge covers the path from its lower vertex up to the child of its upper one.
                cover[lower as usize] = cover[lower as usize].wrapping_add(1);
                cover[upper as usize] = cover[upper as usize].wrapping_sub(1);
                value[lower as usize] ^= 1;
            }
        }
        for vertex in (1..vertices).rev() {
            let parent = fusion.parent[vertex] as usize;
            cover[parent] = cover[parent].wrapping_add(cover[vertex]);
            value[parent] ^= if cover[vertex] == 0 { value[vertex] + 1 } else { value[vertex] ^ 1 };
        }
        fusion.cover = cover;
        fusion.value = value;
        fusion
    }

    fn walk(edges: &[Edge]) -> Fusion {
        let Numbered { ends, vertices } = numbered(edges);
        let adjacency = Adjacency::of(&ends, vertices);
        let mut next = adjacency.starts.clone();
        let mut preorder = vec![NONE; vertices];
        let mut parent = Vec::with_capacity(vertices);
        let mut tree_edge = Vec::with_capacity(vertices);
        let mut finished = Vec::with_capacity(vertices);
        let mut path = vec![0u32];
        preorder[0] = 0;
        parent.push(0);
        tree_edge.push(NONE);
        while let Some(&vertex) = path.last() {
            let place = next[vertex as usize];
            if place == adjacency.starts[vertex as usize + 1] {
                finished.push(preorder[vertex as usize]);
                path.pop();
                continue;
            }
            next[vertex as usize] += 1;
            let (neighbour, edge) = adjacency.neighbours[place as usize];
            if preorder[neighbour as usize] == NONE {
                preorder[neighbour as usize] = parent.len() as u32;
                parent.push(preorder[vertex as usize]);
                tree_edge.push(edge);
                path.push(neighbour);
            }
        }
        let ends = ends
            .iter()
            .map(|&(a, b)| {
                let (a, b) = (preorder[a as usize], preorder[b as usize]);
                (a.min(b), a.max(b))
            })
            .collect();
        Fusion { parent, tree_edge, finished, ends, cover: Vec::new(), value: Vec::new() }
    }

    pub(super) fn owned_bytes(&self) -> usize {
        // Five words for each vertex, and the two ends of each edge.
        size_of::<u32>() * (5 * self.parent.len() + 2 * self.ends.len())
    }

    pub(super) fn nim_value(&self) -> Nimber {
        Nimber(self.value[0].into())
    }

    /// Returns the role of each edge, in the order of the edges.
    pub(super) fn roles(&self) -> Vec<Role> {
        let top = self.tops();
        let role = |(edge, &(_, lower)): (usize, &(u32, u32))| {
            let lower = lower as usize;
            if self.is_bridge(lower) && self.tree_edge[lower] == edge as u32 {
                Role::Bridge(self.value[lower])
            } else {
                Role::Fused(top[lower])
            }
        };
        self.ends.iter().enumerate().map(role).collect()
    }

    fn is_bridge(&self, vertex: usize) -> bool {
        vertex != 0 && self.cover[vertex] == 0
    }

    /// Returns for each vertex the top of its fused vertex: the vertex nearest to the ground among those with which it is
    /// fused.
    fn tops(&self) -> Vec<u32> {
        let mut top: Vec<u32> = Vec::with_capacity(self.parent.len());
        for (vertex, &parent) in self.parent.iter().enumerate() {
            let is_top = vertex == 0 || self.is_bridge(vertex);
            top.push(if is_top { vertex as u32 } else { top[parent as usize] });
        }
        top
    }

    /// Returns for each edge whether cutting it leaves the nim-value `target`. O((vertices + edges) log edges); only rings of
    /// many pieces need the logarithm.
    pub(super) fn cuts_that_leave(&self, target: Nimber) -> Vec<bool> {
        let mut leaves = vec![false; self.ends.len()];
        // The value of a picture is at most its number of edges.
        let Some(target) = u32::try_from(target.0).ok().filter(|&target| target as usize <= leaves.len())
        else {
            return leaves;
        };
        let top = self.tops();
        let need = self.needs(target, &top, &mut leaves);
        // Cutting an edge on a cycle that is in no 2-cut removes one loop.
        for (edge, &(_, lower)) in self.ends.iter().enumerate() {
            let lower = lower as usize;
            if self.tree_edge[lower] != edge as u32 || !self.is_bridge(lower) {
                let top = top[lower] as usize;
                leaves[edge] = need[top] == self.value[top] ^ 1;
            }
        }
        self.mark_rings(&top, &need, &mut leaves);
        leaves
    }

    /// Returns the value that each fused vertex, identified by its top, must have for the entire part to have the value
    /// `target`; `NONE` if no value works. Marks the bridges whose cut leaves `target`.
    fn needs(&self, target: u32, top: &[u32], leaves: &mut [bool]) -> Vec<u32> {
        let mut need = vec![NONE; top.len()];
        need[0] = target;
        for vertex in (1..top.len()).filter(|&vertex| self.is_bridge(vertex)) {
            let below = top[self.parent[vertex] as usize] as usize;
            if need[below] != NONE {
                let wanted = need[below] ^ self.value[below] ^ (self.value[vertex] + 1);
                leaves[self.tree_edge[vertex] as usize] = wanted == 0;
                need[vertex] = wanted.checked_sub(1).unwrap_or(NONE);
            }
        }
        need
    }

    /// Corrects the marks of the edges that are in 2-cuts.
    fn mark_rings(&self, top: &[u32], need: &[u32], leaves: &mut [bool]) {
        let highest_back_edge = self.highest_back_edges();
        let Classes { below, is_below, first } = self.classes(&highest_back_edge);
        let (mut edges, mut pieces) = (Vec::new(), Vec::new());
        for head in (1..top.len()).filter(|&vertex| self.cover[vertex] > 0 && !is_below[vertex]) {
            if below[head] == NONE && self.cover[head] > 1 {
                continue;
            }
            edges.clear();
            pieces.clear();
            let mut vertex = head;
            loop {
                edges.push(self.tree_edge[vertex]);
                match below[vertex] {
                    NONE => break,
                    next => {
                        pieces.push(self.value[vertex] ^ self.value[next as usize] ^ 1);
                        vertex = next as usize;
                    }
                }
            }
            if self.cover[head] == 1 {
                // The only back edge that covers this tree edge closes the ring.
                pieces.push(self.value[vertex] ^ 1);
                edges.push(highest_back_edge[first[head] as usize].1);
            }
            let top = top[head] as usize;
            if need[top] == NONE {
                continue;
            }
            let rest =
                pieces.iter().fold(self.value[top], |rest, piece| rest ^ piece) ^ (edges.len() as u32 & 1);
            let most = self.ends.len() as u32;
            let one_way = after_each_cut(&pieces, most);
            pieces.reverse();
            let other_way = after_each_cut(&pieces, most);
            for ((&edge, one), other) in edges.iter().zip(one_way).zip(other_way.into_iter().rev()) {
                leaves[edge as usize] = rest ^ one ^ other == need[top];
            }
        }
    }

    /// Returns for each vertex the back edge from it that leads highest, as its upper vertex and its index.
    fn highest_back_edges(&self) -> Vec<(u32, u32)> {
        let mut highest = vec![(NONE, NONE); self.parent.len()];
        for (edge, &(upper, lower)) in self.ends.iter().enumerate() {
            let edge = edge as u32;
            if upper < lower && self.tree_edge[lower as usize] != edge {
                highest[lower as usize] = highest[lower as usize].min((upper, edge));
            }
        }
        highest
    }

    /// Returns the classes of tree edges that are covered by the same back edges.
    fn classes(&self, highest: &[(u32, u32)]) -> Classes {
        let vertices = self.parent.len();
        let leads_above = |from: u32, vertex: u32| highest[from as usize].0 < vertex;
        // A vertex whose back edges do not lead above v does not matter to the ancestors of v either. Remove it.
        let mut first = vec![NONE; vertices];
        let mut candidates = Vec::new();
        for vertex in (1..vertices as u32).rev() {
            candidates.push(vertex);
            while candidates.pop_if(|from| !leads_above(*from, vertex)).is_some() {}
            if self.cover[vertex as usize] > 0 {
                first[vertex as usize] = candidates.last().copied().unwrap_or(NONE);
            }
        }
        let mut last = vec![NONE; vertices];
        candidates.clear();
        for &vertex in &self.finished {
            candidates.push(vertex);
            // Vertices numbered before this one are not in its subtree, but beside it.
            while candidates.pop_if(|from| *from >= vertex && !leads_above(*from, vertex)).is_some() {}
            if vertex != 0 && self.cover[vertex as usize] > 0 {
                last[vertex as usize] = candidates.last().copied().unwrap_or(NONE);
            }
        }
        // Tree edges with the same `first` lie on one path. Going up the path, classes nest: between two edges of a class all
        // edges are covered at least as often. So one stack for each `first` is enough. It is stored as a list through `under`.
        let mut open = vec![NONE; vertices];
        let mut under = vec![NONE; vertices];
        let mut below = vec![NONE; vertices];
        let mut is_below = vec![false; vertices];
        for vertex in (1..vertices).rev().filter(|&vertex| self.cover[vertex] > 0) {
            let open = &mut open[first[vertex] as usize];
            while *open != NONE && self.cover[*open as usize] > self.cover[vertex] {
                *open = under[*open as usize];
            }
            under[vertex] = *open;
            if *open != NONE && self.cover[*open as usize] == self.cover[vertex] {
                under[vertex] = under[*open as usize];
                if last[*open as usize] == last[vertex] {
                    below[vertex] = *open;
                    is_below[*open as usize] = true;
                }
            }
            *open = vertex as u32;
        }
        Classes { below, is_below, first }
    }
}

/// Classes of tree edges, identified by their lower vertices.
struct Classes {
    /// The next lower edge of the same class; `NONE` if there is none.
    below: Vec<u32>,
    /// `true` if the edge is below another edge of its class.
    is_below: Vec<bool>,
    /// The first vertex in preorder at which a back edge that covers the edge begins.
    first: Vec<u32>,
}
