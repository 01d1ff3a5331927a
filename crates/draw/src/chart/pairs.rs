//! Charts of pairs: maps coloured by the values, in which lost pairs stand out.

use super::axis::{Axis, Pixels};
use super::shades::{INK, lightness, scale};
use super::{
    APART, FONT, GAP, LINE, MARGIN, Plot, THIN, chart, filled, fitted, grouped, halves, text, width,
};
use crate::canvas::UNIT;
use crate::cells::Cells;
use crate::scene::{Anchor, Label, Outline, Paint, Shape};
use crate::{DrawError, Scene};

/// The maximum width and height of the map.
const MAX_SIDE: Pixels = 1340;
/// The sides of the smallest and the largest cell.
const SMALLEST: Pixels = 4;
const LARGEST: Pixels = 64;
/// The minimum side of cells for rings on lost pairs and for printed values.
const RING: Pixels = 12;
const NUMBER: Pixels = 28;
/// The font size of values that are too long for the usual size.
const SMALL_FONT: Pixels = 18;
/// The maximum number of shades of values.
const SHADES: u64 = 32;
/// The number of pairs of a column in one cell above which `keep_going` is polled for every cell instead of once per column.
const LONG: u64 = 1 << 8;

/// The values of the pairs in a chart.
struct Pairs<'v> {
    value: &'v dyn Fn(u64, u64) -> Option<u64>,
    keep_going: &'v dyn Fn() -> bool,
    across: Axis,
    up: Axis,
}

/// A summary of the pairs that share a cell.
#[derive(Clone, Copy, Default)]
struct Cell {
    sum: u128,
    count: u64,
    lost: u64,
}

impl Cell {
    /// Returns the mean of the values, or `None` if there are none.
    fn mean(&self) -> Option<u64> {
        let mean = self.sum.checked_div(self.count.into())?;
        u64::try_from(mean).ok()
    }
}

/// Creates a map of the values of all pairs (x, y) with x ≤ `width` and y ≤ `height`. Pairs may have no value.
///
/// Pairs of value 0 are black, with a ring if there is room for it; small values are yellow and large values blue. A small
/// map shows the value of each pair. Pairs without a value are blank.
///
/// In maps of more than 335 columns or rows, square blocks of pairs share a cell. A cell has the shade of the mean of its
/// values. It is black if it contains lost pairs and at least as many as the average cell.
///
/// # Complexity
///
/// Linear time in the number of pairs. `value` is called once for each pair, column by column, and `keep_going` for every
/// column and for every part of a long column. The memory does not depend on the number of pairs.
///
/// # Errors
///
/// Returns [`DrawError::ManyValues`] if there are more than [`DrawError::MAX_VALUES`] pairs, and [`DrawError::Stopped`] once
/// `keep_going` returns `false`.
///
/// ```
/// use winways_draw::pairs_chart;
///
/// let chart = pairs_chart("nim", 15, 7, &|x, y| Some(x ^ y), &|| true)?;
/// assert_eq!(chart.description(), "Nim-values of pairs (x, y), x up to 15, y up to 7: the greatest is 15, 8 are 0.");
/// # Ok::<(), winways_draw::DrawError>(())
/// ```
pub fn pairs_chart(
    title: &str,
    width: u64,
    height: u64,
    value: &dyn Fn(u64, u64) -> Option<u64>,
    keep_going: &dyn Fn() -> bool,
) -> Result<Scene, DrawError> {
    let pairs = (u128::from(width) + 1).saturating_mul(u128::from(height) + 1);
    if pairs > DrawError::MAX_VALUES.into() {
        return Err(DrawError::ManyValues);
    }
    let most_cells = (MAX_SIDE / SMALLEST).unsigned_abs();
    let in_a_cell = Axis::sharing(0, width.max(height), most_cells);
    let axis = |greatest| Axis { least: 0, greatest, in_a_cell, pitch: 1 };
    let (across, up) = (axis(width), axis(height));
    let cells = across.cells().max(up.cells()) as Pixels;
    let pitch = (MAX_SIDE / cells).clamp(SMALLEST, LARGEST);
    let pairs = Pairs { value, keep_going, across: Axis { pitch, ..across }, up: Axis { pitch, ..up } };
    pairs.chart(title)
}

impl Pairs<'_> {
    fn chart(&self, title: &str) -> Result<Scene, DrawError> {
        let (greatest_value, cells) = self.cells()?;
        let lost: u64 = cells.iter().map(|cell| cell.lost).sum();
        let map = Map {
            pairs: self,
            plot: Plot::new(self.across, self.up.length(), self.up.greatest),
            // Cells with fewer lost pairs than the average are not black.
            least_lost: lost.div_ceil(cells.len().max(1) as u64).max(1),
            greatest: cells.iter().filter_map(Cell::mean).max().unwrap_or(0),
        };
        let mut shapes = map.background(title);
        shapes.push(Shape::Cells(map.cells(&cells)));
        shapes.extend(map.details(&cells));
        shapes.extend(map.legend());
        let description = format!(
            "Nim-values of pairs (x, y), x up to {}, y up to {}: the greatest is {greatest_value}, {lost} are 0.",
            self.across.greatest, self.up.greatest
        );
        Ok(chart(title, description, (map.width(), map.height()), shapes))
    }

    /// Returns the greatest value, and the summaries of the cells row by row from the top.
    fn cells(&self) -> Result<(u64, Vec<Cell>), DrawError> {
        let (columns, rows) = (self.across.cells(), self.up.cells());
        let mut cells = vec![Cell::default(); columns * rows];
        let mut greatest = 0;
        for column in 0..columns {
            for x in self.across.numbers(column) {
                for row in 0..rows {
                    if (row == 0 || self.up.in_a_cell > LONG) && !(self.keep_going)() {
                        return Err(DrawError::Stopped);
                    }
                    let cell = &mut cells[(rows - 1 - row) * columns + column];
                    for value in self.up.numbers(row).filter_map(|y| (self.value)(x, y)) {
                        greatest = greatest.max(value);
                        // There are at most 2^40 values of 64 bits, so the sum does not overflow.
                        cell.sum += u128::from(value);
                        cell.count += 1;
                        cell.lost += u64::from(value == 0);
                    }
                }
            }
        }
        Ok((greatest, cells))
    }
}

/// The layout of the map and the scale of its shades.
struct Map<'p> {
    pairs: &'p Pairs<'p>,
    plot: Plot,
    /// The minimum number of lost pairs in a black cell.
    least_lost: u64,
    /// The value of the last shade.
    greatest: u64,
}

impl Map<'_> {
    fn pitch(&self) -> Pixels {
        self.pairs.across.pitch
    }

    fn width(&self) -> Pixels {
        // Leaves room for the legend.
        self.plot.width(700 + width(&grouped(self.greatest), FONT))
    }

    fn height(&self) -> Pixels {
        let lines = if self.shares() { 4 } else { 3 };
        self.plot.bottom() + 3 * GAP + lines * LINE + MARGIN / 2
    }

    /// Returns `true` if several pairs share a cell.
    fn shares(&self) -> bool {
        self.pairs.across.in_a_cell > 1
    }

    fn palette(&self) -> Vec<Paint> {
        // At most one shade per value, so that few values have clearly distinct shades.
        scale(self.greatest.clamp(1, SHADES) as usize)
    }

    /// Returns the index of the shade of a value.
    fn shade(&self, value: u64) -> usize {
        let shades = self.greatest.clamp(1, SHADES);
        let place = u128::from(value.saturating_sub(1)) * u128::from(shades - 1);
        // The index is less than the number of shades, which is at most 32.
        place.checked_div(u128::from(self.greatest.saturating_sub(1))).unwrap_or(0).min(31) as usize
    }

    fn is_lost(&self, cell: &Cell) -> bool {
        cell.lost >= self.least_lost
    }

    fn cells(&self, cells: &[Cell]) -> Cells {
        let mut palette = self.palette();
        palette.push(Paint::BLACK);
        let black = palette.len();
        let shade = |cell: &Cell| match cell.mean() {
            _ if self.is_lost(cell) => black,
            Some(mean) => 1 + self.shade(mean),
            None => 0,
        };
        Cells {
            least: halves(2 * self.plot.left, 2 * self.plot.top),
            columns: self.pairs.across.cells(),
            width: self.pitch() * UNIT,
            pitch: self.pitch() * UNIT,
            height: self.pitch() * UNIT,
            // There are 33 shades at most.
            shades: cells.iter().map(|cell| shade(cell) as u8).collect(),
            palette,
        }
    }

    /// Returns rings on lost pairs and numbers on the others, if there is room.
    fn details(&self, cells: &[Cell]) -> Vec<Shape> {
        let (pitch, columns) = (self.pitch(), self.pairs.across.cells());
        if self.shares() || pitch < RING {
            return Vec::new();
        }
        let palette = self.palette();
        let mut centres = Vec::new();
        let mut shapes = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            let (column, row) = ((index % columns) as Pixels, (index / columns) as Pixels);
            let centre = halves(
                2 * self.plot.left + (2 * column + 1) * pitch,
                2 * self.plot.top + (2 * row + 1) * pitch,
            );
            let Some(value) = cell.mean() else { continue };
            if self.is_lost(cell) {
                centres.push(centre);
                continue;
            }
            let text = value.to_string();
            let fits = |font: &Pixels| width(&text, *font) + 4 <= pitch && pitch >= NUMBER;
            let Some(font) = [FONT, SMALL_FONT].into_iter().find(fits) else { continue };
            let ground = palette.get(self.shade(value)).copied().unwrap_or(Paint::WHITE);
            let ink = if lightness(ground) > 115_000 { Paint::BLACK } else { Paint::WHITE };
            let label = Label::new(centre, Anchor::Middle, text);
            shapes.push(Shape::Label(Label { size: font * UNIT, ink, ..label }));
        }
        for (radius, paint) in [(pitch * 5 / 8, Paint::WHITE), (pitch * 3 / 8, Paint::BLACK)] {
            if !centres.is_empty() {
                let discs = Outline::Circles(centres.clone(), radius * UNIT / 2);
                shapes.push(Shape::Drawn(discs, Some(paint), None));
            }
        }
        shapes
    }

    fn background(&self, title: &str) -> Vec<Shape> {
        let Map { plot, pairs: Pairs { up, .. }, .. } = self;
        let name = text((plot.left - GAP, MARGIN + LINE * 3 / 2), Anchor::End, Paint::GREY, "y");
        let mut shapes = vec![super::title(title, self.width()), name];
        for tick in up.ticks(APART) {
            let y = plot.bottom() - up.middle(tick) / 2;
            shapes.push(filled((plot.left - GAP / 2, y - THIN / 2), (GAP / 2, THIN), Paint::GREY));
            shapes.push(plot.number(y, tick));
        }
        shapes.extend(plot.axes("x", GAP, APART));
        shapes
    }

    /// Returns the legend below the map: the meaning of black, and the shades of small and large values.
    fn legend(&self) -> Vec<Shape> {
        const BOX: Pixels = 24;
        const WIDTH: Pixels = 320;
        let y = self.plot.bottom() + 2 * GAP + LINE * 5 / 2;
        let mut x = self.plot.left;
        let mut shapes = vec![filled((x, y - BOX / 2), (BOX, BOX), Paint::BLACK)];
        let write = |x: &mut Pixels, words: &str, shapes: &mut Vec<Shape>| {
            shapes.push(text((*x, y), Anchor::Begin, INK, words));
            *x += width(words, FONT);
        };
        x += BOX + GAP;
        write(&mut x, "0: lost", &mut shapes);
        if self.greatest > 0 {
            x += 3 * GAP;
            write(&mut x, "1", &mut shapes);
            x += GAP;
            let palette = self.palette();
            let shades = palette.len() as Pixels;
            for (index, shade) in (0..).zip(&palette) {
                let (begin, end) = (x + index * WIDTH / shades, x + (index + 1) * WIDTH / shades);
                shapes.push(filled((begin, y - BOX / 2), (end - begin, BOX), *shade));
            }
            x += WIDTH + GAP;
            write(&mut x, &grouped(self.greatest), &mut shapes);
        }
        if self.shares() {
            let side = self.pairs.across.in_a_cell;
            let black = match self.least_lost {
                1 => "any is lost".to_owned(),
                least => format!("{} or more are lost", grouped(least)),
            };
            let note = format!("means of {side} x {side} pairs, black if {black}");
            let note = fitted(&note, self.width() - self.plot.left - MARGIN);
            shapes.push(text((self.plot.left, y + LINE), Anchor::Begin, INK, note));
        }
        shapes
    }
}
