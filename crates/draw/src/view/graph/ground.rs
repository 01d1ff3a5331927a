//! Hackenbush graphs on their ground.
//!
//! The height of a vertex is its distance from the ground. Every edge that ends on the ground has its own point there.

mod layout;

use winways_kit::view::{Cell, Edge, Graph};

use super::super::cells;
use super::super::drawn::{Drawn, Spot, SpotKind, caption, grey, look};
use super::track::{self, Labels, Track, parallels};
use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::scene::{Anchor, Label, Pen, Shape};
use layout::{GridPosition, Layout};

/// The minimum distances between vertices of a layer and between layers.
const ACROSS: Length = 52 * UNIT;
const UP: Length = 60 * UNIT;
/// The distance between parallel edges, where they are furthest apart; it leaves room for their letters.
const APART: Length = 16 * UNIT;
/// The horizontal distance of the control points of a loop from its vertex, and the height of the control points of a loop on
/// the ground.
const LOOP: Length = 38 * UNIT;
/// The base height by which an edge within a layer rises above the vertices in between. Half of it is added for each of these
/// vertices, up to `MAX_RISE`.
const RISE: Length = 18 * UNIT;
const MAX_RISE: Length = UP * 2 / 3;
/// The maximum number of vertices for which their names are shown.
const MAX_NAMES: usize = 400;
/// The maximum length of a name in characters.
const MAX_LETTERS: usize = 24;

/// Draws a Hackenbush graph. Edges that are not connected to the ground have fallen away and are not drawn.
pub(super) fn draw(graph: &Graph, ground: u32) -> Drawn {
    let frame = Frame::of(graph, ground);
    let mut drawn = Drawn { shapes: frame.earth(), ..Drawn::default() };
    let mut letters = Labels::default();
    for ((edge, index), parallels) in graph.edges.iter().zip(0..).zip(parallels(&graph.edges)) {
        let Some(line) = frame.track(edge, parallels) else { continue };
        let middle = letters.put(look(edge.player).letter.to_owned(), &line);
        drawn.spots.extend([track::spot(graph, index, &line, middle)]);
        drawn.shapes.push(line.shape(look(edge.player).edge));
    }
    let mut dots: Vec<Point> = frame.layout.vertices().map(|place| frame.at(place)).collect();
    dots.sort_unstable_by_key(|at| (at.y, at.x));
    dots.dedup();
    drawn.shapes.extend(dots.into_iter().map(Shape::dot));
    drawn.shapes.extend(letters.placed.into_iter().map(Shape::Label));
    let are_named = graph.vertices.len() <= MAX_NAMES;
    for (vertex, number) in graph.vertices.iter().zip(0..) {
        let Some(at) = frame.layout.get(number).map(|place| frame.at(place)) else { continue };
        let mut radius = 5 * UNIT;
        if vertex.content != Cell::Free {
            radius = 10 * UNIT;
            cells::on_vertex(&vertex.content, "", at, radius, &mut drawn.shapes);
        }
        drawn.shapes.extend(name(at, radius, &vertex.name).filter(|_| are_named));
        drawn.spots.insert(u64::from(number), Spot::round(at, radius));
    }
    drawn.spots.insert(u64::from(ground), Spot::new(frame.ground_area(), SpotKind::Row));
    if let Some(vertex) = graph.vertices.get(ground as usize).filter(|_| are_named) {
        drawn.shapes.extend(name(point(-frame.half_across, 0), 2 * UNIT, &vertex.name));
    }
    if graph.edges.is_empty() {
        drawn.shapes.push(caption(point(0, -14 * UNIT), Anchor::Middle, "no edges"));
    }
    drawn
}

/// Returns a label with the name of a vertex at its upper left, or `None` if the name is empty. The label covers lines.
fn name(at: Point, radius: Length, name: &str) -> Option<Shape> {
    let name: String = name.chars().take(MAX_LETTERS).collect();
    let beside = point(at.x - radius, at.y - 6 * UNIT);
    let label = grey(beside, Anchor::End, &name);
    (!name.is_empty()).then_some(Shape::Label(Label { covers: true, ..label }))
}

/// The layout of a graph on the ground, with distances that leave room for parallel edges and their letters.
struct Frame {
    layout: Layout,
    ground: u32,
    /// Half the distance between columns.
    half_across: Length,
    up: Length,
}

impl Frame {
    fn of(graph: &Graph, ground: u32) -> Frame {
        let (mut loops, mut between) = (0, 1);
        for (edge, (_, count)) in graph.edges.iter().zip(parallels(&graph.edges)) {
            match edge.from == edge.to {
                true if edge.from != ground => loops = count.max(loops),
                true => {}
                false => between = count.max(between),
            }
        }
        let half_across = (ACROSS + APART * (between - 1) * 3 / 2 + APART * loops) / 2;
        let up = UP + APART * (between - 1 + loops);
        Frame { layout: Layout::of(&graph.edges, ground), ground, half_across, up }
    }

    fn at(&self, place: GridPosition) -> Point {
        point(place.column * self.half_across, -(place.layer as Length) * self.up)
    }

    fn right(&self) -> Length {
        (self.layout.columns - 1).max(1) * self.half_across
    }

    /// Returns the area around the line of the ground.
    fn ground_area(&self) -> Bounds {
        Bounds { least: point(-self.half_across, -2 * UNIT), greatest: point(self.right(), 12 * UNIT) }
    }

    /// Returns the line of the ground and the earth below it.
    fn earth(&self) -> Vec<Shape> {
        let right = self.right();
        let line = |pen, y| Shape::line(pen, vec![point(-self.half_across, y), point(right, y)]);
        vec![line(Pen::EARTH, 3 * UNIT), line(Pen::GROUND, 0)]
    }

    /// Returns the line of an edge, or `None` if it is not connected to the ground. `number` is its index among the `count`
    /// edges with the same ends.
    fn track(&self, edge: &Edge, (number, count): (Length, Length)) -> Option<Track> {
        let shift = (2 * number + 1 - count) * APART / 2;
        let is_ground = [edge.from, edge.to].map(|end| end == self.ground);
        let place = |vertex| self.layout.get(vertex);
        Some(match is_ground {
            [true, true] => self.arc(*self.layout.ground_loops.get(usize::try_from(number).ok()?)?),
            [false, false] if edge.from == edge.to => lobe(self.at(place(edge.from)?), number),
            [false, false] => self.between(place(edge.from)?, place(edge.to)?, number, shift),
            [is_from, _] => {
                let top = self.at(place(if is_from { edge.to } else { edge.from })?);
                Track::Straight([point(top.x + shift * 3 / 2, 0), top])
            }
        })
    }

    /// Returns the line of a loop on the ground.
    fn arc(&self, column: i64) -> Track {
        let (x, side) = (column * self.half_across, ACROSS / 4);
        let end = |side, height| point(x + side, height);
        Track::Curved([end(-side, 0), end(-side, -LOOP), end(side, -LOOP), end(side, 0)])
    }

    /// Returns the line of an edge between two vertices above the ground.
    fn between(&self, from: GridPosition, to: GridPosition, number: Length, shift: Length) -> Track {
        let (begin, end) = (self.at(from), self.at(to));
        if from.layer != to.layer {
            // A curve reaches three quarters of the distance to its control points.
            let bend = |at: Point, other: Point| {
                point((2 * at.x + other.x) / 3 + shift * 4 / 3, (2 * at.y + other.y) / 3)
            };
            return match shift {
                0 => Track::Straight([begin, end]),
                _ => Track::Curved([begin, bend(begin, end), bend(end, begin), end]),
            };
        }
        // Nest the edges: longer edges pass above shorter ones.
        let first = match self.layout.between(from, to) {
            0 => 0,
            between => (RISE + between * RISE / 2).min(MAX_RISE),
        };
        match first + number * APART {
            0 => Track::Straight([begin, end]),
            rise => {
                let above = |at: Point, other: Point| point((5 * at.x + other.x) / 6, at.y - rise * 4 / 3);
                Track::Curved([begin, above(begin, end), above(end, begin), end])
            }
        }
    }
}

/// Returns the line of a loop at a vertex above the ground, a lobe to the right.
fn lobe(at: Point, number: Length) -> Track {
    // A curve reaches three quarters of the distance to its control points.
    let reach = LOOP + number * APART * 4 / 3;
    // Larger loops leave the vertex at a steeper angle, so loops are nested.
    let high = reach * 3 / 4 + number * APART / 2;
    Track::Curved([at, point(at.x + reach, at.y - high), point(at.x + reach, at.y + high), at])
}
