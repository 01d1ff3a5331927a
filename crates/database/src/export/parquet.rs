use super::{Row, failed, number_name, rows};
use crate::{Error, Table};
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::io::Write;
use std::sync::Arc;
use winways_solve::{Observer, RecordKind, SolvedRanks};

/// Returns the schema of the columns, which are named as in CSV.
fn schema(records: RecordKind) -> String {
    let number = number_name(records);
    let is_signed = records == RecordKind::Points;
    format!(
        "message positions {{
            required int64 rank (integer(64, false));
            required binary position (string);
            required binary outcome (string);
            optional int32 {number} (integer(32, {is_signed}));
        }}"
    )
}

/// The number of rows in a row group, the unit in which readers work.
const ROWS: usize = 1 << 20;

/// Writes the solved positions of a table in the compressed Apache Parquet format. The columns are those of
/// [`crate::export_csv`].
///
/// # Errors
/// Fails like [`crate::export_csv`].
pub fn export_parquet(
    table: &Table,
    text: &mut dyn FnMut(u64) -> String,
    out: &mut (dyn Write + Send),
    observer: &dyn Observer,
) -> Result<u64, Error> {
    let schema = Arc::new(parse_message_type(&schema(table.records())).map_err(parquet_failed)?);
    let compression = Compression::ZSTD(ZstdLevel::default());
    let properties = Arc::new(WriterProperties::builder().set_compression(compression).build());
    let mut writer = SerializedFileWriter::new(out, schema, properties).map_err(parquet_failed)?;
    let mut columns = Columns::default();
    let count = rows(table, text, observer, &mut |row| {
        columns.take(row);
        match columns.ranks.len() < ROWS {
            true => Ok(()),
            false => columns.write(&mut writer).map_err(parquet_failed),
        }
    })?;
    if !columns.ranks.is_empty() {
        columns.write(&mut writer).map_err(parquet_failed)?;
    }
    writer.close().map_err(parquet_failed)?;
    Ok(count)
}

fn parquet_failed(error: ParquetError) -> Error {
    failed(match error {
        ParquetError::External(error) => match error.downcast::<std::io::Error>() {
            Ok(error) => *error,
            Err(error) => std::io::Error::other(error),
        },
        error => std::io::Error::other(error),
    })
}

/// A buffer of rows that have not been written yet.
#[derive(Default)]
struct Columns {
    ranks: Vec<i64>,
    positions: Vec<ByteArray>,
    outcomes: Vec<ByteArray>,
    /// The numbers of the rows that have one. `has_number` has one definition level for each row: 1 if the row has a
    /// number, else 0.
    numbers: Vec<i32>,
    has_number: Vec<i16>,
}

impl Columns {
    fn take(&mut self, row: Row) {
        self.ranks.push(row.rank.cast_signed());
        self.positions.push(row.position.into_bytes().into());
        self.outcomes.push(row.outcome.into());
        self.has_number.push(i16::from(row.number.is_some()));
        self.numbers.extend(row.number);
    }

    fn write<W: Write + Send>(&mut self, writer: &mut SerializedFileWriter<W>) -> Result<(), ParquetError> {
        let mut group = writer.next_row_group()?;
        write_column::<Int64Type, W>(&mut group, &self.ranks, None)?;
        write_column::<ByteArrayType, W>(&mut group, &self.positions, None)?;
        write_column::<ByteArrayType, W>(&mut group, &self.outcomes, None)?;
        write_column::<Int32Type, W>(&mut group, &self.numbers, Some(&self.has_number))?;
        group.close()?;
        *self = Columns::default();
        Ok(())
    }
}

fn write_column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    definition_levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, definition_levels, None)?;
        column.close()?;
    }
    Ok(())
}
