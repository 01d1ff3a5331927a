//! The correspondence between the cells before and after a move.

use super::reader::MAX_CELLS;
use super::tree::{Picture, PictureCell};
use crate::{Diagnostic, Span};

/// A cell before the move, and the corresponding cell after it.
pub(super) type Pair<'t> = (&'t PictureCell, &'t PictureCell);

/// The pairs of a rewrite, first with runs as short as possible, then with runs one cell longer where possible.
pub(super) struct Pairs<'t> {
    pub(super) shortest: Vec<Pair<'t>>,
    pub(super) longer: Vec<Pair<'t>>,
}

impl<'t> Pairs<'t> {
    /// Pairs the cells of two pictures, row by row.
    ///
    /// Without runs there are as many cells after as before. If both rows have one run, the run after is as long as
    /// needed. If there are several runs, the k-th run after is as long as the k-th run before.
    ///
    /// # Errors
    /// Returns a diagnostic that points at a row that cannot be made as long as its counterpart.
    pub(super) fn of(before: &'t Picture, after: &'t Picture) -> Result<Self, Diagnostic> {
        let counts = (before.rows.len(), after.rows.len());
        if counts.0 != counts.1 {
            let message = becomes(counts.0, "row", counts.1);
            return Err(Diagnostic::new(message, after.span).label("expected as many rows as before"));
        }
        let mut pairs = Pairs { shortest: Vec::new(), longer: Vec::new() };
        for (before, after) in before.rows.iter().zip(&after.rows) {
            let (before, after) = (Row::of(before)?, Row::of(after)?);
            let (shortest, longer) = before.fit(&after)?;
            pairs.shortest.extend(before.cells(&shortest.0).into_iter().zip(after.cells(&shortest.1)));
            pairs.longer.extend(before.cells(&longer.0).into_iter().zip(after.cells(&longer.1)));
        }
        Ok(pairs)
    }
}

/// Rejects rows that are longer than any board.
pub(super) fn check_rows(picture: &Picture) -> Result<(), Diagnostic> {
    picture.rows.iter().try_for_each(|row| Row::of(row).map(|_| ()))
}

/// A row, with the bounds of its runs.
struct Row<'t> {
    cells: &'t [PictureCell],
    /// The number of cells outside the runs.
    fixed: u32,
    /// The minimum and the maximum length of each run.
    runs: Vec<(u32, u32)>,
}

/// The lengths of the runs of a row before, and of the row after.
type Lengths = (Vec<u32>, Vec<u32>);

impl<'t> Row<'t> {
    fn of(cells: &'t [PictureCell]) -> Result<Self, Diagnostic> {
        let mut row = Row { cells, fixed: 0, runs: Vec::new() };
        let mut least: u32 = 0;
        for cell in cells {
            let (fewest, most) = bounds(cell);
            least = least.saturating_add(fewest);
            match fewest == most {
                true => row.fixed = row.fixed.saturating_add(fewest),
                false => row.runs.push((fewest, most)),
            }
        }
        if least > MAX_CELLS {
            return Err(Diagnostic::new(format!("this row has {least} cells or more"), row.span())
                .label(format!("expected {MAX_CELLS} cells at most")));
        }
        Ok(row)
    }

    fn span(&self) -> Span {
        match self.cells {
            [first, .., last] => Span::new(first.span.start, last.span.end),
            [one] => one.span,
            [] => Span::at(0),
        }
    }

    /// Returns the shortest lengths of the runs for which this row is as long as `after`, and lengths that are one
    /// longer where possible.
    fn fit(&self, after: &Row) -> Result<(Lengths, Lengths), Diagnostic> {
        let wrong = |message| Diagnostic::new(message, after.span());
        if self.runs.len() != after.runs.len() {
            let message = becomes(self.runs.len(), "run", after.runs.len());
            return Err(wrong(message)
                .label("expected a run for each run before")
                .help("a run of cells that become empty is `.*`, of cells that are removed `#*`"));
        }
        // The difference between the lengths of the runs after and before.
        let more = self.fixed.cast_signed() - after.fixed.cast_signed();
        if more != 0 && self.runs.len() != 1 {
            let message = becomes(self.fixed as usize, "cell", after.fixed as usize);
            return Err(match self.runs.is_empty() {
                true => wrong(message).label("expected as many cells as before"),
                false => wrong(message)
                    .label("expected as many cells as before, besides the runs")
                    .help("with several runs, each run after is as long as the run before: `.+` is `. .*`"),
            });
        }
        let (mut shortest, mut longer) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
        for (&(least, most), &(least_after, most_after)) in self.runs.iter().zip(&after.runs) {
            let first = least.cast_signed().max(least_after.cast_signed() - more);
            let last = most.cast_signed().min(most_after.cast_signed() - more);
            if first > last {
                return Err(wrong("this row and the row before are never equally long".to_owned())
                    .label("expected runs that can be made as long as before"));
            }
            let second = last.min(first + 1);
            for (lengths, length) in [(&mut shortest, first), (&mut longer, second)] {
                lengths.0.push(length.cast_unsigned());
                lengths.1.push((length + more).cast_unsigned());
            }
        }
        Ok((shortest, longer))
    }

    /// Returns the cells one by one, with runs of the given lengths.
    fn cells(&self, lengths: &[u32]) -> Vec<&'t PictureCell> {
        let mut lengths = lengths.iter();
        let mut cells = Vec::new();
        for cell in self.cells {
            let (least, most) = bounds(cell);
            let count = if least == most { least } else { lengths.next().copied().unwrap_or(least) };
            cells.extend((0..count).map(|_| cell));
        }
        cells
    }
}

/// Returns the minimum and the maximum number of repetitions of a cell.
fn bounds(cell: &PictureCell) -> (u32, u32) {
    cell.repeat.map_or((1, 1), |repeat| (repeat.least, repeat.most.unwrap_or(MAX_CELLS.max(repeat.least))))
}

fn becomes(before: usize, what: &str, after: usize) -> String {
    if before == 1 { format!("1 {what} becomes {after}") } else { format!("{before} {what}s become {after}") }
}
