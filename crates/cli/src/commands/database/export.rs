use super::{open, refused};
use crate::arguments::{Export, ExportFormat};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure};
use anyhow::Context;
use std::fs::File;
use std::io::{BufWriter, Write};
use winways::{Database, DatabaseError};

pub(super) fn run(arguments: &Export, out: &mut dyn Write) -> Result<Ending, Failure> {
    let database = open(&arguments.directory)?;
    let watch = Watch::start(None);
    let exported = match &arguments.out {
        None => write(arguments.format, &database, &watch, out),
        Some(path) => {
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
        Err(DatabaseError::Stopped(stopped)) => Ok(ending(Some(&stopped))),
        // As where anything else is written: who reads may have seen enough.
        Err(DatabaseError::Io { source, .. }) if source.kind() == std::io::ErrorKind::BrokenPipe => {
            Err(source.into())
        }
        Err(error) => Err(refused(error.into())),
    }
}

fn write(
    format: ExportFormat,
    database: &Database,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<u64, DatabaseError> {
    match format {
        ExportFormat::Csv => database.export_csv(out, watch),
    }
}
