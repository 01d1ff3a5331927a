use super::table::{open, with_advice};
use crate::arguments::{Export, ExportFormat};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure};
use anyhow::Context;
use std::fs::File;
use std::io::{BufWriter, Write};
use winways::tables::{Database, DatabaseError};

pub(super) fn run(arguments: &Export, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.bounds);
    let database = open(&arguments.directory, &arguments.graph, &watch)?;
    if !database.info().map_err(|error| with_advice(error.into()))?.is_complete {
        return Err(Failure::usage(format!(
            "the table in {} is not complete: finish it with `winways database build --resume`",
            arguments.directory.display()
        )));
    }
    let exported = match &arguments.out {
        None => database.export_csv(out, &watch),
        Some(path) => {
            if arguments.format == ExportFormat::Parquet && !cfg!(feature = "parquet") {
                return Err(Failure::usage(WITHOUT_PARQUET));
            }
            let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
            let mut file = BufWriter::new(file);
            write(arguments.format, &database, &watch, &mut file).and_then(|count| {
                let flushed = file.flush();
                flushed.map(|()| count).map_err(|source| DatabaseError::Io {
                    action: "write",
                    path: path.clone(),
                    source,
                })
            })
        }
    };
    watch.finish();
    match exported {
        Ok(_) => Ok(Ending::Answered),
        Err(DatabaseError::Stopped(stopped)) => {
            anstream::eprintln!("partial: {stopped}");
            Ok(ending(Some(&stopped)))
        }
        // A broken pipe is handled as for all other output: the reader may close the pipe early.
        Err(DatabaseError::Io { source, .. }) if source.kind() == std::io::ErrorKind::BrokenPipe => {
            Err(source.into())
        }
        Err(error) => Err(with_advice(error.into())),
    }
}

const WITHOUT_PARQUET: &str =
    "this program was built without Parquet\nto include it, run cargo build --release --features parquet";

fn write(
    format: ExportFormat,
    database: &Database,
    watch: &Watch,
    out: &mut BufWriter<File>,
) -> Result<u64, DatabaseError> {
    match format {
        #[cfg(feature = "parquet")]
        ExportFormat::Parquet => database.export_parquet(out, watch),
        _ => database.export_csv(out, watch),
    }
}
