//! The edges of a graph whose vertices have been placed.

use winways_kit::view::{Edge, Graph};
use winways_rules::Player;

use super::super::drawn::look;
use super::super::labels::ElementLabels;
use super::RADIUS;
use super::track::{Labels, Track, parallels};
use crate::canvas::{Length, Point, UNIT, point};
use crate::scene::{Outline, Pen, Shape};

/// The distance between the middles of parallel edges.
const APART: Length = 22 * UNIT;
/// The distance by which an edge is bent around a vertex.
const AROUND: Length = 30 * UNIT;
/// The distance of the control points of a loop from its vertex, and from each other.
const LOOP: Length = 56 * UNIT;
/// The maximum number of vertices for which all detours around other vertices are tried.
const MAX_DETOURS: usize = 200;
/// The length and the width of the head of a directed edge.
const HEAD: Length = 10 * UNIT;
const HEAD_WIDTH: Length = 8 * UNIT;

/// Draws the edges, with the letters of their players if any edge belongs to one player only. Returns, for each edge, the
/// position of its mark and its line.
pub(super) fn draw(
    graph: &Graph,
    places: &[Point],
    labels: &ElementLabels,
    shapes: &mut Vec<Shape>,
) -> Vec<(Point, Track)> {
    let are_coloured = graph.edges.iter().any(|edge| edge.player != Player::Either);
    let tracks = tracks(graph, places);
    let mut letters = Labels::default();
    let mut middles = Vec::new();
    for ((edge, track), element) in graph.edges.iter().zip(&tracks).zip(graph.vertices.len() as u64..) {
        let is_marked = labels.by_element.contains_key(&element);
        let text = if are_coloured { look(edge.player).letter } else { "" };
        middles.push(if are_coloured || is_marked {
            letters.put(text.to_owned(), track)
        } else {
            track.after(6)
        });
    }
    // Edges with the same pen are drawn together, which is faster to paint.
    for player in [Player::Either, Player::Left, Player::Right] {
        let of_player = graph.edges.iter().zip(&tracks).filter(|(edge, _)| edge.player == player);
        for (edge, track) in of_player.clone() {
            let track = if edge.is_directed { shortened(track) } else { *track };
            shapes.push(track.shape(pen(player, are_coloured)));
        }
        for (_, track) in of_player.filter(|(edge, _)| edge.is_directed) {
            shapes.push(head(track, pen(player, are_coloured)));
        }
    }
    let written = letters.placed.into_iter().filter(|label| !label.text.is_empty());
    shapes.extend(written.map(Shape::Label));
    middles.into_iter().zip(tracks).collect()
}

fn pen(player: Player, are_coloured: bool) -> Pen {
    if are_coloured { look(player).edge } else { Pen::EDGE }
}

/// Returns the last two points of a line: for a curve, its second control point and its end.
fn last_part(track: &Track) -> (Point, Point) {
    match track {
        Track::Straight([begin, end]) => (*begin, *end),
        Track::Curved([_, _, control, end]) => (*control, *end),
    }
}

/// Returns the line without the part that its head covers.
fn shortened(track: &Track) -> Track {
    let (before, end) = last_part(track);
    let base = end.towards(before, HEAD * 3 / 4, 0);
    match *track {
        Track::Straight([begin, _]) => Track::Straight([begin, base]),
        Track::Curved([begin, first, second, _]) => Track::Curved([begin, first, second, base]),
    }
}

fn head(track: &Track, pen: Pen) -> Shape {
    let (before, end) = last_part(track);
    let corner = |side: Length| end.towards(before, HEAD, side * HEAD_WIDTH / 2);
    let paint = pen.colour;
    Shape::Drawn(Outline::Polygon(vec![end, corner(1), corner(-1)]), Some(paint), None)
}

/// Returns the lines of all edges, from rim to rim of their vertices.
fn tracks(graph: &Graph, places: &[Point]) -> Vec<Track> {
    let track = |(edge, (number, count)): (&Edge, (Length, Length))| {
        let (begin, end) = (places[edge.from as usize], places[edge.to as usize]);
        if edge.from == edge.to {
            return lobe(begin, number);
        }
        // Shift to the right as seen from the vertex with the smaller number, even if the edge is directed the other way.
        let side = if edge.from > edge.to { -1 } else { 1 };
        let shift = side * (2 * number + 1 - count) * APART / 2;
        if shift == 0 { around(edge, begin, end, places) } else { between(begin, end, shift) }
    };
    graph.edges.iter().zip(parallels(&graph.edges)).map(track).collect()
}

/// Returns a straight line, or a curve if other vertices are on the straight line.
fn around(edge: &Edge, begin: Point, end: Point, places: &[Point]) -> Track {
    let straight = between(begin, end, 0);
    if !is_blocked(edge, begin, end, places) {
        return straight;
    }
    if places.len() > MAX_DETOURS {
        return between(begin, end, AROUND);
    }
    let ways = [1, -1, 2, -2, 3, -3, 4, -4].map(|way| between(begin, end, way * AROUND));
    let others =
        || places.iter().zip(0_u32..).filter(|(_, vertex)| *vertex != edge.from && *vertex != edge.to);
    let is_clear = |track: &&Track| {
        (1..12)
            .map(|twelfths| track.after(twelfths))
            .all(|at| others().all(|(other, _)| at.distance(*other) > RADIUS + 4 * UNIT))
    };
    *ways.iter().find(is_clear).unwrap_or(&ways[0])
}

/// Returns `true` if another vertex is on the straight line between the ends of an edge.
fn is_blocked(edge: &Edge, begin: Point, end: Point, places: &[Point]) -> bool {
    let length = begin.distance(end).max(1);
    let is_blocking = |(at, vertex): &(&Point, u32)| {
        let (x, y) = (at.x - begin.x, at.y - begin.y);
        let (across, down) = (end.x - begin.x, end.y - begin.y);
        let along = (x * across + y * down) / length;
        let aside = (x * down - y * across) / length;
        *vertex != edge.from
            && *vertex != edge.to
            && (0..length).contains(&along)
            && aside.abs() < RADIUS + 2 * UNIT
    };
    places.iter().zip(0_u32..).any(|item| is_blocking(&item))
}

fn between(begin: Point, end: Point, shift: Length) -> Track {
    let length = begin.distance(end);
    if shift == 0 {
        return Track::Straight([begin.towards(end, RADIUS, 0), end.towards(begin, RADIUS, 0)]);
    }
    // A curve reaches three quarters of the distance to its control points.
    let first = begin.towards(end, length / 3, shift * 4 / 3);
    let second = end.towards(begin, length / 3, -shift * 4 / 3);
    Track::Curved([begin.towards(first, RADIUS, 0), first, second, end.towards(second, RADIUS, 0)])
}

/// Returns the line of a loop: the first four go up, right, down and left; further ones are larger.
fn lobe(at: Point, number: Length) -> Track {
    let reach = LOOP + number / 4 * APART;
    let (x, y) = [(0, -1), (1, 0), (0, 1), (-1, 0)][(number % 4).unsigned_abs() as usize];
    let control = |side: Length| {
        point(at.x + (x * reach) - side * y * reach / 2, at.y + y * reach + side * x * reach / 2)
    };
    let (first, second) = (control(-1), control(1));
    Track::Curved([at.towards(first, RADIUS, 0), first, second, at.towards(second, RADIUS, 0)])
}
