//! A graph with the numbers that its user gave to the vertices.

use super::acyclic::{Cycle, MAX_EDGES};
use super::edges::{Edges, NamedEdge};
use super::tokens::VERTICES_SHOWN;
use std::fmt::Write;
use winways_notation::{Diagnostic, Span};
use winways_rules::Player;

/// The name of a game whose edges do not belong to its name, whichever of the games on graphs it is.
pub(super) const OF_FILE: &str = "graph";

/// A graph as it is written.
pub(super) struct NamedGraph {
    pub(super) edges: Vec<NamedEdge>,
    /// The numbers of the vertices, ascending.
    pub(super) names: Vec<u64>,
}

impl NamedGraph {
    pub(super) fn parse(text: &str) -> Result<NamedGraph, Diagnostic> {
        let edges = Edges::new(text).collect::<Result<Vec<_>, _>>()?;
        if edges.is_empty() {
            return Err(Diagnostic::new("there is no edge", Span::at(text.len()))
                .label("expected edges `u v`, from vertex u to vertex v")
                .help("separate edges by line breaks, commas or semicolons"));
        }
        let mut names: Vec<u64> = edges.iter().flat_map(|edge| edge.vertices).collect();
        names.sort_unstable();
        names.dedup();
        if names.len().max(edges.len()) > MAX_EDGES {
            let message = format!("the graph has more than {MAX_EDGES} edges or vertices");
            return Err(Diagnostic::new(message, Span::at(text.len())));
        }
        Ok(NamedGraph { edges, names })
    }

    /// The places of an edge's ends among the names.
    pub(super) fn ends(&self, edge: &NamedEdge) -> [u32; 2] {
        // Numbers without gaps are their own places.
        let last = self.names.len() as u64 - 1;
        let is_dense = self.names[self.names.len() - 1] == last;
        let place = |name: u64| self.names.partition_point(|&other| other < name) as u32;
        edge.vertices.map(|name| if is_dense { name as u32 } else { place(name) })
    }

    /// The places of the ends of all edges.
    pub(super) fn pairs(&self) -> Vec<(u32, u32)> {
        self.edges.iter().map(|edge| self.ends(edge)).map(|[from, to]| (from, to)).collect()
    }

    /// The first edge that is for one player only.
    pub(super) fn coloured_edge(&self) -> Option<&NamedEdge> {
        self.edges.iter().find(|edge| edge.player != Player::Either)
    }
}

/// What is wrong with a graph that has a cycle, where there should be none; its edge stands at `span`.
pub(super) fn cycle_error(cycle: &Cycle, names: &[u64], span: Span) -> Diagnostic {
    let shown = &cycle.vertices[..cycle.vertices.len().min(VERTICES_SHOWN)];
    let mut text = String::new();
    for &vertex in shown {
        // Writing to a string cannot fail.
        let _ = write!(text, "{} -> ", names[vertex as usize]);
    }
    if cycle.vertices.len() > shown.len() {
        let _ = write!(text, "({} more) -> ", cycle.vertices.len() - shown.len());
    }
    let _ = write!(text, "{}", names[cycle.vertices[0] as usize]);
    Diagnostic::new(format!("the graph has a cycle: {text}"), span)
        .label("this edge is on it; expected a graph in which every play ends")
}
