//! Valuation of pictures from the top down: a subgraph that is connected to the rest at one vertex contributes only its value.
//!
//! *Colon principle*: if H and H' are equal, a picture with H on one of its vertices equals the picture with H' there. (In the
//! difference, the second player mirrors every move outside H and H'. The two moves remove both H and H' or neither. A move in H or H' is
//! answered in H - H'.) So a subgraph that is connected to the rest through one vertex may be replaced by any game of the same value,
//! whether or not that game is a position of Hackenbush.
//!
//! A picture is therefore a tree of *blocks*: single edges, whose value is an ordinal sum, and parts without a cut vertex, in which
//! vertices carry values. Only the latter need a search.
//!
//! Sources: Winning Ways, chapter 7, the colon principle; J. Hopcroft and R. Tarjan, Algorithm 447 (1973), for blocks.

use super::Twig;
use crate::hackenbush::picture::{Adjacency, Edge, numbered, sorted_ends};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use winways_kit::boards::labelling;
use winways_kit::boards::labelling::ColouredEdge;
use winways_rules::Side;

/// A picture whose vertices, numbered from the ground, carry values.
#[derive(Clone, Debug)]
pub(super) struct ValuedGraph<V> {
    pub(super) twigs: Vec<Twig>,
    /// The value carried by each vertex. The ground carries the total value of the blocks on it that have already been
    /// valued.
    pub(super) tops: Vec<V>,
}

impl<V: Clone> ValuedGraph<V> {
    /// Creates the graph of a picture. Its vertices are renumbered and carry `zero`.
    pub(super) fn of(twigs: &[Twig], zero: V) -> ValuedGraph<V> {
        let ends: Vec<Edge> = twigs.iter().map(|twig| twig.ends).collect();
        let numbers = numbered(&ends);
        let renamed = numbers.ends.iter().zip(twigs).map(|(&ends, twig)| Twig { ends, ..*twig });
        ValuedGraph { twigs: renamed.collect(), tops: vec![zero; numbers.vertices] }
    }
}

/// A part of a graph that has no cut vertex and at least two edges.
pub(super) struct Part<V> {
    /// The edges, with the vertices renumbered. Vertex 0 is the vertex on which the part stands.
    pub(super) twigs: Vec<Twig>,
    /// The number of each vertex in the graph. All but the first are ascending.
    pub(super) names: Vec<u32>,
    /// The value carried by each vertex; zero for the first.
    pub(super) tops: Vec<V>,
}

impl<V> Part<V> {
    /// Creates the part of a graph with these edges. Moves the values of the vertices other than `root` out of the graph, leaving
    /// `zero`. O(edges log edges) for the edges of the part.
    ///
    /// `numbers` is scratch space with one entry for each vertex of the graph.
    fn taken(graph: &mut ValuedGraph<V>, edges: &[u32], root: u32, numbers: &mut [u32], zero: V) -> Part<V>
    where
        V: Clone,
    {
        let ends = |edge: &u32| graph.twigs[*edge as usize].ends;
        let mut names: Vec<u32> = edges.iter().map(ends).flat_map(|(a, b)| [a, b]).collect();
        names.retain(|&vertex| vertex != root);
        names.sort_unstable();
        names.dedup();
        names.insert(0, root);
        for (number, &name) in (0..).zip(&names) {
            numbers[name as usize] = number;
        }
        let twig = |edge: &u32| {
            let Twig { ends: (a, b), tint } = graph.twigs[*edge as usize];
            Twig { ends: sorted_ends((numbers[a as usize], numbers[b as usize])), tint }
        };
        let twigs = edges.iter().map(twig).collect();
        let mut tops = vec![zero.clone()];
        // Move the values out: they are not needed in the graph any more, and copies could add up to the square of the picture's
        // size.
        let carried = names[1..].iter();
        tops.extend(carried.map(|&name| std::mem::replace(&mut graph.tops[name as usize], zero.clone())));
        Part { twigs, names, tops }
    }

    /// Returns `true` if all edges have the given colour.
    pub(super) fn is_all(&self, tint: u8) -> bool {
        self.twigs.iter().all(|twig| twig.tint == tint)
    }

    /// Returns the values carried by the vertices other than the first.
    pub(super) fn carried(&self) -> &[V] {
        &self.tops[1..]
    }
}

/// A method of valuing edges and blocks.
pub(super) trait Valuer {
    /// The type of values.
    type Value: Clone;
    /// The type of errors.
    type Error;

    /// Returns the value of the empty graph.
    fn zero(&self) -> Self::Value;

    /// Returns the sum of two values.
    fn add(&mut self, some: Self::Value, other: Self::Value) -> Result<Self::Value, Self::Error>;

    /// Returns the value of an edge that carries `top`.
    fn edge(&mut self, twig: Twig, top: Self::Value) -> Result<Self::Value, Self::Error>;

    /// Returns the value of a block of two or more edges.
    fn block(&mut self, part: Part<Self::Value>) -> Result<Self::Value, Self::Error>;

    /// Polls for interruption. Called before the given number of edges is processed.
    fn poll(&mut self, edges: usize) -> Result<(), Self::Error> {
        let _ = edges;
        Ok(())
    }
}

const NONE: u32 = u32::MAX;

/// Returns the value of a graph, computed from the top down. Edges that are not connected to the ground are ignored.
///
/// O(vertices + edges log edges), plus the work of the valuer.
pub(super) fn peel<V: Valuer>(
    mut graph: ValuedGraph<V::Value>,
    valuer: &mut V,
) -> Result<V::Value, V::Error> {
    let is_loop = |twig: &Twig| twig.ends.0 == twig.ends.1;
    for &twig in graph.twigs.iter().filter(|twig| is_loop(twig)) {
        let top = &mut graph.tops[twig.ends.0 as usize];
        let value = valuer.edge(twig, valuer.zero())?;
        *top = valuer.add(top.clone(), value)?;
    }
    valuer.poll(graph.twigs.len())?;
    let mut walk = Walk::new(&graph);
    let mut numbers = Vec::new();
    while let Some((block, root)) = walk.next_block() {
        valuer.poll(block.len())?;
        let value = match block[..] {
            [edge] => {
                let twig = graph.twigs[edge as usize];
                let upper = if twig.ends.0 == root { twig.ends.1 } else { twig.ends.0 };
                let top = std::mem::replace(&mut graph.tops[upper as usize], valuer.zero());
                valuer.edge(twig, top)?
            }
            _ => {
                numbers.resize(graph.tops.len(), 0);
                valuer.block(Part::taken(&mut graph, &block, root, &mut numbers, valuer.zero()))?
            }
        };
        let below = std::mem::replace(&mut graph.tops[root as usize], valuer.zero());
        graph.tops[root as usize] = valuer.add(below, value)?;
    }
    Ok(graph.tops.swap_remove(0))
}

/// A depth-first walk from the ground that yields blocks. Each block comes after the blocks that stand on it.
struct Walk {
    adjacency: Adjacency,
    next: Vec<u32>,
    is_used: Vec<bool>,
    order: Vec<u32>,
    /// The low-link of each vertex: the least `order` of a vertex that one edge joins to it or to a vertex above it.
    low: Vec<u32>,
    found: u32,
    /// The edges whose block is not known yet.
    open: Vec<u32>,
    /// The vertices on the current path, each with the number of open edges before the edge that led there.
    path: Vec<(u32, usize)>,
}

impl Walk {
    fn new<V>(graph: &ValuedGraph<V>) -> Walk {
        let ends: Vec<Edge> = graph.twigs.iter().map(|twig| twig.ends).collect();
        let vertices = graph.tops.len();
        let adjacency = Adjacency::of(&ends, vertices);
        let mut order = vec![NONE; vertices];
        order[0] = 0;
        Walk {
            next: adjacency.starts.clone(),
            is_used: vec![false; ends.len()],
            low: order.clone(),
            order,
            found: 1,
            open: Vec::new(),
            path: vec![(0, 0)],
            adjacency,
        }
    }

    /// Returns the edges of the next block and the vertex on which it stands.
    fn next_block(&mut self) -> Option<(Vec<u32>, u32)> {
        while let Some(&(vertex, mark)) = self.path.last() {
            if self.step(vertex as usize) {
                continue;
            }
            self.path.pop();
            let below = self.path.last()?.0;
            let low = self.low[vertex as usize];
            if low >= self.order[below as usize] {
                return Some((self.open.drain(mark..).collect(), below));
            }
            self.low[below as usize] = self.low[below as usize].min(low);
        }
        None
    }

    /// Follows the next edge at a vertex. Returns `false` if there is none.
    fn step(&mut self, vertex: usize) -> bool {
        if self.next[vertex] == self.adjacency.starts[vertex + 1] {
            return false;
        }
        let (to, edge) = self.adjacency.neighbours[self.next[vertex] as usize];
        self.next[vertex] += 1;
        if std::mem::replace(&mut self.is_used[edge as usize], true) {
            return true;
        }
        let before = self.open.len();
        self.open.push(edge);
        if self.order[to as usize] == NONE {
            self.order[to as usize] = self.found;
            self.low[to as usize] = self.found;
            self.found += 1;
            self.path.push((to, before));
        } else {
            self.low[vertex] = self.low[vertex].min(self.order[to as usize]);
        }
        true
    }
}

/// A block on the ground, with vertices named so that most isomorphic blocks are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Block<V> {
    twigs: Box<[Twig]>,
    /// The value carried by each vertex; zero for the ground.
    tops: Box<[V]>,
}

/// The greatest number of edges of a block whose vertices are canonicalised.
const EDGES_ORDERED: usize = 256;

impl<V: Clone + Eq + Hash> Block<V> {
    /// Creates the block of a part. O(edges log edges), plus [`labelling::order`].
    pub(super) fn of(part: Part<V>, zero: &V) -> Block<V> {
        let Part { twigs, tops, .. } = part;
        let edges: Vec<ColouredEdge> =
            twigs.iter().map(|twig| (twig.ends.0, twig.ends.1, twig.tint.into())).collect();
        let mut names: Vec<u32> = (0..tops.len() as u32).collect();
        if edges.len() <= EDGES_ORDERED {
            let hasher = BuildHasherDefault::<DefaultHasher>::default();
            let colour = |top: &V| if top == zero { 0 } else { hasher.hash_one(top) | 2 };
            let mut colours: Vec<u64> = tops.iter().map(colour).collect();
            colours[0] = 1;
            let order = labelling::order(&colours, &edges);
            for (name, &vertex) in (1..).zip(order.iter().filter(|&&vertex| vertex != 0)) {
                names[vertex as usize] = name;
            }
        }
        let renamed = |&(a, b, tint): &ColouredEdge| Twig {
            ends: sorted_ends((names[a as usize], names[b as usize])),
            tint: tint as u8,
        };
        let mut twigs: Box<[Twig]> = edges.iter().map(renamed).collect();
        twigs.sort_unstable();
        let mut renamed = tops.clone();
        for (top, &name) in tops.into_iter().zip(&names) {
            renamed[name as usize] = top;
        }
        Block { twigs, tops: renamed.into_boxed_slice() }
    }

    /// Returns the size of the block in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of_val(&*self.twigs) + size_of_val(&*self.tops)) as u64
    }

    pub(super) fn twigs(&self) -> &[Twig] {
        &self.twigs
    }

    pub(super) fn tops(&self) -> &[V] {
        &self.tops
    }

    /// Iterates over the graphs left after the cuts of `side`. Equal edges yield only one graph.
    pub(super) fn after_cuts(&self, side: Side) -> impl Iterator<Item = ValuedGraph<V>> {
        let tint = if side == Side::Left { Twig::BLUE } else { Twig::RED };
        let is_first = |&index: &usize| index == 0 || self.twigs[index] != self.twigs[index - 1];
        let cuts = (0..self.twigs.len()).filter(move |&index| self.twigs[index].tint & tint != 0);
        cuts.filter(is_first).map(|index| ValuedGraph {
            twigs: [&self.twigs[..index], &self.twigs[index + 1..]].concat(),
            tops: self.tops.to_vec(),
        })
    }

    /// Returns the graph of the block with the value `top` at a vertex.
    pub(super) fn with_top(&self, vertex: usize, top: V) -> ValuedGraph<V> {
        let mut tops = self.tops.to_vec();
        tops[vertex] = top;
        ValuedGraph { twigs: self.twigs.to_vec(), tops }
    }
}
