//! Hackenbush graphs.

mod layout;
mod picture;

pub(crate) use picture::vertex_name;

use crate::DrawError;

/// Who may cut an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Left only.
    Blue,
    /// Right only.
    Red,
    /// Either player.
    Green,
}

/// An edge of a Hackenbush graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HackenbushEdge {
    /// One end; vertex 0 is the ground.
    pub from: u32,
    /// The other end, which may be the same.
    pub to: u32,
    /// Who may cut it.
    pub colour: Colour,
}

/// A Hackenbush graph to be drawn: any graph that stands on the ground.
///
/// A vertex is as high as it is far from the ground. Blue edges are full lines, red ones dashed, green ones dotted. Every
/// edge that ends on the ground has a place of its own there. Every vertex has its number beside it. What is not connected to the ground has fallen already and
/// is not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HackenbushGraph {
    edges: Vec<HackenbushEdge>,
}

impl HackenbushGraph {
    /// The graph with these edges; loops and several edges between the same vertices are welcome.
    ///
    /// # Errors
    ///
    /// [`DrawError::ManyEdges`] beyond [`DrawError::MAX_EDGES`].
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
