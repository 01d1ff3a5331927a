//! Whole pictures: the edges and vertex names as they were written, independent of the representation used by engines.

use super::picture::{Edge, MAX_EDGES, WrittenEdge, grounded};
use std::fmt;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};
use winways_kit::view::{Cell, Figure, Graph, Touch, Vertex, View};
use winways_rules::{Component, Player};

/// A component of a picture.
pub trait PicturePart: Component {
    /// The players for whom the cut of a green edge is listed.
    const GREEN: &'static [Player];

    /// Splits a picture into components.
    fn split(edges: &[WrittenEdge]) -> Split<Self>;

    /// Returns the components left when the edge with the index `place` is cut.
    fn without(&self, place: usize) -> Vec<Self>;
}

/// A picture split into components.
#[derive(Debug)]
pub struct Split<C> {
    /// The components, without edges that are not connected to the ground.
    components: Vec<C>,
    /// For each edge of the picture, its component and its index there; `None` if the edge is not connected to the ground.
    places: Vec<Option<(u32, u32)>>,
}

impl<C> Split<C> {
    /// Creates the split of a picture of `edges` edges. `groups` lists the edges of each component, in the order of the
    /// component, and `make` creates a component from its group.
    pub(super) fn new(edges: usize, groups: &[Vec<u32>], make: impl Fn(&[u32]) -> C) -> Split<C> {
        let mut places = vec![None; edges];
        for (component, group) in (0..).zip(groups) {
            for (place, &edge) in (0..).zip(group) {
                places[edge as usize] = Some((component, place));
            }
        }
        Split { components: groups.iter().map(|group| make(group)).collect(), places }
    }

    pub(super) fn components(&self) -> &[C] {
        &self.components
    }

    pub(super) fn places(&self) -> &[Option<(u32, u32)>] {
        &self.places
    }
}

/// A move that cuts an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// The index of the edge in the picture, counted from 0.
    pub edge: u32,
}

/// A position of Hackenbush: edges in the order in which they were written, with the vertices named as in the text.
///
/// Edges that are not connected to the ground cannot be cut, and they are removed by the next move.
#[derive(Clone)]
pub struct WholePicture<C> {
    shared: Arc<Shared<C>>,
}

/// The data shared by the copies of a position.
struct Shared<C> {
    edges: Vec<WrittenEdge>,
    split: OnceLock<Split<C>>,
    /// The ordinal of each edge among equal ones, counted from 1; 0 if there is only one.
    ordinals: OnceLock<Vec<u32>>,
    /// The vertices in ascending order, the ground first.
    vertices: OnceLock<Vec<u32>>,
}

impl<C: PicturePart> WholePicture<C> {
    pub(super) fn new(edges: Vec<WrittenEdge>) -> Self {
        let (split, ordinals, vertices) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        WholePicture { shared: Arc::new(Shared { edges, split, ordinals, vertices }) }
    }

    /// Creates a picture from its edges and its components.
    pub(super) fn with_split(edges: Vec<WrittenEdge>, split: Split<C>) -> Self {
        let picture = WholePicture::new(edges);
        picture.shared.split.get_or_init(|| split);
        picture
    }

    /// Returns the edges as they were written.
    pub fn edges(&self) -> &[WrittenEdge] {
        &self.shared.edges
    }

    /// Returns the components, without edges that are not connected to the ground.
    pub fn components(&self) -> &[C] {
        &self.split().components
    }

    pub(super) fn split(&self) -> &Split<C> {
        self.shared.split.get_or_init(|| C::split(self.edges()))
    }

    /// Returns the component of an edge and its index there; `None` if the edge is not connected to the ground.
    pub(super) fn place(&self, edge: usize) -> Option<(usize, usize)> {
        let place = self.split().places.get(edge).copied().flatten();
        place.map(|(component, place)| (component as usize, place as usize))
    }

    /// Returns every cut with the player who may make it, in the order of the edges.
    pub(super) fn moves(&self) -> Vec<(Player, Cut)> {
        let mut moves = Vec::new();
        for (edge, written) in self.edges().iter().enumerate() {
            if self.place(edge).is_some() {
                let cut = Cut { edge: edge as u32 };
                moves.extend(self.players(written).iter().map(|&player| (player, cut)));
            }
        }
        moves
    }

    pub(super) fn move_count(&self) -> u64 {
        let edges = self.edges().iter().enumerate().filter(|&(edge, _)| self.place(edge).is_some());
        edges.map(|(_, written)| self.players(written).len() as u64).sum()
    }

    fn players<'e>(&self, edge: &'e WrittenEdge) -> &'e [Player] {
        match edge.player {
            Player::Either => C::GREEN,
            _ => std::slice::from_ref(&edge.player),
        }
    }

    /// Returns the picture without an edge and without all edges that are then disconnected from the ground.
    pub(super) fn after(&self, cut: Cut) -> Self {
        let mut rest = self.edges().to_vec();
        rest.remove(cut.edge as usize);
        let ends: Vec<Edge> = rest.iter().map(WrittenEdge::ends).collect();
        let mut is_grounded = grounded(&ends).into_iter();
        rest.retain(|_| is_grounded.next() == Some(true));
        WholePicture::new(rest)
    }

    /// Returns the index of the component that a cut changes, and the components that replace it.
    pub(super) fn component_after(&self, cut: Cut) -> Option<(usize, Vec<C>)> {
        let (component, place) = self.place(cut.edge as usize)?;
        Some((component, self.components()[component].without(place)))
    }

    /// Returns the name of a cut: `cut 0-1:b`, with an ordinal if there are several such edges: `cut 0-1:b (2nd)`.
    pub(super) fn name(&self, cut: Cut) -> String {
        let edge = self.edges()[cut.edge as usize];
        match self.ordinals()[cut.edge as usize] {
            0 => format!("cut {edge}"),
            number => format!("cut {edge} ({})", ordinal(number)),
        }
    }

    fn ordinals(&self) -> &[u32] {
        self.shared.ordinals.get_or_init(|| {
            let edges = self.edges();
            let mut sorted: Vec<u32> = (0..edges.len() as u32).collect();
            let key = |&edge: &u32| {
                let WrittenEdge { from, to, player } = edges[edge as usize];
                (from, to, player.name())
            };
            sorted.sort_by_key(key); // stable: equal edges keep their order
            let mut ordinals = vec![0; edges.len()];
            for equal in sorted.chunk_by(|a, b| key(a) == key(b)).filter(|equal| equal.len() > 1) {
                for (number, &edge) in (1..).zip(equal) {
                    ordinals[edge as usize] = number;
                }
            }
            ordinals
        })
    }

    fn vertices(&self) -> &[u32] {
        self.shared.vertices.get_or_init(|| {
            let ends = self.edges().iter().flat_map(|edge| [edge.from, edge.to]);
            let mut vertices: Vec<u32> = ends.chain([0]).collect();
            vertices.sort_unstable();
            vertices.dedup();
            vertices
        })
    }

    /// Returns the union of two pictures; `None` if both contain a vertex of the same name other than the ground, or if the union
    /// has more than [`MAX_EDGES`] edges.
    pub(super) fn beside(&self, other: &Self) -> Option<Self> {
        let (mine, theirs) = (self.vertices(), other.vertices());
        let is_shared = |vertex: &u32| *vertex != 0 && theirs.binary_search(vertex).is_ok();
        if mine.iter().any(is_shared) || self.edges().len() + other.edges().len() > MAX_EDGES {
            return None;
        }
        Some(WholePicture::new([self.edges(), other.edges()].concat()))
    }

    /// Returns the edges as a quoted argument of a call; `"-"` if there are none.
    pub(super) fn quoted(&self) -> String {
        let mut text = String::with_capacity(8 + 12 * self.edges().len());
        text.push('"');
        for edge in self.edges() {
            let space = if text.len() > 1 { " " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{space}{edge}");
        }
        text.push_str(if text.len() > 1 { "\"" } else { "-\"" });
        text
    }

    pub(super) fn view(&self) -> View {
        let vertices = self.vertices();
        // Every end of an edge is among the vertices.
        let number = |vertex: u32| vertices.binary_search(&vertex).unwrap_or(0) as u32;
        let edge = |edge: &WrittenEdge| view_edge(number(edge.from), number(edge.to), edge.player);
        graph_view(
            vertices.iter().map(|vertex| view_vertex(vertex.to_string(), None)).collect(),
            self.edges().iter().map(edge).collect(),
        )
    }

    pub(super) fn touches(&self, cut: Cut) -> Vec<Touch> {
        vec![Touch::of(self.vertices().len() as u64 + u64::from(cut.edge))]
    }
}

impl<C: PicturePart> PartialEq for WholePicture<C> {
    fn eq(&self, other: &Self) -> bool {
        self.edges() == other.edges()
    }
}

impl<C: PicturePart> Eq for WholePicture<C> {}

impl<C: PicturePart> fmt::Debug for WholePicture<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "WholePicture({})", self.quoted())
    }
}

/// Formats an ordinal: `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`.
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Returns the view of a graph whose first vertex is the ground.
pub(crate) fn graph_view(vertices: Vec<Vertex>, edges: Vec<winways_kit::view::Edge>) -> View {
    View::of(Figure::Graph(Graph { vertices, edges, ground: Some(0) }))
}

pub(crate) fn view_vertex(name: String, place: Option<(i32, i32)>) -> Vertex {
    Vertex { name, content: Cell::Free, place }
}

pub(crate) fn view_edge(from: u32, to: u32, player: Player) -> winways_kit::view::Edge {
    winways_kit::view::Edge { from, to, player, is_directed: false }
}

/// Implements [`winways_kit::WholePositions`] for a game on pictures, given the game, its components and the function that reads
/// a picture.
macro_rules! positions_are_pictures {
    ($game:ty, $part:ty, $read:expr) => {
        impl winways_kit::WholePositions for $game {
            type Part = $part;
            type Position = $crate::hackenbush::WholePicture<$part>;
            type Move = $crate::hackenbush::Cut;

            fn parse(&self, text: &str) -> Result<Self::Position, winways_notation::Diagnostic> {
                $read(text)
            }

            fn write(&self, picture: &Self::Position) -> String {
                picture.quoted()
            }

            fn components(&self, picture: &Self::Position) -> Vec<$part> {
                picture.components().to_vec()
            }

            fn move_bound(&self, picture: &Self::Position) -> u64 {
                picture.move_count()
            }

            fn moves(&self, picture: &Self::Position) -> winways_kit::MovesOfPlayers<Self::Move> {
                Ok(picture.moves())
            }

            fn after(&self, picture: &Self::Position, cut: &Self::Move) -> Self::Position {
                picture.after(*cut)
            }

            fn move_name(&self, picture: &Self::Position, cut: &Self::Move) -> String {
                picture.name(*cut)
            }

            fn touches(&self, picture: &Self::Position, cut: &Self::Move) -> Vec<winways_kit::view::Touch> {
                picture.touches(*cut)
            }

            fn view(&self, picture: &Self::Position) -> winways_kit::view::View {
                picture.view()
            }

            fn sum(&self, picture: &Self::Position, other: &Self::Position) -> Option<Self::Position> {
                picture.beside(other)
            }

            fn component_move(
                &self,
                picture: &Self::Position,
                cut: &Self::Move,
            ) -> Option<(usize, Vec<$part>)> {
                picture.component_after(*cut)
            }

            fn size(&self, picture: &Self::Position) -> usize {
                1 + 2 * picture.edges().len()
            }
        }
    };
}
pub(super) use positions_are_pictures;

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals() {
        let expected = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th"];
        assert_eq!([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map(ordinal), expected);
    }
}
