//! The value of a picture of trees after each cut.

use super::RedBlueTree;
use crate::hackenbush::Cut;
use crate::hackenbush::binary::Binary;
use crate::hackenbush::red_blue_stalks::Stalk;
use crate::hackenbush::whole::Split;
use winways_kit::NumbersAfter;
use winways_rules::{Meter, RuleFault, Side};
use winways_values::Dyadic;

/// Returns a function that computes the value of a picture after a cut. Returns `None` if it would need more than `memory` bytes.
pub(super) fn numbers_after(
    split: &Split<RedBlueTree>,
    memory: u64,
    meter: &mut Meter,
) -> Result<Option<NumbersAfter<Cut>>, RuleFault> {
    let Some(cuts) = CutNumbers::of(split, memory, meter)? else { return Ok(None) };
    Ok(Some(Box::new(move |&cut, meter| cuts.after(cut, meter))))
}

/// Returns `true` if `edges` edges fit in `memory` bytes, not counting the sums beside them.
pub(super) fn has_room(edges: usize, memory: u64) -> bool {
    (edges as u64).saturating_mul(EDGE_BYTES) <= memory
}

/// The value of a picture of trees after each cut.
///
/// For each edge, a table stores the sum beside it: the sum of the other edges on the vertex below, with all edges that they
/// carry. A cut leaves exactly this sum on the vertex below, and only the edges from there down to the ground are valued again.
/// This takes O(the depth of the edge), while valuing all remaining edges would take O(all edges). A chain that carries nothing
/// takes one step.
struct CutNumbers {
    /// The node of each edge of the picture; `None` if the edge is not connected to the ground.
    nodes_of_edges: Vec<Option<u32>>,
    nodes: Vec<Node>,
    chains: Vec<Chain>,
}

/// An edge that is connected to the ground.
struct Node {
    side: Side,
    /// The node below; `None` if the edge is on the ground.
    below: Option<u32>,
    /// The sum of the other edges on the vertex below.
    beside: Binary,
    /// The chain of the edge, and the number of edges of the chain below it.
    chain: u32,
    height: u32,
}

/// A path of edges going up, in which every edge after the first is the only one on its lower vertex. When its top is cut, the
/// rest is a stalk, which is valued in one step.
struct Chain {
    first: u32,
    stalk: Stalk,
}

/// The meter steps for valuing an edge.
const EDGE_STEPS: u64 = 16;

/// An upper bound on the bytes per edge, without the sum beside it, here and in the split picture.
const EDGE_BYTES: u64 = 256;

impl CutNumbers {
    /// Computes the sums for a picture that has been split; `None` if this would take more than `memory` bytes.
    ///
    /// O(n log n) for n edges, plus the bits of the sums beside them.
    fn of(
        split: &Split<RedBlueTree>,
        memory: u64,
        meter: &mut Meter,
    ) -> Result<Option<CutNumbers>, RuleFault> {
        let edges = split.places().len();
        meter.spend(edges as u64)?;
        if !has_room(edges, memory) {
            return Ok(None);
        }
        let mut cuts = CutNumbers { nodes_of_edges: Vec::new(), nodes: Vec::new(), chains: Vec::new() };
        let mut firsts = Vec::new();
        for tree in split.components() {
            firsts.push(cuts.nodes.len() as u32);
            append(tree.edges(), &mut cuts.nodes);
        }
        let numbers = split.places().iter().map(|place| place.map(|(tree, at)| firsts[tree as usize] + at));
        cuts.nodes_of_edges = numbers.collect();
        let children = cuts.children();
        cuts.find_chains(&children);
        let has_room = cuts.find_sums_beside(&children, memory, meter)?;
        Ok(has_room.then_some(cuts))
    }

    /// Returns the number of edges directly above each edge.
    fn children(&self) -> Vec<u32> {
        let mut children = vec![0; self.nodes.len()];
        for below in self.nodes.iter().filter_map(|node| node.below) {
            children[below as usize] += 1;
        }
        children
    }

    fn find_chains(&mut self, children: &[u32]) {
        let mut first = 0;
        while first < self.nodes.len() {
            // In preorder, the only edge above another edge follows it directly.
            let length = 1 + children[first..].iter().take_while(|&&above| above == 1).count();
            let nodes = &mut self.nodes[first..first + length];
            for (height, node) in (0..).zip(&mut *nodes) {
                (node.chain, node.height) = (self.chains.len() as u32, height);
            }
            // A picture has at most as many edges as a stalk may have segments.
            let stalk = Stalk::new(nodes.iter().map(|node| node.side)).unwrap_or(Stalk::EMPTY);
            self.chains.push(Chain { first: first as u32, stalk });
            first += length;
        }
    }

    /// Values the edges from the top down. Returns `true` if the sums beside them fit in memory.
    fn find_sums_beside(
        &mut self,
        children: &[u32],
        memory: u64,
        meter: &mut Meter,
    ) -> Result<bool, RuleFault> {
        let per_node = size_of::<Node>() + size_of::<Chain>() + size_of::<Option<u32>>();
        let mut bytes = (self.nodes.len() * per_node) as u64;
        // Edges with their values. The edges on one vertex are neighbours, since nodes are in preorder.
        let mut values: Vec<(u32, Binary)> = Vec::new();
        for node in (0..self.nodes.len()).rev() {
            meter.spend(EDGE_STEPS)?;
            let above = values.split_off(values.len() - children[node] as usize);
            let carried = self.share(above, &mut bytes);
            values.push((node as u32, carried.on_edge(self.nodes[node].side)));
            if bytes > memory {
                return Ok(false);
            }
        }
        self.share(values, &mut bytes);
        Ok(bytes <= memory)
    }

    /// Stores the sum beside each of the edges on one vertex, and returns the sum of all of them.
    fn share(&mut self, mut values: Vec<(u32, Binary)>, bytes: &mut u64) -> Binary {
        if values.len() == 1
            && let Some((_, value)) = values.pop()
        {
            return value;
        }
        // First store the sum of the preceding edges, then add the sum of the following ones.
        let mut before = Binary::ZERO;
        for (node, value) in &values {
            self.nodes[*node as usize].beside = before.clone();
            before = before.plus(value.clone());
        }
        let mut behind = Binary::ZERO;
        for (node, value) in values.into_iter().rev() {
            let beside = &mut self.nodes[node as usize].beside;
            *beside = std::mem::replace(beside, Binary::ZERO).plus(behind.clone());
            *bytes += beside.owned_bytes();
            behind = behind.plus(value);
        }
        before
    }

    /// Returns the value of the picture after a cut. O(the depth of the edge), plus the bits of the numbers.
    fn after(&self, cut: Cut, meter: &mut Meter) -> Result<Dyadic, RuleFault> {
        let Some(node) = self.nodes_of_edges.get(cut.edge as usize).copied().flatten() else {
            return Err(RuleFault::new("the edge of the cut has fallen already"));
        };
        let node = &self.nodes[node as usize];
        let (mut left, mut below) = (node.beside.clone(), node.below);
        while let Some(next) = below {
            let mut next = &self.nodes[next as usize];
            if left.is_zero() {
                let Chain { first, stalk } = &self.chains[next.chain as usize];
                meter.spend(EDGE_STEPS + u64::from(next.height) / 64)?;
                left = stalk.cut(next.height as usize + 1).binary();
                next = &self.nodes[*first as usize];
            } else {
                meter.spend(EDGE_STEPS)?;
                left = left.on_edge(next.side);
            }
            if !next.beside.is_zero() {
                left = left.plus(next.beside.clone());
            }
            below = next.below;
        }
        Ok(left.to_dyadic())
    }
}

/// Appends the nodes of a tree, in the preorder of its edges.
fn append(edges: &[super::TreeEdge], nodes: &mut Vec<Node>) {
    let first = nodes.len();
    let mut line: Vec<usize> = Vec::new();
    for (index, edge) in edges.iter().enumerate() {
        while line.pop_if(|last| edges[*last].to != edge.from).is_some() {}
        let below = line.last().map(|last| (first + last) as u32);
        nodes.push(Node { side: edge.side, below, beside: Binary::ZERO, chain: 0, height: 0 });
        line.push(index);
    }
}
