//! Text output of charts.

use super::shades::{Shade, WHITE, lightness};
use super::{Area, Chart, Mark, Pixels, THIN, Text};
use crate::scene::Anchor;

/// The width and height of a character cell, in pixels.
const COLUMN: Pixels = 20;
const ROW: Pixels = 40;

impl Chart {
    /// Returns the chart as lines of characters for a terminal, about 80 columns wide.
    ///
    /// A point is `●`. Areas and cells are shaded from `░` to `█`; a character is as dark as the darkest part of the chart it
    /// covers. Texts are shown where there is room.
    ///
    /// ```
    /// use winways_draw::Chart;
    ///
    /// let text = Chart::of_sequence("nim", 0..=9, &Some, None)?.text();
    /// assert_eq!(text.matches('●').count(), 10);
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let columns = usize::try_from(self.width / COLUMN + 1).unwrap_or(0);
        let rows = usize::try_from(self.height / ROW + 1).unwrap_or(0);
        let mut page = Page { columns, cells: vec![(' ', false); columns * rows] };
        let mut map = None;
        for mark in &self.marks {
            match mark {
                Mark::Area(area, shade) => page.area(area, *shade),
                Mark::Cells(cells) => {
                    map = Some(Area {
                        left: cells.left,
                        top: cells.top,
                        width: cells.columns as Pixels * cells.width,
                        height: cells.rows().count() as Pixels * cells.pitch,
                    });
                    for (shade, area) in cells.areas() {
                        let shade = cells.palette.get(usize::from(shade) - 1);
                        page.fill(&area, shade.copied().unwrap_or(WHITE));
                    }
                }
                // In a map, discs repeat the information of the cells.
                Mark::Discs(discs) if map.is_none() => {
                    discs.centres.iter().for_each(|(x, y)| page.paint(x / 2, y / 2, '●'));
                }
                Mark::Discs(_) | Mark::Text(_) => {}
            }
        }
        // Omit the values of single cells, for which there is no room.
        let is_within = |text: &Text| map.as_ref().is_some_and(|map| map.contains(text.x, text.y));
        for mark in &self.marks {
            if let Mark::Text(text) = mark
                && !is_within(text)
            {
                page.write(text);
            }
        }
        page.lines()
    }
}

impl Area {
    fn contains(&self, x: Pixels, y: Pixels) -> bool {
        (self.left..self.left + self.width).contains(&x) && (self.top..self.top + self.height).contains(&y)
    }
}

/// Characters row by row, each with a flag that is `true` if it belongs to a text.
struct Page {
    columns: usize,
    cells: Vec<(char, bool)>,
}

/// Block characters from light to dark.
const TONES: [char; 4] = ['░', '▒', '▓', '█'];

fn tone(shade: Shade) -> Option<char> {
    // The lightness of a shade is at most 255 000.
    let tone = match lightness(shade) {
        0..40_000 => 3,
        40_000..110_000 => 2,
        110_000..180_000 => 1,
        180_000..225_000 => 0,
        // White, and lines behind the picture.
        _ => return None,
    };
    Some(TONES[tone])
}

/// Returns the range of characters that a length covers.
fn covered(start: Pixels, length: Pixels, size: Pixels) -> std::ops::Range<Pixels> {
    let nearest = |at: Pixels| (at + size / 2) / size;
    match length < size {
        true => (start + length / 2) / size..(start + length / 2) / size + 1,
        false => nearest(start)..nearest(start + length),
    }
}

impl Page {
    fn cell(&mut self, column: Pixels, row: Pixels) -> Option<&mut (char, bool)> {
        let column = usize::try_from(column).ok().filter(|column| *column < self.columns)?;
        self.cells.get_mut(usize::try_from(row).ok()? * self.columns + column)
    }

    fn paint(&mut self, x: Pixels, y: Pixels, sign: char) {
        if let Some((cell, _)) = self.cell(x / COLUMN, y / ROW) {
            *cell = sign;
        }
    }

    /// Draws an area, as a line if it is thin.
    fn area(&mut self, area: &Area, shade: Shade) {
        if tone(shade).is_none() {
            return;
        }
        let (x, y) = (area.left / COLUMN, area.top / ROW);
        match (area.width <= THIN, area.height <= THIN) {
            (true, false) if area.height > ROW => {
                (y..=(area.top + area.height - 1) / ROW).for_each(|row| self.line(x, row, '│'));
            }
            (false, true) => {
                (x..=(area.left + area.width - 1) / COLUMN).for_each(|column| self.line(column, y, '─'));
            }
            (false, false) => self.fill(area, shade),
            _ => {}
        }
    }

    fn line(&mut self, column: Pixels, row: Pixels, sign: char) {
        if let Some((cell, _)) = self.cell(column, row) {
            *cell = match *cell {
                ' ' => sign,
                other if other == sign => sign,
                '│' | '─' => '┼',
                other => other,
            };
        }
    }

    /// Darkens every character that is mostly covered by the area. A small area darkens the character at its middle.
    fn fill(&mut self, area: &Area, shade: Shade) {
        let Some(tone) = tone(shade) else { return };
        let darkness = |sign: char| TONES.iter().position(|tone| *tone == sign);
        for row in covered(area.top, area.height, ROW) {
            for column in covered(area.left, area.width, COLUMN) {
                if let Some((cell, _)) = self.cell(column, row)
                    && darkness(*cell) < darkness(tone)
                {
                    *cell = tone;
                }
            }
        }
    }

    /// Writes a text unless it would touch another one.
    fn write(&mut self, text: &Text) {
        let length = text.text.chars().count() as Pixels;
        let start = match text.anchor {
            Anchor::Begin => text.x / COLUMN,
            Anchor::Middle => text.x / COLUMN - length / 2,
            Anchor::End => text.x / COLUMN - length + 1,
        };
        let (start, row) = (start.max(0), text.y / ROW);
        let is_free = |page: &mut Page| {
            (start - 1..=start + length)
                .all(|column| page.cell(column, row).is_none_or(|(_, is_text)| !*is_text))
        };
        // Lines of text that are close together may fall into the same row.
        if !is_free(self) {
            return;
        }
        for (letter, column) in text.text.chars().zip(start..) {
            let letter = if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
            if let Some(cell) = self.cell(column, row) {
                *cell = (letter, true);
            }
        }
    }

    fn lines(&self) -> String {
        let rows = self.cells.chunks(self.columns.max(1));
        let lines: Vec<String> = rows
            .map(|row| row.iter().map(|(sign, _)| *sign).collect::<String>().trim_end().to_owned())
            .collect();
        let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
        let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        lines[first..last].join("\n") + "\n"
    }
}
