#[cfg(feature = "parquet")]
mod parquet;

#[cfg(feature = "parquet")]
pub use parquet::export_parquet;

use crate::{Error, Table};
use std::io::Write;
use winways_solve::{HOLE, Observer, PAGE, Progress, RecordKind, SolvedRanks, SolvedValue};

/// A row of an export: one solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The rank of the position.
    pub(crate) rank: u64,
    /// The position in its game's notation.
    pub(crate) position: String,
    /// The outcome: `N` if the player to move wins, `P` if the previous player wins, `D` for a draw.
    pub(crate) outcome: &'static str,
    /// The number that [`number_name`] describes; `None` if the table does not store it.
    pub(crate) number: Option<i32>,
}

/// Returns the column name of the number in a row. `remoteness` is the number of moves to the end; drawn positions
/// have none. In a table of points, `points` is the margin of the player to move over the opponent.
fn number_name(records: RecordKind) -> &'static str {
    match records {
        RecordKind::Values | RecordKind::Outcomes => "remoteness",
        RecordKind::Points => "points",
    }
}

/// Writes the solved positions of a table as CSV, in the order of their ranks. The header is
/// `rank,position,outcome,remoteness`, with `points` instead of `remoteness` for a table of points. `text` returns the
/// notation of the position with a given rank. Returns the number of records.
///
/// # Errors
/// Returns an error if the table is damaged, the output cannot be written, or the observer stopped the work.
pub fn export_csv(
    table: &Table,
    text: &mut dyn FnMut(u64) -> String,
    out: &mut dyn Write,
    observer: &dyn Observer,
) -> Result<u64, Error> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["rank", "position", "outcome", number_name(table.records())]).map_err(csv_failed)?;
    let count = rows(table, text, observer, &mut |row| {
        let number = row.number.map_or_else(String::new, |number| number.to_string());
        let record = [row.rank.to_string(), row.position, row.outcome.to_owned(), number];
        writer.write_record(record).map_err(csv_failed)
    })?;
    writer.flush().map_err(failed)?;
    Ok(count)
}

fn csv_failed(error: csv::Error) -> Error {
    match error.into_kind() {
        // The kind of the error, such as a broken pipe, must stay visible.
        csv::ErrorKind::Io(error) => failed(error),
        other => failed(std::io::Error::other(format!("{other:?}"))),
    }
}

fn failed(error: std::io::Error) -> Error {
    Error::io("write", std::path::Path::new("the export"))(error)
}

/// Calls `take` with the row of every solved position, and returns the number of rows.
pub(crate) fn rows(
    table: &Table,
    text: &mut dyn FnMut(u64) -> String,
    observer: &dyn Observer,
    take: &mut dyn FnMut(Row) -> Result<(), Error>,
) -> Result<u64, Error> {
    let mut count = 0;
    let records = table.records();
    let mut codes = vec![HOLE; PAGE as usize];
    for start in table.ranks().step_by(codes.len()) {
        let progress = Progress { positions: count, ..Progress::default() };
        observer.poll(&progress).map_err(|reason| Error::Stopped(reason.after(count)))?;
        let end = table.ranks().end.min(start + PAGE);
        let codes = &mut codes[..(end - start) as usize];
        table.read(start..end, codes)?;
        for (rank, &code) in (start..end).zip(&*codes).filter(|&(_, &code)| code != HOLE) {
            take(row(rank, text(rank), code, records))?;
            count += 1;
        }
    }
    Ok(count)
}

fn row(rank: u64, position: String, code: u32, records: RecordKind) -> Row {
    let value = SolvedValue::of_code(code).unwrap_or(SolvedValue::Drawn);
    let outcome = match value {
        SolvedValue::Won(_) => "N",
        SolvedValue::Lost(_) => "P",
        SolvedValue::Drawn => "D",
    };
    let number = match records {
        RecordKind::Values => value.remoteness().map(u32::cast_signed),
        RecordKind::Points => Some(value.points() as i32),
        RecordKind::Outcomes => None,
    };
    Row { rank, position, outcome, number }
}
