//! Walls of thermographs: piecewise linear functions of the temperature.

use std::cmp::Ordering;

use crate::Dyadic;

/// A point of a wall.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Breakpoint {
    /// The height in the usual drawing.
    pub temperature: Dyadic,
    /// The distance to the left in the usual drawing.
    pub value: Dyadic,
}

/// One side of a thermograph, from temperature −1 upwards.
///
/// Between two breakpoints the wall is a straight line, either vertical or with the slope of one unit of value for each
/// unit of temperature. Above the last breakpoint it is vertical.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wall(Vec<Breakpoint>);

impl Wall {
    /// Returns the points where the wall bends, by ascending temperature, from its start at −1 to the foot of the mast.
    #[must_use]
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.0
    }

    /// Returns the value of the wall at a temperature; `None` below −1. The time is logarithmic in the number of
    /// breakpoints.
    #[must_use]
    pub fn at(&self, temperature: &Dyadic) -> Option<Dyadic> {
        let above = self.0.partition_point(|point| &point.temperature <= temperature);
        let index = above.checked_sub(1)?;
        Some(Cursor { points: &self.0, index }.value_at(temperature))
    }

    /// Returns the last breakpoint that `is_reached` accepts, and the direction in which the value changes as the
    /// temperature rises from there. Returns `None` if `is_reached` accepts no breakpoint. `is_reached` must accept all
    /// breakpoints below one that it accepts.
    ///
    /// This determines the value at a temperature that is not a [`Dyadic`], if `is_reached` accepts exactly the
    /// breakpoints up to that temperature. The value is the value of the returned breakpoint, plus the difference of
    /// the temperatures for `Greater`, minus it for `Less`, and unchanged for `Equal`.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use winways_values::{Breakpoint, Thermograph};
    ///
    /// // {3|1}
    /// let point = |temperature: i64, value: i64| Breakpoint { temperature: temperature.into(), value: value.into() };
    /// let thermograph = Thermograph::of_walls([point(-1, 4), point(1, 2)], [point(-1, 0), point(1, 2)]).unwrap();
    /// let (from, direction) = thermograph.left_wall().line(|point| point.temperature < 1.into()).unwrap();
    /// assert_eq!((from, direction), (&point(-1, 4), Ordering::Less));
    /// let (mast, direction) = thermograph.left_wall().line(|_| true).unwrap();
    /// assert_eq!((mast, direction), (&point(1, 2), Ordering::Equal));
    /// assert!(thermograph.left_wall().line(|_| false).is_none());
    /// ```
    #[must_use]
    pub fn line(&self, is_reached: impl FnMut(&Breakpoint) -> bool) -> Option<(&Breakpoint, Ordering)> {
        let index = self.0.partition_point(is_reached).checked_sub(1)?;
        Some((&self.0[index], Cursor { points: &self.0, index }.direction()))
    }

    /// Creates the wall through the given points, by ascending temperature.
    pub(super) fn through(points: impl IntoIterator<Item = Breakpoint>) -> Wall {
        let mut wall = Wall(Vec::new());
        for point in points {
            wall.extend(point);
        }
        wall
    }

    /// Returns the last breakpoint. Every wall has at least one.
    pub(super) fn last(&self) -> &Breakpoint {
        &self.0[self.0.len() - 1]
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the memory used, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let digits = |point: &Breakpoint| point.temperature.heap_bytes() + point.value.heap_bytes();
        self.0.capacity() * size_of::<Breakpoint>() + self.0.iter().map(digits).sum::<usize>()
    }

    /// Appends a point above all others, and removes the point before it if the wall no longer bends there.
    fn extend(&mut self, point: Breakpoint) {
        if let [.., before, last] = self.0.as_slice()
            && direction(before, last) == direction(last, &point)
        {
            self.0.pop();
        }
        self.0.push(point);
    }

    /// Returns the wall that follows, at every temperature, the wall further to the left (`Greater`) or to the right
    /// (`Less`).
    ///
    /// The walls must not lean in opposite directions.
    pub(super) fn outermost(&self, other: &Wall, side: Ordering) -> Wall {
        let mut wall = Wall(Vec::new());
        let mut before: Option<Sample> = None;
        for sample in Samples::of(self, other) {
            let order = sample.first.cmp(&sample.second);
            if let Some(before) = before.take()
                && before.first.cmp(&before.second) == order.reverse()
                && order.is_ne()
            {
                // One wall is vertical, and the other comes nearer as the temperature rises.
                let distance = (&before.first - &before.second).magnitude();
                let value = if before.first == sample.first { before.first } else { before.second };
                wall.extend(Breakpoint { temperature: before.temperature + distance, value });
            }
            let value = if order == side { &sample.first } else { &sample.second };
            wall.extend(Breakpoint { temperature: sample.temperature.clone(), value: value.clone() });
            before = Some(sample);
        }
        wall.trim();
        wall
    }

    /// Removes the last breakpoint if the wall is vertical below it too.
    fn trim(&mut self) {
        if let [.., before, last] = self.0.as_slice()
            && before.value == last.value
        {
            self.0.pop();
        }
    }
}

fn direction(from: &Breakpoint, to: &Breakpoint) -> Ordering {
    to.value.cmp(&from.value)
}

/// A wall and the index of its last breakpoint that is not above the current temperature.
struct Cursor<'wall> {
    points: &'wall [Breakpoint],
    index: usize,
}

impl Cursor<'_> {
    fn next_temperature(&self) -> Option<&Dyadic> {
        self.points.get(self.index + 1).map(|point| &point.temperature)
    }

    /// Returns the direction in which the value changes up to the next breakpoint.
    fn direction(&self) -> Ordering {
        let point = &self.points[self.index];
        self.points.get(self.index + 1).map_or(Ordering::Equal, |next| direction(point, next))
    }

    /// Returns the value of the wall at a temperature up to the next breakpoint.
    fn value_at(&self, temperature: &Dyadic) -> Dyadic {
        let point = &self.points[self.index];
        match self.direction() {
            Ordering::Equal => point.value.clone(),
            Ordering::Greater => &point.value + (temperature - &point.temperature),
            Ordering::Less => &point.value - (temperature - &point.temperature),
        }
    }
}

/// The values of two walls at one temperature.
pub(super) struct Sample {
    pub(super) temperature: Dyadic,
    pub(super) first: Dyadic,
    pub(super) second: Dyadic,
}

/// An iterator over the values of two walls at all temperatures where either wall bends, in ascending order.
pub(super) struct Samples<'wall> {
    first: Cursor<'wall>,
    second: Cursor<'wall>,
    next: Option<Dyadic>,
}

impl<'wall> Samples<'wall> {
    pub(super) fn of(first: &'wall Wall, second: &'wall Wall) -> Samples<'wall> {
        let next = first.0.first().map(|point| point.temperature.clone());
        let cursor = |wall: &'wall Wall| Cursor { points: &wall.0, index: 0 };
        Samples { first: cursor(first), second: cursor(second), next }
    }
}

impl Iterator for Samples<'_> {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        let temperature = self.next.take()?;
        for cursor in [&mut self.first, &mut self.second] {
            if cursor.next_temperature() == Some(&temperature) {
                cursor.index += 1;
            }
        }
        let (first, second) = (self.first.value_at(&temperature), self.second.value_at(&temperature));
        let later = [self.first.next_temperature(), self.second.next_temperature()];
        self.next = later.into_iter().flatten().min().cloned();
        Some(Sample { temperature, first, second })
    }
}
