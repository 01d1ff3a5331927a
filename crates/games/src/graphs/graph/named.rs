//! Graphs whose vertices have numbers chosen by the user.

use super::acyclic::{Acyclic, Cycle, MAX_EDGES};
use super::edges::Edges;
use super::sorting::sort;
use super::tokens::VERTICES_SHOWN;
use std::fmt::Write;
use thiserror::Error;
use winways_notation::{Diagnostic, Span};
use winways_rules::{Meter, Player, RuleFault};
use winways_solve::StopReason;

/// The name of every game on a graph that is read from a file. The edges are not part of the name.
pub(super) const OF_FILE: &str = "graph";

/// An error in reading a game on a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GraphError {
    /// The text has a fault.
    #[error("{0}")]
    Wrong(Diagnostic),
    /// A limit was reached, or the observer stopped the work.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<Diagnostic> for GraphError {
    fn from(diagnostic: Diagnostic) -> Self {
        GraphError::Wrong(diagnostic)
    }
}

impl From<RuleFault> for GraphError {
    fn from(fault: RuleFault) -> Self {
        GraphError::Stopped(fault.into())
    }
}

impl GraphError {
    /// Converts the error to a diagnostic, for callers that read a text without limits.
    pub(super) fn without_limits(self) -> Diagnostic {
        match self {
            GraphError::Wrong(diagnostic) => diagnostic,
            GraphError::Stopped(reason) => Diagnostic::new(reason.to_string(), Span::at(0)),
        }
    }
}

/// A graph whose vertices have numbers chosen by the user.
pub(super) struct NamedGraph {
    /// The edges in the order of the text: indices of the vertices in `names`, and the player.
    pub(super) edges: Vec<(u32, u32, Player)>,
    /// The numbers of the vertices, ascending.
    pub(super) names: Vec<u64>,
}

/// An upper bound on the bytes per edge, not counting the vertices, while a graph is read and turned into a game. It covers the
/// two numbers and the player, a copy of the numbers, and another copy while they are sorted.
const EDGE_BYTES: u64 = (size_of::<([u64; 2], Player)>() + 4 * size_of::<u64>()) as u64;
/// The bytes per vertex: its number and its indices in the lists of a game.
const VERTEX_BYTES: u64 = 40;
/// The meter steps for reading an edge.
const EDGE_STEPS: u64 = 64;

impl NamedGraph {
    /// Reads a graph without limits.
    pub(super) fn parse(text: &str) -> Result<NamedGraph, Diagnostic> {
        NamedGraph::parse_within(text, u64::MAX, &mut Meter::default()).map_err(GraphError::without_limits)
    }

    /// Reads a graph that uses at most `memory` bytes. Counts the work on `meter`.
    pub(super) fn parse_within(text: &str, memory: u64, meter: &mut Meter) -> Result<NamedGraph, GraphError> {
        let charge = |edges: usize, vertices: usize| {
            let (edges, vertices) = (edges as u64 * EDGE_BYTES, vertices as u64 * VERTEX_BYTES);
            match edges + vertices > memory {
                true => Err(GraphError::Stopped(StopReason::Memory { limit: memory })),
                false => Ok(()),
            }
        };
        let mut named: Vec<([u64; 2], Player)> = Vec::new();
        for edge in Edges::new(text) {
            meter.spend(EDGE_STEPS)?;
            if named.len() == named.capacity() {
                charge(named.len() + 1, 0)?;
            }
            let edge = edge?;
            named.push((edge.vertices, edge.player));
        }
        if named.is_empty() {
            let wrong = Diagnostic::new("there is no edge", Span::at(text.len()))
                .label("expected edges `u v`, from vertex u to vertex v")
                .help("separate edges by line breaks, commas or semicolons");
            return Err(wrong.into());
        }
        charge(named.len(), 0)?;
        let names = names(&named, meter)?;
        charge(named.len(), names.len())?;
        if names.len().max(named.len()) > MAX_EDGES {
            let message = format!("the graph has more than {MAX_EDGES} edges or vertices");
            return Err(Diagnostic::new(message, Span::at(text.len())).into());
        }
        // If the vertices are 0, 1, 2, … without gaps, their numbers are their indices.
        let is_dense = names[names.len() - 1] == names.len() as u64 - 1;
        let place = |name: u64| match is_dense {
            true => name as u32,
            false => names.partition_point(|&other| other < name) as u32,
        };
        let mut edges = Vec::with_capacity(named.len());
        for ([from, to], player) in named {
            meter.spend(EDGE_STEPS)?;
            edges.push((place(from), place(to), player));
        }
        Ok(NamedGraph { edges, names })
    }

    /// Iterates over the edges as pairs of indices.
    pub(super) fn pairs(&self) -> impl ExactSizeIterator<Item = (u32, u32)> + Clone + '_ {
        self.edges.iter().map(|&(from, to, _)| (from, to))
    }

    /// Returns the graph as an [`Acyclic`], without limits.
    pub(super) fn acyclic(&self) -> Result<Acyclic, Cycle> {
        Acyclic::new_metered(self.names.len(), self.pairs(), &mut Meter::default())
            .unwrap_or_else(|fault| unreachable!("a meter that always goes on: {fault}"))
    }

    /// Returns the index of the first edge that is for one player only.
    pub(super) fn coloured_edge(&self) -> Option<usize> {
        self.edges.iter().position(|&(_, _, player)| player != Player::Either)
    }
}

/// Returns the distinct numbers of the vertices, ascending.
fn names(named: &[([u64; 2], Player)], meter: &mut Meter) -> Result<Vec<u64>, RuleFault> {
    let mut names = Vec::with_capacity(2 * named.len());
    for (vertices, _) in named {
        meter.spend(1)?;
        names.extend(vertices);
    }
    sort(&mut names, u64::cmp, meter)?;
    names.dedup();
    names.shrink_to_fit();
    Ok(names)
}

/// Creates the diagnostic for a cycle where none is allowed. `span` is the span of one of its edges.
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
        .label("this edge is part of the cycle; expected a graph without cycles")
}
