//! Values outside an arena.

use crate::graph::Graph;
use crate::loopies::{Form, Loopies, Loopy};
use winways_solve::{Ledger, StopReason};

/// The onside and the offside of a value as graphs, outside the arena [`Loopies`] in which the value was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    onside: SideGraph,
    /// The graph of the offside, or `None` if it equals the onside.
    offside: Option<SideGraph>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SideGraph {
    graph: Graph,
    vertex: u32,
    is_stopper: bool,
}

impl Sides {
    /// Returns `true` if the value is a stopper.
    #[must_use]
    pub fn is_stopper(&self) -> bool {
        self.offside.is_none() && self.onside.is_stopper
    }

    /// Returns `true` if both sides are stoppers, which are in simplest form.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.onside.is_stopper && self.offside.as_ref().is_none_or(|side| side.is_stopper)
    }

    /// Returns the graphs of the onside and of the offside, each with its vertex.
    #[must_use]
    pub fn graphs(&self) -> [(&Graph, u32); 2] {
        [&self.onside, self.offside.as_ref().unwrap_or(&self.onside)].map(|side| (&side.graph, side.vertex))
    }

    /// Returns the memory of the graphs, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.onside.graph.bytes() + self.offside.as_ref().map_or(0, |side| side.graph.bytes())
    }
}

impl Loopies {
    /// Returns the sides of a value, which [`Loopies::value_of_sides`] can add to any arena.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn sides(&self, value: Loopy, ledger: &Ledger<'_>) -> Result<Sides, StopReason> {
        let side = |form: Form| -> Result<SideGraph, StopReason> {
            let (graph, vertex) = self.graph(form, ledger)?;
            Ok(SideGraph { graph, vertex, is_stopper: matches!(form, Form::Stopper(_)) })
        };
        let onside = side(value.onside())?;
        let offside = if value.onside() == value.offside() { None } else { Some(side(value.offside())?) };
        Ok(Sides { onside, offside })
    }

    /// Returns the value with the given sides, which [`Loopies::sides`] may have returned for another arena.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(n²) steps for n vertices on cycles, and otherwise linear.
    pub fn value_of_sides(&mut self, sides: &Sides, ledger: &Ledger<'_>) -> Result<Loopy, StopReason> {
        let mut form = |side: &SideGraph| -> Result<Form, StopReason> {
            let SideGraph { graph, vertex, is_stopper } = side;
            Ok(match is_stopper {
                true => Form::Stopper(self.intern(graph, ledger)?[*vertex as usize]),
                false => Form::Simplified(self.intern_simplified(graph.clone(), *vertex, ledger)?),
            })
        };
        let onside = form(&sides.onside)?;
        let offside = sides.offside.as_ref().map_or(Ok(onside), form)?;
        Ok(Loopy::of_sides(onside, offside))
    }
}
