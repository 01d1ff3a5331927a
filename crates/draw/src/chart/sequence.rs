//! Charts of sequences: a point for each value, or the density of the values, with a strip of the periods below.

use super::axis::{Axis, Pixels};
use super::shades::{BEFORE, INK, POINT, TURNS, density};
use super::{
    APART, FONT, GAP, LINE, MARGIN, Plot, THIN, chart, filled, fitted, grouped, halves, subtitle, text, width,
};
use crate::canvas::{Point, UNIT};
use crate::cells::Cells;
use crate::scene::{Anchor, Outline, Paint, Shape};
use crate::{DrawError, Scene};
use std::ops::RangeInclusive;

/// The eventual periodicity of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The least number from which the sequence is periodic.
    pub preperiod: u64,
    /// The length of the period; 0 is treated as 1.
    pub period: u64,
    /// A one-line description of the periodicity.
    pub caption: String,
}

/// The maximum width and height of the plot area.
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
/// The minimum width of the plot, so that the line above it fits.
const LEAST: Pixels = 800;
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

/// Creates a chart of the values of a range of numbers. Some numbers may have no value. `variable` is the label of the
/// horizontal axis, such as `heap`.
///
/// Up to 720 numbers are drawn as separate points. Larger ranges are drawn as cells, shaded by the logarithm of the
/// number of values in a cell; even a single value is visible. A strip below shows the preperiod and each repetition of the period.
///
/// # Complexity
///
/// Linear time in the number of values. `value` is called at most twice for each number, and `keep_going` before each multiple
/// of 16384. The memory does not depend on the number of values.
///
/// # Errors
///
/// Returns [`DrawError::ManyValues`] if there are more than [`DrawError::MAX_VALUES`] numbers, and [`DrawError::Stopped`]
/// once `keep_going` returns `false`.
///
/// ```
/// use winways_draw::{Repetition, sequence_chart};
///
/// let period = Repetition { preperiod: 0, period: 4, caption: "period 4".to_owned() };
/// let chart = sequence_chart("take up to 3", "heap", 0..=20, &|heap| Some(heap % 4), Some(&period), &|| true)?;
/// assert_eq!(chart.svg().matches("<circle ").count(), 21);
/// assert_eq!(chart.text().matches('●').count(), 21);
/// # Ok::<(), winways_draw::DrawError>(())
/// ```
pub fn sequence_chart(
    title: &str,
    variable: &str,
    numbers: RangeInclusive<u64>,
    value: &dyn Fn(u64) -> Option<u64>,
    repetition: Option<&Repetition>,
    keep_going: &dyn Fn() -> bool,
) -> Result<Scene, DrawError> {
    let ends = (!numbers.is_empty()).then_some((*numbers.start(), *numbers.end()));
    if ends.is_some_and(|(first, last)| last - first >= DrawError::MAX_VALUES) {
        return Err(DrawError::ManyValues);
    }
    let values = Values { ends, value, keep_going };
    let extremes = values.extremes()?;
    let frame = Frame::new(ends, extremes);
    let wide = frame.plot.width(LEAST);
    let mut shapes = vec![super::title(title, wide), subtitle("nim-value")];
    let levels = frame.up.ticks(APART).into_iter();
    shapes.extend(levels.flat_map(|tick| frame.plot.level(frame.height_of(tick) / 2, tick)));
    match extremes {
        None => {
            let at = (frame.plot.left + GAP, frame.plot.top + LINE / 2);
            shapes.push(text(at, Anchor::Begin, INK, "no values"));
        }
        Some(_) if frame.is_scatter() => shapes.push(frame.points(&values)?),
        Some(_) => shapes.extend(frame.cells(&values)?),
    }
    shapes.extend(frame.plot.axes(variable, 2 * GAP, 2 * APART));
    let mut height = frame.plot.bottom() + THIN + GAP + 2 * LINE;
    if let Some(repetition) = repetition {
        shapes.extend(frame.strip(repetition, height + GAP));
        height += 2 * GAP + STRIP + LINE;
    }
    Ok(chart(title, values.description(extremes, repetition), (wide, height + MARGIN / 2), shapes))
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

/// The layout of the plot.
struct Frame {
    plot: Plot,
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
        Frame { plot: Plot::new(across, up.length(), greatest), up }
    }

    /// Returns `true` if there are few enough values to draw as points, one in each column.
    fn is_scatter(&self) -> bool {
        self.plot.across.greatest - self.plot.across.least < MAX_POINTS
    }

    /// Returns the vertical position of a value, in half pixels from the top.
    fn height_of(&self, value: u64) -> Pixels {
        2 * self.plot.bottom() - self.up.middle(value)
    }

    fn points(&self, values: &Values<'_>) -> Result<Shape, DrawError> {
        let across = &self.plot.across;
        // In half pixels. Neighbouring points touch only if there are very many.
        let radius = (across.pitch.min(self.up.pitch) - 2).clamp(8, 12);
        let centre =
            |(number, value)| halves(2 * self.plot.left + across.middle(number), self.height_of(value));
        let centres = values.iter().map(|entry| entry.map(centre)).collect::<Result<Vec<Point>, _>>()?;
        Ok(Shape::Drawn(Outline::Circles(centres, radius * UNIT / 2), Some(POINT), None))
    }

    /// Counts the values in each cell and draws the cells as a density plot.
    fn cells(&self, values: &Values<'_>) -> Result<Vec<Shape>, DrawError> {
        let across = &self.plot.across;
        let (columns, rows) = (across.cells(), self.up.cells());
        let mut counts = vec![0_u64; columns * rows];
        for column in 0..columns {
            for number in across.numbers(column) {
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
            least: halves(2 * self.plot.left, 2 * self.plot.top),
            columns,
            width: across.pitch * UNIT,
            pitch: pitch * UNIT,
            height: if has_gaps { (pitch * 2 / 3).min(MAX_CELL) } else { pitch } * UNIT,
            shades: counts.iter().map(shade).collect(),
            palette: palette.clone(),
        };
        let mut shapes = vec![Shape::Cells(cells)];
        if most > 1 {
            shapes.extend(self.legend(&palette, most));
        }
        Ok(shapes)
    }

    /// Returns the legend of the shades, above the picture on the right.
    fn legend(&self, palette: &[Paint], most: u64) -> Vec<Shape> {
        const WIDTH: Pixels = 14;
        let y = self.plot.top - GAP - LINE / 2;
        let right = self.plot.left + self.plot.across.length();
        let most = grouped(most);
        let end = right - width(&most, FONT) - GAP;
        let begin = end - WIDTH * palette.len() as Pixels;
        let mut shapes = vec![
            text((right, y), Anchor::End, INK, most),
            text((begin - GAP, y), Anchor::End, INK, "values in a cell: 1"),
        ];
        let boxes = palette.iter().zip((begin..).step_by(WIDTH as usize));
        shapes.extend(boxes.map(|(shade, left)| filled((left, y - 10), (WIDTH, 20), *shade)));
        shapes
    }

    /// Returns the strip of the preperiod and the alternately shaded repetitions.
    fn strip(&self, repetition: &Repetition, top: Pixels) -> Vec<Shape> {
        let (plot, Repetition { preperiod, caption, .. }) = (&self.plot, repetition);
        let period = u128::from(repetition.period.max(1));
        let part =
            |from: Pixels, to: Pixels, shade| filled((plot.left + from, top), (to - from, STRIP), shade);
        let end = plot.across.length();
        // A preperiod is visible even if it is very short.
        let start =
            plot.across.edge((*preperiod).into()).max(if *preperiod > plot.across.least { THIN } else { 0 });
        let mut shapes = Vec::new();
        let label = |from: Pixels, to: Pixels, words: String, shade| {
            let at = ((2 * plot.left + from + to) / 2, top + STRIP / 2);
            let fits = width(&words, FONT) + GAP <= to - from;
            fits.then(|| text(at, Anchor::Middle, shade, words))
        };
        if start > 0 {
            shapes.push(part(0, start, BEFORE));
            shapes.extend(label(0, start, "preperiod".to_owned(), INK));
        }
        let (first, after_last) = (u128::from(plot.across.least), u128::from(plot.across.greatest) + 1);
        let repeated = after_last.saturating_sub(first.max((*preperiod).into()));
        let width = plot.across.edge(u128::from(plot.across.least) + period);
        if repeated > 0 && width < NARROWEST {
            shapes.push(part(start, end, TURNS[0]));
            let times = u64::try_from(repeated / period).unwrap_or(u64::MAX);
            let times =
                if times == 1 { "1 period".to_owned() } else { format!("{} periods", grouped(times)) };
            shapes.extend(label(start, end, times, Paint::WHITE));
        } else if repeated > 0 {
            let before = first.saturating_sub((*preperiod).into()) / period;
            let mut from = u128::from(*preperiod) + before * period;
            for turn in TURNS.into_iter().cycle().skip((before % 2) as usize) {
                if from >= after_last {
                    break;
                }
                let (begin, stop) = (plot.across.edge(from).max(start), plot.across.edge(from + period));
                shapes.push(part(begin, stop.max(begin), turn));
                from += period;
            }
        }
        let caption = fitted(caption, plot.width(LEAST) - plot.left - MARGIN);
        shapes.push(text((plot.left, top + STRIP + GAP / 2 + LINE / 2), Anchor::Begin, INK, caption));
        shapes
    }
}

/// Returns the index of the shade for a count, on a logarithmic scale.
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
