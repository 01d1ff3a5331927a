//! Layout of trees downwards from their middle.

use super::parts::Part;
use crate::canvas::{Length, Point, point};

/// The maximum number of leaves and of layers of a tree in this layout.
const MAX_LEAVES: usize = 24;
const MAX_DEPTH: usize = 24;

/// Gives every leaf its own column and centres every other vertex above its children. Returns `None` if the tree is too wide or
/// too deep.
pub(super) fn place(part: &Part, edge: Length) -> Option<Vec<Point>> {
    let root = middle(part);
    let order = part.by_distance(root);
    let depths = part.distances(root);
    let children = |vertex: usize| {
        part.neighbours[vertex].iter().copied().filter({
            let depths = &depths;
            move |&other| depths[other] > depths[vertex]
        })
    };
    let leaves = (0..depths.len()).filter(|&vertex| children(vertex).next().is_none()).count();
    if leaves > MAX_LEAVES || depths.iter().any(|depth| *depth > MAX_DEPTH) {
        return None;
    }
    let mut places = vec![point(0, 0); depths.len()];
    let mut column = 0;
    // Depth-first from left to right: place the leaves.
    let mut stack = vec![root];
    while let Some(vertex) = stack.pop() {
        let mut below: Vec<usize> = children(vertex).collect();
        below.reverse();
        if below.is_empty() {
            places[vertex] = point(column * edge * 4 / 5, 0);
            column += 1;
        }
        stack.append(&mut below);
    }
    // Bottom-up: children before their parents.
    for &(vertex, depth) in order.iter().rev() {
        let mut columns = children(vertex).map(|child| places[child].x);
        if let Some(first) = columns.next() {
            let last = columns.next_back().unwrap_or(first);
            places[vertex].x = (first + last) / 2;
        }
        places[vertex].y = depth as Length * edge;
    }
    Some(places)
}

/// Returns the middle vertex of a longest path.
fn middle(part: &Part) -> usize {
    let far = |start: usize| part.by_distance(start).last().copied().unwrap_or((start, 0));
    let (one, _) = far(0);
    let (other, length) = far(one);
    let (from_one, from_other) = (part.distances(one), part.distances(other));
    let is_middle =
        |&vertex: &usize| from_one[vertex] == length / 2 && from_one[vertex] + from_other[vertex] == length;
    (0..part.vertices.len()).find(is_middle).unwrap_or(0)
}
