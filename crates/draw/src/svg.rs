//! SVG output of scenes.

use crate::Scene;
use crate::canvas::{Bounds, Point, decimal, units};
use crate::scene::{Anchor, DOT, Ink, LETTER, Label, Outline, Paint, Pen, SHADE, Shape};

impl Scene {
    /// Returns the picture as an SVG document, which can also be embedded in an HTML page.
    ///
    /// The document has a white background, a title and a description, and refers to nothing outside itself.
    ///
    /// ```
    /// use winways_draw::{Colour, HackenbushEdge, HackenbushGraph};
    ///
    /// let stalk = HackenbushGraph::new([HackenbushEdge { from: 0, to: 1, colour: Colour::Blue }])?;
    /// let svg = stalk.scene("1").svg();
    /// assert!(svg.contains("<title>1</title>") && svg.ends_with("</svg>\n"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        let bounds = self.bounds();
        let (x, y) = (units(bounds.least.x), units(bounds.least.y));
        let (width, height) =
            (units(bounds.greatest.x - bounds.least.x), units(bounds.greatest.y - bounds.least.y));
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"{x} {y} {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" \
             font-size=\"{}\">\n<title>{title}</title>\n<desc>{}</desc>\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
            units(LETTER),
            escaped(&self.description),
        );
        self.shapes.iter().for_each(|shape| write(shape, &mut svg));
        svg + "</svg>\n"
    }
}

fn write(shape: &Shape, svg: &mut String) {
    *svg += &match shape {
        Shape::Area(bounds) => {
            format!("<rect {} fill=\"{}\"/>\n", rectangle(bounds), hexadecimal([SHADE; 3]))
        }
        Shape::Line(pen, points) => {
            let points: Vec<String> = points.iter().map(coordinates).collect();
            format!("<path d=\"M{}\" {}/>\n", points.join("L"), stroke(*pen))
        }
        Shape::Curve(pen, points) => {
            let [begin, first, second, end] = points.each_ref().map(coordinates);
            format!("<path d=\"M{begin}C{first} {second} {end}\" {}/>\n", stroke(*pen))
        }
        Shape::Dot(at) => {
            format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", units(at.x), units(at.y), units(DOT))
        }
        Shape::Strokes(pen, lines) => {
            let path: String = lines.iter().map(|[from, to]| line(from, to)).collect();
            format!("<path d=\"{path}\" {}/>\n", stroke(*pen))
        }
        Shape::Solid(outline, fill, pen) => solid(outline, *fill, *pen),
        Shape::Label(label) => text(label),
    };
}

fn line(from: &Point, to: &Point) -> String {
    format!("M{}L{}", coordinates(from), coordinates(to))
}

fn rectangle(bounds: &Bounds) -> String {
    format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        units(bounds.least.x),
        units(bounds.least.y),
        units(bounds.width()),
        units(bounds.height())
    )
}

fn solid(outline: &Outline, fill: Option<Paint>, pen: Option<Pen>) -> String {
    let place = match outline {
        Outline::Rectangle(bounds, 0) => format!("rect {}", rectangle(bounds)),
        Outline::Rectangle(bounds, radius) => format!("rect {} rx=\"{}\"", rectangle(bounds), units(*radius)),
        Outline::Circle { centre, radius } => {
            format!("circle cx=\"{}\" cy=\"{}\" r=\"{}\"", units(centre.x), units(centre.y), units(*radius))
        }
        Outline::Polygon(points) => {
            let points: Vec<String> = points.iter().map(coordinates).collect();
            format!("path d=\"M{}Z\"", points.join("L"))
        }
    };
    let fill = fill.map_or("none".to_owned(), |Paint(parts)| hexadecimal(parts));
    let pen = pen.map_or(String::new(), |pen| format!(" {}", outline_stroke(pen)));
    format!("<{place} fill=\"{fill}\"{pen}/>\n")
}

fn coordinates(at: &Point) -> String {
    format!("{} {}", units(at.x), units(at.y))
}

fn stroke(pen: Pen) -> String {
    format!("fill=\"none\" {}", outline_stroke(pen))
}

fn outline_stroke(pen: Pen) -> String {
    let stroke = pen.stroke();
    let (colour, width) = (hexadecimal(Ink::parts(stroke.colour)), decimal(stroke.width, 2));
    let mut text = format!("stroke=\"{colour}\" stroke-width=\"{width}\"");
    if !stroke.dashes.is_empty() {
        let dashes: Vec<String> = stroke.dashes.iter().map(ToString::to_string).collect();
        text += &format!(" stroke-dasharray=\"{}\"", dashes.join(" "));
    }
    if stroke.round {
        text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    }
    text
}

fn text(label: &Label) -> String {
    let (anchor, x) = match label.anchor {
        Anchor::Begin => ("start", label.at.x),
        Anchor::Middle => ("middle", label.at.x),
        Anchor::End => ("end", label.at.x),
    };
    // Digits are about two thirds of the font size high.
    let y = label.at.y + label.size / 3;
    // A broad white rim hides the lines behind the label.
    let rim = if label.covers { " stroke=\"#fff\" stroke-width=\"5\" paint-order=\"stroke\"" } else { "" };
    let size = match label.size {
        LETTER => String::new(),
        size => format!(" font-size=\"{}\"", units(size)),
    };
    let ink = match label.ink {
        Ink::Black => String::new(),
        ink => format!(" fill=\"{}\"", hexadecimal(ink.parts())),
    };
    format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\"{size}{ink}{rim}>{}</text>\n",
        units(x),
        units(y),
        escaped(&label.text)
    )
}

pub(crate) fn hexadecimal([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes text for XML; replaces characters that XML does not allow.
pub(crate) fn escaped(text: &str) -> String {
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
