//! Cells in columns and rows, each with a colour of a palette.

use crate::canvas::{Bounds, Length, Point, point};
use crate::paint::Paint;

/// Cells in columns and rows, each with a colour or blank.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    /// The upper left corner.
    pub(crate) least: Point,
    pub(crate) columns: usize,
    pub(crate) width: Length,
    /// The distance between the tops of consecutive rows.
    pub(crate) pitch: Length,
    /// The height of a cell, which is centred in its row.
    pub(crate) height: Length,
    pub(crate) palette: Vec<Paint>,
    /// The cells row by row from the top: an index into the palette plus 1, or 0 for a blank cell.
    pub(crate) shades: Vec<u8>,
}

/// A run of adjacent cells of one shade within a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) shade: u8,
    pub(crate) row: Length,
    pub(crate) start: Length,
    pub(crate) length: Length,
}

impl Cells {
    pub(crate) fn bounds(&self) -> Bounds {
        let across = self.columns as Length * self.width;
        let down = self.rows().count() as Length * self.pitch;
        Bounds { least: self.least, greatest: self.least.shifted(point(across, down)) }
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.shades.chunks(self.columns.max(1))
    }

    /// Returns the runs row by row, without blanks.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Run> {
        self.rows().zip(0..).flat_map(|(cells, row)| {
            let mut start = 0;
            let runs = cells.chunk_by(|one, next| one == next).map(move |cells| {
                let run = Run { shade: cells[0], row, start, length: cells.len() as Length };
                start += run.length;
                run
            });
            runs.filter(|run| run.shade > 0)
        })
    }

    /// Returns the areas of the runs row by row.
    pub(crate) fn areas(&self) -> impl Iterator<Item = (Paint, Bounds)> {
        self.runs().filter_map(|run| {
            let paint = self.palette.get(usize::from(run.shade) - 1)?;
            let top = self.least.y + run.row * self.pitch + (self.pitch - self.height) / 2;
            let least = point(self.least.x + run.start * self.width, top);
            let greatest = least.shifted(point(run.length * self.width, self.height));
            Some((*paint, Bounds { least, greatest }))
        })
    }

    /// Joins each square block of `side` × `side` cells into one cell, which has the darkest of their shades.
    pub(crate) fn joined(&self, side: usize) -> Cells {
        let (columns, rows) = (self.columns.div_ceil(side), self.rows().count().div_ceil(side));
        let mut shades = vec![0_u8; columns * rows];
        for (row, y) in self.rows().zip(0..) {
            for (shade, x) in row.iter().zip(0..) {
                let joined = &mut shades[y / side * columns + x / side];
                *joined = (*joined).max(*shade);
            }
        }
        let times = side as Length;
        let height = if side == 1 { self.height } else { self.pitch * times };
        let (width, pitch) = (self.width * times, self.pitch * times);
        Cells { columns, width, pitch, height, shades, palette: self.palette.clone(), ..*self }
    }
}
