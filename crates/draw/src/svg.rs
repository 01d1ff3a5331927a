//! Scenes as SVG.

use crate::Scene;
use crate::canvas::{Point, UNIT, decimal, units};
use crate::scene::{Anchor, DOT, Ink, LETTER, Label, Pen, SHADE, Shape};

impl Scene {
    /// The picture as an SVG document, which can also stand within a page of HTML.
    ///
    /// It has a white ground, a title and a description, and refers to nothing outside itself.
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
        Shape::Area(bounds) => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
            units(bounds.least.x),
            units(bounds.least.y),
            units(bounds.greatest.x - bounds.least.x),
            units(bounds.greatest.y - bounds.least.y),
            hexadecimal([SHADE; 3])
        ),
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
        Shape::Label(label) => text(label),
    };
}

fn coordinates(at: &Point) -> String {
    format!("{} {}", units(at.x), units(at.y))
}

fn stroke(pen: Pen) -> String {
    let stroke = pen.stroke();
    let (colour, width) = (hexadecimal(Ink::parts(stroke.colour)), decimal(stroke.width, 2));
    let mut text = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"");
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
    // Figures are about 8 units high.
    let y = label.at.y + 4 * UNIT;
    // A broad white rim hides what is behind.
    let rim = if label.covers { " stroke=\"#fff\" stroke-width=\"5\" paint-order=\"stroke\"" } else { "" };
    format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\"{rim}>{}</text>\n",
        units(x),
        units(y),
        escaped(&label.text)
    )
}

pub(crate) fn hexadecimal([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text as XML wants it; characters that XML does not know are replaced.
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
