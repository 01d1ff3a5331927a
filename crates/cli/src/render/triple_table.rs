//! Tables of triples in the formats: a square for each a.

use crate::arguments::{Table, TableFormat};
use anyhow::Result;
use std::io::Write;
use winways::TripleTable;
use winways::wire::TripleTableJson;

/// How many lost triples are listed.
const LOST_LISTED: usize = 60;
/// Lost triples in a row of text.
const IN_A_ROW: usize = 10;

/// A table as far as it was found.
pub(crate) fn triple_table(
    arguments: &Table,
    game: &str,
    table: &TripleTable,
    out: &mut dyn Write,
) -> Result<()> {
    let slices = if arguments.summary { 0 } else { table.slices() };
    match arguments.format {
        TableFormat::Text => text(game, table, slices, out),
        TableFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, &TripleTableJson::new(game, table, !arguments.summary))?;
            Ok(writeln!(out)?)
        }
        TableFormat::Csv | TableFormat::Bfile => {
            writeln!(out, "a,b,c,value")?;
            for (a, b) in (0..slices).flat_map(|a| (0..table.side()).map(move |b| (a, b))) {
                for (c, value) in table.row(a, b).iter().enumerate() {
                    if let Some(value) = value {
                        writeln!(out, "{a},{b},{c},{value}")?;
                    }
                }
            }
            Ok(())
        }
        TableFormat::Latex => latex(table, slices, out),
    }
}

fn text(game: &str, table: &TripleTable, slices: u64, out: &mut dyn Write) -> Result<()> {
    let last = table.side().saturating_sub(1);
    writeln!(out, "{game}, nim-values of triples (a, b, c) of numbers 0 to {last}")?;
    let rows = || (0..slices).flat_map(|a| (0..table.side()).map(move |b| table.row(a, b)));
    let greatest = rows().flatten().flatten().copied().max().unwrap_or(0).max(last);
    let (width, label) = (greatest.to_string().len(), last.to_string().len());
    for a in 0..slices {
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
    let mut lost = table.lost();
    write!(out, "lost triples (P):")?;
    for (index, [a, b, c]) in lost.by_ref().take(LOST_LISTED).enumerate() {
        if index > 0 && index % IN_A_ROW == 0 {
            write!(out, "\n ")?;
        }
        write!(out, " ({a}, {b}, {c})")?;
    }
    match lost.count() {
        0 => writeln!(out)?,
        more => writeln!(out, " and {more} more")?,
    }
    writeln!(out, "found by: {}", table.method())?;
    if let Some(stopped) = table.stopped() {
        writeln!(out, "partial: {stopped}")?;
    }
    Ok(())
}

fn latex(table: &TripleTable, slices: u64, out: &mut dyn Write) -> Result<()> {
    for a in 0..slices {
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
