use super::info::{json, latex, state, title};
use super::table::with_advice;
use crate::arguments::{List, ReportFormat};
use crate::{Ending, Failure};
use bytesize::ByteSize;
use serde_json::Value;
use std::io::Write;
use winways::Catalogue;
use winways::tables::{Database, DatabaseError, DatabaseInfo, list_databases};
use winways::wire::{DatabaseJson, UnreadTableJson};

pub(super) fn run(arguments: &List, out: &mut dyn Write) -> Result<Ending, Failure> {
    let tables = list_databases(&arguments.directory).map_err(|error| with_advice(error.into()))?;
    match arguments.format.format {
        ReportFormat::Text => text(&tables, out)?,
        ReportFormat::Latex => latex(|out| text(&tables, out), out)?,
        ReportFormat::Json => json(&tables.iter().map(object).collect::<Vec<Value>>(), out)?,
    }
    let is_whole = tables.iter().all(Result::is_ok);
    Ok(if is_whole { Ending::Answered } else { Ending::CheckFailed })
}

fn text(tables: &[Result<DatabaseInfo, DatabaseError>], out: &mut dyn Write) -> Result<(), Failure> {
    for table in tables {
        match table {
            Ok(info) => writeln!(
                out,
                "{}: {}; {}, {}",
                info.path.display(),
                title(info),
                state(info),
                ByteSize(info.bytes)
            )?,
            Err(error) => writeln!(out, "{error}")?,
        }
    }
    Ok(())
}

fn object(table: &Result<DatabaseInfo, DatabaseError>) -> Value {
    match table {
        Ok(info) => {
            let database = Database::open(&Catalogue::new(), &info.path).ok();
            let json = DatabaseJson::new(info, database.as_ref().map(Database::board));
            serde_json::to_value(json).unwrap_or_default()
        }
        Err(error) => serde_json::to_value(UnreadTableJson::new(error.to_string())).unwrap_or_default(),
    }
}
