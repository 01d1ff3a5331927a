//! Charts as characters.

use super::THIN;
use super::shades::lightness;
use crate::canvas::{Bounds, Length, Point, UNIT};
use crate::scene::short;
use crate::scene::{Anchor, Label, Outline, Paint, Shape};

/// The width and height of a character cell.
const COLUMN: Length = 20 * UNIT;
const ROW: Length = 40 * UNIT;

/// Returns the chart as lines of characters for a terminal, about 80 columns wide.
///
/// A point is `●`. Areas and cells are shaded from `░` to `█`; a character is as dark as the darkest part of the chart
/// that it covers. Texts are shown where there is room.
pub(super) fn text(frame: &Bounds, shapes: &[Shape]) -> String {
    let columns = usize::try_from(frame.width() / COLUMN + 1).unwrap_or(0);
    let rows = usize::try_from(frame.height() / ROW + 1).unwrap_or(0);
    let mut page = Page { columns, cells: vec![(' ', false); columns * rows] };
    let mut map: Option<Bounds> = None;
    for shape in shapes {
        match shape {
            Shape::Drawn(Outline::Rectangle(area, _), Some(paint), _) => page.area(area, *paint),
            Shape::Cells(cells) => {
                map = Some(cells.bounds());
                cells.areas().for_each(|(paint, area)| page.fill(&area, paint));
            }
            // In a map, discs repeat the information of the cells.
            Shape::Drawn(Outline::Circles(centres, _), ..) if map.is_none() => {
                centres.iter().for_each(|at| page.paint(at, '●'));
            }
            _ => {}
        }
    }
    for shape in shapes {
        // Omit the values of single cells, for which there is no room.
        if let Shape::Label(label) = shape
            && !map.is_some_and(|map| map.contains(label.at))
        {
            page.write(label);
        }
    }
    page.lines()
}

/// Characters row by row, each with a flag that is `true` if it belongs to a text.
struct Page {
    columns: usize,
    cells: Vec<(char, bool)>,
}

/// Block characters from light to dark.
const TONES: [char; 4] = ['░', '▒', '▓', '█'];

fn tone(paint: Paint) -> Option<char> {
    // The lightness of a shade is at most 255 000.
    let tone = match lightness(paint) {
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
fn covered(start: Length, length: Length, size: Length) -> std::ops::Range<Length> {
    let nearest = |at: Length| (at + size / 2) / size;
    match length < size {
        true => (start + length / 2) / size..(start + length / 2) / size + 1,
        false => nearest(start)..nearest(start + length),
    }
}

impl Page {
    fn cell(&mut self, column: Length, row: Length) -> Option<&mut (char, bool)> {
        let column = usize::try_from(column).ok().filter(|column| *column < self.columns)?;
        self.cells.get_mut(usize::try_from(row).ok()? * self.columns + column)
    }

    fn paint(&mut self, at: &Point, sign: char) {
        if let Some((cell, _)) = self.cell(at.x / COLUMN, at.y / ROW) {
            *cell = sign;
        }
    }

    /// Draws an area, as a line if it is thin.
    fn area(&mut self, area: &Bounds, paint: Paint) {
        if tone(paint).is_none() {
            return;
        }
        let Bounds { least, greatest } = area;
        let (x, y) = (least.x / COLUMN, least.y / ROW);
        match (area.width() <= THIN * UNIT, area.height() <= THIN * UNIT) {
            (true, false) if area.height() > ROW => {
                (y..=(greatest.y - 1) / ROW).for_each(|row| self.line(x, row, '│'));
            }
            (false, true) => (x..=(greatest.x - 1) / COLUMN).for_each(|column| self.line(column, y, '─')),
            (false, false) => self.fill(area, paint),
            _ => {}
        }
    }

    fn line(&mut self, column: Length, row: Length, sign: char) {
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
    fn fill(&mut self, area: &Bounds, paint: Paint) {
        let Some(tone) = tone(paint) else { return };
        let darkness = |sign: char| TONES.iter().position(|tone| *tone == sign);
        for row in covered(area.least.y, area.height(), ROW) {
            for column in covered(area.least.x, area.width(), COLUMN) {
                if let Some((cell, _)) = self.cell(column, row)
                    && darkness(*cell) < darkness(tone)
                {
                    *cell = tone;
                }
            }
        }
    }

    /// Writes a label unless it would touch other text.
    fn write(&mut self, label: &Label) {
        let length = label.text.chars().count() as Length;
        let start = match label.anchor {
            Anchor::Begin => label.at.x / COLUMN,
            Anchor::Middle => label.at.x / COLUMN - length / 2,
            Anchor::End => label.at.x / COLUMN - length + 1,
        };
        let (start, row) = (start.max(0), label.at.y / ROW);
        let text = short(&label.text, self.columns.saturating_sub(start as usize));
        let length = text.chars().count() as Length;
        let is_free = |page: &mut Page| {
            (start - 1..=start + length)
                .all(|column| page.cell(column, row).is_none_or(|(_, is_text)| !*is_text))
        };
        // Lines of text that are close together may fall into the same row.
        if !is_free(self) {
            return;
        }
        for (letter, column) in text.chars().zip(start..) {
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
