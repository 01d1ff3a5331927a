//! Enumerates all small boards for verification.

use crate::pictures::board::Board;
use crate::pictures::component::Packed;
use crate::pictures::graphs;
use crate::pictures::position::{Pictures, Position};
use crate::pictures::states::{ABSENT, EMPTY, State};
use winways_notation::pictures::Shape;

/// The maximum number of cells; larger boards cannot be enumerated in reasonable time.
const MOST: u64 = 40;

impl<C: Packed> Pictures<C> {
    /// Returns all boards of at most `up_to` cells in all sizes, or all graphs of at most `up_to` vertices. If the file
    /// names a larger graph, returns for each vertex the boards on the `up_to` nearest vertices, with the others gone.
    pub(crate) fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Position<C>> + '_> {
        let most = up_to.min(MOST) as usize;
        let shape = self.rules.shape;
        if shape == Shape::Graph {
            let boards = self.graphs(most).flat_map(move |near| {
                let all: Vec<Vec<usize>> = match near.len() <= most {
                    true => vec![(0..near.len()).collect()],
                    false => (0..near.len()).map(|vertex| nearest(&near, vertex, most)).collect(),
                };
                all.into_iter().flat_map(move |there| {
                    let near = near.clone();
                    self.fillings(there.len(), EMPTY).map(move |filling| {
                        let mut states = vec![ABSENT; near.len()];
                        there.iter().zip(filling).for_each(|(&vertex, state)| states[vertex] = state);
                        let names = (0..near.len()).map(|vertex| vertex.to_string()).collect();
                        Board::of_graph(near.clone(), names, None, states)
                    })
                })
            });
            return Box::new(boards.filter_map(|board| self.one(board).ok()));
        }
        let sizes: Vec<(usize, usize)> = match shape {
            Shape::Strip | Shape::Ring => (1..=most).map(|width| (width, 1)).collect(),
            _ => (1..=most).flat_map(|width| (1..=most / width).map(move |height| (width, height))).collect(),
        };
        // Surfaces that wrap around are enumerated without gone cells.
        let first =
            if matches!(shape, Shape::Grid | Shape::Strip | Shape::Hexagonal) { ABSENT } else { EMPTY };
        let boards = sizes.into_iter().flat_map(move |(width, height)| {
            let fillings = self.fillings(width * height, first);
            fillings.map(move |states| Board::of_rows(shape, width, states))
        });
        Box::new(boards.filter_map(|board| self.one(board).ok()))
    }

    /// Returns all ways to give each of `cells` cells a state that is at least `first`.
    fn fillings(&self, cells: usize, first: State) -> impl Iterator<Item = Vec<State>> + use<C> {
        let kinds = self.rules.alphabet.count() as u64 - u64::from(first);
        (0..kinds.saturating_pow(cells as u32)).map(move |mut number| {
            let states = (0..cells).map(|_| {
                let state = (number % kinds) as State + first;
                number /= kinds;
                state
            });
            states.collect()
        })
    }

    /// Returns the neighbour lists of all graphs of at most `most` vertices, or of the graph that the file names.
    fn graphs(&self, most: usize) -> Box<dyn Iterator<Item = Vec<Vec<usize>>>> {
        if let Some(fixed) = &self.headers.graph {
            let near = graphs::read(&[], Some(fixed), "", false).map(|graph| graph.near).ok();
            return Box::new(near.into_iter());
        }
        Box::new((1..=most).flat_map(|vertices| {
            let pairs: Vec<(usize, usize)> =
                (0..vertices).flat_map(|one| (0..one).map(move |other| (one, other))).collect();
            (0..1_u64.checked_shl(pairs.len() as u32).unwrap_or(0)).map(move |edges| {
                let mut near = vec![Vec::new(); vertices];
                for (_, &(one, other)) in pairs.iter().enumerate().filter(|(bit, _)| edges >> bit & 1 == 1) {
                    near[one].push(other);
                    near[other].push(one);
                }
                near
            })
        }))
    }
}

/// Returns the `count` vertices nearest to a vertex, in breadth-first order.
fn nearest(near: &[Vec<usize>], from: usize, count: usize) -> Vec<usize> {
    let mut found = vec![from];
    let mut next = 0;
    while found.len() < count && next < found.len() {
        for &vertex in &near[found[next]] {
            if found.len() < count && !found.contains(&vertex) {
                found.push(vertex);
            }
        }
        next += 1;
    }
    found.truncate(count);
    found
}
