//! Charts of the nim-values of sequences and pairs, and of the number of positions won and lost in each number of moves.

mod axis;
mod counts;
mod pairs;
mod pixels;
mod runs;
mod sequence;
mod shades;
mod svg;
mod text;
mod tikz;

use axis::{Axis, Pixels};
use shades::Shade;

pub use sequence::Repetition;

/// A chart of a table of nim-values or of counts.
///
/// A chart consists of at most a few million pixels. However long the table is, the chart takes at most about a megabyte as
/// [SVG](Chart::svg), and less as [PNG](Chart::png), as [TikZ](Chart::tikz) and as [text](Chart::text) for a terminal.
///
/// ```
/// use winways_draw::Chart;
///
/// let chart = Chart::of_sequence("nim", 0..=100, &Some, None)?;
/// assert!(chart.svg().starts_with("<svg "));
/// assert!(chart.png()?.starts_with(b"\x89PNG"));
/// # Ok::<(), winways_draw::DrawError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    description: String,
    width: Pixels,
    height: Pixels,
    marks: Vec<Mark>,
}

/// An element of a chart; later elements cover earlier ones.
#[derive(Clone, Debug)]
enum Mark {
    Area(Area, Shade),
    Discs(Discs),
    Cells(Cells),
    Text(Text),
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    left: Pixels,
    top: Pixels,
    width: Pixels,
    height: Pixels,
}

/// Discs of one size, given by their centres.
#[derive(Clone, Debug)]
struct Discs {
    /// The radius in half pixels, the unit of the centres.
    radius: Pixels,
    shade: Shade,
    centres: Vec<(Pixels, Pixels)>,
}

/// Cells in columns and rows, each with a shade or blank.
#[derive(Clone, Debug)]
struct Cells {
    left: Pixels,
    top: Pixels,
    columns: usize,
    width: Pixels,
    /// The distance between the tops of consecutive rows.
    pitch: Pixels,
    /// The height of a cell, which is centred in its row.
    height: Pixels,
    palette: Vec<Shade>,
    /// The cells row by row from the top: an index into the palette plus 1, or 0 for a blank cell.
    shades: Vec<u8>,
}

/// A line of text.
#[derive(Clone, Debug)]
struct Text {
    /// The horizontal position of the start, middle or end of the text (see `anchor`).
    x: Pixels,
    /// The vertical position of its middle.
    y: Pixels,
    anchor: crate::scene::Anchor,
    size: Size,
    shade: Shade,
    text: String,
}

/// A font size, given by the height of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Small,
    Large,
}

impl Size {
    /// The height of a line.
    const fn line(self) -> Pixels {
        match self {
            Size::Small => 24,
            Size::Large => 32,
        }
    }

    /// The width of a letter.
    const fn letter(self) -> Pixels {
        match self {
            Size::Small => 11,
            Size::Large => 14,
        }
    }

    /// The nominal size of the font.
    const fn font(self) -> Pixels {
        match self {
            Size::Small => 18,
            Size::Large => 23,
        }
    }

    fn width(self, text: &str) -> Pixels {
        self.letter() * text.chars().count() as Pixels
    }
}

/// The margin around a chart.
const MARGIN: Pixels = 32;
/// The gap between the parts of a chart.
const GAP: Pixels = 16;
/// The height of the lines of text in a chart.
const LINE: Pixels = Size::Large.line();
/// The thickness of lines.
const THIN: Pixels = 2;

impl Chart {
    /// Returns a description of the chart, which serves as its alternative text.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the width and the height of the chart as PNG, in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        // A chart has some thousands of pixels in either direction.
        let pixels = |length: Pixels| u32::try_from(length).unwrap_or(u32::MAX);
        (pixels(self.width), pixels(self.height))
    }
}

impl Text {
    /// Creates a large text as a mark.
    fn mark(
        x: Pixels,
        y: Pixels,
        anchor: crate::scene::Anchor,
        shade: Shade,
        text: impl Into<String>,
    ) -> Mark {
        Mark::Text(Text { x, y, anchor, size: Size::Large, shade, text: text.into() })
    }
}

/// Formats a number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Returns the left edge of the plot: it leaves room for the numbers at the vertical axis and for the first number below.
fn left_of(across: &Axis, greatest_up: u64) -> Pixels {
    let beside = MARGIN + Size::Large.width(&grouped(greatest_up));
    beside.max(Size::Large.width(&grouped(across.greatest)) / 2) + GAP
}

/// Returns the margin on the right, which leaves room for the last number below.
fn right_of(across: &Axis) -> Pixels {
    MARGIN.max(Size::Large.width(&grouped(across.greatest)) / 2 + GAP)
}

/// Returns a text truncated to an available width.
fn fitted(text: &str, available: Pixels) -> String {
    let letters = usize::try_from(available / Size::Large.letter()).unwrap_or(0).max(4);
    match text.char_indices().nth(letters) {
        None => text.to_owned(),
        Some(_) => text.chars().take(letters - 3).chain("...".chars()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1 000"), (12_345_678, "12 345 678")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped(u64::MAX), "18 446 744 073 709 551 615");
    }

    #[test]
    fn long_texts_are_cut_off() {
        assert_eq!(fitted("kayles", 6 * 14), "kayles");
        assert_eq!(fitted("kayles!", 6 * 14), "kay...");
        assert_eq!(fitted("kayles", -1), "k...");
    }
}
