//! Charts as TikZ.

use super::shades::Shade;
use super::{Area, Cells, Chart, Discs, Mark, Pixels, Text};
use crate::canvas::decimal;
use crate::scene::Anchor;
use crate::tikz::{inscription, titled};
use std::fmt::Write;

/// How many areas of cells TeX has to draw at most.
const MAX_AREAS: usize = 8_000;
/// How many areas or discs a path has at most.
const IN_A_PATH: usize = 50;
/// How long a pixel is, in tenths of a point.
const PIXEL: i64 = 3;

impl Chart {
    /// The chart as a `tikzpicture`, for a document that uses the package `tikz` and nothing else.
    ///
    /// TeX has no memory for very many cells: where they would be more than some thousand areas, squares of cells are
    /// drawn as one, in the darkest of their shades.
    ///
    /// ```
    /// use winways_draw::Chart;
    ///
    /// let tikz = Chart::of_pairs("nim", 7, 7, &|x, y| Some(x ^ y))?.tikz();
    /// assert!(tikz.starts_with("% nim\n\\begin{tikzpicture}") && tikz.ends_with("\\end{tikzpicture}\n"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn tikz(&self) -> String {
        let mut tikz = format!(
            "\\begin{{tikzpicture}}[x=0.{PIXEL}pt, y=-0.{PIXEL}pt, \
             every node/.style={{inner sep=0pt, text height=1.5ex, text depth=0.35ex}}]\n"
        );
        // The ground, so that the picture is as large as in the other formats.
        let _ = writeln!(tikz, "\\path (0,0) rectangle ({},{});", self.width, self.height);
        for mark in &self.marks {
            // Nothing can fail on the way into a string.
            let _ = write_mark(mark, &mut tikz);
        }
        titled(&self.title, &(tikz + "\\end{tikzpicture}\n"))
    }
}

fn write_mark(mark: &Mark, tikz: &mut String) -> std::fmt::Result {
    match mark {
        Mark::Area(area, shade) => write_paths(*shade, &[rectangle(area)], tikz),
        Mark::Discs(discs) => write_discs(discs, tikz),
        Mark::Cells(cells) => write_cells(cells, tikz),
        Mark::Text(text) => write_text(text, tikz),
    }
}

fn colour([red, green, blue]: Shade) -> String {
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// So many pixels in points.
fn points(pixels: Pixels) -> String {
    let tenths = pixels * PIXEL;
    format!("{}.{}pt", tenths / 10, tenths % 10)
}

fn rectangle(area: &Area) -> String {
    let Area { left, top, width, height } = area;
    format!("({left},{top}) rectangle ({},{})", left + width, top + height)
}

fn write_paths(shade: Shade, parts: &[String], tikz: &mut String) -> std::fmt::Result {
    let colour = colour(shade);
    parts.chunks(IN_A_PATH).try_for_each(|parts| writeln!(tikz, "\\fill[fill={colour}] {};", parts.join(" ")))
}

fn write_discs(discs: &Discs, tikz: &mut String) -> std::fmt::Result {
    // The radius is in half pixels.
    let radius = decimal(discs.radius, 1);
    let halves = |length: &Pixels| decimal(*length, 1);
    let parts: Vec<String> = discs
        .centres
        .iter()
        .map(|(x, y)| format!("({},{}) circle[radius={radius}]", halves(x), halves(y)))
        .collect();
    write_paths(discs.shade, &parts, tikz)
}

fn write_cells(cells: &Cells, tikz: &mut String) -> std::fmt::Result {
    let mut joined = cells.joined(1);
    for side in 2.. {
        if joined.areas().count() <= MAX_AREAS {
            break;
        }
        joined = cells.joined(side);
    }
    // Squares may be cut off at the right and at the bottom.
    let right = cells.left + cells.columns as Pixels * cells.width;
    let bottom = cells.top + cells.rows().count() as Pixels * cells.pitch;
    for (shade, index) in cells.palette.iter().zip(1..) {
        let areas = joined.areas().filter(|(shade, _)| *shade == index).map(|(_, area)| Area {
            width: area.width.min(right - area.left),
            height: area.height.min(bottom - area.top),
            ..area
        });
        write_paths(*shade, &areas.map(|area| rectangle(&area)).collect::<Vec<_>>(), tikz)?;
    }
    Ok(())
}

fn write_text(text: &Text, tikz: &mut String) -> std::fmt::Result {
    let anchor = match text.anchor {
        Anchor::Begin => "west",
        Anchor::Middle => "center",
        Anchor::End => "east",
    };
    let size = points(text.size.font());
    writeln!(
        tikz,
        "\\node[anchor={anchor}, text={}, font=\\fontsize{{{size}}}{{{size}}}\\selectfont] at ({},{}) {{{}}};",
        colour(text.shade),
        text.x,
        text.y,
        inscription(&text.text)
    )
}
