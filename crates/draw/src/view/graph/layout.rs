//! Layout of graphs.
//!
//! If the game does not place all vertices, every connected component is laid out by the first of these methods that applies:
//!
//! * a path in rows;
//! * an acyclic directed graph in layers;
//! * a tree with at most 24 leaves and depth at most 24, downwards from its middle;
//! * a cycle, a dense graph or a tiny graph, of at most 24 vertices, on a circle;
//! * any other graph of at most 150 vertices by fitting the drawn distances to the graph distances;
//! * a larger graph in rows, by distance from a vertex.
//!
//! All methods use integer arithmetic, so the same graph has the same layout on every platform.

mod circle;
mod layers;
mod parts;
mod rows;
mod stress;
mod tree;

use winways_kit::view::{Edge, Graph};

use crate::DrawError;
use crate::canvas::{Length, Point, UNIT, point};
use parts::Part;

/// The length of an edge.
const EDGE: Length = 68 * UNIT;
/// The maximum width of a row of parts, unless a single part is wider.
const MAX_WIDTH: Length = 760 * UNIT;
/// The maximum number of vertices on a circle.
const MAX_CIRCLE: usize = 24;
/// The maximum number of vertices for which distances are fitted, in quadratic time.
const MAX_STRESS: usize = 150;
/// The number of vertices in each row of a path.
const PATH: usize = 12;

/// Returns the centres of all vertices.
pub(super) fn places(graph: &Graph) -> Result<Vec<Point>, DrawError> {
    match given(graph)? {
        Some(places) => Ok(places),
        None => Ok(computed(graph)),
    }
}

/// Returns the positions given by the game, if it gives one for every vertex.
fn given(graph: &Graph) -> Result<Option<Vec<Point>>, DrawError> {
    let places: Option<Vec<(i32, i32)>> = graph.vertices.iter().map(|vertex| vertex.place).collect();
    let Some(places) = places else { return Ok(None) };
    // Larger pictures are rejected anyway. Within this limit, products of lengths do not overflow.
    let is_near = |(x, y): &(i32, i32)| {
        let most = DrawError::MAX_LENGTH;
        x.unsigned_abs() <= most && y.unsigned_abs() <= most
    };
    if !places.iter().all(is_near) {
        return Err(DrawError::LargePicture);
    }
    let unit = shortest_edge(graph, &places);
    let at = |(x, y): (i32, i32)| point(Length::from(x) * EDGE / unit, -Length::from(y) * EDGE / unit);
    Ok(Some(places.into_iter().map(at).collect()))
}

/// Returns the length of the shortest edge, at least 1.
fn shortest_edge(graph: &Graph, places: &[(i32, i32)]) -> Length {
    let length = |edge: &Edge| {
        let [(x, y), (other_x, other_y)] = [places[edge.from as usize], places[edge.to as usize]];
        let (across, up) = (Length::from(x) - Length::from(other_x), Length::from(y) - Length::from(other_y));
        (across * across + up * up).isqrt()
    };
    graph.edges.iter().map(length).filter(|length| *length > 0).min().unwrap_or(1)
}

/// Lays out every connected part and places the parts side by side.
fn computed(graph: &Graph) -> Vec<Point> {
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
