//! TikZ output of scenes.

use crate::Scene;
use crate::canvas::{Point, UNIT_EXPONENT, decimal, units};
use crate::scene::{Anchor, DOT, Ink, LETTER, Label, Outline, Paint, Pen, SHADE, Shape};
use crate::tex::tex_text;

impl Scene {
    /// Returns the picture as a `tikzpicture`, for a document that uses the package `tikz` and no other.
    ///
    /// One unit of length is 3/4 point.
    ///
    /// ```
    /// use winways_draw::{Colour, HackenbushEdge, HackenbushGraph};
    ///
    /// let stalk = HackenbushGraph::new([HackenbushEdge { from: 0, to: 1, colour: Colour::Blue }])?;
    /// let tikz = stalk.scene("1").tikz();
    /// assert!(tikz.starts_with("% 1\n\\begin{tikzpicture}") && tikz.ends_with("\\end{tikzpicture}\n"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn tikz(&self) -> String {
        titled(&self.title, &self.tikzpicture())
    }

    /// Returns the picture as a `tikzpicture` on one line, for math mode, vertically centred on the math axis.
    ///
    /// ```
    /// use winways_draw::{PlotBreakpoint, ThermographPlot};
    ///
    /// let zero = ThermographPlot::new(vec![PlotBreakpoint::new(-1, 0)], vec![PlotBreakpoint::new(-1, 0)])?;
    /// let tikz = zero.scene("0").tikz_in_line();
    /// assert!(tikz.starts_with("\\vcenter{\\hbox{\\begin{tikzpicture}") && !tikz.contains('\n'));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn tikz_in_line(&self) -> String {
        format!("\\vcenter{{\\hbox{{{}}}}}", self.tikzpicture().trim_end().replace('\n', " "))
    }

    fn tikzpicture(&self) -> String {
        let mut tikz = format!("\\begin{{tikzpicture}}[x=0.75pt, y=-0.75pt, font=\\small, {LINES}]\n");
        for ink in Ink::ALL {
            let [red, green, blue] = ink.parts();
            tikz += &format!("\\definecolor{{{}}}{{RGB}}{{{red},{green},{blue}}}\n", name(ink));
        }
        tikz += &format!("\\definecolor{{winways shade}}{{RGB}}{{{SHADE},{SHADE},{SHADE}}}\n");
        self.shapes.iter().for_each(|shape| write(shape, &mut tikz));
        tikz + "\\end{tikzpicture}\n"
    }
}

/// Puts a title before TikZ code, as a comment.
pub(crate) fn titled(title: &str, tikz: &str) -> String {
    let title: String = title.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("% {title}\n{tikz}")
}

/// Gives all labels the same height and depth, so that they share a baseline.
const LINES: &str = "every node/.style={text height=1.5ex, text depth=0.35ex}";

fn name(ink: Ink) -> &'static str {
    match ink {
        Ink::Black => "winways black",
        Ink::Grey => "winways grey",
        Ink::Blue => "winways blue",
        Ink::Red => "winways red",
        Ink::Green => "winways green",
        Ink::White => "white",
    }
}

fn write(shape: &Shape, tikz: &mut String) {
    *tikz += &match shape {
        Shape::Area(bounds) => format!(
            "\\fill[winways shade] {} rectangle {};\n",
            coordinates(&bounds.least),
            coordinates(&bounds.greatest)
        ),
        Shape::Line(pen, points) => {
            let points: Vec<String> = points.iter().map(coordinates).collect();
            format!("\\draw[{}] {};\n", stroke(*pen), points.join(" -- "))
        }
        Shape::Curve(pen, points) => {
            let [begin, first, second, end] = points.each_ref().map(coordinates);
            format!("\\draw[{}] {begin} .. controls {first} and {second} .. {end};\n", stroke(*pen))
        }
        Shape::Dot(at) => {
            format!("\\fill {} circle[radius={}];\n", coordinates(at), points(DOT, UNIT_EXPONENT))
        }
        Shape::Strokes(pen, lines) => {
            let lines: Vec<String> =
                lines.iter().map(|line| line.map(|at| coordinates(&at)).join(" -- ")).collect();
            format!("\\draw[{}] {};\n", stroke(*pen), lines.join(" "))
        }
        Shape::Solid(outline, fill, pen) => solid(outline, *fill, *pen),
        Shape::Label(label) => text(label),
    };
}

fn solid(outline: &Outline, fill: Option<Paint>, pen: Option<Pen>) -> String {
    let (corners, path) = match outline {
        Outline::Rectangle(bounds, radius) => {
            let corners = match radius {
                0 => String::new(),
                _ => format!("rounded corners={}", points(*radius, UNIT_EXPONENT)),
            };
            (corners, format!("{} rectangle {}", coordinates(&bounds.least), coordinates(&bounds.greatest)))
        }
        Outline::Circle { centre, radius } => {
            let radius = points(*radius, UNIT_EXPONENT);
            (String::new(), format!("{} circle[radius={radius}]", coordinates(centre)))
        }
        Outline::Polygon(points) => {
            let points: Vec<String> = points.iter().map(coordinates).collect();
            (String::new(), format!("{} -- cycle", points.join(" -- ")))
        }
    };
    let pen = pen.map(|pen| format!("draw={}", stroke(pen)));
    let fill =
        fill.map(|Paint([red, green, blue])| format!("fill={{rgb,255:red,{red};green,{green};blue,{blue}}}"));
    let options: Vec<String> =
        [pen, fill, Some(corners).filter(|corners| !corners.is_empty())].into_iter().flatten().collect();
    format!("\\path[{}] {path};\n", options.join(", "))
}

fn coordinates(at: &Point) -> String {
    format!("({},{})", units(at.x), units(at.y))
}

/// Returns a length of `numerator / 2^exponent` units in points.
fn points(numerator: i64, exponent: u32) -> String {
    format!("{}pt", decimal(3 * numerator, exponent + 2))
}

fn stroke(pen: Pen) -> String {
    let stroke = pen.stroke();
    let mut text = format!("{}, line width={}", name(stroke.colour), points(stroke.width, 2));
    if !stroke.dashes.is_empty() {
        let dashes: Vec<String> = stroke
            .dashes
            .chunks(2)
            .map(|pair| {
                let off = pair.get(1).map(|off| format!(" off {}", points(*off, 0)));
                format!("on {}{}", points(pair[0], 0), off.unwrap_or_default())
            })
            .collect();
        text += &format!(", dash pattern={}", dashes.join(" "));
    }
    if stroke.round {
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
        Ink::Black => String::new(),
        ink => format!(", text={}", name(ink)),
    };
    format!(
        "\\node[anchor={anchor}, {ground}{size}{ink}] at {} {{{}}};\n",
        coordinates(&label.at),
        inscription(&label.text)
    )
}

/// Returns the TeX of a label; negative numbers are set in math mode.
pub(crate) fn inscription(text: &str) -> String {
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
