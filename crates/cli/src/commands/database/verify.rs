use super::info::{json, latex};
use super::table::{open, with_advice};
use crate::arguments::{ReportFormat, VerifyTable};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe};
use bytesize::ByteSize;
use std::io::Write;
use winways::tables::{DatabaseError, FileCheck, RecordKind, ValueCheckFailure, check_files};
use winways::wire::DatabaseCheckJson;

/// The number of derived values, or the first error; `None` if the values were not checked.
type Values = Option<Result<u64, ValueCheckFailure>>;

pub(super) fn run(arguments: &VerifyTable, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.limits.bounds);
    let result = check(arguments, &watch, out);
    watch.finish();
    result
}

fn check(arguments: &VerifyTable, watch: &Watch, out: &mut dyn Write) -> Result<Ending, Failure> {
    let budget = arguments.limits.budget();
    let directory = || arguments.directory.display().to_string();
    let files = match check_files(&arguments.directory, budget, watch) {
        Ok(files) => files,
        Err(DatabaseError::Stopped(stopped)) => {
            let written = match arguments.format.format {
                ReportFormat::Json => json(&DatabaseCheckJson::undecided(directory(), &stopped), out),
                ReportFormat::Text => writeln!(out, "not decided: {stopped}").map_err(Failure::from),
                ReportFormat::Latex => latex(|out| Ok(writeln!(out, "not decided: {stopped}")?), out),
            };
            return ignore_broken_pipe(ending(Some(&stopped)), written);
        }
        // Without its manifest, nothing else is known about the table, so report the damage as the answer.
        Err(damage @ DatabaseError::Damaged { .. }) => {
            let (is_complete, is_being_built) = (false, false);
            FileCheck { files: 1, bytes: 0, records: 0, damage: vec![damage], is_complete, is_being_built }
        }
        Err(error) => return Err(with_advice(error.into())),
    };
    let mut values = None;
    let mut records = RecordKind::Values;
    if files.damage.is_empty() && files.is_complete && !arguments.bytes_only {
        let database = open(&arguments.directory, &arguments.graph, watch)?;
        records = database.identity().records;
        values = Some(database.check_values(budget, watch));
    }
    let written = match arguments.format.format {
        ReportFormat::Json => {
            json(&DatabaseCheckJson::new(directory(), &files, values.as_ref(), records), out)
        }
        ReportFormat::Text => text(&files, &values, records, out).map_err(Failure::from),
        ReportFormat::Latex => latex(|out| Ok(text(&files, &values, records, out)?), out),
    };
    let end = match (files.damage.is_empty(), values) {
        (false, _) => Ending::CheckFailed,
        (true, None | Some(Ok(_))) => Ending::Answered,
        (true, Some(Err(ValueCheckFailure::Stopped(stopped)))) => ending(Some(&stopped)),
        (true, Some(Err(_))) => Ending::CheckFailed,
    };
    ignore_broken_pipe(end, written)
}

fn text(files: &FileCheck, values: &Values, records: RecordKind, out: &mut dyn Write) -> std::io::Result<()> {
    let FileCheck { files: number, bytes, records: count, damage, is_complete, is_being_built } = files;
    for damage in damage {
        writeln!(out, "damage: {damage}")?;
    }
    match damage.len() {
        0 => {
            let size = ByteSize(*bytes);
            writeln!(out, "files:  {number} with {size}, {count} records: every byte is intact")?;
        }
        damaged => writeln!(out, "files:  {damaged} of {number} damaged")?,
    }
    match (values, records) {
        _ if *is_being_built => writeln!(
            out,
            "values: not checked, since a build is running in this directory; its current round was not checked either"
        ),
        (None, _) if damage.is_empty() && !is_complete => writeln!(
            out,
            "values: not checked, since the table is not complete; `winways database build` with --resume continues"
        ),
        (None, _) => Ok(()),
        (Some(Ok(positions)), RecordKind::Values | RecordKind::Points) => {
            writeln!(out, "values: {positions} positions derived again from their options: all are correct")
        }
        (Some(Ok(positions)), RecordKind::Outcomes) => writeln!(
            out,
            "values: {positions} positions agree with their options, which proves less without the number of moves: \
             two positions may each be won because the other is lost"
        ),
        (Some(Err(ValueCheckFailure::Stopped(stopped))), _) => {
            writeln!(out, "values: not decided, {stopped}")
        }
        (Some(Err(failure)), _) => writeln!(out, "values: wrong: {failure}"),
    }
}
