//! Charts of pairs: maps coloured by the values, in which lost pairs stand out.

use super::axis::Axis;
use super::shades::{BLACK, GREY, INK, Shade, WHITE, lightness, scale};
use super::{
    Area, Cells, Chart, Discs, GAP, LINE, MARGIN, Mark, Pixels, Size, THIN, Text, fitted, grouped, left_of,
    right_of,
};
use crate::DrawError;
use crate::scene::Anchor;

/// The maximum width and height of the map.
const MAX_SIDE: Pixels = 1340;
/// The sides of the smallest and the largest cell.
const SMALLEST: Pixels = 4;
const LARGEST: Pixels = 64;
/// The minimum side of cells for rings on lost pairs and for printed values.
const RING: Pixels = 12;
const NUMBER: Pixels = 28;
/// The maximum number of shades of values.
const SHADES: u64 = 32;
/// The minimum distance between numbers at the axes.
const APART: Pixels = 56;
/// The minimum number of pairs in a part of a column for polling `keep_going` once per part instead of once per column.
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

impl Chart {
    /// Creates a map of the values of all pairs (x, y) with x ≤ `width` and y ≤ `height`. Pairs may have no value.
    ///
    /// Pairs of value 0 are black, with a ring if there is room for it; small values are yellow and large values blue. A small
    /// map shows the value of each pair. Pairs without a value are blank.
    ///
    /// In maps of more than 335 columns or rows, square blocks of pairs share a cell. A cell has the shade of the mean of its
    /// values. It is black if it contains lost pairs, at least as many as the average cell.
    ///
    /// # Complexity
    ///
    /// Linear time in the number of pairs. `value` is called once for each pair, column by column. The memory does not depend
    /// on the number of pairs.
    ///
    /// # Errors
    ///
    /// Returns [`DrawError::ManyValues`] if there are more than [`DrawError::MAX_VALUES`] pairs.
    ///
    /// ```
    /// use winways_draw::Chart;
    ///
    /// let chart = Chart::of_pairs("nim", 15, 7, &|x, y| Some(x ^ y))?;
    /// assert_eq!(chart.description(), "Nim-values of pairs (x, y), x up to 15, y up to 7: the greatest is 15, 8 are 0.");
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    pub fn of_pairs(
        title: &str,
        width: u64,
        height: u64,
        value: &dyn Fn(u64, u64) -> Option<u64>,
    ) -> Result<Chart, DrawError> {
        Chart::of_pairs_while(title, width, height, value, &|| true)
    }

    /// Creates the same chart as [`Chart::of_pairs`] and polls `keep_going` for every column of pairs, and for every part of a
    /// long column.
    ///
    /// # Errors
    ///
    /// Returns [`DrawError::Stopped`] once `keep_going` returns `false`, and the errors of [`Chart::of_pairs`].
    pub fn of_pairs_while(
        title: &str,
        width: u64,
        height: u64,
        value: &dyn Fn(u64, u64) -> Option<u64>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Chart, DrawError> {
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
}

impl Pairs<'_> {
    fn chart(&self, title: &str) -> Result<Chart, DrawError> {
        let (greatest_value, cells) = self.cells()?;
        let lost: u64 = cells.iter().map(|cell| cell.lost).sum();
        let map = Map {
            pairs: self,
            left: left_of(&self.across, self.up.greatest),
            top: MARGIN + 2 * LINE + GAP,
            // Cells with fewer lost pairs than the average are not black.
            least_lost: lost.div_ceil(cells.len().max(1) as u64).max(1),
            greatest: cells.iter().filter_map(Cell::mean).max().unwrap_or(0),
        };
        let mut marks = map.background(title);
        marks.push(Mark::Cells(map.cells(&cells)));
        marks.extend(map.details(&cells));
        marks.extend(map.legend());
        let description = format!(
            "Nim-values of pairs (x, y), x up to {}, y up to {}: the greatest is {greatest_value}, {lost} are 0.",
            self.across.greatest, self.up.greatest
        );
        Ok(Chart { title: title.to_owned(), description, width: map.width(), height: map.height(), marks })
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
                        // At most 2^40 values of 64 bits.
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
    left: Pixels,
    top: Pixels,
    /// The least number of lost pairs that makes a cell black.
    least_lost: u64,
    /// The value of the last shade.
    greatest: u64,
}

impl Map<'_> {
    fn pitch(&self) -> Pixels {
        self.pairs.across.pitch
    }

    fn bottom(&self) -> Pixels {
        self.top + self.pairs.up.length()
    }

    fn width(&self) -> Pixels {
        // The legend needs its room as well.
        let legend = 700 + Size::Large.width(&grouped(self.greatest));
        self.left + self.pairs.across.length().max(legend) + right_of(&self.pairs.across)
    }

    fn height(&self) -> Pixels {
        let lines = if self.shares() { 4 } else { 3 };
        self.bottom() + 3 * GAP + lines * LINE + MARGIN / 2
    }

    /// Returns `true` if several pairs share a cell.
    fn shares(&self) -> bool {
        self.pairs.across.in_a_cell > 1
    }

    fn palette(&self) -> Vec<Shade> {
        // At most one shade per value, so that few values have clearly distinct shades.
        scale(self.greatest.clamp(1, SHADES) as usize)
    }

    /// Returns the index of the shade of a value.
    fn shade(&self, value: u64) -> usize {
        let shades = self.greatest.clamp(1, SHADES);
        let place = u128::from(value.saturating_sub(1)) * u128::from(shades - 1);
        // An index below the number of shades.
        place.checked_div(u128::from(self.greatest.saturating_sub(1))).unwrap_or(0).min(31) as usize
    }

    fn is_lost(&self, cell: &Cell) -> bool {
        cell.lost >= self.least_lost
    }

    fn cells(&self, cells: &[Cell]) -> Cells {
        let mut palette = self.palette();
        palette.push(BLACK);
        let black = palette.len();
        let shade = |cell: &Cell| match cell.mean() {
            _ if self.is_lost(cell) => black,
            Some(mean) => 1 + self.shade(mean),
            None => 0,
        };
        Cells {
            left: self.left,
            top: self.top,
            columns: self.pairs.across.cells(),
            width: self.pitch(),
            pitch: self.pitch(),
            height: self.pitch(),
            // There are 33 shades at most.
            shades: cells.iter().map(|cell| shade(cell) as u8).collect(),
            palette,
        }
    }

    /// Returns rings on lost pairs and numbers on the others, if there is room.
    fn details(&self, cells: &[Cell]) -> Vec<Mark> {
        let pitch = self.pitch();
        if self.shares() || pitch < RING {
            return Vec::new();
        }
        let palette = self.palette();
        let mut centres = Vec::new();
        let mut marks = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            let (column, row) = (index % self.pairs.across.cells(), index / self.pairs.across.cells());
            let (x, y) = (
                2 * self.left + (2 * column as Pixels + 1) * pitch,
                2 * self.top + (2 * row as Pixels + 1) * pitch,
            );
            let Some(value) = cell.mean() else { continue };
            if self.is_lost(cell) {
                centres.push((x, y));
                continue;
            }
            let text = value.to_string();
            let sizes = [Size::Large, Size::Small];
            let Some(size) = sizes.into_iter().find(|size| size.width(&text) + 4 <= pitch && pitch >= NUMBER)
            else {
                continue;
            };
            let ground = palette.get(self.shade(value)).copied().unwrap_or(WHITE);
            let shade = if lightness(ground) > 115_000 { BLACK } else { WHITE };
            marks.push(Mark::Text(Text { x: x / 2, y: y / 2, anchor: Anchor::Middle, size, shade, text }));
        }
        let disc = |radius, shade| Mark::Discs(Discs { radius, shade, centres: centres.clone() });
        marks.extend([disc(pitch * 5 / 8, WHITE), disc(pitch * 3 / 8, BLACK)]);
        marks
    }

    fn background(&self, title: &str) -> Vec<Mark> {
        let Map { left, pairs: Pairs { across, up, .. }, .. } = self;
        let bottom = self.bottom();
        let title = fitted(title, self.width() - 2 * MARGIN);
        let line = |left, top, width, height| Mark::Area(Area { left, top, width, height }, GREY);
        let mut marks = vec![
            Text::mark(MARGIN, MARGIN + LINE / 2, Anchor::Begin, BLACK, title),
            Text::mark(left - GAP, MARGIN + LINE * 3 / 2, Anchor::End, GREY, "y"),
            line(left - THIN, self.top, THIN, up.length() + THIN),
            line(*left, bottom, across.length(), THIN),
        ];
        for tick in up.ticks(APART) {
            let y = bottom - up.middle(tick) / 2;
            marks.push(line(left - GAP / 2, y - THIN / 2, GAP / 2, THIN));
            marks.push(Text::mark(left - GAP, y, Anchor::End, INK, grouped(tick)));
        }
        let widest = Size::Large.width(&grouped(across.greatest));
        for tick in across.ticks((widest + GAP).max(APART)) {
            let x = left + across.middle(tick) / 2;
            marks.push(line(x - THIN / 2, bottom, THIN, GAP / 2));
            marks.push(Text::mark(x, bottom + GAP + LINE / 2, Anchor::Middle, INK, grouped(tick)));
        }
        let middle = left + across.length() / 2;
        marks.push(Text::mark(middle, bottom + GAP + LINE * 3 / 2, Anchor::Middle, GREY, "x"));
        marks
    }

    /// Returns the legend below the map: the meaning of black, and the shades of small and large values.
    fn legend(&self) -> Vec<Mark> {
        const BOX: Pixels = 24;
        const WIDTH: Pixels = 320;
        let y = self.bottom() + 2 * GAP + LINE * 5 / 2;
        let mut x = self.left;
        let mut marks = Vec::new();
        let area = |left, width| Area { left, top: y - BOX / 2, width, height: BOX };
        let text = |x: &mut Pixels, text: String, marks: &mut Vec<Mark>| {
            let width = Size::Large.width(&text);
            marks.push(Text::mark(*x, y, Anchor::Begin, INK, text));
            *x += width;
        };
        marks.push(Mark::Area(area(x, BOX), BLACK));
        x += BOX + GAP;
        text(&mut x, "0: lost".to_owned(), &mut marks);
        if self.greatest > 0 {
            x += 3 * GAP;
            text(&mut x, "1".to_owned(), &mut marks);
            x += GAP;
            let palette = self.palette();
            let shades = palette.len() as Pixels;
            for (index, shade) in (0..).zip(&palette) {
                let (begin, end) = (x + index * WIDTH / shades, x + (index + 1) * WIDTH / shades);
                marks.push(Mark::Area(area(begin, end - begin), *shade));
            }
            x += WIDTH + GAP;
            text(&mut x, grouped(self.greatest), &mut marks);
        }
        if self.shares() {
            let side = self.pairs.across.in_a_cell;
            let black = match self.least_lost {
                1 => "any is lost".to_owned(),
                least => format!("{} or more are lost", grouped(least)),
            };
            let note = format!("means of {side} x {side} pairs, black if {black}");
            let note = fitted(&note, self.width() - self.left - MARGIN);
            marks.push(Text::mark(self.left, y + LINE, Anchor::Begin, INK, note));
        }
        marks
    }
}
