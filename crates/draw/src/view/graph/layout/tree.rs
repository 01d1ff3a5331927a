//! Trees from their middle down.

use super::parts::Part;
use crate::canvas::{Length, Point, point};

/// How many leaves and layers a tree has at most that is drawn like this.
const MAX_LEAVES: usize = 24;
const MAX_DEPTH: usize = 24;

/// Every leaf has a column of its own, every other vertex is in the middle of its children; none if that gets too wide.
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
    // Down to the leaves, from the left.
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
    // Up again: children before their parents.
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

/// The middle of a longest path.
fn middle(part: &Part) -> usize {
    let far = |start: usize| part.by_distance(start).last().copied().unwrap_or((start, 0));
    let (one, _) = far(0);
    let (other, length) = far(one);
    let (from_one, from_other) = (part.distances(one), part.distances(other));
    let is_middle =
        |&vertex: &usize| from_one[vertex] == length / 2 && from_one[vertex] + from_other[vertex] == length;
    (0..part.vertices.len()).find(is_middle).unwrap_or(0)
}
