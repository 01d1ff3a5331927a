//! The numbers that cuts leave, one cut after the other.

use super::RedBlueTree;
use crate::hackenbush::Cut;
use crate::hackenbush::binary::Binary;
use crate::hackenbush::red_blue_stalks::Stalk;
use crate::hackenbush::whole::Split;
use winways_kit::NumbersAfter;
use winways_rules::{Meter, RuleFault, Side};
use winways_values::Dyadic;

/// The numbers that cuts leave of a picture, if this takes no more than `memory` bytes.
pub(super) fn numbers_after(
    split: &Split<RedBlueTree>,
    memory: u64,
    meter: &mut Meter,
) -> Result<Option<NumbersAfter<Cut>>, RuleFault> {
    let Some(cuts) = CutNumbers::of(split, memory, meter)? else { return Ok(None) };
    Ok(Some(Box::new(move |&cut, meter| cuts.after(cut, meter))))
}

/// Whether there is room for so many edges, not counting the sums beside them.
pub(super) fn has_room(edges: usize, memory: u64) -> bool {
    (edges as u64).saturating_mul(EDGE_BYTES) <= memory
}

/// What a picture of trees is worth after each cut.
///
/// For each edge it keeps the sum beside it, that is the sum of the other edges on the vertex below with what they carry. A
/// cut leaves just that on the vertex below, and from there on down each edge is valued anew: O(the depth of the edge), where
/// valuing what is left would be O(all edges); and a chain with nothing on top is one step.
struct CutNumbers {
    /// For each edge of the picture its number among the nodes; none if it is not connected to the ground.
    nodes_of_edges: Vec<Option<u32>>,
    nodes: Vec<Node>,
    chains: Vec<Chain>,
}

/// An edge that is connected to the ground.
struct Node {
    side: Side,
    /// The node below; none if the edge stands on the ground.
    below: Option<u32>,
    /// The sum beside it: of the other edges on the vertex below.
    beside: Binary,
    /// The chain that it belongs to, and how many edges of it are below.
    chain: u32,
    height: u32,
}

/// Edges one above the other, with nothing beside those above the first: what is left of it when its top is cut is a stalk,
/// valued at once.
struct Chain {
    first: u32,
    stalk: Stalk,
}

/// The steps of a meter that it takes to value an edge.
const EDGE_STEPS: u64 = 16;

/// No fewer bytes than an edge takes here, without the sum beside it, and in a picture that is taken apart for this.
const EDGE_BYTES: u64 = 256;

impl CutNumbers {
    /// For a picture that has been taken apart; `None` if this would take more than `memory` bytes.
    ///
    /// O(n log n) for n edges, and the bits of the sums beside them.
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

    /// How many edges stand on each.
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
            // In preorder an only edge above another follows it.
            let length = 1 + children[first..].iter().take_while(|&&above| above == 1).count();
            let nodes = &mut self.nodes[first..first + length];
            for (height, node) in (0..).zip(&mut *nodes) {
                (node.chain, node.height) = (self.chains.len() as u32, height);
            }
            // A picture has fewer edges than a stalk may have.
            let stalk = Stalk::new(nodes.iter().map(|node| node.side)).unwrap_or(Stalk::EMPTY);
            self.chains.push(Chain { first: first as u32, stalk });
            first += length;
        }
    }

    /// Values the edges from the top down. Whether there was room for the sums beside them.
    fn find_sums_beside(
        &mut self,
        children: &[u32],
        memory: u64,
        meter: &mut Meter,
    ) -> Result<bool, RuleFault> {
        let per_node = size_of::<Node>() + size_of::<Chain>() + size_of::<Option<u32>>();
        let mut bytes = (self.nodes.len() * per_node) as u64;
        // Edges with what they are worth; the edges on one vertex are neighbours, since nodes are in preorder.
        let mut worths: Vec<(u32, Binary)> = Vec::new();
        for node in (0..self.nodes.len()).rev() {
            meter.spend(EDGE_STEPS)?;
            let above = worths.split_off(worths.len() - children[node] as usize);
            let carried = self.share(above, &mut bytes);
            worths.push((node as u32, carried.on_edge(self.nodes[node].side)));
            if bytes > memory {
                return Ok(false);
            }
        }
        self.share(worths, &mut bytes);
        Ok(bytes <= memory)
    }

    /// Tells each of the edges on one vertex the sum beside it. The sum of all.
    fn share(&mut self, mut worths: Vec<(u32, Binary)>, bytes: &mut u64) -> Binary {
        if worths.len() == 1
            && let Some((_, worth)) = worths.pop()
        {
            return worth;
        }
        // Of those before it; then with those behind it.
        let mut before = Binary::ZERO;
        for (node, worth) in &worths {
            self.nodes[*node as usize].beside = before.clone();
            before = before.plus(worth.clone());
        }
        let mut behind = Binary::ZERO;
        for (node, worth) in worths.into_iter().rev() {
            let beside = &mut self.nodes[node as usize].beside;
            *beside = std::mem::replace(beside, Binary::ZERO).plus(behind.clone());
            *bytes += beside.owned_bytes();
            behind = behind.plus(worth);
        }
        before
    }

    /// The value of the picture after a cut. O(the depth of the edge), and its bits.
    fn after(&self, cut: Cut, meter: &mut Meter) -> Result<Dyadic, RuleFault> {
        let Some(node) = self.nodes_of_edges.get(cut.edge as usize).copied().flatten() else {
            return Err(RuleFault::new("an edge is cut that has fallen"));
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

/// Appends the nodes of a tree, in preorder as its edges.
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
