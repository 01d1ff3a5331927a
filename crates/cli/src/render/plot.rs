//! Tables, and counts of solved boards, as pictures in files.

use super::heap_table::sentence;
use super::picture;
use crate::Failure;
use std::ops::RangeInclusive;
use std::path::Path;
use winways::games::AnyBoard;
use winways::pictures::{DrawError, Repetition, Scene, counts_chart, pairs_chart, sequence_chart};
use winways::tables::{Counts, HeapTable, Objective, PairTable};
use winways::{Observer, Progress};

/// Draws the values of a range of heaps and their period. Returns `true` if the chart was finished in time.
pub(crate) fn sequence(
    path: &Path,
    game: &str,
    heaps: RangeInclusive<u64>,
    table: &HeapTable<'_>,
    observer: &dyn Observer,
) -> Result<bool, Failure> {
    let repetition = table.pattern().map(|pattern| Repetition {
        preperiod: pattern.preperiod,
        period: pattern.period,
        caption: sentence(&pattern),
    });
    let value = |heap| table.value(heap);
    let chart = sequence_chart(game, heaps, &value, repetition.as_ref(), &|| keep_going(observer));
    write_if_finished(path, chart)
}

/// Draws the values of all known pairs. Returns `true` if the chart was finished in time.
pub(crate) fn pairs(
    path: &Path,
    game: &str,
    table: &PairTable<'_>,
    observer: &dyn Observer,
) -> Result<bool, Failure> {
    let last = table.side().saturating_sub(1);
    let value = |a, b| table.value(a, b);
    write_if_finished(path, pairs_chart(game, last, last, &value, &|| keep_going(observer)))
}

fn write_if_finished(path: &Path, chart: Result<Scene, DrawError>) -> Result<bool, Failure> {
    match chart {
        Err(DrawError::Stopped) => {
            anstream::eprintln!("{} is not drawn: a limit was reached before", path.display());
            Ok(false)
        }
        chart => picture::write(path, &chart?).map(|()| true),
    }
}

fn keep_going(observer: &dyn Observer) -> bool {
    observer.observe(&Progress::default()).is_continue()
}

/// Draws how many positions of a board are won and lost in each number of moves, or by each number of points.
pub(crate) fn counts(path: &Path, board: &dyn AnyBoard, counts: &Counts) -> Result<(), Failure> {
    let across = match board.ranks().objective() {
        Objective::Moves => "moves to the end",
        Objective::Points => "points that the winner is ahead",
    };
    picture::write(path, &counts_chart(&board.name(), across, &counts.won, &counts.lost))
}
