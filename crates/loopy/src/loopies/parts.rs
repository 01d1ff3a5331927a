//! Computes the simplest forms of large graphs part by part.

use super::{Loopies, Stopper};
use crate::graph::{Graph, PLAYERS, components, stopper_vertices};
use crate::onside::{Rooted, simplified_onside};
use crate::stopper::simplest_forms;
use crate::work::Work;
use hashbrown::HashMap;
use winways_solve::{Ledger, StopReason};

/// The minimum number of vertices that are simplified together.
const LEAST_PART: usize = 128;

impl Loopies {
    /// Returns the stopper of each vertex of a graph of stoppers.
    ///
    /// Strongly connected components are simplified in parts, each after the components that it reaches. A part contains the simplest
    /// forms of those components, and at least as many new vertices as the previous part had vertices. The tables of comparisons are
    /// therefore small if the simplest forms are small. They take at most a constant factor more time than a single table.
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

    /// Returns the onside of a vertex as a graph with a root, and `true` if the root is a stopper.
    ///
    /// Strongly connected components with cycles of alternating moves are replaced by the onsides of their vertices, if these are
    /// stoppers. Each component is replaced after the components that it reaches.
    pub(super) fn onside(
        &mut self,
        start: Rooted,
        ledger: &Ledger<'_>,
    ) -> Result<(Rooted, bool), StopReason> {
        let Rooted { mut graph, mut root } = start;
        loop {
            let mut handles = self.known_stoppers(&graph, ledger)?;
            let entries = entries_of_lowest(&graph, root, &handles);
            if entries.is_empty() {
                break;
            }
            let mut is_changed = false;
            for entry in entries {
                let part = self.with_stoppers(
                    &graph,
                    &closure(&graph, entry, &handles),
                    &handles,
                    self.work(ledger),
                )?;
                if let (found, true) = simplified_onside(Rooted { graph: part, root: 0 }, self.work(ledger))?
                {
                    handles[entry as usize] = Some(self.stoppers(&found.graph, ledger)?[found.root as usize]);
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
            let rest = closure(&graph, root, &handles);
            graph = self.with_stoppers(&graph, &rest, &handles, self.work(ledger))?;
            root = 0;
        }
        simplified_onside(Rooted { graph, root }, self.work(ledger))
    }

    /// Returns the stopper of each vertex that reaches no cycle of alternating moves, and `None` for all other vertices.
    fn known_stoppers(
        &mut self,
        graph: &Graph,
        ledger: &Ledger<'_>,
    ) -> Result<Vec<Option<Stopper>>, StopReason> {
        let is_stopper = stopper_vertices(graph);
        let stoppers: Vec<u32> = graph.vertices().filter(|&vertex| is_stopper[vertex as usize]).collect();
        let (part, numbers) = graph.reachable_from(&stoppers);
        let found = self.stoppers(&part, ledger)?;
        Ok(numbers.iter().map(|&number| found.get(number as usize).copied()).collect())
    }

    /// Returns the graph that starts with the given vertices, followed by the simplest forms of the stoppers that they reach.
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

/// Returns the followers of a vertex, starting with the vertex itself and stopping at vertices with a known stopper.
fn closure(graph: &Graph, root: u32, handles: &[Option<Stopper>]) -> Vec<u32> {
    let mut seen = vec![false; graph.len()];
    seen[root as usize] = true;
    let mut order = vec![root];
    let mut next = 0;
    while let Some(&vertex) = order.get(next) {
        next += 1;
        let options = graph.all_options(vertex).filter(|&option| handles[option as usize].is_none());
        order.extend(options.filter(|&option| !std::mem::replace(&mut seen[option as usize], true)));
    }
    order
}

/// Returns the entries of the lowest open components. A component is open if its stoppers are not known, and lowest if it
/// reaches no other open component. An entry is a vertex to which another open component has a move. Skips the component of the
/// root.
fn entries_of_lowest(graph: &Graph, root: u32, handles: &[Option<Stopper>]) -> Vec<u32> {
    let found = components(graph.len(), |from| graph.all_options(from));
    let mut component_of = vec![0; graph.len()];
    for (number, component) in found.iter().enumerate() {
        component.iter().for_each(|&vertex| component_of[vertex as usize] = number);
    }
    let is_open = |vertex: u32| handles[vertex as usize].is_none();
    let leaves = |from: u32, to: u32| component_of[from as usize] != component_of[to as usize];
    let mut is_lowest = vec![true; found.len()];
    is_lowest[component_of[root as usize]] = false;
    let mut is_entry = vec![false; graph.len()];
    for vertex in graph.vertices().filter(|&vertex| is_open(vertex)) {
        for option in graph.all_options(vertex).filter(|&option| is_open(option) && leaves(vertex, option)) {
            is_lowest[component_of[vertex as usize]] = false;
            is_entry[option as usize] = true;
        }
    }
    let is_wanted = |vertex: &u32| is_entry[*vertex as usize] && is_lowest[component_of[*vertex as usize]];
    graph.vertices().filter(is_wanted).collect()
}
