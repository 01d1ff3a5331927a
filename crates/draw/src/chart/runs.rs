//! Run-length encoding of cells.

use super::{Area, Cells, Pixels};

/// A run of adjacent cells of one shade within a row.
pub(super) struct Run {
    pub(super) start: Pixels,
    pub(super) length: Pixels,
    pub(super) shade: u8,
}

/// Returns the runs of a row, without blanks.
pub(super) fn runs(row: &[u8]) -> Vec<Run> {
    let mut start = 0;
    let runs = row.chunk_by(|one, next| one == next).map(|cells| {
        let run = Run { start, length: cells.len() as Pixels, shade: cells[0] };
        start += run.length;
        run
    });
    runs.filter(|run| run.shade > 0).collect()
}

impl Cells {
    /// Returns the rows from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.shades.chunks(self.columns.max(1))
    }

    /// Returns the areas of the runs row by row, each with the index of its shade in the palette plus 1.
    pub(super) fn areas(&self) -> impl Iterator<Item = (u8, Area)> {
        self.rows().zip(0..).flat_map(move |(row, number)| {
            let top = self.top + number * self.pitch + (self.pitch - self.height) / 2;
            runs(row).into_iter().map(move |run| {
                let left = self.left + run.start * self.width;
                (run.shade, Area { left, top, width: run.length * self.width, height: self.height })
            })
        })
    }

    /// Joins each square block of `side` × `side` cells into one cell of the last, which is the darkest, of their shades.
    pub(super) fn joined(&self, side: usize) -> Cells {
        let side = side.max(1);
        let (columns, rows) = (self.columns.div_ceil(side), self.rows().count().div_ceil(side));
        let mut shades = vec![0_u8; columns * rows];
        for (row, y) in self.rows().zip(0..) {
            for (shade, x) in row.iter().zip(0..) {
                let joined = &mut shades[y / side * columns + x / side];
                *joined = (*joined).max(*shade);
            }
        }
        let times = side as Pixels;
        let height = if side == 1 { self.height } else { self.pitch * times };
        let (width, pitch) = (self.width * times, self.pitch * times);
        Cells { columns, width, pitch, height, shades, palette: self.palette.clone(), ..*self }
    }
}
