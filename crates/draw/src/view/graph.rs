//! Graphs, and Hackenbush graphs on their ground.

mod edges;
mod layout;

use winways_kit::view::{Cell, Graph};
use winways_rules::Player;

use super::cells;
use super::drawn::{Drawn, SMALL, Spot, SpotKind, caption, label};
use super::labels::ElementLabels;
use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::hackenbush_graph::vertex_name;
use crate::scene::{Anchor, Label, Shape};
use crate::{Colour, DrawError, HackenbushEdge, HackenbushGraph};

/// The radius of a vertex.
const RADIUS: Length = 14 * UNIT;
/// The radius of the mark of an edge.
const EDGE_RADIUS: Length = 8 * UNIT;
/// The minimum distance between the letters of edges, which leaves room for rings around them.
const LETTER_GAP: Length = 6 * UNIT;
/// The maximum number of vertices of a Hackenbush graph whose names are shown.
const MAX_NAMES: usize = 400;

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
        Some(ground) if exists(ground) => on_ground(graph, ground),
        Some(_) => Err(DrawError::InconsistentView),
        None => free(graph, labels),
    }
}

fn edge_spot(centre: Point) -> Spot {
    Spot { bounds: Bounds::around(centre, 2 * EDGE_RADIUS, 2 * EDGE_RADIUS), kind: SpotKind::Disc }
}

fn vertex_spot(centre: Point, radius: Length) -> Spot {
    Spot { bounds: Bounds::around(centre, 2 * radius, 2 * radius), kind: SpotKind::Disc }
}

fn element_of_edge(graph: &Graph, index: usize) -> u64 {
    (graph.vertices.len() + index) as u64
}

/// Draws a Hackenbush graph. Edges that are not connected to the ground have fallen away and are not drawn.
fn on_ground(graph: &Graph, ground: u32) -> Result<Drawn, DrawError> {
    // Vertex 0 is the ground of a Hackenbush graph.
    let number = |vertex: u32| match vertex.cmp(&ground) {
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => vertex + 1,
        std::cmp::Ordering::Greater => vertex,
    };
    let edges = graph.edges.iter().map(|edge| HackenbushEdge {
        from: number(edge.from),
        to: number(edge.to),
        colour: match edge.player {
            Player::Left => Colour::Blue,
            Player::Right => Colour::Red,
            Player::Either => Colour::Green,
        },
    });
    let letter = |index: usize| cells::letter(graph.edges[index].player).to_owned();
    let drawing = HackenbushGraph::new(edges)?.drawing(letter, LETTER_GAP);
    let mut drawn = Drawn { shapes: drawing.shapes, ..Drawn::default() };
    for (middle, index) in drawing.middles.iter().zip(0..) {
        if let Some(middle) = middle {
            drawn.spots.insert(element_of_edge(graph, index), edge_spot(*middle));
        }
    }
    let are_named = graph.vertices.len() <= MAX_NAMES;
    for (vertex, index) in graph.vertices.iter().zip(0_u32..) {
        let Some(&at) = drawing.vertices.get(&number(index)) else { continue };
        let mut radius = 5 * UNIT;
        if vertex.content != Cell::Free {
            radius = 10 * UNIT;
            cells::on_vertex(&vertex.content, "", at, radius, &mut drawn.shapes);
        }
        if are_named && !vertex.name.is_empty() {
            drawn.shapes.push(vertex_name(at, radius, &vertex.name));
        }
        drawn.spots.insert(u64::from(index), vertex_spot(at, radius));
    }
    let ground = graph.vertices.get(ground as usize).filter(|ground| are_named && !ground.name.is_empty());
    drawn.shapes.extend(ground.map(|ground| vertex_name(drawing.ground, 2 * UNIT, &ground.name)));
    if graph.edges.is_empty() {
        drawn.shapes.push(caption(point(0, -14 * UNIT), Anchor::Middle, "no edges"));
    }
    Ok(drawn)
}

fn free(graph: &Graph, labels: &ElementLabels) -> Result<Drawn, DrawError> {
    let places = layout::places(graph)?;
    let mut drawn = Drawn::default();
    let middles = edges::draw(graph, &places, labels, &mut drawn.shapes);
    for (middle, index) in middles.into_iter().zip(0..) {
        drawn.spots.insert(element_of_edge(graph, index), edge_spot(middle));
    }
    let mut names = Vec::new();
    for ((vertex, &at), element) in graph.vertices.iter().zip(&places).zip(0..) {
        let needs_name = cells::on_vertex(&vertex.content, &vertex.name, at, RADIUS, &mut drawn.shapes);
        if needs_name && !vertex.name.is_empty() {
            let (beside, anchor) = beside(graph, &places, element, at);
            let name = label(beside, anchor, SMALL, &vertex.name);
            names.push(Shape::Label(Label { covers: true, ..name }));
        }
        drawn.spots.insert(element, vertex_spot(at, RADIUS));
    }
    drawn.shapes.extend(names);
    if graph.vertices.is_empty() {
        drawn.shapes.push(caption(point(0, 0), Anchor::Middle, "no vertices"));
    }
    Ok(drawn)
}

/// Returns the place for the name of a vertex that is farthest from its edges: below, above, to the right or to the left.
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
    // The greatest cosine between this direction and an edge, in 256ths.
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
