//! The lines of edges, and labels on them.

use std::collections::HashMap;

use winways_kit::view::{Edge, Graph};

use super::super::drawn::Spot;
use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::scene::{Anchor, Label, Outline, Pen, Shape};

/// The radius of the mark of an edge.
const EDGE_RADIUS: Length = 8 * UNIT;
/// The minimum distance between labels, which leaves room for rings around them.
const GAP: Length = 6 * UNIT;

/// The path of an edge's line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Track {
    Straight([Point; 2]),
    Curved([Point; 4]),
}

impl Track {
    pub(super) fn shape(&self, pen: Pen) -> Shape {
        Shape::Drawn(self.outline(), None, Some(pen))
    }

    fn outline(&self) -> Outline {
        match self {
            Track::Straight(points) => Outline::Lines(vec![points.to_vec()]),
            Track::Curved(points) => Outline::Curve(*points),
        }
    }

    /// Returns the point `twelfths`/12 of the way along the line.
    pub(super) fn after(&self, twelfths: Length) -> Point {
        let (t, rest) = (twelfths, 12 - twelfths);
        let (weights, points): (Vec<Length>, &[Point]) = match self {
            Track::Straight(points) => (vec![rest, t], points),
            Track::Curved(points) => {
                (vec![rest * rest * rest, 3 * rest * rest * t, 3 * rest * t * t, t * t * t], points)
            }
        };
        let total: Length = weights.iter().sum();
        let average = |coordinate: fn(&Point) -> Length| {
            let sum: Length = weights.iter().zip(points).map(|(weight, at)| weight * coordinate(at)).sum();
            sum.div_euclid(total)
        };
        point(average(|at| at.x), average(|at| at.y))
    }
}

fn ends(edge: &Edge) -> (u32, u32) {
    (edge.from.min(edge.to), edge.from.max(edge.to))
}

/// Returns, for every edge, its index among the edges with the same ends and the count of these edges.
pub(super) fn parallels(edges: &[Edge]) -> Vec<(Length, Length)> {
    let mut counts: HashMap<(u32, u32), Length> = HashMap::new();
    let number = |edge: &Edge| {
        let count = counts.entry(ends(edge)).or_insert(0);
        *count += 1;
        *count - 1
    };
    let numbers: Vec<Length> = edges.iter().map(number).collect();
    edges.iter().zip(numbers).map(|(edge, number)| (number, counts[&ends(edge)])).collect()
}

/// Returns the element number and the spot of an edge, whose mark is centred at `middle`.
pub(super) fn spot(graph: &Graph, index: usize, track: &Track, middle: Point) -> (u64, Spot) {
    let spot = Spot { line: Some(track.outline()), ..Spot::round(middle, EDGE_RADIUS) };
    ((graph.vertices.len() + index) as u64, spot)
}

/// Labels placed so that they do not overlap where possible.
#[derive(Debug, Default)]
pub(super) struct Labels {
    pub(super) placed: Vec<Label>,
    taken: Vec<Bounds>,
}

impl Labels {
    /// Puts a label at the first free position on its edge, or in the middle if none is free. Returns the position.
    pub(super) fn put(&mut self, text: String, track: &Track) -> Point {
        let candidates = [6, 5, 7, 4, 8, 3, 9].map(|twelfths| Label {
            covers: true,
            ..Label::new(track.after(twelfths), Anchor::Middle, text.as_str())
        });
        let is_free =
            |label: &&Label| !self.taken.iter().any(|taken| taken.overlaps(&label.bounds().grown(GAP)));
        let label = candidates.iter().find(is_free).unwrap_or(&candidates[0]).clone();
        self.taken.push(label.bounds());
        let at = label.at;
        self.placed.push(label);
        at
    }
}
