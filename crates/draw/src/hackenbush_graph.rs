//! Hackenbush graphs.

mod layout;
mod picture;

pub(crate) use picture::vertex_name;

use crate::DrawError;

/// The colour of an edge, which determines who may cut it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Blue: only Left.
    Blue,
    /// Red: only Right.
    Red,
    /// Green: either player.
    Green,
}

/// An edge of a Hackenbush graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HackenbushEdge {
    /// One end. Vertex 0 is the ground.
    pub from: u32,
    /// The other end, which may be the same vertex.
    pub to: u32,
    /// The colour.
    pub colour: Colour,
}

/// A Hackenbush graph that can be drawn: any graph rooted at the ground.
///
/// The height of a vertex is its distance from the ground. Blue edges are solid lines, red edges are dashed, green edges are
/// dotted. Every edge that ends on the ground has its own place there, and every vertex is labelled with its number. Edges that
/// are not connected to the ground have fallen away and are not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HackenbushGraph {
    edges: Vec<HackenbushEdge>,
}

impl HackenbushGraph {
    /// Creates a graph with the given edges. Loops and parallel edges are allowed.
    ///
    /// # Errors
    ///
    /// Returns [`DrawError::ManyEdges`] for more than [`DrawError::MAX_EDGES`] edges.
    ///
    /// ```
    /// use winways_draw::{Colour, HackenbushEdge, HackenbushGraph};
    ///
    /// let edge = |from, to, colour| HackenbushEdge { from, to, colour };
    /// let flower = [edge(0, 1, Colour::Green), edge(1, 2, Colour::Blue), edge(1, 1, Colour::Red)];
    /// assert!(HackenbushGraph::new(flower)?.scene("a flower").svg().contains("stroke-dasharray"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    pub fn new(edges: impl IntoIterator<Item = HackenbushEdge>) -> Result<HackenbushGraph, DrawError> {
        let edges: Vec<HackenbushEdge> = edges.into_iter().take(DrawError::MAX_EDGES + 1).collect();
        if edges.len() > DrawError::MAX_EDGES {
            Err(DrawError::ManyEdges)
        } else {
            Ok(HackenbushGraph { edges })
        }
    }
}
