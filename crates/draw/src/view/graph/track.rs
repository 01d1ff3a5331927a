//! The lines of edges, and labels on them.

use crate::canvas::{Bounds, Length, Point, point};
use crate::scene::{Anchor, Label, Outline, Pen, Shape};

/// The course of the line of an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Track {
    Straight([Point; 2]),
    Curved([Point; 4]),
}

impl Track {
    pub(crate) fn shape(&self, pen: Pen) -> Shape {
        match self {
            Track::Straight(points) => Shape::line(pen, points.to_vec()),
            Track::Curved(points) => Shape::Drawn(Outline::Curve(*points), None, Some(pen)),
        }
    }

    /// Returns the point `twelfths`/12 of the way along the line.
    pub(crate) fn after(&self, twelfths: Length) -> Point {
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

/// Labels placed so that they do not overlap where possible.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub(crate) placed: Vec<Label>,
    /// The minimum distance between labels.
    gap: Length,
    taken: Vec<Bounds>,
}

impl Labels {
    /// Creates an empty set of labels, to be kept at least `gap` apart where there is room.
    pub(crate) fn new(gap: Length) -> Labels {
        Labels { gap, ..Labels::default() }
    }

    /// Puts a label at the first free place on its edge, or in the middle if none is free. Returns the place.
    pub(crate) fn put(&mut self, text: String, track: &Track) -> Point {
        let candidates = [6, 5, 7, 4, 8, 3, 9].map(|twelfths| Label {
            covers: true,
            ..Label::new(track.after(twelfths), Anchor::Middle, text.as_str())
        });
        let is_free =
            |label: &&Label| !self.taken.iter().any(|taken| taken.overlaps(&label.bounds().grown(self.gap)));
        let label = candidates.iter().find(is_free).unwrap_or(&candidates[0]).clone();
        self.taken.push(label.bounds());
        let at = label.at;
        self.placed.push(label);
        at
    }
}
