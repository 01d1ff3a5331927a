//! SVG output of scenes.

use crate::Scene;
use crate::canvas::{Bounds, Point, UNIT_EXPONENT, decimal, units};
use crate::cells::{Cells, Run};
use crate::scene::{Anchor, LETTER, Label, Outline, Paint, Pen, Shape};

impl Scene {
    /// Returns the picture as an SVG document, which can also be embedded in an HTML page.
    ///
    /// The document has a white background, a title and a description, and refers to no external resources.
    ///
    /// ```
    /// use winways_draw::counts_chart;
    ///
    /// let svg = counts_chart("1", "moves", &[3], &[5]).svg();
    /// assert!(svg.contains("<title>1</title>") && svg.ends_with("</svg>\n"));
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        let bounds = self.bounds();
        // A unit of a chart is half a pixel.
        let exponent = UNIT_EXPONENT + u32::from(self.frame.is_some());
        let [wide, high] = [bounds.width(), bounds.height()].map(|length| decimal(length, exponent));
        let (x, y) = (units(bounds.least.x), units(bounds.least.y));
        let (width, height) = (units(bounds.width()), units(bounds.height()));
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" width=\"{wide}\" \
             height=\"{high}\" viewBox=\"{x} {y} {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" \
             font-size=\"{}\">\n<title>{title}</title>\n<desc>{}</desc>\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
            units(LETTER),
            escaped(&self.description),
        );
        for shape in &self.shapes {
            svg += &match shape {
                Shape::Drawn(outline, paint, pen) => self.drawn(outline, *paint, *pen),
                Shape::Cells(cells) => written(cells),
                Shape::Label(label) => text(label),
            };
        }
        svg + "</svg>\n"
    }

    fn drawn(&self, outline: &Outline, paint: Option<Paint>, pen: Option<Pen>) -> String {
        let style = paint.map_or(" fill=\"none\"".to_owned(), fill) + &pen.map_or(String::new(), stroke);
        let path = |data: String| format!("<path d=\"{data}\"{style}/>\n");
        match outline {
            Outline::Rectangle(Bounds { least, greatest }, radius) => {
                let (width, height) = (units(greatest.x - least.x), units(greatest.y - least.y));
                let extra = match (radius, pen) {
                    (0, None) if self.frame.is_some() => " shape-rendering=\"crispEdges\"".to_owned(),
                    (0, _) => String::new(),
                    _ => format!(" rx=\"{}\"", units(*radius)),
                };
                let place = format!(
                    "x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"",
                    units(least.x),
                    units(least.y)
                );
                format!("<rect {place}{extra}{style}/>\n")
            }
            Outline::Circles(centres, radius) => {
                let circle = |at: &Point, style: &str| {
                    let (x, y, radius) = (units(at.x), units(at.y), units(*radius));
                    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{style}/>\n")
                };
                match &centres[..] {
                    [centre] => circle(centre, &style),
                    _ => {
                        let circles: String = centres.iter().map(|centre| circle(centre, "")).collect();
                        format!("<g{style}>\n{circles}</g>\n")
                    }
                }
            }
            Outline::Polygon(points) => path(line(points) + "Z"),
            Outline::Lines(lines) => path(lines.iter().map(|points| line(points)).collect()),
            Outline::Curve(points) => {
                let [begin, first, second, end] = points.each_ref().map(coordinates);
                path(format!("M{begin}C{first} {second} {end}"))
            }
        }
    }
}

/// Writes a path for each colour, in which every run of equal cells is a horizontal stroke.
fn written(cells: &Cells) -> String {
    let mut svg = format!(
        "<g transform=\"translate({} {}) scale({} 1)\" fill=\"none\" stroke-width=\"{}\" shape-rendering=\"crispEdges\">\n",
        units(cells.least.x),
        units(cells.least.y + cells.pitch / 2),
        units(cells.width),
        units(cells.height)
    );
    let runs: Vec<Run> = cells.runs().collect();
    for (paint, shade) in cells.palette.iter().zip(1..) {
        let mut path = String::new();
        let (mut x, mut row) = (0, 0);
        for run in runs.iter().filter(|run| run.shade == shade) {
            // Coordinates are relative to the end of the last run.
            let down = units((run.row - row) * cells.pitch);
            path += &format!("m{} {down}h{}", run.start - x, run.length);
            (x, row) = (run.start + run.length, run.row);
        }
        if !path.is_empty() {
            svg += &format!("<path stroke=\"{}\" d=\"{path}\"/>\n", hexadecimal(*paint));
        }
    }
    svg + "</g>\n"
}

fn line(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(coordinates).collect();
    format!("M{}", points.join("L"))
}

fn coordinates(at: &Point) -> String {
    format!("{} {}", units(at.x), units(at.y))
}

/// Returns the attribute of a fill, which is black by default.
fn fill(paint: Paint) -> String {
    match paint {
        Paint::BLACK => String::new(),
        paint => format!(" fill=\"{}\"", hexadecimal(paint)),
    }
}

fn stroke(pen: Pen) -> String {
    let (colour, width) = (hexadecimal(pen.colour), decimal(pen.width, 2));
    let mut text = format!(" stroke=\"{colour}\" stroke-width=\"{width}\"");
    if !pen.dashes.is_empty() {
        let dashes: Vec<String> = pen.dashes.iter().map(ToString::to_string).collect();
        text += &format!(" stroke-dasharray=\"{}\"", dashes.join(" "));
    }
    if pen.round {
        text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    }
    text
}

fn text(label: &Label) -> String {
    let anchor = match label.anchor {
        Anchor::Begin => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    // Digits are about two thirds of the font size high.
    let (x, y) = (units(label.at.x), units(label.at.y + label.size / 3));
    // A broad white rim hides the lines behind the label.
    let rim = if label.covers { " stroke=\"#fff\" stroke-width=\"5\" paint-order=\"stroke\"" } else { "" };
    let size = match label.size {
        LETTER => String::new(),
        size => format!(" font-size=\"{}\"", units(size)),
    };
    let (ink, text) = (fill(label.ink), escaped(&label.text));
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\"{size}{ink}{rim}>{text}</text>\n")
}

fn hexadecimal(Paint([red, green, blue]): Paint) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes text for XML; replaces characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' => escaped.push(letter),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(letter),
        }
    }
    escaped
}
