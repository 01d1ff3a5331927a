//! Graphs, and Hackenbush graphs on their ground.

mod edges;
mod ground;
mod layout;
mod track;

use winways_kit::view::Graph;

use super::cells;
use super::drawn::{Drawn, SMALL, Spot, caption, label};
use super::labels::ElementLabels;
use crate::DrawError;
use crate::canvas::{Length, Point, UNIT, point};
use crate::scene::{Anchor, Label, Shape};

/// The radius of a vertex.
const RADIUS: Length = 14 * UNIT;

pub(super) fn draw(graph: &Graph, labels: &ElementLabels) -> Result<Drawn, DrawError> {
    if graph.vertices.len() > DrawError::MAX_VERTICES {
        return Err(DrawError::ManyVertices);
    }
    if graph.edges.len() > DrawError::MAX_EDGES {
        return Err(DrawError::ManyEdges);
    }
    let exists = |vertex: u32| (vertex as usize) < graph.vertices.len();
    if !graph.edges.iter().all(|edge| exists(edge.from) && exists(edge.to)) {
        return Err(DrawError::InconsistentView);
    }
    match graph.ground {
        Some(ground) if exists(ground) => Ok(ground::draw(graph, ground)),
        Some(_) => Err(DrawError::InconsistentView),
        None => free(graph, labels),
    }
}

fn free(graph: &Graph, labels: &ElementLabels) -> Result<Drawn, DrawError> {
    let places = layout::places(graph)?;
    let mut drawn = Drawn::default();
    let middles = edges::draw(graph, &places, labels, &mut drawn.shapes);
    for ((middle, track), index) in middles.into_iter().zip(0..) {
        drawn.spots.extend([track::spot(graph, index, &track, middle)]);
    }
    let mut names = Vec::new();
    for ((vertex, &at), element) in graph.vertices.iter().zip(&places).zip(0..) {
        let needs_name = cells::on_vertex(&vertex.content, &vertex.name, at, RADIUS, &mut drawn.shapes);
        if needs_name && !vertex.name.is_empty() {
            let (beside, anchor) = beside(graph, &places, element, at);
            let name = label(beside, anchor, SMALL, &vertex.name);
            names.push(Shape::Label(Label { covers: true, ..name }));
        }
        drawn.spots.insert(element, Spot::round(at, RADIUS));
    }
    drawn.shapes.extend(names);
    if graph.vertices.is_empty() {
        drawn.shapes.push(caption(point(0, 0), Anchor::Middle, "no vertices"));
    }
    Ok(drawn)
}

/// Returns the position for the name of a vertex: below, above, to the right or to the left, whichever is farthest from its edges.
fn beside(graph: &Graph, places: &[Point], vertex: u64, at: Point) -> (Point, Anchor) {
    let far = RADIUS + 12 * UNIT;
    let sides = [
        (point(0, 1), point(at.x, at.y + far), Anchor::Middle),
        (point(0, -1), point(at.x, at.y - far), Anchor::Middle),
        (point(1, 0), point(at.x + RADIUS + 6 * UNIT, at.y), Anchor::Begin),
        (point(-1, 0), point(at.x - RADIUS - 6 * UNIT, at.y), Anchor::End),
    ];
    let others = graph.edges.iter().filter_map(|edge| match vertex {
        _ if u64::from(edge.from) == vertex => places.get(edge.to as usize),
        _ if u64::from(edge.to) == vertex => places.get(edge.from as usize),
        _ => None,
    });
    let others: Vec<Point> = others.copied().filter(|other| *other != at).collect();
    // The greatest cosine of an angle between this direction and an edge, in 256ths.
    let nearness = |direction: &Point| {
        let along = |other: &Point| {
            let (x, y) = (other.x - at.x, other.y - at.y);
            (x * direction.x + y * direction.y) * 256 / at.distance(*other).max(1)
        };
        others.iter().map(along).max().unwrap_or(-256)
    };
    let best = sides.iter().min_by_key(|(direction, ..)| nearness(direction));
    best.map_or((at, Anchor::Middle), |(_, at, anchor)| (*at, *anchor))
}
