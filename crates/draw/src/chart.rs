//! Charts: of nim-values, of sequences and of pairs; of how many positions are won and lost in how many moves.

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

/// A chart: what a table of nim-values looks like, or of counts.
///
/// It consists of pixels, of which each picture has at most a few millions: however long the table is, the chart as
/// [SVG](Chart::svg) takes at most about a megabyte, and less in the other formats: [PNG](Chart::png),
/// [TikZ](Chart::tikz), and [text](Chart::text) for a terminal.
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

/// Part of a chart; later ones cover earlier ones.
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
    /// In half pixels, as the centres are.
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
    /// How far rows are apart.
    pitch: Pixels,
    /// How much of that a cell takes, in the middle.
    height: Pixels,
    palette: Vec<Shade>,
    /// Row after row from the top: an index into the palette and 1, or 0 for a blank.
    shades: Vec<u8>,
}

/// A line of text.
#[derive(Clone, Debug)]
struct Text {
    /// Where it begins, has its middle or ends.
    x: Pixels,
    /// Its middle.
    y: Pixels,
    anchor: crate::scene::Anchor,
    size: Size,
    shade: Shade,
    text: String,
}

/// The size of letters, by the height of a line.
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

/// What is left free around a chart.
const MARGIN: Pixels = 32;
/// What is left free between its parts.
const GAP: Pixels = 16;
/// The height of the lines of text that a chart has.
const LINE: Pixels = Size::Large.line();
/// The thickness of lines.
const THIN: Pixels = 2;

impl Chart {
    /// What the chart shows, for those who cannot see it.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The width and the height of the chart as PNG, in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        // A chart has some thousands of pixels either way.
        let pixels = |length: Pixels| u32::try_from(length).unwrap_or(u32::MAX);
        (pixels(self.width), pixels(self.height))
    }
}

impl Text {
    /// A large text as a mark.
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

/// A number with its digits in groups of three.
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

/// Where the picture begins: beside numbers up the axis, and so that no number below is cut off.
fn left_of(across: &Axis, greatest_up: u64) -> Pixels {
    let beside = MARGIN + Size::Large.width(&grouped(greatest_up));
    beside.max(Size::Large.width(&grouped(across.greatest)) / 2) + GAP
}

/// What is left free on the right, so that no number below is cut off.
fn right_of(across: &Axis) -> Pixels {
    MARGIN.max(Size::Large.width(&grouped(across.greatest)) / 2 + GAP)
}

/// A text cut off at the end so that it is at most so wide.
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
    fn digits_stand_in_groups_of_three() {
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
