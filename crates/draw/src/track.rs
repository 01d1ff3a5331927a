//! The lines of edges, and labels on them.

use crate::canvas::{Bounds, Length, Point, point};
use crate::scene::{Anchor, Label, Pen, Shape};

/// How the line of an edge runs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Track {
    Straight([Point; 2]),
    Curved([Point; 4]),
}

impl Track {
    pub(crate) fn shape(&self, pen: Pen) -> Shape {
        match self {
            Track::Straight(points) => Shape::Line(pen, points.to_vec()),
            Track::Curved(points) => Shape::Curve(pen, *points),
        }
    }

    /// The point after so many twelfths of the way.
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

/// Labels that keep off each other.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub(crate) placed: Vec<Label>,
    /// How far labels are apart at least.
    gap: Length,
    taken: Vec<Bounds>,
}

impl Labels {
    /// No labels yet; they are to be so far apart, where there is room.
    pub(crate) fn new(gap: Length) -> Labels {
        Labels { gap, ..Labels::default() }
    }

    /// Puts a label at the first place on its edge that is free, else in the middle; where that is.
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
