//! Walls of thermographs: piecewise linear functions of the temperature.

use std::cmp::Ordering;

use crate::Dyadic;

/// A point of a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// How high it is in the usual drawing.
    pub temperature: Dyadic,
    /// How far to the left it is in the usual drawing.
    pub value: Dyadic,
}

/// One side of a thermograph, from the temperature −1 up.
///
/// Between two breakpoints it is a line that either stands upright or moves by as much as the temperature does; above
/// the last, it stands upright for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall(Vec<Breakpoint>);

impl Wall {
    /// Where the wall bends, by temperature: from −1, where it begins, to the foot of the mast.
    #[must_use]
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.0
    }

    /// Where the wall stands at a temperature; nowhere below −1. In time logarithmic in the number of breakpoints.
    #[must_use]
    pub fn at(&self, temperature: &Dyadic) -> Option<Dyadic> {
        let above = self.0.partition_point(|point| &point.temperature <= temperature);
        let index = above.checked_sub(1)?;
        Some(Cursor { points: &self.0, index }.value_at(temperature))
    }

    /// The wall through these points, by ascending temperature.
    pub(super) fn through(points: impl IntoIterator<Item = Breakpoint>) -> Wall {
        let mut wall = Wall(Vec::new());
        for point in points {
            wall.extend(point);
        }
        wall
    }

    /// The last breakpoint; there always is one.
    pub(super) fn last(&self) -> &Breakpoint {
        &self.0[self.0.len() - 1]
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// What it takes in memory.
    pub(super) fn bytes(&self) -> usize {
        let digits = |point: &Breakpoint| point.temperature.heap_bytes() + point.value.heap_bytes();
        self.0.capacity() * size_of::<Breakpoint>() + self.0.iter().map(digits).sum::<usize>()
    }

    /// Adds a point above all others; the one before goes if it is no bend any more.
    fn extend(&mut self, point: Breakpoint) {
        if let [.., before, last] = self.0.as_slice()
            && direction(before, last) == direction(last, &point)
        {
            self.0.pop();
        }
        self.0.push(point);
    }

    /// At every temperature whichever of two walls is further to the left (`Greater`) or to the right (`Less`).
    ///
    /// Both walls lean the same way, if at all.
    pub(super) fn outermost(&self, other: &Wall, side: Ordering) -> Wall {
        let mut wall = Wall(Vec::new());
        let mut before: Option<Sample> = None;
        for sample in Samples::of(self, other) {
            let order = sample.first.cmp(&sample.second);
            if let Some(before) = before.take()
                && before.first.cmp(&before.second) == order.reverse()
                && order.is_ne()
            {
                // One stands upright and the other comes nearer as the temperature rises.
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

    /// Takes away the last breakpoint if the wall stands upright there anyway.
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

/// A wall, and the last of its breakpoints not above where we are.
struct Cursor<'wall> {
    points: &'wall [Breakpoint],
    index: usize,
}

impl Cursor<'_> {
    fn next_temperature(&self) -> Option<&Dyadic> {
        self.points.get(self.index + 1).map(|point| &point.temperature)
    }

    /// Where the wall is at a temperature up to the next breakpoint.
    fn value_at(&self, temperature: &Dyadic) -> Dyadic {
        let point = &self.points[self.index];
        let direction =
            self.points.get(self.index + 1).map_or(Ordering::Equal, |next| direction(point, next));
        match direction {
            Ordering::Equal => point.value.clone(),
            Ordering::Greater => &point.value + (temperature - &point.temperature),
            Ordering::Less => &point.value - (temperature - &point.temperature),
        }
    }
}

/// Two walls at one temperature.
pub(super) struct Sample {
    pub(super) temperature: Dyadic,
    pub(super) first: Dyadic,
    pub(super) second: Dyadic,
}

/// Two walls at all temperatures where one of them bends, upwards.
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
