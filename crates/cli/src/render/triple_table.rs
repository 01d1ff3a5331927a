//! Output of tables of triples: a square for each a.

use crate::arguments::{Table, TableFormat};
use anyhow::Result;
use std::io::Write;
use winways::tables::TripleTable;
use winways::wire::TripleTableJson;
use winways::{Observer, Progress, Stopped};

/// The maximum number of lost triples listed.
const LOST_LISTED: usize = 60;
/// The number of lost triples in a row of text.
const IN_A_ROW: usize = 10;

/// Writes the computed part of a table. Returns the reason if it is incomplete.
pub(crate) fn triple_table(
    arguments: &Table,
    game: &str,
    table: &TripleTable,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Option<Stopped>> {
    if arguments.format == TableFormat::Json {
        let json = TripleTableJson::new(game, table, !arguments.summary, observer);
        serde_json::to_writer_pretty(&mut *out, &json)?;
        writeln!(out)?;
        return Ok(json.stopped());
    }
    let mut cut = None;
    let slices = if arguments.summary { 0 } else { table.slices() };
    let slices = (0..slices).take_while(|_| {
        let progress = Progress { positions: table.known(), ..Progress::default() };
        cut = observer.poll(&progress).err().map(|reason| reason.after(table.known()));
        cut.is_none()
    });
    match arguments.format {
        TableFormat::Csv | TableFormat::Bfile => csv(table, slices, out)?,
        TableFormat::Latex => latex(table, slices, out)?,
        TableFormat::Text | TableFormat::Json => text(game, table, slices, out)?,
    }
    let stopped = table.stopped().cloned().or(cut);
    if let (TableFormat::Text, Some(stopped)) = (arguments.format, &stopped) {
        writeln!(out, "partial: {stopped}")?;
    }
    Ok(stopped)
}

fn csv(table: &TripleTable, slices: impl Iterator<Item = u64>, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "a,b,c,value")?;
    for (a, b) in slices.flat_map(|a| (0..table.side()).map(move |b| (a, b))) {
        for (c, value) in table.row(a, b).iter().enumerate() {
            if let Some(value) = value {
                writeln!(out, "{a},{b},{c},{value}")?;
            }
        }
    }
    Ok(())
}

fn text(
    game: &str,
    table: &TripleTable,
    slices: impl Iterator<Item = u64>,
    out: &mut dyn Write,
) -> Result<()> {
    let last = table.side().saturating_sub(1);
    writeln!(out, "{game}, nim-values of triples (a, b, c) of numbers 0 to {last}")?;
    let label = last.to_string().len();
    for a in slices {
        let rows = (0..table.side()).map(|b| table.row(a, b));
        let greatest = rows.flatten().flatten().copied().max().unwrap_or(0).max(last);
        let width = greatest.to_string().len();
        write!(out, "a = {a}\n{:>label$} c", "b")?;
        (0..table.side()).try_for_each(|c| write!(out, " {c:width$}"))?;
        writeln!(out)?;
        for b in 0..table.side() {
            write!(out, "{b:label$}: ")?;
            for value in table.row(a, b) {
                match value {
                    Some(value) => write!(out, " {value:width$}")?,
                    None => write!(out, " {:>width$}", "-")?,
                }
            }
            writeln!(out)?;
        }
    }
    let lost = table.lost().take(LOST_LISTED);
    write!(out, "lost triples (P):")?;
    for (index, [a, b, c]) in lost.enumerate() {
        if index > 0 && index % IN_A_ROW == 0 {
            write!(out, "\n ")?;
        }
        write!(out, " ({a}, {b}, {c})")?;
    }
    match table.lost_count().saturating_sub(LOST_LISTED as u64) {
        0 => writeln!(out)?,
        more => writeln!(out, " and {more} more")?,
    }
    Ok(writeln!(out, "found by: {}", table.method())?)
}

fn latex(table: &TripleTable, slices: impl Iterator<Item = u64>, out: &mut dyn Write) -> Result<()> {
    for a in slices {
        writeln!(out, "\\begin{{tabular}}{{r|{}}}", "r".repeat(table.side() as usize))?;
        write!(out, "$a = {a}$")?;
        (0..table.side()).try_for_each(|c| write!(out, " & {c}"))?;
        writeln!(out, " \\\\ \\hline")?;
        for b in 0..table.side() {
            write!(out, "{b}")?;
            for value in table.row(a, b) {
                write!(out, " & {}", value.map_or(String::new(), |value| value.to_string()))?;
            }
            writeln!(out, " \\\\")?;
        }
        writeln!(out, "\\end{{tabular}}\n")?;
    }
    Ok(())
}
