//! Canonical labelling of graphs: an order of the vertices that is independent of their names for most graphs.

/// An edge between two vertices, with its colour.
pub type ColouredEdge = (u32, u32, u64);

/// Orders the vertices `0..colours.len()` by colour refinement: by their colours, then by the colours of their neighbours, and so
/// on. If refinement cannot distinguish some vertices, one of them is individualised and refinement continues. Vertices with the
/// same neighbours are individualised together, because their order makes no difference.
///
/// Isomorphic graphs become equal when their vertices are numbered in these orders, if vertices that refinement cannot
/// distinguish are equivalent. That is the case for nearly all small graphs. Otherwise isomorphic graphs may remain different.
/// Graphs that become equal are always isomorphic, whatever the hash. O(vertices · (vertices + edges)) in the worst case,
/// usually a few rounds.
pub fn order(colours: &[u64], edges: &[ColouredEdge]) -> Vec<u32> {
    let mut marks: Vec<u64> = colours.iter().map(|&colour| mixed(colour)).collect();
    let mut next = marks.clone();
    let mut order: Vec<u32> = (0..colours.len() as u32).collect();
    let mut classes = sort(&mut order, &marks);
    let mut neighbourhoods = None;
    while classes < order.len() {
        next.copy_from_slice(&marks);
        for &(a, b, colour) in edges {
            let (a, b) = (a as usize, b as usize);
            next[a] = next[a].wrapping_add(edge_mark(marks[b], colour));
            next[b] = next[b].wrapping_add(edge_mark(marks[a], colour));
        }
        for mark in &mut next {
            *mark = mixed(*mark);
        }
        std::mem::swap(&mut marks, &mut next);
        let more = sort(&mut order, &marks);
        if more <= classes {
            let neighbourhoods = neighbourhoods.get_or_insert_with(|| Neighbourhoods::of(order.len(), edges));
            if !individualise_twins(&order, &mut marks, neighbourhoods) {
                individualise_one(&order, &mut marks);
            }
            classes = sort(&mut order, &marks);
        } else {
            classes = more;
        }
    }
    order
}

/// Hashes of the neighbourhoods of the vertices.
struct Neighbourhoods {
    /// Equal for vertices with the same neighbours.
    open: Vec<u64>,
    /// Equal for vertices that are joined and have the same neighbours apart from each other.
    closed: Vec<u64>,
}

impl Neighbourhoods {
    fn of(vertices: usize, edges: &[ColouredEdge]) -> Neighbourhoods {
        let own = |vertex: u32| mixed(u64::from(vertex));
        let mut open = vec![0u64; vertices];
        for &(a, b, colour) in edges {
            for (from, to) in [(a, b), (b, a)] {
                open[from as usize] = open[from as usize].wrapping_add(edge_mark(own(to), colour));
            }
        }
        // Twins joined by an edge of another colour are individualised one by one.
        let colour = edges.first().map_or(0, |edge| edge.2);
        let with_own = |(vertex, &open): (u32, &u64)| open.wrapping_add(edge_mark(own(vertex), colour));
        let closed = (0..).zip(&open).map(with_own).collect();
        Neighbourhoods { open, closed }
    }

    /// Returns `true` if all given vertices have the same neighbours, apart from each other.
    fn are_twins(&self, vertices: &[u32]) -> bool {
        [&self.open, &self.closed]
            .iter()
            .any(|hashes| vertices.iter().all(|&v| hashes[v as usize] == hashes[vertices[0] as usize]))
    }
}

/// Returns the contribution of an edge to the mark of a vertex, given the mark of its neighbour.
fn edge_mark(neighbour: u64, colour: u64) -> u64 {
    mixed(neighbour ^ colour.wrapping_mul(COLOUR))
}

const COLOUR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Sorts the vertices by their marks and returns the number of distinct marks.
fn sort(order: &mut [u32], marks: &[u64]) -> usize {
    order.sort_unstable_by_key(|&vertex| (marks[vertex as usize], vertex));
    order.chunk_by(|&a, &b| marks[a as usize] == marks[b as usize]).count()
}

/// Gives different marks to vertices whose mark is shared only by vertices with the same neighbours. Returns `false` if there
/// are no such vertices.
fn individualise_twins(order: &[u32], marks: &mut [u64], neighbourhoods: &Neighbourhoods) -> bool {
    let is_same = |a: &u32, b: &u32| marks[*a as usize] == marks[*b as usize];
    let classes = order.chunk_by(is_same).filter(|class| class.len() > 1 && neighbourhoods.are_twins(class));
    let twins: Vec<u32> = classes.flat_map(|class| &class[1..]).copied().collect();
    let (mut last, mut number) = (None, 0);
    for &vertex in &twins {
        let mark = &mut marks[vertex as usize];
        number = if last == Some(*mark) { number + 1 } else { 1 };
        last = Some(*mark);
        *mark = mixed(mark.wrapping_add(number));
    }
    !twins.is_empty()
}

/// Changes the mark of the first vertex that shares its mark with another vertex.
fn individualise_one(order: &[u32], marks: &mut [u64]) {
    if let Some(pair) = order.windows(2).find(|pair| marks[pair[0] as usize] == marks[pair[1] as usize]) {
        marks[pair[0] as usize] = mixed(!marks[pair[0] as usize]);
    }
}

/// Returns a bijective hash of a word, in which every output bit depends on every input bit.
///
/// Source: the finaliser of SplitMix64 (S. Vigna; after D. Stafford).
fn mixed(word: u64) -> u64 {
    let word = word.wrapping_add(COLOUR);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn renamed(edges: &[ColouredEdge], place: &[u32]) -> Vec<ColouredEdge> {
        let mut edges: Vec<ColouredEdge> = edges
            .iter()
            .map(|&(a, b, colour)| (place[a as usize], place[b as usize], colour))
            .map(|(a, b, colour)| (a.min(b), a.max(b), colour))
            .collect();
        edges.sort_unstable();
        edges
    }

    fn inverse(order: &[u32]) -> Vec<u32> {
        let mut place = vec![0; order.len()];
        for (number, &vertex) in order.iter().enumerate() {
            place[vertex as usize] = number as u32;
        }
        place
    }

    /// Without the detection of twins, refinement would take one round over all edges for each vertex.
    #[test]
    fn a_large_complete_graph_is_ordered_in_a_few_rounds() {
        let edges: Vec<ColouredEdge> = (0..1000).flat_map(|b| (0..b).map(move |a| (a, b, 7))).collect();
        let neighbourhoods = Neighbourhoods::of(1000, &edges);
        assert!(neighbourhoods.are_twins(&(0..1000).collect::<Vec<_>>()));
        let mut sorted = order(&vec![0; 1000], &edges);
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..1000));
    }

    proptest! {
        /// Tests graphs whose vertices form sets of twins. The twins of a set are all joined to each other, or none are.
        #[test]
        fn graphs_of_twins_become_equal(
            copies in proptest::collection::vec((1u32..4, any::<bool>()), 1..5),
            joined in proptest::collection::vec(any::<bool>(), 16),
            shuffled in Just((0..12u32).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let sets: Vec<usize> = copies.iter().enumerate().flat_map(|(set, &(count, _))| vec![set; count as usize]).collect();
            let count = sets.len() as u32;
            let is_joined = |a: usize, b: usize| if a == b { copies[a].1 } else { joined[4 * a.min(b) + a.max(b) - 1] };
            let edges: Vec<ColouredEdge> = (0..count)
                .flat_map(|b| (0..b).map(move |a| (a, b, 0)))
                .filter(|&(a, b, _)| is_joined(sets[a as usize], sets[b as usize]))
                .collect();
            let names: Vec<u32> = shuffled.into_iter().filter(|&name| name < count).collect();
            // The sets are distinguished by colours, so that only twins are left to refinement.
            let colours: Vec<u64> = sets.iter().map(|&set| set as u64).collect();
            let mut others = colours.clone();
            for (vertex, &name) in names.iter().enumerate() {
                others[name as usize] = colours[vertex];
            }
            let other = renamed(&edges, &names);
            prop_assert_eq!(
                renamed(&edges, &inverse(&order(&colours, &edges))),
                renamed(&other, &inverse(&order(&others, &other)))
            );
        }

        /// Tests trees, where vertices that refinement cannot distinguish are equivalent.
        #[test]
        fn equal_trees_become_equal(
            parents in proptest::collection::vec((any::<u32>(), 0u64..2), 0..12),
            shuffled in Just((0..13u32).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let edges: Vec<ColouredEdge> = parents
                .iter()
                .enumerate()
                .map(|(child, &(parent, colour))| (parent % (child as u32 + 1), child as u32 + 1, colour))
                .collect();
            let count = edges.len() + 1;
            let names: Vec<u32> = shuffled.into_iter().filter(|&name| name < count as u32).collect();
            let other = renamed(&edges, &names);
            let colours = vec![0; count];
            prop_assert_eq!(
                renamed(&edges, &inverse(&order(&colours, &edges))),
                renamed(&other, &inverse(&order(&colours, &other)))
            );
        }
    }
}
