//! SVG output of charts.

use super::runs::{Run, runs};
use super::{Cells, Chart, Discs, Mark, Pixels, Text};
use crate::canvas::decimal;
use crate::scene::Anchor;
use crate::svg::{escaped, hexadecimal};
use std::fmt::Write;

impl Chart {
    /// Returns the chart as an SVG document, which can also be embedded in an HTML page.
    ///
    /// The document has a white background, a title and a description, and refers to nothing outside itself. It is at most
    /// about a megabyte long.
    ///
    /// ```
    /// use winways_draw::Chart;
    ///
    /// let svg = Chart::of_pairs("nim", 7, 7, &|x, y| Some(x ^ y))?.svg();
    /// assert!(svg.contains("<title>nim</title>") && svg.ends_with("</svg>\n"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        let title = escaped(&self.title);
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>{title}</title>\n\
             <desc>{}</desc>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
            halves(width),
            halves(height),
            escaped(&self.description),
        );
        for mark in &self.marks {
            // Writing into a string cannot fail.
            let _ = write_mark(mark, &mut svg);
        }
        svg + "</svg>\n"
    }
}

/// Formats half of a length exactly.
fn halves(length: Pixels) -> String {
    decimal(length, 1)
}

fn write_mark(mark: &Mark, svg: &mut String) -> std::fmt::Result {
    match mark {
        Mark::Area(area, shade) => writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
            area.left,
            area.top,
            area.width,
            area.height,
            hexadecimal(*shade)
        ),
        Mark::Discs(discs) => write_discs(discs, svg),
        Mark::Cells(cells) => write_cells(cells, svg),
        Mark::Text(text) => write_text(text, svg),
    }
}

fn write_discs(discs: &Discs, svg: &mut String) -> std::fmt::Result {
    let radius = halves(discs.radius);
    writeln!(svg, "<g fill=\"{}\">", hexadecimal(discs.shade))?;
    for (x, y) in &discs.centres {
        writeln!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>", halves(*x), halves(*y))?;
    }
    writeln!(svg, "</g>")
}

/// Writes a path for each shade, in which every run of equal cells is a horizontal stroke.
fn write_cells(cells: &Cells, svg: &mut String) -> std::fmt::Result {
    let Cells { left, top, width, pitch, height, .. } = cells;
    let rows: Vec<Vec<Run>> = cells.rows().map(runs).collect();
    writeln!(
        svg,
        "<g transform=\"translate({left} {}) scale({width} 1)\" fill=\"none\" stroke-width=\"{height}\" \
         shape-rendering=\"crispEdges\">",
        halves(2 * top + pitch)
    )?;
    for (shade, index) in cells.palette.iter().zip(1..) {
        let mut path = String::new();
        let (mut x, mut y) = (0, 0);
        for (row, at) in rows.iter().zip((0..).step_by(pitch.unsigned_abs() as usize)) {
            for run in row.iter().filter(|run| run.shade == index) {
                // Coordinates are relative to the end of the last run.
                write!(path, "m{} {}h{}", run.start - x, at - y, run.length)?;
                (x, y) = (run.start + run.length, at);
            }
        }
        if !path.is_empty() {
            writeln!(svg, "<path stroke=\"{}\" d=\"{path}\"/>", hexadecimal(*shade))?;
        }
    }
    writeln!(svg, "</g>")
}

fn write_text(text: &Text, svg: &mut String) -> std::fmt::Result {
    let anchor = match text.anchor {
        Anchor::Begin => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    // Digits are about 7/10 of the font size high.
    let baseline = text.y + text.size.font() * 7 / 20;
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{baseline}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{}\">{}</text>",
        text.x,
        text.size.font(),
        hexadecimal(text.shade),
        escaped(&text.text)
    )
}
