//! Components of maps that are given as graphs.

use super::{ColouringRule, Tint, Tints};
use winways_kit::boards::bitboard::bits;
use winways_kit::boards::labelling;
use winways_kit::boards::labelling::ColouredEdge;
use winways_kit::boards::word::Word;
use winways_rules::Sign;

/// Free vertices of a graph that affect each other. Bit n is vertex number n.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map<W = u64> {
    left: W,
    right: W,
    /// The neighbours of each vertex.
    near: Box<[W]>,
}

impl<W: Word> Map<W> {
    /// Creates the map of some vertices, each given by the players who may colour it and the vertices that it affects. Returns
    /// `None` if there are more vertices than bits.
    pub(super) fn new(vertices: &[(Tint, Vec<usize>)]) -> Option<Map<W>> {
        if vertices.len() > W::BITS as usize {
            return None;
        }
        let set = |all: W, number: usize| all | W::bit(number as u32); // below the number of bits
        let all = |side: usize| {
            let numbers = (0..vertices.len()).filter(|&number| vertices[number].0[side]);
            numbers.fold(W::ZERO, set)
        };
        let bits_of = |numbers: &Vec<usize>| numbers.iter().copied().fold(W::ZERO, set);
        let near = vertices.iter().map(|(_, near)| bits_of(near)).collect();
        Some(Map { left: all(0), right: all(1), near })
    }

    pub(super) fn tints(&self) -> Tints<W> {
        Tints { left: self.left, right: self.right }
    }

    pub(super) fn owned_bytes(&self) -> usize {
        size_of_val(&*self.near)
    }

    /// Returns all vertices next to a vertex of `from`.
    pub(super) fn neighbours(&self, from: W) -> W {
        let near = |bit: W| self.near.get(bit.trailing_zeros() as usize).copied().unwrap_or(W::ZERO);
        bits(from).fold(W::ZERO, |all, bit| all | near(bit))
    }

    /// Iterates over the parts of the map that do not affect each other under the given tints.
    pub(super) fn parts(&self, rule: ColouringRule, tints: Tints<W>) -> impl Iterator<Item = Map<W>> {
        rule.parts(tints, |from| self.neighbours(from)).map(move |part| self.cut(rule, part))
    }

    /// Cuts out one part, without the edges that do not affect play.
    fn cut(&self, rule: ColouringRule, part: Tints<W>) -> Map<W> {
        let kept = part.left | part.right;
        let linked = |bit| rule.linked(part, bit, &|from| self.neighbours(from));
        Map {
            left: squeezed(part.left, kept),
            right: squeezed(part.right, kept),
            near: bits(kept).map(|bit| squeezed(linked(bit), kept)).collect(),
        }
    }

    /// Reorders the vertices so that most isomorphic maps become equal, and exchanges the players if that gives a smaller map.
    pub(super) fn canonicalise(&mut self) -> Sign {
        let exchanged = Map { left: self.right, right: self.left, near: self.near.clone() };
        let (same, exchanged) = (self.ordered(), exchanged.ordered());
        if exchanged < same {
            *self = exchanged;
            return Sign::Negative;
        }
        *self = same;
        Sign::Same
    }

    fn ordered(&self) -> Map<W> {
        // If vertices look alike, the result may depend on the previous order. Repeat until the map gets no smaller.
        let mut least = self.ordered_once();
        loop {
            let next = least.ordered_once();
            if next >= least {
                return least;
            }
            least = next;
        }
    }

    fn ordered_once(&self) -> Map<W> {
        let may = |cells: W, vertex: u32| u64::from(cells.has(vertex));
        let vertices = 0..self.near.len() as u32;
        let colours: Vec<u64> = vertices.map(|v| may(self.left, v) + 2 * may(self.right, v)).collect();
        let order = labelling::order(&colours, &self.edges());
        let mut place = vec![0u32; order.len()];
        for (number, &vertex) in order.iter().enumerate() {
            place[vertex as usize] = number as u32;
        }
        let moved = |cells: W| {
            bits(cells).fold(W::ZERO, |all, bit| all | W::bit(place[bit.trailing_zeros() as usize]))
        };
        let near = order.iter().map(|&vertex| moved(self.near[vertex as usize])).collect();
        Map { left: moved(self.left), right: moved(self.right), near }
    }

    /// Returns each edge once, with the smaller number first.
    fn edges(&self) -> Vec<ColouredEdge> {
        let later = |(vertex, near): (u32, &W)| {
            bits(*near & !W::first(vertex)).map(move |bit| (vertex, bit.trailing_zeros(), 0))
        };
        (0..).zip(&self.near).flat_map(later).collect()
    }
}

/// Packs the bits of `cells` at the positions of `kept` into the lowest bits.
fn squeezed<W: Word>(cells: W, kept: W) -> W {
    let found = bits(kept).zip(0..).filter(|(bit, _)| cells & *bit != W::ZERO);
    found.fold(W::ZERO, |all, (_, number)| all | W::bit(number))
}
