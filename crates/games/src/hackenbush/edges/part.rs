//! Parts of a picture: what is connected without the ground.

use crate::hackenbush::picture::{Edge, Parts, WrittenEdge, numbered, sorted_ends};
use crate::hackenbush::whole::{PicturePart, Split};
use winways_kit::boards::labelling;
use winways_kit::boards::labelling::ColouredEdge;
use winways_rules::{Component, Player, Side, Sign};

/// An edge with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Twig {
    /// Its two vertices, the smaller number first; 0 is the ground.
    pub ends: Edge,
    /// Who may cut it: [`Twig::BLUE`], [`Twig::RED`] or both, [`Twig::GREEN`].
    pub tint: u8,
}

impl Twig {
    /// Left may cut it.
    pub const BLUE: u8 = 1;
    /// Right may cut it.
    pub const RED: u8 = 2;
    /// Either player may cut it.
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

/// A part of a picture: edges that stay connected when the ground is taken away, at least one of them on the ground.
///
/// The edges are sorted: pictures that are equal as graphs with named vertices are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Picture {
    edges: Box<[Twig]>,
}

impl Component for Picture {
    fn owned_bytes(&self) -> usize {
        size_of_val(&*self.edges)
    }
}

/// The most edges of a part whose vertices are put in order.
const EDGES_ORDERED: usize = 256;

impl Picture {
    /// The edges, sorted.
    pub fn edges(&self) -> &[Twig] {
        &self.edges
    }

    /// The edges that `side` may cut, by their index; equal ones once.
    pub(super) fn cuts(&self, side: Side) -> impl Iterator<Item = usize> {
        let tint = if side == Side::Left { Twig::BLUE } else { Twig::RED };
        let is_first = |&index: &usize| index == 0 || self.edges[index] != self.edges[index - 1];
        (0..self.edges.len()).filter(move |&index| self.edges[index].tint & tint != 0).filter(is_first)
    }

    /// What is left when edge number `index` is cut.
    pub(super) fn without(&self, index: usize) -> Vec<Picture> {
        parts([&self.edges[..index], &self.edges[index + 1..]].concat())
    }

    pub(super) fn written(&self) -> String {
        self.edges.iter().map(Twig::written).collect::<Vec<_>>().join(" ")
    }

    /// The edges without their colour, if all are green.
    pub(super) fn green_edges(&self) -> Option<Vec<Edge>> {
        self.edges.iter().map(|twig| (twig.tint == Twig::GREEN).then_some(twig.ends)).collect()
    }

    /// The representative of pictures with equal game trees.
    pub(super) fn canonicalise(&mut self) {
        if self.edges.len() <= EDGES_ORDERED {
            *self = Picture { edges: ordered(&self.edges) };
        }
    }

    /// The representative of pictures whose value under normal play is equal up to sign.
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

/// Names the vertices 1, 2, 3, ... in an order that equal pictures mostly share, and makes loops twigs.
fn ordered(edges: &[Twig]) -> Box<[Twig]> {
    // Where vertices look alike an order may depend on the one before: go on while it gets less.
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
    // The ground has a colour of its own, and comes first whatever the order says.
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

/// The parts of a picture, in the order of their first edges; what is not connected to the ground has fallen.
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
