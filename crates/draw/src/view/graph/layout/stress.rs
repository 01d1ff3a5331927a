//! Layout by stress majorization: distances in the picture approximate those in the graph.
//!
//! Source: E. R. Gansner, Y. Koren, S. North, *Graph Drawing by Stress Majorization* (2004), applied to one vertex at a time.

use super::parts::Part;
use crate::canvas::{Length, Point, point};

/// The number of times every vertex is moved.
const SWEEPS: usize = 120;
/// The weight of a pair at distance 1; weights decrease with the square of the distance.
const WEIGHT: Length = 1 << 20;

pub(super) fn place(part: &Part, edge: Length) -> Vec<Point> {
    let count = part.vertices.len();
    let distances: Vec<Vec<usize>> = (0..count).map(|vertex| part.distances(vertex)).collect();
    let mut places = begin(&distances, edge);
    for _ in 0..SWEEPS {
        for vertex in 0..count {
            places[vertex] = best(vertex, &distances[vertex], &places, edge);
        }
    }
    spread(places, edge)
}

/// Computes initial positions from the distances to three vertices that are far apart, with a little noise to break ties.
fn begin(distances: &[Vec<usize>], edge: Length) -> Vec<Point> {
    let farthest = |from: &dyn Fn(usize) -> usize| {
        let vertices = (0..distances.len()).rev();
        vertices.max_by_key(|&vertex| from(vertex)).unwrap_or(0)
    };
    let one = farthest(&|vertex| distances[0][vertex]);
    let other = farthest(&|vertex| distances[one][vertex]);
    let aside = farthest(&|vertex| distances[one][vertex].min(distances[other][vertex]));
    let place = |vertex: usize| {
        let from = |start: usize| distances[start][vertex] as Length;
        let noise = |factor: usize| ((vertex + 1) * factor % 64) as Length * edge / 128;
        let x = (from(one) - from(other)) * edge / 2 + noise(37);
        let y = (2 * from(aside) - from(one) - from(other)) * edge / 2 + noise(23);
        point(x, y)
    };
    (0..distances.len()).map(place).collect()
}

/// Returns the best position of a vertex while all others stay fixed.
fn best(vertex: usize, distances: &[usize], places: &[Point], edge: Length) -> Point {
    let at = places[vertex];
    let (mut x, mut y, mut sum) = (0, 0, 0);
    for (other, distance) in distances.iter().enumerate().filter(|(other, _)| *other != vertex) {
        let distance = *distance as Length;
        let weight = (WEIGHT / (distance * distance)).max(1);
        let ideal = places[other].towards(at, distance * edge, 0);
        (x, y, sum) = (x + weight * ideal.x, y + weight * ideal.y, sum + weight);
    }
    if sum == 0 { at } else { point(x / sum, y / sum) }
}

/// Enlarges the picture by a factor of at most 3 if vertices are too close to each other.
fn spread(places: Vec<Point>, edge: Length) -> Vec<Point> {
    let pairs = places
        .iter()
        .enumerate()
        .flat_map(|(index, one)| places[..index].iter().map(move |other| one.distance(*other)));
    let least = pairs.min().unwrap_or(edge).max(1);
    let wanted = edge * 3 / 4;
    if least >= wanted {
        return places;
    }
    let (factor, divisor) = if 3 * least < wanted { (3, 1) } else { (wanted, least) };
    places.into_iter().map(|at| point(at.x * factor / divisor, at.y * factor / divisor)).collect()
}
