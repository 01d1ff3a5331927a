//! Outlines in pixels.

use zeno::{Command, Vector};

use crate::canvas::{Bounds, Length, Point, UNIT, point};

/// A transformation from canvas coordinates to pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transform {
    /// The upper left corner of the picture.
    pub(super) least: Point,
    /// The number of pixels in a unit.
    pub(super) scale: i64,
}

/// The distance of the control points of a quarter circle from its ends, in 1024ths of its radius.
const QUARTER: Length = 565;

impl Transform {
    pub(super) fn length(&self, length: Length) -> f32 {
        (length * self.scale) as f32 / UNIT as f32
    }

    pub(super) fn at(&self, at: Point) -> Vector {
        Vector::new(self.length(at.x - self.least.x), self.length(at.y - self.least.y))
    }

    pub(super) fn lines(&self, points: &[Point], is_closed: bool) -> Vec<Command> {
        let mut path: Vec<Command> = points.iter().map(|&at| Command::LineTo(self.at(at))).collect();
        if let (Some(first), Some(&at)) = (path.first_mut(), points.first()) {
            *first = Command::MoveTo(self.at(at));
        }
        if is_closed {
            path.push(Command::Close);
        }
        path
    }

    pub(super) fn curve(&self, points: &[Point; 4]) -> Vec<Command> {
        let [begin, first, second, end] = points.map(|at| self.at(at));
        vec![Command::MoveTo(begin), Command::CurveTo(first, second, end)]
    }

    pub(super) fn circle(&self, centre: Point, radius: Length) -> Vec<Command> {
        self.rectangle(&Bounds::around(centre, 2 * radius, 2 * radius), radius)
    }

    /// Returns a rectangle with rounded corners.
    pub(super) fn rectangle(&self, bounds: &Bounds, radius: Length) -> Vec<Command> {
        let (least, greatest) = (bounds.least, bounds.greatest);
        if radius == 0 {
            let corners = [least, point(greatest.x, least.y), greatest, point(least.x, greatest.y)];
            return self.lines(&corners, true);
        }
        let radius = radius.min(bounds.width() / 2).min(bounds.height() / 2);
        let pull = radius - radius * QUARTER / 1024;
        let to = |x, y| self.at(point(x, y));
        let (left, top, right, bottom) = (least.x, least.y, greatest.x, greatest.y);
        vec![
            Command::MoveTo(to(left + radius, top)),
            Command::LineTo(to(right - radius, top)),
            Command::CurveTo(to(right - pull, top), to(right, top + pull), to(right, top + radius)),
            Command::LineTo(to(right, bottom - radius)),
            Command::CurveTo(to(right, bottom - pull), to(right - pull, bottom), to(right - radius, bottom)),
            Command::LineTo(to(left + radius, bottom)),
            Command::CurveTo(to(left + pull, bottom), to(left, bottom - pull), to(left, bottom - radius)),
            Command::LineTo(to(left, top + radius)),
            Command::CurveTo(to(left, top + pull), to(left + pull, top), to(left + radius, top)),
            Command::Close,
        ]
    }
}

/// Returns the least and the greatest pixel that a path can cover with a margin of `reach` pixels around it.
pub(super) fn extent(path: &[Command], reach: f32) -> Option<((i64, i64), (i64, i64))> {
    let mut extent: Option<(Vector, Vector)> = None;
    let mut add = |at: Vector| {
        let (least, greatest) = extent.unwrap_or((at, at));
        extent = Some((
            Vector::new(least.x.min(at.x), least.y.min(at.y)),
            Vector::new(greatest.x.max(at.x), greatest.y.max(at.y)),
        ));
    };
    for command in path {
        match *command {
            Command::MoveTo(at) | Command::LineTo(at) => add(at),
            Command::QuadTo(one, at) => [one, at].into_iter().for_each(&mut add),
            Command::CurveTo(one, two, at) => [one, two, at].into_iter().for_each(&mut add),
            Command::Close => {}
        }
    }
    let (least, greatest) = extent?;
    let below = |length: f32| (length - reach).floor() as i64 - 1;
    let above = |length: f32| (length + reach).ceil() as i64 + 1;
    Some(((below(least.x), below(least.y)), (above(greatest.x), above(greatest.y))))
}
