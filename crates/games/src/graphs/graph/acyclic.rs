//! Directed graphs without cycles, with vertices identified by index.

use std::collections::HashMap;
use winways_rules::{Meter, RuleFault};
use winways_values::Nimber;

/// The greatest number of edges or vertices of a graph. They are counted in 32 bits, and one value is reserved as a sentinel.
pub(super) const MAX_EDGES: usize = u32::MAX as usize - 1;

/// A directed graph without cycles. Every play of a token on it ends.
///
/// ```
/// use winways_games::graphs::graph::Acyclic;
/// let graph = Acyclic::new(3, &[(1, 0), (2, 0), (2, 1)]).unwrap();
/// assert_eq!(graph.nim_values().iter().map(|value| value.0).collect::<Vec<_>>(), [0, 1, 2]);
///
/// let cycle = Acyclic::new(3, &[(0, 1), (1, 2), (2, 1)]).unwrap_err();
/// assert_eq!(cycle.vertices, [1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acyclic {
    /// The options of each vertex.
    options: Lists,
    /// The vertices in topological order: every vertex comes after all of its options.
    order: Vec<u32>,
}

/// A cycle, reported where none is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The vertices of the cycle in order.
    pub vertices: Vec<u32>,
    /// The index of the edge from the last vertex to the first one.
    pub edge: usize,
}

impl Acyclic {
    /// Creates the graph with the vertices 0 to `vertices` - 1 and edges (from, to). Edges may be repeated. O(vertices + edges).
    ///
    /// # Errors
    /// Returns a cycle if there is one.
    ///
    /// # Panics
    /// Panics if an edge names a vertex that does not exist, or if there are more than 2^32 - 2 edges or vertices.
    pub fn new(vertices: usize, edges: &[(u32, u32)]) -> Result<Acyclic, Cycle> {
        match Acyclic::new_metered(vertices, edges.iter().copied(), &mut Meter::default()) {
            Ok(graph) => graph,
            Err(fault) => unreachable!("a meter that always goes on: {fault}"),
        }
    }

    /// Like [`Acyclic::new`], but counts the work on `meter`. Uses 16 bytes for each vertex and 8 for each edge, half of which
    /// remain allocated.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter is interrupted. The inner error is a cycle, if there is one.
    ///
    /// # Panics
    /// Panics under the same conditions as [`Acyclic::new`].
    pub fn new_metered(
        vertices: usize,
        edges: impl ExactSizeIterator<Item = (u32, u32)> + Clone,
        meter: &mut Meter,
    ) -> Result<Result<Acyclic, Cycle>, RuleFault> {
        assert!(edges.len().max(vertices) <= MAX_EDGES, "too large a graph");
        let options = Lists::new(vertices, edges.clone(), meter)?;
        let sources = Lists::new(vertices, edges.clone().map(|(from, to)| (to, from)), meter)?;
        // A vertex is ready when all its options are in order (Kahn 1962).
        let mut waiting: Vec<u32> = Vec::with_capacity(vertices);
        let mut order: Vec<u32> = Vec::with_capacity(vertices);
        for vertex in 0..vertices as u32 {
            meter.spend(VERTEX)?;
            waiting.push(options.of(vertex).len() as u32);
            if options.of(vertex).is_empty() {
                order.push(vertex);
            }
        }
        let mut done = 0;
        while let Some(&vertex) = order.get(done) {
            done += 1;
            let sources = sources.of(vertex);
            meter.spend(VERTEX + sources.len() as u64)?;
            for &source in sources {
                waiting[source as usize] -= 1;
                if waiting[source as usize] == 0 {
                    order.push(source);
                }
            }
        }
        let is_whole = order.len() == vertices;
        let graph = Acyclic { options, order };
        if is_whole {
            return Ok(Ok(graph));
        }
        let first = waiting.iter().position(|&count| count > 0).unwrap_or(0);
        Ok(Err(graph.cycle_from(first as u32, &waiting, edges)))
    }

    /// Returns a cycle among the vertices that the topological order does not reach. Each of these vertices has an option among
    /// them.
    fn cycle_from(&self, first: u32, waiting: &[u32], mut edges: impl Iterator<Item = (u32, u32)>) -> Cycle {
        let mut seen_at: HashMap<u32, usize> = HashMap::new();
        let mut path = Vec::new();
        let mut vertex = first;
        while seen_at.insert(vertex, path.len()).is_none() {
            path.push(vertex);
            let next = self.options(vertex).iter().find(|&&next| waiting[next as usize] > 0);
            vertex = next.copied().unwrap_or(vertex);
        }
        // The path has returned to `vertex`. The cycle starts at its first visit.
        let start = path.iter().position(|&visited| visited == vertex).unwrap_or(0);
        let vertices = path.split_off(start);
        let closing = (vertices[vertices.len() - 1], vertex);
        let edge = edges.position(|edge| edge == closing).unwrap_or(0);
        Cycle { vertices, edge }
    }

    /// Returns the options of a vertex, in the order of the edges.
    pub fn options(&self, vertex: u32) -> &[u32] {
        self.options.of(vertex)
    }

    /// Returns the number of edges. Repeated edges count repeatedly.
    pub(super) fn edge_count(&self) -> usize {
        self.options.members.len()
    }

    /// Returns the nim-values of all vertices: each is the least number that no option has (Sprague, Grundy). O(vertices +
    /// edges).
    pub fn nim_values(&self) -> Vec<Nimber> {
        match self.nim_values_metered(&mut Meter::default()) {
            Ok(values) => values,
            Err(fault) => unreachable!("a meter that always goes on: {fault}"),
        }
    }

    /// Like [`Acyclic::nim_values`], but counts the work on `meter`.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter is interrupted.
    pub fn nim_values_metered(&self, meter: &mut Meter) -> Result<Vec<Nimber>, RuleFault> {
        let mut values = vec![Nimber::ZERO; self.order.len()];
        // For each value, the last vertex with an option of that value.
        let mut seen_by: Vec<u32> = vec![u32::MAX; 1];
        for &vertex in &self.order {
            let options = self.options(vertex);
            meter.spend(VERTEX + options.len() as u64)?;
            if seen_by.len() <= options.len() {
                seen_by.resize(options.len() + 1, u32::MAX);
            }
            for &option in options {
                // With k options, values of k and more do not affect the mex.
                if let Some(seen) = seen_by.get_mut(values[option as usize].0 as usize) {
                    *seen = vertex;
                }
            }
            let mex = seen_by.iter().take_while(|&&seen| seen == vertex).count();
            values[vertex as usize] = Nimber(mex as u64);
        }
        Ok(values)
    }
}

/// The meter steps per vertex.
const VERTEX: u64 = 4;

/// Lists of vertices, one for each vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lists {
    /// The offset of each list in `members`, followed by the total length.
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Lists {
    /// Groups pairs by their first number. Counts the work on `meter`.
    pub(super) fn new(
        groups: usize,
        pairs: impl Iterator<Item = (u32, u32)> + Clone,
        meter: &mut Meter,
    ) -> Result<Lists, RuleFault> {
        let mut starts = vec![0u32; groups + 2];
        let mut count = 0;
        for (group, _) in pairs.clone() {
            meter.spend(VERTEX)?;
            starts[group as usize + 2] += 1;
            count += 1;
        }
        for group in 2..starts.len() {
            meter.spend(1)?;
            starts[group] += starts[group - 1];
        }
        let mut members = vec![0u32; count];
        for (group, member) in pairs {
            meter.spend(VERTEX)?;
            let place = &mut starts[group as usize + 1];
            members[*place as usize] = member;
            *place += 1;
        }
        starts.pop();
        Ok(Lists { starts, members })
    }

    /// Returns the list of a vertex.
    pub(super) fn of(&self, vertex: u32) -> &[u32] {
        &self.members[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_is_walked_without_recursion() {
        let edges: Vec<(u32, u32)> = (0..200_000).map(|v| (v + 1, v)).collect();
        let values = Acyclic::new(200_001, &edges).unwrap().nim_values();
        assert!(values.iter().enumerate().all(|(vertex, value)| value.0 == vertex as u64 % 2));
    }
}
