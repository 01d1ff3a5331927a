//! Parts of a picture: what hangs together without the ground.

use crate::hackenbush::picture::{Edge, Sets, numbered, sorted_ends};
use std::collections::BTreeMap;
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

    pub(super) fn player(&self) -> Player {
        match self.tint {
            Twig::BLUE => Player::Left,
            Twig::RED => Player::Right,
            _ => Player::Either,
        }
    }

    fn exchanged(self) -> Twig {
        Twig { tint: (self.tint & 1) << 1 | self.tint >> 1, ..self }
    }

    fn is_loop_on_ground(&self) -> bool {
        self.ends == (0, 0)
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

    /// The vertices but the ground, in ascending order.
    pub(super) fn names(&self) -> Vec<u32> {
        let mut names: Vec<u32> = self.edges.iter().flat_map(|twig| [twig.ends.0, twig.ends.1]).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|&name| name != 0);
        names
    }

    pub(super) fn canonicalise(&mut self) -> Sign {
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
    let numbers = numbered(&ends);
    let mut sets = Sets::new(numbers.vertices);
    let mut is_grounded = vec![false; numbers.vertices];
    for &(a, b) in numbers.ends.iter().filter(|&&(a, b)| a != 0 && b != 0) {
        sets.unite(a, b);
    }
    for &(a, b) in numbers.ends.iter().filter(|&&(a, b)| a == 0 || b == 0) {
        is_grounded[sets.find(a | b) as usize] = true;
    }
    // By the first edge of each part.
    let mut parts: BTreeMap<usize, Vec<Twig>> = BTreeMap::new();
    let mut first_edge: BTreeMap<u32, usize> = BTreeMap::new();
    for (index, (twig, &(a, b))) in twigs.iter().zip(&numbers.ends).enumerate() {
        let root = sets.find(a.max(b));
        if twig.is_loop_on_ground() {
            parts.insert(index, vec![*twig]);
        } else if is_grounded[root as usize] {
            let first = *first_edge.entry(root).or_insert(index);
            parts.entry(first).or_default().push(*twig);
        }
    }
    parts.into_values().map(|edges| Picture { edges: edges.into_boxed_slice() }).collect()
}

/// The edges of all parts, with names for the vertices that no two parts share.
pub(super) fn together(position: &[Picture]) -> Vec<Twig> {
    // Parts that come from different pictures may use the same names.
    let mut next = 1;
    let mut renamed = Vec::new();
    for picture in position {
        let names = picture.names();
        let is_free = names.first().is_none_or(|&least| least >= next);
        let last = names.last().copied().unwrap_or(0);
        let shift = if is_free { 0 } else { next - names[0] };
        let Some(after) = last.checked_add(shift).and_then(|last| last.checked_add(1)) else {
            // No names are left above: all get new ones.
            return together(&renumbered(position));
        };
        next = after.max(next);
        let name = |vertex: u32| if vertex == 0 { 0 } else { vertex + shift };
        renamed.extend(
            picture
                .edges
                .iter()
                .map(|twig| Twig { ends: sorted_ends((name(twig.ends.0), name(twig.ends.1))), ..*twig }),
        );
    }
    renamed
}

/// The same parts with vertices 1, 2, 3, ... all through.
fn renumbered(position: &[Picture]) -> Vec<Picture> {
    let mut next = 1;
    let mut all = Vec::new();
    for picture in position {
        let names = picture.names();
        let name = |vertex: u32| match names.binary_search(&vertex) {
            Ok(place) => next + place as u32,
            Err(_) => 0,
        };
        let renamed = |twig: &Twig| Twig { ends: (name(twig.ends.0), name(twig.ends.1)), ..*twig };
        let edges = picture.edges.iter().map(renamed).collect();
        next += names.len() as u32;
        all.push(Picture { edges });
    }
    all
}
