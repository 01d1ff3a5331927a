//! The elements of pictures, independent of the output format.

use crate::canvas::{Bounds, Length, Point, UNIT, point};

/// A picture: lines, curves, dots and labels at exact places.
///
/// [`Scene::svg`], [`Scene::tikz`] and [`Scene::png`] write the picture, each in time linear in its size. [`Scene::text`]
/// returns a version for a terminal.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The picture as lines of characters.
    pub(crate) text: String,
    pub(crate) shapes: Vec<Shape>,
}

/// An element of a picture; later elements cover earlier ones.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A shaded rectangle, from its upper left to its lower right corner.
    Area(Bounds),
    /// A polyline.
    Line(Pen, Vec<Point>),
    /// A cubic Bézier curve: start, two control points, end.
    Curve(Pen, [Point; 4]),
    Dot(Point),
    /// Separate straight lines, such as those of a hatching or a grid.
    Strokes(Pen, Vec<[Point; 2]>),
    /// A closed outline: filled, stroked or both.
    Solid(Outline, Option<Paint>, Option<Pen>),
    Label(Label),
}

/// A closed line.
#[derive(Clone, Debug)]
pub(crate) enum Outline {
    /// A rectangle with corners rounded by the given radius.
    Rectangle(Bounds, Length),
    Circle {
        centre: Point,
        radius: Length,
    },
    Polygon(Vec<Point>),
}

/// The red, green and blue components of a fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint(pub(crate) [u8; 3]);

impl Paint {
    pub(crate) const WHITE: Paint = Paint([255; 3]);
    pub(crate) const LIGHT: Paint = Paint([SHADE; 3]);
    pub(crate) const GREY: Paint = Paint([205; 3]);
    pub(crate) const DARK: Paint = Paint([70; 3]);
}

/// A line of text.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    /// The start, middle or end of the text (see `anchor`) at half its height.
    pub(crate) at: Point,
    pub(crate) anchor: Anchor,
    pub(crate) text: String,
    /// `true` if the label covers the lines behind it.
    pub(crate) covers: bool,
    /// The font size.
    pub(crate) size: Length,
    pub(crate) ink: Ink,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Begin,
    Middle,
    End,
}

/// The meaning of a line, which determines its appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pen {
    LeftWall,
    RightWall,
    Mast,
    /// The line of a special temperature, 0 or −1.
    Axis,
    /// A line from a breakpoint to its label.
    Guide,
    /// The last piece of a guide, which may bend.
    Leader,
    Blue,
    Red,
    Green,
    Ground,
    /// The roots of the grass.
    Earth,
    /// A line of a grid.
    Grid,
    /// The rim of a piece, a vertex or a box.
    Rim,
    /// The rim of something that is no longer part of the board.
    Ghost,
    /// The rim of a piece of Right.
    RedRim,
    /// Grey lines over something that is not part of the board.
    GreyHatch,
    /// White lines on a colour.
    WhiteHatch,
    /// An edge that either player may use, on a board where all edges are of this kind.
    Edge,
    /// A move of Left, of Right or of either player.
    LeftMark,
    RightMark,
    EitherMark,
    /// The white background of the line of a move.
    Casing,
    /// The white outline around the head of a move.
    Halo,
}

/// The appearance of a line. Lengths are in units.
pub(crate) struct Stroke {
    pub(crate) colour: Ink,
    /// The width in quarters of a unit.
    pub(crate) width: Length,
    /// The alternating lengths of dashes and gaps; empty for a solid line.
    pub(crate) dashes: &'static [Length],
    /// `true` if dashes and line ends are round.
    pub(crate) round: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Black,
    Grey,
    Blue,
    Red,
    Green,
    White,
}

impl Ink {
    /// All colours except white, which every format predefines.
    pub(crate) const ALL: [Ink; 5] = [Ink::Black, Ink::Grey, Ink::Blue, Ink::Red, Ink::Green];

    /// Returns the red, green and blue components, after Okabe and Ito.
    pub(crate) fn parts(self) -> [u8; 3] {
        match self {
            Ink::Black => [0, 0, 0],
            Ink::Grey => [110, 110, 110],
            Ink::Blue => [0, 114, 178],
            Ink::Red => [213, 94, 0],
            Ink::Green => [0, 158, 115],
            Ink::White => [255; 3],
        }
    }
}

/// The brightness of a shaded area, out of 255.
pub(crate) const SHADE: u8 = 240;

impl Pen {
    pub(crate) fn stroke(self) -> Stroke {
        let stroke = |colour, width, dashes, round| Stroke { colour, width, dashes, round };
        match self {
            Pen::LeftWall => stroke(Ink::Blue, 10, &[], true),
            Pen::RightWall => stroke(Ink::Red, 10, &[7, 4], false),
            Pen::Mast => stroke(Ink::Black, 10, &[], true),
            Pen::Axis => stroke(Ink::Grey, 4, &[], false),
            Pen::Guide => stroke(Ink::Grey, 3, &[1, 3], false),
            Pen::Leader => stroke(Ink::Grey, 2, &[], false),
            Pen::Blue => stroke(Ink::Blue, 14, &[], true),
            Pen::Red => stroke(Ink::Red, 14, &[9, 4], false),
            Pen::Green => stroke(Ink::Green, 14, &[0, 6], true),
            Pen::Ground => stroke(Ink::Black, 8, &[], false),
            Pen::Earth => stroke(Ink::Grey, 16, &[2, 6], false),
            Pen::Grid => stroke(Ink::Grey, 4, &[], false),
            Pen::Rim => stroke(Ink::Black, 6, &[], true),
            Pen::Ghost => stroke(Ink::Grey, 4, &[3, 3], false),
            Pen::RedRim => stroke(Ink::Red, 12, &[], true),
            Pen::GreyHatch => stroke(Ink::Grey, 3, &[], false),
            Pen::WhiteHatch => stroke(Ink::White, 6, &[], false),
            Pen::Edge => stroke(Ink::Black, 7, &[], true),
            Pen::LeftMark => stroke(Ink::Blue, 10, &[], true),
            Pen::RightMark => stroke(Ink::Red, 10, &[5, 3], false),
            Pen::EitherMark => stroke(Ink::Green, 11, &[0, 4], true),
            Pen::Casing => stroke(Ink::White, 22, &[], true),
            Pen::Halo => stroke(Ink::White, 5, &[], true),
        }
    }
}

/// The font size of labels.
pub(crate) const LETTER: Length = 12 * UNIT;

/// The height of a line of text.
pub(crate) const LINE: Length = 14 * UNIT;

/// The radius of a dot.
pub(crate) const DOT: Length = 3 * UNIT;

/// The margin around the picture.
const MARGIN: Length = 8 * UNIT;

/// Returns an upper bound for the width of a text in the usual sans-serif fonts.
pub(crate) fn text_width(text: &str) -> Length {
    let hundredths = |letter| match letter {
        '/' | ',' | '.' | ' ' | 'i' | 'l' | 't' => 40,
        '0'..='9' | 'a'..='l' | 'n'..='v' | 'x'..='z' | '-' => 65,
        'A'..='L' | 'N'..='V' | 'X'..='Z' => 80,
        _ => 105,
    };
    text.chars().map(hundredths).sum::<Length>() * LETTER / 100
}

impl Label {
    pub(crate) fn new(at: Point, anchor: Anchor, text: impl Into<String>) -> Label {
        Label { at, anchor, text: text.into(), covers: false, size: LETTER, ink: Ink::Black }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        let width = text_width(&self.text) * self.size / LETTER;
        let middle = match self.anchor {
            Anchor::Begin => self.at.x + width / 2,
            Anchor::Middle => self.at.x,
            Anchor::End => self.at.x - width / 2,
        };
        Bounds::around(point(middle, self.at.y), width, LINE * self.size / LETTER)
    }
}

impl Outline {
    fn bounds(&self) -> Option<Bounds> {
        match self {
            Outline::Rectangle(bounds, _) => Some(*bounds),
            Outline::Circle { centre, radius } => Some(Bounds::around(*centre, 2 * radius, 2 * radius)),
            Outline::Polygon(points) => around(points),
        }
    }

    fn shift(&mut self, by: Point) {
        match self {
            Outline::Rectangle(bounds, _) => *bounds = bounds.shifted(by),
            Outline::Circle { centre, .. } => *centre = centre.shifted(by),
            Outline::Polygon(points) => points.iter_mut().for_each(|at| *at = at.shifted(by)),
        }
    }
}

impl Shape {
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        match self {
            Shape::Area(bounds) => Some(*bounds),
            Shape::Line(_, points) => around(points),
            // A curve stays within the hull of its control points.
            Shape::Curve(_, points) => around(points),
            Shape::Dot(at) => Some(Bounds::around(*at, 2 * DOT, 2 * DOT)),
            Shape::Strokes(_, lines) => lines.iter().filter_map(|line| around(line)).reduce(Bounds::union),
            Shape::Solid(outline, ..) => outline.bounds(),
            Shape::Label(label) => Some(label.bounds()),
        }
    }

    /// Moves the shape by a vector.
    pub(crate) fn shift(&mut self, by: Point) {
        match self {
            Shape::Area(bounds) => *bounds = bounds.shifted(by),
            Shape::Line(_, points) => points.iter_mut().for_each(|at| *at = at.shifted(by)),
            Shape::Curve(_, points) => points.iter_mut().for_each(|at| *at = at.shifted(by)),
            Shape::Dot(at) => *at = at.shifted(by),
            Shape::Strokes(_, lines) => {
                lines.iter_mut().flatten().for_each(|at| *at = at.shifted(by));
            }
            Shape::Solid(outline, ..) => outline.shift(by),
            Shape::Label(label) => label.at = label.at.shifted(by),
        }
    }
}

fn around(points: &[Point]) -> Option<Bounds> {
    points.iter().map(|&at| Bounds { least: at, greatest: at }).reduce(Bounds::union)
}

impl Scene {
    /// Returns the title of the picture, which is also its alternative text; in SVG the `<title>`.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns a longer description of the picture.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the picture as lines of characters, for a terminal.
    ///
    /// ```
    /// use winways_draw::{PlotBreakpoint, ThermographPlot};
    ///
    /// let zero = ThermographPlot::new(vec![PlotBreakpoint::new(-1, 0)], vec![PlotBreakpoint::new(-1, 0)])?;
    /// assert!(zero.scene("0").text().contains("mean 0, temperature -1"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the bounding rectangle of all shapes, with a margin.
    pub(crate) fn bounds(&self) -> Bounds {
        let bounds = self.shapes.iter().filter_map(Shape::bounds).reduce(Bounds::union);
        let bounds = bounds.unwrap_or(Bounds { least: point(0, 0), greatest: point(0, 0) });
        Bounds {
            least: point(bounds.least.x - MARGIN, bounds.least.y - MARGIN),
            greatest: point(bounds.greatest.x + MARGIN, bounds.greatest.y + MARGIN),
        }
    }
}
