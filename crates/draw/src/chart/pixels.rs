//! PNG output of charts.

use super::{Area, Cells, Chart, Discs, Mark, Pixels, Shade, Size, Text};
use crate::DrawError;
use crate::pixels::Canvas;
use crate::scene::Anchor;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};

impl Chart {
    /// Returns the chart as a PNG file with twice the nominal size of the [SVG](Chart::svg), with letters in Noto Sans Mono.
    ///
    /// # Errors
    ///
    /// Returns [`DrawError::Encoding`] if the encoder fails, which only happens when memory runs out.
    ///
    /// ```
    /// use winways_draw::Chart;
    ///
    /// let chart = Chart::of_pairs("nim", 7, 7, &|x, y| Some(x ^ y))?;
    /// let (width, height) = chart.size();
    /// assert_eq!(chart.png()?[16..24], [width.to_be_bytes(), height.to_be_bytes()].concat());
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        // Charts have at most a few million pixels.
        let mut canvas = Canvas::new(self.width, self.height);
        for mark in &self.marks {
            match mark {
                Mark::Area(area, shade) => canvas.fill(*area, *shade),
                Mark::Discs(discs) => canvas.discs(discs),
                Mark::Cells(cells) => canvas.cells(cells),
                Mark::Text(text) => canvas.text(text),
            }
        }
        canvas.encode()
    }
}

impl Canvas {
    fn fill(&mut self, area: Area, shade: Shade) {
        for y in area.top..area.top + area.height {
            for x in area.left..area.left + area.width {
                self.blend(x, y, shade, 255);
            }
        }
    }

    fn cells(&mut self, cells: &Cells) {
        for (index, shade) in cells.shades.iter().enumerate() {
            let (column, row) = (index % cells.columns, index / cells.columns);
            let Some(shade) = usize::from(*shade).checked_sub(1).and_then(|shade| cells.palette.get(shade))
            else {
                continue;
            };
            let left = cells.left + column as Pixels * cells.width;
            let top = cells.top + row as Pixels * cells.pitch + (cells.pitch - cells.height) / 2;
            self.fill(Area { left, top, width: cells.width, height: cells.height }, *shade);
        }
    }

    /// Draws discs with antialiased rims, from 16 samples per pixel.
    fn discs(&mut self, discs: &Discs) {
        // The radius in eighths of a pixel.
        let radius = 4 * discs.radius;
        for (x, y) in &discs.centres {
            let pixels = |centre: &Pixels| (centre - discs.radius) / 2 - 1..=(centre + discs.radius) / 2 + 1;
            for row in pixels(y) {
                for column in pixels(x) {
                    let inside = (0..16).filter(|place| {
                        let across = 8 * column + 2 * (place % 4) + 1 - 4 * x;
                        let down = 8 * row + 2 * (place / 4) + 1 - 4 * y;
                        across * across + down * down <= radius * radius
                    });
                    let part = inside.count() * 255 / 16;
                    self.blend(column, row, discs.shade, part as u8);
                }
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let width = text.size.width(&text.text);
        let left = match text.anchor {
            Anchor::Begin => text.x,
            Anchor::Middle => text.x - width / 2,
            Anchor::End => text.x - width,
        };
        let top = text.y - text.size.line() / 2;
        for (letter, x) in text.text.chars().zip((left..).step_by(text.size.letter().unsigned_abs() as usize))
        {
            let Some(glyph) = glyph(letter, text.size) else { continue };
            for (row, y) in glyph.rows().zip(top..) {
                for (part, x) in row.iter().zip(x..) {
                    self.blend(x, y, text.shade, *part);
                }
            }
        }
    }
}

/// Returns the bitmap of a letter. A letter that the font lacks is replaced by a similar one, or by `?`.
fn glyph(letter: char, size: Size) -> Option<noto_sans_mono_bitmap::RasterizedChar> {
    let height = match size {
        Size::Small => RasterHeight::Size24,
        Size::Large => RasterHeight::Size32,
    };
    let letter = match letter {
        '–' | '—' | '−' => '-',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        _ => letter,
    };
    let raster = |letter| get_raster(letter, FontWeight::Regular, height);
    raster(letter).or_else(|| raster('?'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_the_size_used_by_the_layout() {
        for size in [Size::Small, Size::Large] {
            for letter in (' '..='~').chain(['–', 'é', '∞', '\0']) {
                let glyph = glyph(letter, size).expect("every letter has a glyph");
                assert_eq!((glyph.width() as Pixels, glyph.height() as Pixels), (size.letter(), size.line()));
            }
        }
    }

    #[test]
    fn shapes_cover_their_pixels() {
        let mut canvas = Canvas::new(20, 20);
        canvas.fill(Area { left: -5, top: 18, width: 7, height: 9 }, [1, 2, 3]);
        let covered = canvas.bytes.chunks(3).filter(|pixel| *pixel == [1, 2, 3]).count();
        assert_eq!(covered, 4);
        canvas.discs(&Discs { radius: 10, shade: [0; 3], centres: vec![(20, 20)] });
        let black: u32 = canvas.bytes.chunks(3).map(|pixel| 255 - u32::from(pixel[0])).sum();
        // The pixels of the corner, and those of the disc: 25π.
        let expected = 4 * 254 + 20_028;
        assert!(black.abs_diff(expected) < 300, "{black} instead of {expected}");
    }
}
