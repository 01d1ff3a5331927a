//! Assignment of vertices to layers.

use super::parts::Part;

/// Returns the length of the longest path from a source to each vertex, or `None` if the graph is not directed and acyclic.
pub(super) fn longest_paths(part: &Part) -> Option<Vec<usize>> {
    if !part.is_directed {
        return None;
    }
    let count = part.vertices.len();
    let mut sources = vec![0_usize; count];
    part.targets.iter().flatten().for_each(|&target| sources[target] += 1);
    let mut layers = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|&vertex| sources[vertex] == 0).collect();
    let mut next = 0;
    while let Some(&vertex) = ready.get(next) {
        next += 1;
        for &target in &part.targets[vertex] {
            layers[target] = layers[target].max(layers[vertex] + 1);
            sources[target] -= 1;
            if sources[target] == 0 {
                ready.push(target);
            }
        }
    }
    (ready.len() == count).then_some(layers)
}

/// Returns the distances from a vertex that is as far as possible from vertex 0.
pub(super) fn distances(part: &Part) -> Vec<usize> {
    let farthest = part.by_distance(0).last().map_or(0, |(vertex, _)| *vertex);
    part.distances(farthest)
}
