//! Draws tables and counts of solved boards into files.

use super::picture;
use crate::Failure;
use std::path::Path;
use winways::games::AnyBoard;
use winways::pictures::{DrawError, counts_chart, pairs_chart, sequence_chart};
use winways::tables::{Counts, Objective, TableCell, Tabulation};
use winways::{Observer, Progress};

/// Draws the listed values of heaps with their period, or the values of all known pairs. Returns `true` if the chart was
/// finished in time.
pub(crate) fn table(path: &Path, found: &Tabulation<'_>, observer: &dyn Observer) -> Result<bool, Failure> {
    let value = |index: &[u64]| match found.table.cell(index, 0) {
        Some(TableCell::Number(value)) => Some(value),
        _ => None,
    };
    let (proceed, last) = (|| keep_going(observer), found.last());
    let chart = match &found.ranges[..] {
        [heaps] => {
            let (heaps, repetition) = (heaps.start..=last, found.table.repetition());
            let variable = found.kind.variables.first().map_or("", |variable| variable);
            sequence_chart(
                &found.game,
                variable,
                heaps,
                &|heap| value(&[heap]),
                repetition.as_ref(),
                &proceed,
            )
        }
        _ => pairs_chart(&found.game, last, last, &|a, b| value(&[a, b]), &proceed),
    };
    match chart {
        Err(DrawError::Stopped) => {
            anstream::eprintln!("{} is not drawn: a limit was reached first", path.display());
            Ok(false)
        }
        chart => picture::write(path, &chart?).map(|()| true),
    }
}

fn keep_going(observer: &dyn Observer) -> bool {
    observer.observe(&Progress::default()).is_continue()
}

/// Draws the numbers of won and lost positions of a board, per number of moves or points.
pub(crate) fn counts(path: &Path, board: &dyn AnyBoard, counts: &Counts) -> Result<(), Failure> {
    let across = match board.ranks().objective() {
        Objective::Moves => "moves to the end",
        Objective::Points => "winning margin in points",
    };
    picture::write(path, &counts_chart(&board.name(), across, &counts.won, &counts.lost))
}
