//! The elements of pictures, independent of the output format.

use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::cells::Cells;
pub(crate) use crate::paint::Paint;
use crate::parts::HitArea;
use crate::{DrawError, PictureFormat};

/// A picture: lines, curves, areas and labels at exact positions.
///
/// [`Scene::svg`], [`Scene::tikz`] and [`Scene::png`] write the picture, each in time linear in its size. [`Scene::text`]
/// returns a version for a terminal.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The picture as lines of characters.
    pub(crate) text: String,
    /// The frame of a chart, in which a unit is one pixel of PNG or half a pixel of SVG. `None` for any other picture: it is as
    /// large as its shapes, and a unit is one pixel of SVG.
    pub(crate) frame: Option<Bounds>,
    pub(crate) shapes: Vec<Shape>,
    /// The clickable areas of a position's elements.
    pub(crate) hits: Vec<HitArea>,
}

/// An element of a picture; later elements cover earlier ones.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// An outline: filled, stroked or both.
    Drawn(Outline, Option<Paint>, Option<Pen>),
    Cells(Cells),
    Label(Label),
}

/// The geometry of a shape.
#[derive(Clone, Debug)]
pub(crate) enum Outline {
    /// A rectangle with corners rounded by the given radius.
    Rectangle(Bounds, Length),
    /// Circles of one radius, given by their centres.
    Circles(Vec<Point>, Length),
    Polygon(Vec<Point>),
    /// Separate polylines.
    Lines(Vec<Vec<Point>>),
    /// A cubic Bézier curve: start, two control points, end.
    Curve([Point; 4]),
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
    pub(crate) ink: Paint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Begin,
    Middle,
    End,
}

/// The appearance of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pen {
    pub(crate) colour: Paint,
    /// The width in quarters of a unit.
    pub(crate) width: Length,
    /// The alternating lengths of dashes and gaps in units; empty for a solid line.
    pub(crate) dashes: &'static [Length],
    /// `true` if dashes and line ends are round.
    pub(crate) round: bool,
}

impl Pen {
    pub(crate) const LEFT_WALL: Pen = Pen::new(Paint::BLUE, 10, &[], true);
    pub(crate) const RIGHT_WALL: Pen = Pen::new(Paint::RED, 10, &[7, 4], false);
    pub(crate) const MAST: Pen = Pen::new(Paint::BLACK, 10, &[], true);
    /// The line of a special temperature, 0 or −1.
    pub(crate) const AXIS: Pen = Pen::new(Paint::GREY, 4, &[], false);
    /// A line from a breakpoint to its label.
    pub(crate) const GUIDE: Pen = Pen::new(Paint::GREY, 3, &[1, 3], false);
    /// The last piece of a guide, which may bend.
    pub(crate) const LEADER: Pen = Pen::new(Paint::GREY, 2, &[], false);
    pub(crate) const BLUE: Pen = Pen::new(Paint::BLUE, 14, &[], true);
    pub(crate) const RED: Pen = Pen::new(Paint::RED, 14, &[9, 4], false);
    pub(crate) const GREEN: Pen = Pen::new(Paint::GREEN, 14, &[0, 6], true);
    pub(crate) const GROUND: Pen = Pen::new(Paint::BLACK, 8, &[], false);
    /// The roots of the grass.
    pub(crate) const EARTH: Pen = Pen::new(Paint::GREY, 16, &[2, 6], false);
    /// A line of a grid.
    pub(crate) const GRID: Pen = Pen::new(Paint::GREY, 4, &[], false);
    /// The rim of a piece, a vertex or a box.
    pub(crate) const RIM: Pen = Pen::new(Paint::BLACK, 6, &[], true);
    /// The rim of a piece in the shape of a figurine.
    pub(crate) const PIECE: Pen = Pen::new(Paint::BLACK_PIECE, 6, &[], true);
    /// The rim of a removed cell or vertex.
    pub(crate) const GHOST: Pen = Pen::new(Paint::GREY, 4, &[3, 3], false);
    /// The rim of Right's pieces.
    pub(crate) const RED_RIM: Pen = Pen::new(Paint::RED, 12, &[], true);
    /// White lines on a colour.
    pub(crate) const WHITE_HATCH: Pen = Pen::new(Paint::WHITE, 6, &[], false);
    /// An edge that either player may use, on a board where all edges are of this kind.
    pub(crate) const EDGE: Pen = Pen::new(Paint::BLACK, 7, &[], true);
    /// The mark of a move of Left, of Right or of either player.
    pub(crate) const LEFT_MARK: Pen = Pen::new(Paint::BLUE, 10, &[], true);
    pub(crate) const RIGHT_MARK: Pen = Pen::new(Paint::RED, 10, &[5, 3], false);
    pub(crate) const EITHER_MARK: Pen = Pen::new(Paint::GREEN, 11, &[0, 4], true);
    /// The white background of the line of a move.
    pub(crate) const CASING: Pen = Pen::new(Paint::WHITE, 22, &[], true);
    /// The white outline around the head of a move.
    pub(crate) const HALO: Pen = Pen::new(Paint::WHITE, 5, &[], true);

    const fn new(colour: Paint, width: Length, dashes: &'static [Length], round: bool) -> Pen {
        Pen { colour, width, dashes, round }
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

/// Returns the text, truncated to at most `letters` characters with an ellipsis.
pub(crate) fn short(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        None => text.to_owned(),
        Some(_) => text.chars().take(letters.saturating_sub(1)).chain(['…']).collect(),
    }
}

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
        Label { at, anchor, text: text.into(), covers: false, size: LETTER, ink: Paint::BLACK }
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
            Outline::Circles(centres, radius) => Some(around(centres)?.grown(*radius)),
            Outline::Polygon(points) => around(points),
            Outline::Lines(lines) => around(lines.iter().flatten()),
            // A curve stays within the hull of its control points.
            Outline::Curve(points) => around(points),
        }
    }

    /// Moves the outline by a vector.
    pub(crate) fn shift(&mut self, by: Point) {
        self.points_mut().into_iter().for_each(|at| *at = at.shifted(by));
    }

    fn points_mut(&mut self) -> Vec<&mut Point> {
        match self {
            Outline::Rectangle(bounds, _) => vec![&mut bounds.least, &mut bounds.greatest],
            Outline::Circles(points, _) | Outline::Polygon(points) => points.iter_mut().collect(),
            Outline::Lines(lines) => lines.iter_mut().flatten().collect(),
            Outline::Curve(points) => points.iter_mut().collect(),
        }
    }
}

impl Shape {
    pub(crate) fn line(pen: Pen, points: Vec<Point>) -> Shape {
        Shape::Drawn(Outline::Lines(vec![points]), None, Some(pen))
    }

    /// Creates separate straight lines, such as those of a hatching.
    pub(crate) fn strokes(pen: Pen, lines: Vec<[Point; 2]>) -> Shape {
        Shape::Drawn(Outline::Lines(lines.into_iter().map(Vec::from).collect()), None, Some(pen))
    }

    pub(crate) fn disc(
        centre: Point,
        radius: Length,
        fill: impl Into<Option<Paint>>,
        pen: impl Into<Option<Pen>>,
    ) -> Shape {
        Shape::Drawn(Outline::Circles(vec![centre], radius), fill.into(), pen.into())
    }

    pub(crate) fn dot(at: Point) -> Shape {
        Shape::disc(at, DOT, Paint::BLACK, None)
    }

    /// Creates a filled rectangle.
    pub(crate) fn area(bounds: Bounds, fill: Paint) -> Shape {
        Shape::Drawn(Outline::Rectangle(bounds, 0), Some(fill), None)
    }

    pub(crate) fn bounds(&self) -> Option<Bounds> {
        match self {
            Shape::Drawn(outline, ..) => outline.bounds(),
            Shape::Cells(cells) => Some(cells.bounds()),
            Shape::Label(label) => Some(label.bounds()),
        }
    }

    /// Moves the shape by a vector.
    pub(crate) fn shift(&mut self, by: Point) {
        let points = match self {
            Shape::Drawn(outline, ..) => outline.points_mut(),
            Shape::Cells(cells) => vec![&mut cells.least],
            Shape::Label(label) => vec![&mut label.at],
        };
        points.into_iter().for_each(|at| *at = at.shifted(by));
    }
}

fn around<'p>(points: impl IntoIterator<Item = &'p Point>) -> Option<Bounds> {
    points.into_iter().map(|&at| Bounds { least: at, greatest: at }).reduce(Bounds::union)
}

/// Returns the bounding rectangle of shapes, which is empty if there are none.
pub(crate) fn bounds_of(shapes: &[Shape]) -> Bounds {
    let bounds = shapes.iter().filter_map(Shape::bounds).reduce(Bounds::union);
    bounds.unwrap_or(Bounds { least: point(0, 0), greatest: point(0, 0) })
}

impl Scene {
    /// Returns the title of the picture, which is also its alternative text (`<title>` in SVG).
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
    /// use winways_draw::counts_chart;
    ///
    /// assert!(counts_chart("chase", "moves to the end", &[3], &[5]).text().contains("moves to the end"));
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the picture in a format, as the bytes of a file.
    ///
    /// # Errors
    /// Returns [`DrawError::LargePicture`] if the picture has too many pixels as PNG.
    ///
    /// ```
    /// use winways_draw::{PictureFormat, sequence_chart};
    ///
    /// let chart = sequence_chart("nim", "heap", 0..=9, &Some, None, &|| true)?;
    /// for format in [PictureFormat::Svg, PictureFormat::Png, PictureFormat::Tikz, PictureFormat::Text] {
    ///     assert!(!chart.encode(format)?.is_empty());
    /// }
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    pub fn encode(&self, format: PictureFormat) -> Result<Vec<u8>, DrawError> {
        Ok(match format {
            PictureFormat::Svg => self.svg().into_bytes(),
            PictureFormat::Png => self.png()?,
            PictureFormat::Tikz => self.tikz().into_bytes(),
            PictureFormat::Text => self.text().into(),
        })
    }

    /// Returns the frame of a chart, or the bounding rectangle of all shapes with a margin.
    pub(crate) fn bounds(&self) -> Bounds {
        self.frame.unwrap_or_else(|| bounds_of(&self.shapes).grown(MARGIN))
    }
}
