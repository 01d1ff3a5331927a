//! Scenes as plain parts, for front ends that draw pictures in their own colours.

use crate::Scene;
use crate::canvas::{Bounds, Length, Point, UNIT_EXPONENT, point};
use crate::scene::{Anchor, Outline, Paint, Pen, Shape};

/// A part of a picture. The origin is the upper left corner of the picture. Later parts cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A path that is filled, stroked or both.
    Path {
        /// The path in SVG path syntax.
        path: String,
        /// The role of the fill.
        fill: Option<&'static str>,
        /// The stroke.
        line: Option<PartLine>,
    },
    /// A line of text.
    Text {
        /// The text.
        text: String,
        /// The start, middle or end of the text (see `anchor`) at half its height.
        at: [f64; 2],
        /// The font size.
        size: f64,
        /// `start`, `middle` or `end`.
        anchor: &'static str,
        /// The role of the colour.
        ink: &'static str,
        /// `true` if the text covers the lines behind it.
        covers: bool,
    },
}

/// A stroke.
#[derive(Clone, Debug, PartialEq)]
pub struct PartLine {
    /// The role of the colour.
    pub role: &'static str,
    /// The width.
    pub width: f64,
    /// The lengths of dashes and gaps; empty for a solid line.
    pub dashes: Vec<i64>,
    /// `true` if dashes and line ends are round.
    pub round: bool,
}

/// The clickable area of an element of a view.
#[derive(Clone, Debug, PartialEq)]
pub struct HitArea {
    /// The number of the figure.
    pub figure: u32,
    /// The number of the element in its figure.
    pub element: u64,
    /// The name of the element: `a1`, `heap 2`, `edge 0-1`.
    pub name: String,
    /// The content in words: `free`, `3 tokens`.
    pub content: String,
    /// `box`, `disc` or `line`.
    pub shape: &'static str,
    /// The centre.
    pub centre: [f64; 2],
    /// The width and the height.
    pub size: [f64; 2],
    /// The path of a line in SVG path syntax.
    pub path: Option<String>,
    /// The tokens of a heap.
    pub tokens: Vec<TokenArea>,
}

/// The clickable area of a token in a heap.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenArea {
    /// The upper left corner.
    pub corner: [f64; 2],
    /// The width and the height.
    pub size: [f64; 2],
    /// The number of tokens left by a move that takes this token and all tokens after it.
    pub rest: u64,
}

/// Returns a length in units, rounded to the nearest eighth.
pub(crate) fn number(length: Length) -> f64 {
    let eighths = (length + (1 << (UNIT_EXPONENT - 4))) >> (UNIT_EXPONENT - 3);
    eighths as f64 / 8.0
}

pub(crate) fn pair(at: Point) -> [f64; 2] {
    [number(at.x), number(at.y)]
}

/// Returns the path of an outline in SVG path syntax.
pub(crate) fn path(outline: &Outline) -> String {
    let at = |point: &Point| format!("{} {}", number(point.x), number(point.y));
    let line = |points: &[Point]| format!("M{}", points.iter().map(at).collect::<Vec<_>>().join("L"));
    match outline {
        Outline::Rectangle(bounds, 0) => {
            let (width, height) = (number(bounds.width()), number(bounds.height()));
            format!("M{}h{width}v{height}h{}z", at(&bounds.least), -width)
        }
        Outline::Rectangle(bounds, radius) => rounded(bounds, *radius),
        Outline::Circles(centres, radius) => centres.iter().map(|centre| circle(*centre, *radius)).collect(),
        Outline::Polygon(points) => line(points) + "z",
        Outline::Lines(lines) => lines.iter().map(|points| line(points)).collect(),
        Outline::Curve([begin, first, second, end]) => {
            format!("M{}C{} {} {}", at(begin), at(first), at(second), at(end))
        }
    }
}

fn circle(centre: Point, radius: Length) -> String {
    let (x, y, radius) = (number(centre.x), number(centre.y), number(radius));
    let (left, across) = (x - radius, 2.0 * radius);
    format!("M{left} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 {} 0z", -across)
}

fn rounded(bounds: &Bounds, radius: Length) -> String {
    let [x, y] = pair(bounds.least);
    let r = number(radius);
    let (across, down) = (number(bounds.width()) - 2.0 * r, number(bounds.height()) - 2.0 * r);
    let corner = |right: f64, below: f64| format!("a{r} {r} 0 0 1 {right} {below}");
    format!(
        "M{} {y}h{across}{}v{down}{}h{}{}v{}{}z",
        x + r,
        corner(r, r),
        corner(-r, r),
        -across,
        corner(-r, -r),
        -down,
        corner(r, -r)
    )
}

fn line(pen: Pen) -> PartLine {
    PartLine {
        role: pen.colour.role(),
        width: pen.width as f64 / 4.0,
        dashes: pen.dashes.to_vec(),
        round: pen.round,
    }
}

impl Scene {
    /// Returns the parts of the picture of a position, with roles in place of colours: `left`, `paper`, `ink` and so on.
    /// Consecutive paths with the same fill and stroke are joined. The shaded cells of charts are omitted.
    ///
    /// ```
    /// use winways_draw::{Part, draw_view};
    /// use winways_kit::view::View;
    ///
    /// let parts = draw_view("nim", &View::heaps(&[1]), &[])?.parts();
    /// assert!(parts.iter().any(|part| matches!(part, Part::Path { fill: Some("token"), .. })));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let origin = self.bounds().least;
        for shape in &self.shapes {
            let mut shape = shape.clone();
            shape.shift(point(-origin.x, -origin.y));
            match shape {
                Shape::Drawn(outline, fill, pen) => {
                    let (fill, pen) = (fill.map(Paint::role), pen.map(line));
                    match parts.last_mut() {
                        Some(Part::Path { path: before, fill: same, line })
                            if *same == fill && *line == pen =>
                        {
                            before.push_str(&path(&outline));
                        }
                        _ => parts.push(Part::Path { path: path(&outline), fill, line: pen }),
                    }
                }
                Shape::Label(label) => parts.push(Part::Text {
                    text: label.text.clone(),
                    at: pair(label.at),
                    size: number(label.size),
                    anchor: match label.anchor {
                        Anchor::Begin => "start",
                        Anchor::Middle => "middle",
                        Anchor::End => "end",
                    },
                    ink: label.ink.role(),
                    covers: label.covers,
                }),
                Shape::Cells(_) => {}
            }
        }
        parts
    }

    /// Returns the elements of the view that the picture shows, in order.
    #[must_use]
    pub fn hit_areas(&self) -> &[HitArea] {
        &self.hits
    }

    /// Returns the width and the height of the picture.
    #[must_use]
    pub fn size(&self) -> [f64; 2] {
        let bounds = self.bounds();
        [number(bounds.width()), number(bounds.height())]
    }
}
