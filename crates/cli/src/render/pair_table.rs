//! Tables of pairs in the formats.

use super::heap_table::conjectures;
use crate::arguments::{Table, TableFormat};
use anyhow::Result;
use std::io::Write;
use winways::wire::PairTableJson;
use winways::{PairTable, Stopped};

/// Tables up to this number are shown whole.
const SHOWN_WHOLE: u64 = 40;
/// The corner of a larger table that is shown.
const CORNER: u64 = 21;
/// How many lost pairs are listed.
const LOST_LISTED: usize = 60;
/// Lost pairs in a row of text.
const IN_A_ROW: usize = 10;

/// A table as far as it was found.
pub(crate) fn pair_table(
    arguments: &Table,
    game: &str,
    table: &PairTable<'_>,
    stopped: Option<&Stopped>,
    out: &mut dyn Write,
) -> Result<()> {
    match arguments.format {
        TableFormat::Text => text(arguments, game, table, stopped, out)?,
        TableFormat::Json => {
            let json = PairTableJson::new(game, table, !arguments.summary, stopped);
            serde_json::to_writer_pretty(&mut *out, &json)?;
            writeln!(out)?;
        }
        TableFormat::Csv | TableFormat::Bfile => csv(arguments, table, out)?,
        TableFormat::Latex => latex(arguments, table, out)?,
    }
    Ok(())
}

fn text(
    arguments: &Table,
    game: &str,
    table: &PairTable<'_>,
    stopped: Option<&Stopped>,
    out: &mut dyn Write,
) -> Result<()> {
    let side = table.side();
    match side.checked_sub(1) {
        Some(last) => writeln!(out, "{game}, nim-values of pairs (a, b) of numbers 0 to {last}")?,
        None => writeln!(out, "{game}, no nim-values of pairs")?,
    }
    if !arguments.summary {
        grid(table, if side <= SHOWN_WHOLE { side } else { CORNER }, out)?;
    }
    lost(arguments, table, out)?;
    conjectures(&table.conjectures(), out)?;
    writeln!(out, "found by: {}", table.method())?;
    if let Some(stopped) = stopped {
        writeln!(out, "partial: {stopped}")?;
    }
    Ok(())
}

/// A row for each a, a column for each b.
fn grid(table: &PairTable<'_>, shown: u64, out: &mut dyn Write) -> Result<()> {
    if shown == 0 {
        return Ok(());
    }
    let rows = || (0..shown).map(|a| &table.row(a)[..shown as usize]);
    let greatest = rows().flatten().copied().max().unwrap_or(0).max(shown as u32 - 1);
    let width = greatest.to_string().len();
    let label = (shown - 1).to_string().len();
    write!(out, "{:>label$} b", "a")?;
    (0..shown).try_for_each(|b| write!(out, " {b:width$}"))?;
    writeln!(out)?;
    for (a, row) in rows().enumerate() {
        write!(out, "{a:label$}: ")?;
        row.iter().try_for_each(|value| write!(out, " {value:width$}"))?;
        writeln!(out)?;
    }
    if shown < table.side() {
        writeln!(out, "and so on")?;
    }
    Ok(())
}

fn lost(arguments: &Table, table: &PairTable<'_>, out: &mut dyn Write) -> Result<()> {
    let count = table.lost().count();
    let which = if table.is_symmetric() { " with a <= b" } else { "" };
    if arguments.summary || count == 0 {
        writeln!(out, "lost pairs (P){which}: {count}")?;
        return Ok(());
    }
    write!(out, "lost pairs (P){which}:")?;
    for (index, (a, b)) in table.lost().take(LOST_LISTED).enumerate() {
        if index > 0 && index % IN_A_ROW == 0 {
            write!(out, "\n ")?;
        }
        write!(out, " ({a}, {b})")?;
    }
    if count > LOST_LISTED {
        write!(out, " and {} more", count - LOST_LISTED)?;
    }
    Ok(writeln!(out)?)
}

fn csv(arguments: &Table, table: &PairTable<'_>, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "a,b,value")?;
    let rows = if arguments.summary { 0 } else { table.side() };
    let mut buffers = (itoa::Buffer::new(), itoa::Buffer::new(), itoa::Buffer::new());
    for a in 0..rows {
        for (b, value) in table.row(a).iter().enumerate() {
            let fields = [buffers.0.format(a), ",", buffers.1.format(b), ",", buffers.2.format(*value), "\n"];
            fields.iter().try_for_each(|field| out.write_all(field.as_bytes()))?;
        }
    }
    Ok(())
}

fn latex(arguments: &Table, table: &PairTable<'_>, out: &mut dyn Write) -> Result<()> {
    let side = if arguments.summary { 0 } else { table.side() };
    writeln!(out, "\\begin{{tabular}}{{r|{}}}", "r".repeat(side as usize))?;
    write!(out, "$a \\backslash b$")?;
    (0..side).try_for_each(|b| write!(out, " & {b}"))?;
    writeln!(out, " \\\\ \\hline")?;
    for a in 0..side {
        write!(out, "{a}")?;
        table.row(a).iter().try_for_each(|value| write!(out, " & {value}"))?;
        writeln!(out, " \\\\")?;
    }
    writeln!(out, "\\end{{tabular}}")?;
    for conjecture in table.conjectures() {
        writeln!(
            out,
            "% {} ({}, checked to {})",
            conjecture.statement, conjecture.standing, conjecture.checked_to
        )?;
    }
    Ok(())
}
