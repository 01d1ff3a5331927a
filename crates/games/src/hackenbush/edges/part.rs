//! Parts of a picture: edges that are connected without the ground.

use crate::hackenbush::picture::{Edge, Parts, WrittenEdge, numbered, sorted_ends};
use crate::hackenbush::whole::{PicturePart, Split};
use winways_kit::boards::labelling;
use winways_kit::boards::labelling::ColouredEdge;
use winways_rules::{Component, Player, Side, Sign};

/// An edge with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Twig {
    /// The two vertices, the smaller number first. Vertex 0 is the ground.
    pub ends: Edge,
    /// The players who may cut the edge: [`Twig::BLUE`], [`Twig::RED`] or, for both, [`Twig::GREEN`].
    pub tint: u8,
}

impl Twig {
    /// The tint of edges that Left may cut.
    pub const BLUE: u8 = 1;
    /// The tint of edges that Right may cut.
    pub const RED: u8 = 2;
    /// The tint of edges that either player may cut.
    pub const GREEN: u8 = 3;

    pub(super) fn written(&self) -> String {
        let colour = match self.tint {
            Twig::BLUE => 'b',
            Twig::RED => 'r',
            _ => 'g',
        };
        format!("{}-{}:{colour}", self.ends.0, self.ends.1)
    }

    fn of(edge: &WrittenEdge) -> Twig {
        let tint = match edge.player {
            Player::Left => Twig::BLUE,
            Player::Right => Twig::RED,
            Player::Either => Twig::GREEN,
        };
        Twig { ends: edge.ends(), tint }
    }

    fn exchanged(self) -> Twig {
        Twig { tint: (self.tint & 1) << 1 | self.tint >> 1, ..self }
    }
}

/// A part of a picture: edges that stay connected when the ground is removed, at least one of them on the ground.
///
/// The edges are sorted, so parts with the same edges between the same named vertices compare equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Picture {
    edges: Box<[Twig]>,
}

impl Component for Picture {
    fn owned_bytes(&self) -> usize {
        size_of_val(&*self.edges)
    }
}

/// The greatest number of edges of a part whose vertices are canonicalised.
const EDGES_ORDERED: usize = 256;

impl Picture {
    /// Returns the edges, sorted.
    pub fn edges(&self) -> &[Twig] {
        &self.edges
    }

    /// Iterates over the indices of the edges that `side` may cut, without repeated edges.
    pub(super) fn cuts(&self, side: Side) -> impl Iterator<Item = usize> {
        let tint = if side == Side::Left { Twig::BLUE } else { Twig::RED };
        let is_first = |&index: &usize| index == 0 || self.edges[index] != self.edges[index - 1];
        (0..self.edges.len()).filter(move |&index| self.edges[index].tint & tint != 0).filter(is_first)
    }

    /// Returns the parts left when edge number `index` is cut.
    pub(super) fn without(&self, index: usize) -> Vec<Picture> {
        parts([&self.edges[..index], &self.edges[index + 1..]].concat())
    }

    pub(super) fn written(&self) -> String {
        self.edges.iter().map(Twig::written).collect::<Vec<_>>().join(" ")
    }

    /// Returns the edges without their colour, if all are green.
    pub(super) fn green_edges(&self) -> Option<Vec<Edge>> {
        self.edges.iter().map(|twig| (twig.tint == Twig::GREEN).then_some(twig.ends)).collect()
    }

    /// Replaces the part by its representative up to isomorphism. A part of more than [`EDGES_ORDERED`] edges is unchanged.
    pub(super) fn canonicalise(&mut self) {
        if self.edges.len() <= EDGES_ORDERED {
            *self = Picture { edges: ordered(&self.edges) };
        }
    }

    /// Replaces the part by its representative up to isomorphism and exchange of blue and red. Returns [`Sign::Negative`] if the
    /// colours were exchanged. A part of more than [`EDGES_ORDERED`] edges is unchanged.
    pub(super) fn canonicalise_value(&mut self) -> Sign {
        if self.edges.len() > EDGES_ORDERED {
            return Sign::Same;
        }
        let exchanged: Vec<Twig> = self.edges.iter().map(|twig| twig.exchanged()).collect();
        let (same, exchanged) = (ordered(&self.edges), ordered(&exchanged));
        if exchanged < same {
            *self = Picture { edges: exchanged };
            return Sign::Negative;
        }
        *self = Picture { edges: same };
        Sign::Same
    }
}

/// Numbers the vertices from 1 so that most isomorphic pictures become equal, and replaces loops by twigs.
fn ordered(edges: &[Twig]) -> Box<[Twig]> {
    // If vertices look alike, the result may depend on the previous order. Repeat while the list of edges gets smaller.
    let mut least = ordered_once(edges);
    loop {
        let next = ordered_once(&least);
        if next >= least {
            return least;
        }
        least = next;
    }
}

fn ordered_once(edges: &[Twig]) -> Box<[Twig]> {
    let ends: Vec<Edge> = edges.iter().map(|twig| twig.ends).collect();
    let numbers = numbered(&ends);
    let mut vertices = numbers.vertices as u32;
    let mut twigs: Vec<ColouredEdge> = Vec::with_capacity(edges.len());
    for (&(a, b), twig) in numbers.ends.iter().zip(edges) {
        let b = if a == b { vertices } else { b };
        vertices = vertices.max(b + 1);
        twigs.push((a, b, twig.tint.into()));
    }
    // The ground has a colour of its own and always comes first.
    let mut colours = vec![0; vertices as usize];
    colours[0] = 1;
    let order = labelling::order(&colours, &twigs);
    let mut names = vec![0; vertices as usize];
    for (name, &vertex) in (1..).zip(order.iter().filter(|&&vertex| vertex != 0)) {
        names[vertex as usize] = name;
    }
    let renamed = |&(a, b, tint): &ColouredEdge| Twig {
        ends: sorted_ends((names[a as usize], names[b as usize])),
        tint: tint as u8,
    };
    let mut edges: Box<[Twig]> = twigs.iter().map(renamed).collect();
    edges.sort_unstable();
    edges
}

/// Returns the parts of a picture, in the order of their first edges. Edges that are not connected to the ground are dropped.
///
/// O(edges · log edges).
pub(super) fn parts(mut twigs: Vec<Twig>) -> Vec<Picture> {
    twigs.sort_unstable();
    let ends: Vec<Edge> = twigs.iter().map(|twig| twig.ends).collect();
    let groups = Parts::of(&ends).grouped(twigs);
    groups.into_iter().map(|edges| Picture { edges: edges.into_boxed_slice() }).collect()
}

impl PicturePart for Picture {
    const GREEN: &'static [Player] = &[Player::Left, Player::Right];

    fn split(edges: &[WrittenEdge]) -> Split<Picture> {
        let mut sorted: Vec<(Twig, u32)> = edges.iter().map(Twig::of).zip(0..).collect();
        sorted.sort_unstable();
        let ends: Vec<Edge> = sorted.iter().map(|(twig, _)| twig.ends).collect();
        let groups = Parts::of(&ends).grouped(sorted.into_iter().map(|(_, edge)| edge));
        let twigs = |group: &[u32]| group.iter().map(|&edge| Twig::of(&edges[edge as usize])).collect();
        Split::new(edges.len(), &groups, |group| Picture { edges: twigs(group) })
    }

    fn without(&self, place: usize) -> Vec<Picture> {
        Picture::without(self, place)
    }
}
