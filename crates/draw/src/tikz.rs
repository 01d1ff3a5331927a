//! TikZ output of scenes.

use crate::Scene;
use crate::canvas::{Bounds, Point, UNIT_EXPONENT, decimal, point, units};
use crate::cells::Cells;
use crate::scene::{Anchor, LETTER, Label, Outline, Paint, Pen, Shape};
use crate::tex::tex_text;

impl Scene {
    /// Returns the picture as a `tikzpicture`, for a document that uses the package `tikz` and no other.
    ///
    /// One unit of length is 3/4 point; a chart is scaled down to the width of a page. TeX runs out of memory if a
    /// picture has very many areas. If a chart would have more than 8000, square blocks of cells are joined, and each block gets
    /// the darkest of its shades.
    ///
    /// ```
    /// use winways_draw::counts_chart;
    ///
    /// let tikz = counts_chart("1", "moves", &[3], &[5]).tikz();
    /// assert!(tikz.starts_with("% 1\n\\begin{tikzpicture}") && tikz.ends_with("\\end{tikzpicture}\n"));
    /// ```
    #[must_use]
    pub fn tikz(&self) -> String {
        let title = self.title.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        format!("% {}\n{}", title.collect::<String>(), self.tikzpicture())
    }

    /// Returns the picture as a `tikzpicture` on one line, for math mode, vertically centred on the math axis.
    ///
    /// ```
    /// use winways_draw::counts_chart;
    ///
    /// let tikz = counts_chart("chase", "moves to the end", &[3], &[5]).tikz_in_line();
    /// assert!(tikz.starts_with("\\vcenter{\\hbox{\\begin{tikzpicture}") && !tikz.contains('\n'));
    /// ```
    #[must_use]
    pub fn tikz_in_line(&self) -> String {
        format!("\\vcenter{{\\hbox{{{}}}}}", self.tikzpicture().trim_end().replace('\n', " "))
    }

    fn tikzpicture(&self) -> String {
        let scale = if self.frame.is_some() { ", scale=0.4, transform shape" } else { "" };
        let mut tikz = format!("\\begin{{tikzpicture}}[x=0.75pt, y=-0.75pt, font=\\small, {LINES}{scale}]\n");
        for (Paint([red, green, blue]), name) in NAMED {
            tikz += &format!("\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}\n");
        }
        if let Some(Bounds { least, greatest }) = &self.frame {
            tikz += &format!("\\path {} rectangle {};\n", coordinates(least), coordinates(greatest));
        }
        for shape in &self.shapes {
            tikz += &match shape {
                Shape::Drawn(outline, fill, pen) => drawn(outline, *fill, *pen),
                Shape::Cells(cells) => written(cells),
                Shape::Label(label) => text(label),
            };
        }
        tikz + "\\end{tikzpicture}\n"
    }
}

/// The TikZ style that gives all labels the same height and depth, so that they share a baseline.
const LINES: &str = "every node/.style={text height=1.5ex, text depth=0.35ex}";

/// The maximum number of cell areas in a chart, which bounds the memory that TeX needs.
const MAX_AREAS: usize = 8_000;
/// The maximum number of areas or circles in a path.
const IN_A_PATH: usize = 50;

/// The colours that have names in the picture.
const NAMED: [(Paint, &str); 6] = [
    (Paint::BLACK, "winways black"),
    (Paint::GREY, "winways grey"),
    (Paint::BLUE, "winways blue"),
    (Paint::RED, "winways red"),
    (Paint::GREEN, "winways green"),
    (Paint::SHADE, "winways shade"),
];

fn name(paint: Paint) -> Option<&'static str> {
    let white = (Paint::WHITE, "white");
    NAMED.into_iter().chain([white]).find(|(named, _)| *named == paint).map(|(_, name)| name)
}

fn colour(paint: Paint) -> String {
    let Paint([red, green, blue]) = paint;
    name(paint).map_or_else(|| format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}"), str::to_owned)
}

fn drawn(outline: &Outline, paint: Option<Paint>, pen: Option<Pen>) -> String {
    let mut corners = String::new();
    let path = match outline {
        Outline::Rectangle(bounds, radius) => {
            if *radius > 0 {
                corners = format!(", rounded corners={}", points(*radius, UNIT_EXPONENT));
            }
            rectangle(bounds)
        }
        Outline::Circles(centres, radius) => {
            let radius = points(*radius, UNIT_EXPONENT);
            let circle = |at: &Point| format!("{} circle[radius={radius}]", coordinates(at));
            let paths = centres.chunks(IN_A_PATH).map(|centres| join(centres.iter().map(circle), " "));
            return paths.map(|path| command(&path, "", paint, pen)).collect();
        }
        Outline::Polygon(points) => format!("{} -- cycle", line(points)),
        Outline::Lines(lines) => join(lines.iter().map(|points| line(points)), " "),
        Outline::Curve(points) => {
            let [begin, first, second, end] = points.each_ref().map(coordinates);
            format!("{begin} .. controls {first} and {second} .. {end}")
        }
    };
    command(&path, &corners, paint, pen)
}

/// Returns the command that fills a path, strokes it, or both.
fn command(path: &str, corners: &str, paint: Option<Paint>, pen: Option<Pen>) -> String {
    match (paint, pen) {
        (Some(Paint::BLACK), None) if corners.is_empty() => format!("\\fill {path};\n"),
        (Some(paint), None) => format!("\\fill[{}{corners}] {path};\n", fill(paint)),
        (None, Some(pen)) => format!("\\draw[{}{corners}] {path};\n", stroke(pen)),
        (Some(paint), Some(pen)) => {
            format!("\\path[draw={}, fill={}{corners}] {path};\n", stroke(pen), colour(paint))
        }
        (None, None) => String::new(),
    }
}

/// Writes the cells. Each path contains several cells of one colour.
fn written(cells: &Cells) -> String {
    let mut joined = cells.joined(1);
    for side in 2.. {
        if joined.runs().count() <= MAX_AREAS {
            break;
        }
        joined = cells.joined(side);
    }
    // The blocks at the right and at the bottom may be incomplete.
    let end = cells.bounds().greatest;
    let mut tikz = String::new();
    for colour in &cells.palette {
        let areas = joined.areas().filter(|(paint, _)| paint == colour);
        let areas: Vec<String> = areas
            .map(|(_, Bounds { least, greatest })| {
                let greatest = point(greatest.x.min(end.x), greatest.y.min(end.y));
                rectangle(&Bounds { least, greatest })
            })
            .collect();
        tikz.extend(areas.chunks(IN_A_PATH).map(|areas| command(&areas.join(" "), "", Some(*colour), None)));
    }
    tikz
}

fn join(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<String>>().join(between)
}

fn line(points: &[Point]) -> String {
    join(points.iter().map(coordinates), " -- ")
}

fn rectangle(bounds: &Bounds) -> String {
    format!("{} rectangle {}", coordinates(&bounds.least), coordinates(&bounds.greatest))
}

/// Returns the options of a fill.
fn fill(paint: Paint) -> String {
    name(paint).map_or_else(|| format!("fill={}", colour(paint)), str::to_owned)
}

fn coordinates(at: &Point) -> String {
    format!("({},{})", units(at.x), units(at.y))
}

/// Returns a length of `numerator / 2^exponent` units in points.
fn points(numerator: i64, exponent: u32) -> String {
    format!("{}pt", decimal(3 * numerator, exponent + 2))
}

fn stroke(pen: Pen) -> String {
    let mut text = format!("{}, line width={}", colour(pen.colour), points(pen.width, 2));
    if !pen.dashes.is_empty() {
        let dashes: Vec<String> = pen
            .dashes
            .chunks(2)
            .map(|pair| {
                let off = pair.get(1).map(|off| format!(" off {}", points(*off, 0)));
                format!("on {}{}", points(pair[0], 0), off.unwrap_or_default())
            })
            .collect();
        text += &format!(", dash pattern={}", dashes.join(" "));
    }
    if pen.round {
        text += ", line cap=round, line join=round";
    }
    text
}

fn text(label: &Label) -> String {
    let anchor = match label.anchor {
        Anchor::Begin => "west",
        Anchor::Middle => "center",
        Anchor::End => "east",
    };
    let ground = if label.covers { "fill=white, inner sep=1pt" } else { "inner sep=0pt" };
    let size = match label.size {
        LETTER => String::new(),
        size => {
            let size = points(size, UNIT_EXPONENT);
            format!(", font=\\fontsize{{{size}}}{{{size}}}\\selectfont")
        }
    };
    let ink = match label.ink {
        Paint::BLACK => String::new(),
        ink => format!(", text={}", colour(ink)),
    };
    format!(
        "\\node[anchor={anchor}, {ground}{size}{ink}] at {} {{{}}};\n",
        coordinates(&label.at),
        inscription(&label.text)
    )
}

/// Returns the TeX of a label; negative numbers are set in math mode.
fn inscription(text: &str) -> String {
    let unsigned = text.strip_prefix(['-', '−']);
    let is_number = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_digit())
            && text.chars().all(|letter| letter.is_ascii_digit() || letter == '/')
    };
    match unsigned {
        Some(number) if is_number(number) => format!("$-{number}$"),
        _ => tex_text(text),
    }
}
