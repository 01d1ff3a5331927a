//! TikZ output of charts.

use super::shades::Shade;
use super::{Area, Cells, Chart, Discs, Mark, Pixels, Text};
use crate::canvas::decimal;
use crate::scene::Anchor;
use crate::tikz::{inscription, titled};
use std::fmt::Write;

/// The maximum number of areas of cells, which TeX has to draw.
const MAX_AREAS: usize = 8_000;
/// The maximum number of areas or discs in a path.
const IN_A_PATH: usize = 50;
/// The size of a pixel, in tenths of a point.
const PIXEL: i64 = 3;

impl Chart {
    /// Returns the chart as a `tikzpicture`, for a document that uses the package `tikz` and no other.
    ///
    /// TeX runs out of memory for very many cells. If there would be more than 8000 areas, square blocks of cells are joined
    /// into one cell of the darkest of their shades.
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
        // The background, which gives the picture the same size as in the other formats.
        let _ = writeln!(tikz, "\\path (0,0) rectangle ({},{});", self.width, self.height);
        for mark in &self.marks {
            // Writing into a string cannot fail.
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

/// Converts pixels to points.
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
    // The blocks at the right and at the bottom may be incomplete.
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
