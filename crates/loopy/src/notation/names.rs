//! Values with a name.

use crate::graph::{
    Graph,
    Player::{Left, Right},
};
use crate::loopies::{Form, Loopies, Loopy, Stopper};
use winways_solve::{Ledger, StopReason};

/// The names of values and the word `pass`, which cannot be labels.
pub(super) const RESERVED: [&str; 10] =
    ["on", "off", "dud", "over", "under", "upon", "uponth", "tis", "tisn", "pass"];

/// Appends the graph of a named value to a graph, and returns its vertex. Returns `None` for `uponth` and for any word that is not a
/// name.
pub(super) fn add_name(name: &str, graph: &mut Graph) -> Option<u32> {
    let vertex = graph.add_vertex();
    match name {
        "on" => graph.add_edge(Left, vertex, vertex),
        "off" => graph.add_edge(Right, vertex, vertex),
        "dud" => {
            graph.add_edge(Left, vertex, vertex);
            graph.add_edge(Right, vertex, vertex);
        }
        "over" | "under" | "upon" => {
            let option = graph.add_vertex();
            let (own, other) = if name == "over" { (Right, Left) } else { (Left, Right) };
            graph.add_edge(own, vertex, vertex);
            graph.add_edge(other, vertex, option);
            if name == "upon" {
                let zero = graph.add_vertex();
                graph.add_edge(Left, option, zero);
                graph.add_edge(Right, option, zero);
            }
        }
        "tis" | "tisn" => {
            let partner = graph.add_vertex();
            let (own, other) = if name == "tis" { (Left, Right) } else { (Right, Left) };
            graph.add_edge(own, vertex, partner);
            graph.add_edge(other, partner, vertex);
        }
        _ => return None,
    }
    Some(vertex)
}

impl Loopies {
    /// Returns the value with a name, such as `over`, or `None` for any other word.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn named(&mut self, name: &str, ledger: &Ledger<'_>) -> Result<Option<Loopy>, StopReason> {
        if name == "uponth" {
            return self.uponth(ledger).map(|uponth| Some(uponth.into()));
        }
        let mut graph = Graph::new();
        match add_name(name, &mut graph) {
            Some(vertex) => self.value(&graph, vertex, ledger).map(Some),
            None => Ok(None),
        }
    }

    /// Returns uponth: the degree of upon.
    pub(super) fn uponth(&mut self, ledger: &Ledger<'_>) -> Result<Stopper, StopReason> {
        if let Some(known) = self.known_uponth() {
            return Ok(known);
        }
        let mut graph = Graph::new();
        let upon = add_name("upon", &mut graph).unwrap_or_default();
        let upon = self.value(&graph, upon, ledger)?;
        let found = match self.difference(upon, upon, ledger)?.onside() {
            Form::Stopper(stopper) => stopper,
            Form::Simplified(_) => return Err(StopReason::Contradiction { theorem: "uponth is a stopper" }),
        };
        self.set_uponth(found);
        Ok(found)
    }

    /// Returns `true` if the value is dud.
    pub(super) fn is_dud(&self, value: Loopy) -> bool {
        let (Form::Stopper(on), Form::Stopper(off)) = (value.onside(), value.offside()) else { return false };
        self.options(Left, on) == [on]
            && self.options(Right, on).is_empty()
            && self.options(Left, off).is_empty()
            && self.options(Right, off) == [off]
    }
}
