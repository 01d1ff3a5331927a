//! Charts of sequences: a point for each value, or the density of the values, with a strip of the periods below.

use super::axis::Axis;
use super::shades::{BEFORE, BLACK, GREY, INK, PALE, POINT, TURNS, WHITE, density};
use super::{
    Area, Cells, Chart, Discs, GAP, LINE, MARGIN, Mark, Pixels, Shade, Size, THIN, Text, fitted, grouped,
    left_of, right_of,
};
use crate::DrawError;
use crate::scene::Anchor;
use std::ops::RangeInclusive;

/// The eventual periodicity of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The first number from which the sequence is periodic.
    pub preperiod: u64,
    /// The length of the period; 0 is treated as 1.
    pub period: u64,
    /// A one-line description of the periodicity.
    pub caption: String,
}

/// The maximum width and height of the area of points.
const WIDTH: Pixels = 1440;
const HEIGHT: Pixels = 720;
/// The maximum width and height of the cell of a value.
const MAX_PITCH: Pixels = 64;
/// The maximum number of values drawn as separate points.
const MAX_POINTS: u64 = 720;
/// The minimum side of a cell of a density plot.
const CELL: Pixels = 3;
/// The maximum height of a cell of a density plot.
const MAX_CELL: Pixels = 20;
/// The number of shades of a density plot.
const SHADES: usize = 16;
/// The minimum distance between numbers at the axes.
const APART: Pixels = 56;
/// The height of the strip of periods, and the minimum width of periods that are shown separately.
const STRIP: Pixels = 32;
const NARROWEST: Pixels = 5;

/// The values in a chart.
struct Values<'v> {
    /// The first and the last number, or `None` if there are no numbers.
    ends: Option<(u64, u64)>,
    value: &'v dyn Fn(u64) -> Option<u64>,
    keep_going: &'v dyn Fn() -> bool,
}

/// The number of values between two polls of `keep_going`.
const VALUES_AT_ONCE: u64 = 1 << 14;

impl Chart {
    /// Creates a chart of the values of a range of numbers. Numbers may have no value.
    ///
    /// Up to 720 numbers are drawn as a point each. For more, cells are shaded by the logarithm of the number of values in
    /// them; even a single value is visible. A strip below shows the preperiod and each repetition of the period.
    ///
    /// # Complexity
    ///
    /// Linear time in the number of values. `value` is called twice for each number. The memory does not depend on the number
    /// of values.
    ///
    /// # Errors
    ///
    /// Returns [`DrawError::ManyValues`] if there are more than [`DrawError::MAX_VALUES`] numbers.
    ///
    /// ```
    /// use winways_draw::{Chart, Repetition};
    ///
    /// let period = Repetition { preperiod: 0, period: 4, caption: "period 4".to_owned() };
    /// let chart = Chart::of_sequence("take up to 3", 0..=20, &|heap| Some(heap % 4), Some(&period))?;
    /// assert_eq!(chart.svg().matches("<circle ").count(), 21);
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    pub fn of_sequence(
        title: &str,
        numbers: RangeInclusive<u64>,
        value: &dyn Fn(u64) -> Option<u64>,
        repetition: Option<&Repetition>,
    ) -> Result<Chart, DrawError> {
        Chart::of_sequence_while(title, numbers, value, repetition, &|| true)
    }

    /// Creates the same chart as [`Chart::of_sequence`] and polls `keep_going` every few thousand values.
    ///
    /// # Errors
    ///
    /// Returns [`DrawError::Stopped`] once `keep_going` returns `false`, and the errors of [`Chart::of_sequence`].
    pub fn of_sequence_while(
        title: &str,
        numbers: RangeInclusive<u64>,
        value: &dyn Fn(u64) -> Option<u64>,
        repetition: Option<&Repetition>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Chart, DrawError> {
        let ends = (!numbers.is_empty()).then_some((*numbers.start(), *numbers.end()));
        if ends.is_some_and(|(first, last)| last - first >= DrawError::MAX_VALUES) {
            return Err(DrawError::ManyValues);
        }
        let values = Values { ends, value, keep_going };
        let extremes = values.extremes()?;
        let frame = Frame::new(ends, extremes);
        let mut marks = frame.background(title);
        match extremes {
            None => marks.push(frame.nothing()),
            Some(_) if frame.is_scatter() => marks.push(frame.points(&values)?),
            Some(_) => marks.extend(frame.cells(&values)?),
        }
        marks.extend(frame.axes());
        let mut height = frame.bottom() + THIN + GAP + 2 * LINE;
        if let Some(repetition) = repetition {
            marks.extend(frame.strip(repetition, height + GAP));
            height += 2 * GAP + STRIP + LINE;
        }
        let description = values.description(extremes, repetition);
        Ok(Chart {
            title: title.to_owned(),
            description,
            width: frame.width(),
            height: height + MARGIN / 2,
            marks,
        })
    }
}

impl Values<'_> {
    fn iter(&self) -> impl Iterator<Item = Result<(u64, u64), DrawError>> {
        let numbers = self.ends.map(|(first, last)| first..=last);
        let numbers = numbers.into_iter().flatten();
        numbers.filter_map(|number| self.value(number).map(|value| Some((number, value?))).transpose())
    }

    fn value(&self, number: u64) -> Result<Option<u64>, DrawError> {
        match number.is_multiple_of(VALUES_AT_ONCE) && !(self.keep_going)() {
            true => Err(DrawError::Stopped),
            false => Ok((self.value)(number)),
        }
    }

    /// Returns the least and the greatest value.
    fn extremes(&self) -> Result<Option<(u64, u64)>, DrawError> {
        let mut extremes = None;
        for entry in self.iter() {
            let (_, value) = entry?;
            let (least, greatest) = extremes.unwrap_or((value, value));
            extremes = Some((value.min(least), value.max(greatest)));
        }
        Ok(extremes)
    }

    fn description(&self, extremes: Option<(u64, u64)>, repetition: Option<&Repetition>) -> String {
        let mut text = match (self.ends, extremes) {
            (Some((first, last)), Some((least, greatest))) => {
                format!("Nim-values of {first} to {last}, between {least} and {greatest}.")
            }
            _ => "No nim-values.".to_owned(),
        };
        if let Some(repetition) = repetition {
            text += &format!(" Below, a strip of the periods: {}.", repetition.caption);
        }
        text
    }
}

/// The layout of the points.
struct Frame {
    left: Pixels,
    top: Pixels,
    across: Axis,
    up: Axis,
}

impl Frame {
    fn new(ends: Option<(u64, u64)>, extremes: Option<(u64, u64)>) -> Frame {
        let (first, last) = ends.unwrap_or((0, 0));
        let (least, greatest) = extremes.unwrap_or((0, 0));
        // If all values are far from 0, the axis starts at the least value.
        let least = if least > greatest / 2 { least } else { 0 };
        let narrowest = if last - first < MAX_POINTS { 2 } else { CELL };
        let across = Axis::fitting((first, last), WIDTH, narrowest, MAX_PITCH);
        let up = Axis::fitting((least, greatest), HEIGHT, CELL, MAX_PITCH);
        Frame { left: left_of(&across, greatest), top: MARGIN + 2 * LINE + GAP, across, up }
    }

    /// Returns `true` if there are few enough values to draw as points, one in each column.
    fn is_scatter(&self) -> bool {
        self.across.greatest - self.across.least < MAX_POINTS
    }

    fn bottom(&self) -> Pixels {
        self.top + self.up.length()
    }

    fn width(&self) -> Pixels {
        // The line of text above the picture needs its room as well.
        self.left + self.across.length().max(800) + right_of(&self.across)
    }

    /// Returns the vertical position of a value, in half pixels from the top.
    fn height_of(&self, value: u64) -> Pixels {
        2 * self.bottom() - self.up.middle(value)
    }

    fn background(&self, title: &str) -> Vec<Mark> {
        let title = fitted(title, self.width() - 2 * MARGIN);
        let mut marks = vec![
            Text::mark(MARGIN, MARGIN + LINE / 2, Anchor::Begin, BLACK, title),
            Text::mark(MARGIN, MARGIN + LINE * 3 / 2, Anchor::Begin, GREY, "nim-value"),
        ];
        for tick in self.up.ticks(APART) {
            let y = self.height_of(tick) / 2;
            let line = Area { left: self.left, top: y - THIN / 2, width: self.across.length(), height: THIN };
            marks.push(Mark::Area(line, PALE));
            marks.push(Text::mark(self.left - GAP, y, Anchor::End, INK, grouped(tick)));
        }
        marks
    }

    fn axes(&self) -> Vec<Mark> {
        let (left, bottom) = (self.left, self.bottom());
        let line = |left, top, width, height| Mark::Area(Area { left, top, width, height }, GREY);
        let mut marks = vec![
            line(left - THIN, self.top, THIN, self.up.length() + THIN),
            line(left, bottom, self.across.length(), THIN),
        ];
        let widest = Size::Large.width(&grouped(self.across.greatest));
        for tick in self.across.ticks((widest + 2 * GAP).max(2 * APART)) {
            let x = left + self.across.middle(tick) / 2;
            marks.push(line(x - THIN / 2, bottom, THIN, GAP / 2));
            marks.push(Text::mark(x, bottom + GAP + LINE / 2, Anchor::Middle, INK, grouped(tick)));
        }
        let middle = left + self.across.length() / 2;
        marks.push(Text::mark(middle, bottom + GAP + LINE * 3 / 2, Anchor::Middle, GREY, "heap"));
        marks
    }

    fn nothing(&self) -> Mark {
        Text::mark(self.left + GAP, self.top + LINE / 2, Anchor::Begin, INK, "no values")
    }

    fn points(&self, values: &Values<'_>) -> Result<Mark, DrawError> {
        // In half pixels. Neighbours only touch if there are very many.
        let radius = (self.across.pitch.min(self.up.pitch) - 2).clamp(8, 12);
        let centre = |(number, value)| (2 * self.left + self.across.middle(number), self.height_of(value));
        let centres = values.iter().map(|entry| entry.map(centre)).collect::<Result<_, _>>()?;
        Ok(Mark::Discs(Discs { radius, shade: POINT, centres }))
    }

    /// Counts the values in each cell and draws the cells as a density plot.
    fn cells(&self, values: &Values<'_>) -> Result<Vec<Mark>, DrawError> {
        let (columns, rows) = (self.across.cells(), self.up.cells());
        let mut counts = vec![0_u64; columns * rows];
        for column in 0..columns {
            for number in self.across.numbers(column) {
                if let Some(value) = values.value(number)? {
                    counts[(rows - 1 - self.up.cell(value)) * columns + column] += 1;
                }
            }
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        let palette = density(SHADES);
        let shade = |count: &u64| if *count == 0 { 0 } else { 1 + shade_of(*count, most) };
        let pitch = self.up.pitch;
        let has_gaps = self.up.in_a_cell == 1 && pitch > 2 * CELL;
        let cells = Cells {
            left: self.left,
            top: self.top,
            columns,
            width: self.across.pitch,
            pitch,
            height: if has_gaps { (pitch * 2 / 3).min(MAX_CELL) } else { pitch },
            shades: counts.iter().map(shade).collect(),
            palette: palette.clone(),
        };
        let mut marks = vec![Mark::Cells(cells)];
        if most > 1 {
            marks.extend(self.legend(&palette, most));
        }
        Ok(marks)
    }

    /// Returns the legend of the shades, above the picture on the right.
    fn legend(&self, palette: &[Shade], most: u64) -> Vec<Mark> {
        const WIDTH: Pixels = 14;
        let y = self.top - GAP - LINE / 2;
        let right = self.left + self.across.length();
        let most = grouped(most);
        let end = right - Size::Large.width(&most) - GAP;
        let begin = end - WIDTH * palette.len() as Pixels;
        let mut marks = vec![
            Text::mark(right, y, Anchor::End, INK, most),
            Text::mark(begin - GAP, y, Anchor::End, INK, "values in a cell: 1"),
        ];
        for (shade, left) in palette.iter().zip((begin..).step_by(WIDTH as usize)) {
            marks.push(Mark::Area(Area { left, top: y - 10, width: WIDTH, height: 20 }, *shade));
        }
        marks
    }

    /// Returns the strip of the preperiod and the alternately shaded repetitions.
    fn strip(&self, repetition: &Repetition, top: Pixels) -> Vec<Mark> {
        let Repetition { preperiod, caption, .. } = repetition;
        let period = u128::from(repetition.period.max(1));
        let part = |from: Pixels, to: Pixels, shade| {
            Mark::Area(Area { left: self.left + from, top, width: to - from, height: STRIP }, shade)
        };
        let end = self.across.length();
        // A preperiod is visible even if it is very short.
        let start =
            self.across.edge((*preperiod).into()).max(if *preperiod > self.across.least { THIN } else { 0 });
        let mut marks = Vec::new();
        let label = |from: Pixels, to: Pixels, text: String, shade| {
            let fits = Size::Large.width(&text) + GAP <= to - from;
            fits.then(|| {
                Text::mark((2 * self.left + from + to) / 2, top + STRIP / 2, Anchor::Middle, shade, text)
            })
        };
        if start > 0 {
            marks.push(part(0, start, BEFORE));
            marks.extend(label(0, start, "preperiod".to_owned(), INK));
        }
        let (first, after_last) = (u128::from(self.across.least), u128::from(self.across.greatest) + 1);
        let repeated = after_last.saturating_sub(first.max((*preperiod).into()));
        let width = self.across.edge(u128::from(self.across.least) + period);
        if repeated > 0 && width < NARROWEST {
            marks.push(part(start, end, TURNS[0]));
            let times = u64::try_from(repeated / period).unwrap_or(u64::MAX);
            let times =
                if times == 1 { "1 period".to_owned() } else { format!("{} periods", grouped(times)) };
            marks.extend(label(start, end, times, WHITE));
        } else if repeated > 0 {
            let before = first.saturating_sub((*preperiod).into()) / period;
            let mut from = u128::from(*preperiod) + before * period;
            for turn in TURNS.into_iter().cycle().skip((before % 2) as usize) {
                if from >= after_last {
                    break;
                }
                let (begin, stop) = (self.across.edge(from).max(start), self.across.edge(from + period));
                marks.push(part(begin, stop.max(begin), turn));
                from += period;
            }
        }
        let caption = fitted(caption, self.width() - self.left - MARGIN);
        marks.push(Text::mark(self.left, top + STRIP + GAP / 2 + LINE / 2, Anchor::Begin, INK, caption));
        marks
    }
}

/// Returns the index of the shade of a count, by its logarithm.
fn shade_of(count: u64, most: u64) -> u8 {
    // Four times the binary logarithm, interpolated linearly between powers of two.
    let logarithm = |count: u64| {
        let exponent = count.max(1).ilog2();
        let fraction = (u128::from(count) << 2 >> exponent) as u32 & 3;
        4 * exponent + fraction
    };
    let last = SHADES as u32 - 1;
    (logarithm(count) * last).checked_div(logarithm(most)).unwrap_or(0).min(last) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_follow_the_logarithm() {
        assert_eq!(shade_of(1, 1), 0);
        assert_eq!([1, 2, 4, 8].map(|count| shade_of(count, 8)), [0, 5, 10, 15]);
        assert_eq!(shade_of(u64::MAX, u64::MAX), 15);
        for most in 1..200 {
            let shades: Vec<u8> = (1..=most).map(|count| shade_of(count, most)).collect();
            assert!(shades.is_sorted());
        }
    }
}
