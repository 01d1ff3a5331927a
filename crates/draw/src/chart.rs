//! Charts of the nim-values of sequences and pairs, and of the number of positions won and lost in each number of moves.
//!
//! A chart consists of at most a few million pixels. However long the table is, the chart takes at most about a megabyte as
//! SVG, and less in the other formats.

mod axis;
mod counts;
mod pairs;
mod sequence;
mod shades;
mod text;

use axis::{Axis, Pixels};
use shades::INK;

pub use counts::counts_chart;
pub use pairs::pairs_chart;
pub use sequence::{Repetition, sequence_chart};

use crate::Scene;
use crate::canvas::{Bounds, Point, UNIT, point};
use crate::scene::{Anchor, LETTER, Label, Paint, Shape, text_width};

/// The margin around a chart.
const MARGIN: Pixels = 32;
/// The gap between the parts of a chart.
const GAP: Pixels = 16;
/// The height of the lines of text in a chart.
const LINE: Pixels = 32;
/// The thickness of lines.
const THIN: Pixels = 2;
/// The font size of texts.
const FONT: Pixels = 23;
/// The minimum distance between numbers at the axes.
const APART: Pixels = 56;

/// Creates the picture of a chart from its shapes and its size.
fn chart(title: &str, description: String, (width, height): (Pixels, Pixels), shapes: Vec<Shape>) -> Scene {
    let frame = area((0, 0), (width, height));
    let text = text::text(&frame, &shapes);
    Scene { title: title.to_owned(), description, text, frame: Some(frame), shapes, hits: Vec::new() }
}

/// Converts coordinates in half pixels to a point on the canvas.
fn halves(x: Pixels, y: Pixels) -> Point {
    point(x * UNIT / 2, y * UNIT / 2)
}

fn area((left, top): (Pixels, Pixels), (width, height): (Pixels, Pixels)) -> Bounds {
    let least = halves(2 * left, 2 * top);
    Bounds { least, greatest: least.shifted(halves(2 * width, 2 * height)) }
}

fn filled(at: (Pixels, Pixels), size: (Pixels, Pixels), paint: Paint) -> Shape {
    Shape::area(area(at, size), paint)
}

/// Creates a label. The point is the start, middle or end of the text, at half its height.
fn text((x, y): (Pixels, Pixels), anchor: Anchor, ink: Paint, text: impl Into<String>) -> Shape {
    Shape::Label(Label { size: FONT * UNIT, ink, ..Label::new(halves(2 * x, 2 * y), anchor, text) })
}

/// Returns the width of a text in a font size.
fn width(text: &str, font: Pixels) -> Pixels {
    text_width(text) * font / LETTER + 1
}

/// The area between the axes of a chart.
struct Plot {
    left: Pixels,
    top: Pixels,
    height: Pixels,
    across: Axis,
}

impl Plot {
    /// Creates a plot that leaves room for the numbers at the vertical axis and for the first number below.
    fn new(across: Axis, height: Pixels, greatest_up: u64) -> Plot {
        let beside = MARGIN + width(&grouped(greatest_up), FONT);
        let left = beside.max(width(&grouped(across.greatest), FONT) / 2) + GAP;
        Plot { left, top: MARGIN + 2 * LINE + GAP, height, across }
    }

    fn bottom(&self) -> Pixels {
        self.top + self.height
    }

    /// Returns the width of the chart, including room on the right for the last number of the horizontal axis. The axis counts
    /// as at least `least` pixels long.
    fn width(&self, least: Pixels) -> Pixels {
        let right = MARGIN.max(width(&grouped(self.across.greatest), FONT) / 2 + GAP);
        self.left + self.across.length().max(least) + right
    }

    /// Returns a horizontal grid line with its number.
    fn level(&self, y: Pixels, number: u64) -> [Shape; 2] {
        let line = filled((self.left, y - THIN / 2), (self.across.length(), THIN), shades::PALE);
        [line, self.number(y, number)]
    }

    fn number(&self, y: Pixels, number: u64) -> Shape {
        text((self.left - GAP, y), Anchor::End, INK, grouped(number))
    }

    /// Returns both axes. The ticks of the horizontal axis are at least `apart` apart, and `name` is written below it.
    fn axes(&self, name: &str, gap: Pixels, apart: Pixels) -> Vec<Shape> {
        let (left, bottom, length) = (self.left, self.bottom(), self.across.length());
        let mut shapes = vec![
            filled((left - THIN, self.top), (THIN, self.height + THIN), Paint::GREY),
            filled((left, bottom), (length, THIN), Paint::GREY),
        ];
        let widest = width(&grouped(self.across.greatest), FONT);
        for tick in self.across.ticks((widest + gap).max(apart)) {
            let x = left + self.across.middle(tick) / 2;
            shapes.push(filled((x - THIN / 2, bottom), (THIN, GAP / 2), Paint::GREY));
            shapes.push(text((x, bottom + GAP + LINE / 2), Anchor::Middle, INK, grouped(tick)));
        }
        let middle = (left + length / 2, bottom + GAP + LINE * 3 / 2);
        shapes.push(text(middle, Anchor::Middle, Paint::GREY, name));
        shapes
    }
}

/// Returns the title of a chart of a given width.
fn title(words: &str, width: Pixels) -> Shape {
    let words = fitted(words, width - 2 * MARGIN);
    text((MARGIN, MARGIN + LINE / 2), Anchor::Begin, Paint::BLACK, words)
}

/// Returns the line below the title.
fn subtitle(words: &str) -> Shape {
    text((MARGIN, MARGIN + LINE * 3 / 2), Anchor::Begin, Paint::GREY, words)
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

/// Returns a text truncated to an available width.
fn fitted(text: &str, available: Pixels) -> String {
    if width(text, FONT) <= available {
        return text.to_owned();
    }
    let mut room = available - width("...", FONT);
    let fits = |letter: &char| {
        room -= width(letter.encode_utf8(&mut [0; 4]), FONT);
        room >= 0
    };
    text.chars().take_while(fits).chain("...".chars()).collect()
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
        let available = width("kayles", FONT);
        assert_eq!(fitted("kayles", available), "kayles");
        assert_eq!(fitted("kayles!", available), "kayl...");
        assert_eq!(fitted("kayles", -1), "...");
    }
}
