//! Simplest forms of large graphs, one part after another.

use super::{Loopies, Stopper};
use crate::graph::{Graph, PLAYERS, components, stopper_vertices};
use crate::stopper::simplest_forms;
use crate::work::Work;
use hashbrown::HashMap;
use winways_solve::{Ledger, StopReason};

/// The number of vertices that are simplified together at least.
const LEAST_PART: usize = 128;

impl Loopies {
    /// Returns the stopper of each vertex of a graph of stoppers.
    ///
    /// Strongly connected components are simplified in parts, each after the components that it reaches. A part contains the simplest forms
    /// of these, and at least as many new vertices as the part before had vertices. So the tables of comparisons are small if the simplest
    /// forms are, and never take more than a constant times the time of a single table.
    pub(super) fn stoppers(
        &mut self,
        graph: &Graph,
        ledger: &Ledger<'_>,
    ) -> Result<Vec<Stopper>, StopReason> {
        let mut handles = vec![None; graph.len()];
        let found = match graph.len() {
            0..=LEAST_PART => vec![graph.vertices().collect()],
            _ => components(graph.len(), |from| graph.all_options(from)),
        };
        let (mut rest, mut size, mut new) = (graph.len(), LEAST_PART, Vec::new());
        for component in found {
            rest -= component.len();
            new.extend(component);
            if new.len() < size && rest > 0 {
                continue;
            }
            let part = self.with_stoppers(graph, &new, &handles, self.work(ledger))?;
            let (simplest, classes) = simplest_forms(&part, self.work(ledger))?;
            let stoppers = self.intern(&simplest, ledger)?;
            for (vertex, class) in new.drain(..).zip(classes) {
                handles[vertex as usize] = Some(stoppers[class as usize]);
            }
            size = LEAST_PART.max(part.len());
        }
        Ok(handles.into_iter().flatten().collect())
    }

    /// Returns a graph with the simplest forms of the vertices that reach no cycle of alternating moves, if it is smaller, and the root in it.
    pub(super) fn with_known_stoppers(
        &mut self,
        graph: Graph,
        root: u32,
        ledger: &Ledger<'_>,
    ) -> Result<(Graph, u32), StopReason> {
        if graph.len() <= LEAST_PART {
            return Ok((graph, root));
        }
        let is_stopper = stopper_vertices(&graph);
        let (stoppers, others): (Vec<u32>, Vec<u32>) =
            graph.vertices().partition(|&vertex| is_stopper[vertex as usize]);
        let (part, numbers) = graph.reachable_from(&stoppers);
        let found = self.stoppers(&part, ledger)?;
        let handles: Vec<Option<Stopper>> =
            numbers.iter().map(|&number| found.get(number as usize).copied()).collect();
        let root = others.iter().position(|&vertex| vertex == root).unwrap_or(0);
        Ok((self.with_stoppers(&graph, &others, &handles, self.work(ledger))?, root as u32))
    }

    /// Returns the graph of some vertices, which come first in it, with the simplest forms of all others.
    fn with_stoppers(
        &self,
        graph: &Graph,
        vertices: &[u32],
        handles: &[Option<Stopper>],
        work: Work<'_>,
    ) -> Result<Graph, StopReason> {
        let inside: HashMap<u32, u32> = vertices.iter().copied().zip(0..).collect();
        let mut order: Vec<Stopper> = Vec::new();
        let mut numbers: HashMap<Stopper, u32> = HashMap::new();
        let mut number_of = |stopper: Stopper, order: &mut Vec<Stopper>| {
            *numbers.entry(stopper).or_insert_with(|| {
                order.push(stopper);
                (vertices.len() + order.len() - 1) as u32
            })
        };
        let mut part = Graph::new();
        for &vertex in vertices {
            part.push(PLAYERS.map(|player| {
                let number = |&option: &u32| match handles[option as usize] {
                    Some(stopper) => number_of(stopper, &mut order),
                    None => inside.get(&option).copied().unwrap_or_default(),
                };
                graph.options(player, vertex).iter().map(number).collect()
            }));
            work.spend(4)?;
        }
        while let Some(&stopper) = order.get(part.len() - vertices.len()) {
            part.push(PLAYERS.map(|player| {
                let options = self.options(player, stopper).iter();
                options.map(|&option| number_of(option, &mut order)).collect()
            }));
            work.spend(4)?;
        }
        work.check(2 * part.bytes())?;
        Ok(part)
    }
}
