//! Trees on the ground, stored edge by edge from the ground up.

use crate::hackenbush::binary::Binary;
use crate::hackenbush::picture;
use crate::hackenbush::picture::{Adjacency, Numbered, Sets, WrittenEdge};
use crate::hackenbush::whole::{PicturePart, Split};
use std::convert::Infallible;
use winways_rules::{Component, Player, Side};
use winways_values::Dyadic;

/// An edge of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeEdge {
    /// The vertex nearer to the ground; 0 is the ground itself.
    pub from: u32,
    /// The other vertex.
    pub to: u32,
    /// The player who may cut the edge: Left if it is blue, Right if it is red.
    pub side: Side,
}

/// A tree with one edge on the ground.
///
/// The edges are in preorder: each is followed by all edges that it carries, and the edges at one vertex are in the order of the
/// vertices above. So a cut removes a range of edges, and trees with the same edges between the same named vertices compare equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RedBlueTree {
    edges: Box<[TreeEdge]>,
}

impl RedBlueTree {
    /// Returns the edges, each before those that it carries.
    pub fn edges(&self) -> &[TreeEdge] {
        &self.edges
    }

    /// Returns the value, by the rule for an edge that carries a number. O(n log n) for n edges in any shape.
    pub fn value(&self) -> Dyadic {
        self.binary().to_dyadic()
    }

    pub(super) fn binary(&self) -> Binary {
        self.walk(|_, _| ())
    }

    /// Returns the value. Calls `carries` with the index of each edge and the value that it carries, upper edges first.
    pub(super) fn walk(&self, mut carries: impl FnMut(usize, &Binary)) -> Binary {
        let walked = self.try_walk(|index, carried| {
            carries(index, carried);
            Ok::<(), Infallible>(())
        });
        match walked {
            Ok(value) => value,
        }
    }

    /// Like [`RedBlueTree::walk`], but stops at the first error of `carries`.
    pub(super) fn try_walk<E>(
        &self,
        mut carries: impl FnMut(usize, &Binary) -> Result<(), E>,
    ) -> Result<Binary, E> {
        // The edges from the ground to the current one, each with the sum of the carried edges visited so far.
        let mut line: Vec<(usize, Binary)> = Vec::new();
        let mut total = Binary::ZERO;
        let mut close = |line: &mut Vec<(usize, Binary)>| {
            if let Some((index, carried)) = line.pop() {
                carries(index, &carried)?;
                let below = line.last_mut().map_or(&mut total, |(_, carried)| carried);
                let so_far = std::mem::replace(below, Binary::ZERO);
                *below = so_far.plus(carried.on_edge(self.edges[index].side));
            }
            Ok(())
        };
        for (index, edge) in self.edges.iter().enumerate() {
            while line.last().is_some_and(|&(last, _)| self.edges[last].to != edge.from) {
                close(&mut line)?;
            }
            line.push((index, Binary::ZERO));
        }
        while !line.is_empty() {
            close(&mut line)?;
        }
        Ok(total)
    }

    /// Returns for each edge the end of the range of edges that it carries. The range begins after the edge.
    pub(super) fn ends(&self) -> Vec<usize> {
        let mut ends = vec![self.edges.len(); self.edges.len()];
        let mut line: Vec<usize> = Vec::new();
        for (index, edge) in self.edges.iter().enumerate() {
            while let Some(last) = line.pop_if(|last| self.edges[*last].to != edge.from) {
                ends[last] = index;
            }
            line.push(index);
        }
        ends
    }

    /// Returns the tree without the edges of a range; `None` if no edge is left.
    pub(super) fn without(&self, range: std::ops::Range<usize>) -> Option<RedBlueTree> {
        let edges = [&self.edges[..range.start], &self.edges[range.end..]].concat();
        (!edges.is_empty()).then(|| RedBlueTree { edges: edges.into_boxed_slice() })
    }

    /// Renumbers the vertices above the ground from `first` on, in the order of the edges.
    pub(super) fn renumber(&mut self, first: u32) {
        let mut line: Vec<(u32, u32)> = Vec::new();
        for (number, edge) in (first..).zip(&mut self.edges) {
            while line.pop_if(|(old, _)| *old != edge.from).is_some() {}
            line.push((edge.to, number));
            edge.to = number;
            edge.from = match line[..] {
                [.., (_, below), _] => below,
                _ => 0,
            };
        }
    }

    /// Exchanges the colours.
    pub(super) fn negate(&mut self) {
        self.edges.iter_mut().for_each(|edge| edge.side = edge.side.opponent());
    }
}

impl Component for RedBlueTree {
    fn owned_bytes(&self) -> usize {
        size_of_val(&*self.edges)
    }
}

/// Returns the trees of a picture. Edges that are not connected to the ground are dropped. O(edges log edges).
///
/// # Errors
/// Returns the index of the first edge that closes a cycle with earlier edges.
pub(super) fn split(edges: &[WrittenEdge]) -> Result<Split<RedBlueTree>, usize> {
    let pairs: Vec<picture::Edge> = edges.iter().map(WrittenEdge::ends).collect();
    let Numbered { ends, vertices } = picture::numbered(&pairs);
    let mut sets = Sets::new(vertices);
    if let Some(closing) = ends.iter().position(|&(a, b)| !sets.unite(a, b)) {
        return Err(closing);
    }
    let mut above = Adjacency::of(&ends, vertices);
    let label = |number: u32, edge: u32| {
        let ((a, b), (first, _)) = (pairs[edge as usize], ends[edge as usize]);
        if first == number { a } else { b }
    };
    for range in above.starts.windows(2) {
        let (first, last) = (range[0] as usize, range[1] as usize);
        above.neighbours[first..last].sort_unstable_by_key(|&(next, edge)| label(next, edge));
    }
    // The edges of each tree in preorder, and each edge directed upwards.
    let (mut groups, mut group): (Vec<Vec<u32>>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut turned: Vec<Option<TreeEdge>> = vec![None; edges.len()];
    // Triples (vertex, the edge to it, the vertex below).
    let mut open: Vec<(u32, u32, u32)> = Vec::new();
    let visit = |vertex: u32, below: u32, open: &mut Vec<(u32, u32, u32)>| {
        let neighbours = above.starts[vertex as usize] as usize..above.starts[vertex as usize + 1] as usize;
        let next = above.neighbours[neighbours].iter().rev();
        open.extend(next.filter(|(next, _)| *next != below).map(|&(next, edge)| (next, edge, vertex)));
    };
    visit(0, 0, &mut open);
    while let Some((vertex, edge, below)) = open.pop() {
        if below == 0 && !group.is_empty() {
            groups.push(std::mem::take(&mut group));
        }
        let side = if edges[edge as usize].player == Player::Right { Side::Right } else { Side::Left };
        turned[edge as usize] = Some(TreeEdge { from: label(below, edge), to: label(vertex, edge), side });
        group.push(edge);
        visit(vertex, below, &mut open);
    }
    if !group.is_empty() {
        groups.push(group);
    }
    let tree = |group: &[u32]| RedBlueTree {
        edges: group.iter().filter_map(|&edge| turned[edge as usize]).collect(),
    };
    Ok(Split::new(edges.len(), &groups, tree))
}

impl PicturePart for RedBlueTree {
    const GREEN: &'static [Player] = &[];

    fn split(edges: &[WrittenEdge]) -> Split<RedBlueTree> {
        match split(edges) {
            Ok(split) => split,
            Err(edge) => unreachable!("edge number {edge} closes a cycle: such a picture is not read"),
        }
    }

    fn without(&self, place: usize) -> Vec<RedBlueTree> {
        let end = self.ends()[place];
        RedBlueTree::without(self, place..end).into_iter().collect()
    }
}
