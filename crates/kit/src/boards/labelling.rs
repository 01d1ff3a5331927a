//! Canonical labelling of graphs: an order of the vertices that is independent of their names for most graphs.

/// An edge between two vertices, with its colour.
pub type ColouredEdge = (u32, u32, u64);

/// Orders the vertices `0..colours.len()` by colour refinement: by their colours, then by the colours of their neighbours, and so
/// on. If refinement cannot distinguish some vertices, one of them is individualised and refinement continues.
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
    while classes < order.len() {
        next.copy_from_slice(&marks);
        for &(a, b, colour) in edges {
            let (a, b) = (a as usize, b as usize);
            next[a] = next[a].wrapping_add(mixed(marks[b] ^ colour.wrapping_mul(COLOUR)));
            next[b] = next[b].wrapping_add(mixed(marks[a] ^ colour.wrapping_mul(COLOUR)));
        }
        for mark in &mut next {
            *mark = mixed(*mark);
        }
        std::mem::swap(&mut marks, &mut next);
        let more = sort(&mut order, &marks);
        if more <= classes {
            individualise_one(&order, &mut marks);
            classes = sort(&mut order, &marks);
        } else {
            classes = more;
        }
    }
    order
}

const COLOUR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Sorts the vertices by their marks and returns the number of distinct marks.
fn sort(order: &mut [u32], marks: &[u64]) -> usize {
    order.sort_unstable_by_key(|&vertex| (marks[vertex as usize], vertex));
    order.chunk_by(|&a, &b| marks[a as usize] == marks[b as usize]).count()
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

    proptest! {
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
