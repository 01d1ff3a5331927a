//! Where the vertices of a graph stand.
//!
//! Where the game does not say, every connected part is drawn by the first of these that suits it: a path as a line, an
//! acyclic directed graph in layers, a tree from its middle down, a cycle or a dense graph as a circle, any other so that
//! distances are as near as possible to those in the graph; large ones in rows by their distance from a vertex. All in
//! whole numbers, so that the same graph is drawn the same way everywhere.

mod circle;
mod layers;
mod parts;
mod rows;
mod stress;
mod tree;

use winways_kit::view::Graph;

use crate::DrawError;
use crate::canvas::{Length, Point, UNIT, point};
use parts::Part;

/// The length of an edge.
const EDGE: Length = 68 * UNIT;
/// How wide a row of parts is at most, if none of them is wider.
const MAX_WIDTH: Length = 760 * UNIT;
/// Up to how many vertices a cycle or a dense graph is a circle.
const MAX_CIRCLE: usize = 24;
/// Up to how many vertices distances are fitted, which takes time with their square.
const MAX_STRESS: usize = 150;
/// How many vertices of a path are in a row.
const PATH: usize = 12;

/// The middles of all vertices.
pub(super) fn places(graph: &Graph) -> Result<Vec<Point>, DrawError> {
    match given(graph)? {
        Some(places) => Ok(places),
        None => Ok(found(graph)),
    }
}

/// The places that the game gives, if it gives one for every vertex.
fn given(graph: &Graph) -> Result<Option<Vec<Point>>, DrawError> {
    let places: Option<Vec<(i32, i32)>> = graph.vertices.iter().map(|vertex| vertex.place).collect();
    let Some(places) = places else { return Ok(None) };
    // Larger pictures are refused in any case; within this, lengths can be multiplied.
    let is_near = |(x, y): &(i32, i32)| {
        let most = DrawError::MAX_LENGTH;
        x.unsigned_abs() <= most && y.unsigned_abs() <= most
    };
    if !places.iter().all(is_near) {
        return Err(DrawError::LargePicture);
    }
    let at = |(x, y): (i32, i32)| point(Length::from(x) * EDGE, -Length::from(y) * EDGE);
    Ok(Some(places.into_iter().map(at).collect()))
}

/// Places for every connected part, and the parts side by side.
fn found(graph: &Graph) -> Vec<Point> {
    let mut places = vec![point(0, 0); graph.vertices.len()];
    let (mut left, mut top, mut height) = (0, 0, 0);
    for part in Part::all(graph) {
        let own = part_places(&part);
        let least = |coordinate: fn(&Point) -> Length| own.iter().map(coordinate).min().unwrap_or(0);
        let greatest = |coordinate: fn(&Point) -> Length| own.iter().map(coordinate).max().unwrap_or(0);
        let (x, y) = (least(|at| at.x), least(|at| at.y));
        let (wide, high) = (greatest(|at| at.x) - x, greatest(|at| at.y) - y);
        if left > 0 && left + wide > MAX_WIDTH {
            (left, top, height) = (0, top + height + EDGE, 0);
        }
        for (&vertex, at) in part.vertices.iter().zip(&own) {
            places[vertex] = point(at.x - x + left, at.y - y + top);
        }
        (left, height) = (left + wide + EDGE, height.max(high));
    }
    places
}

fn part_places(part: &Part) -> Vec<Point> {
    let (vertices, edges) = (part.vertices.len(), part.edge_count());
    if let Some(order) = part.as_path() {
        return rows::snake(&order, PATH, EDGE);
    }
    if let Some(layers) = layers::longest_paths(part) {
        return rows::place(part, layers, EDGE);
    }
    if edges + 1 == vertices
        && let Some(places) = tree::place(part, EDGE)
    {
        return places;
    }
    let is_cycle = edges == vertices && part.neighbours.iter().all(|near| near.len() == 2);
    if vertices <= MAX_CIRCLE && (is_cycle || vertices <= 5 || edges > 2 * vertices) {
        return circle::place(part, EDGE);
    }
    if vertices <= MAX_STRESS {
        return stress::place(part, EDGE);
    }
    rows::place(part, layers::distances(part), EDGE)
}
