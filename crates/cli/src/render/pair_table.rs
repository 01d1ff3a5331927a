//! Output of tables of pairs.

use super::heap_table::conjectures;
use super::tabular::{Tabular, as_paragraphs, paragraphs};
use crate::arguments::{Table, TableFormat};
use crate::terminal;
use anyhow::Result;
use std::io::Write;
use winways::tables::{PairFindings, PairTable};
use winways::wire::PairTableJson;
use winways::{Observer, Progress, Stopped};

/// The largest number up to which tables are shown completely.
const SHOWN_WHOLE: u64 = 40;
/// The side of the corner that is shown of a larger table.
const CORNER: u64 = 21;
/// The maximum number of lost pairs listed.
const LOST_LISTED: usize = 60;
/// The number of values in a row of a LaTeX table.
const IN_A_LATEX_ROW: usize = 20;
/// The number of lost pairs in a row of text.
const IN_A_ROW: usize = 10;

/// Writes the computed part of a table. Returns the reason if it is incomplete.
pub(crate) fn pair_table(
    arguments: &Table,
    game: &str,
    table: &PairTable<'_>,
    stopped: Option<&Stopped>,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Option<Stopped>> {
    let findings = table.findings(observer);
    let missing = || stopped.cloned().or_else(|| findings.stopped.clone());
    match arguments.format {
        TableFormat::Text => {
            text(arguments, game, table, &findings, out)?;
            if let Some(stopped) = missing() {
                writeln!(out, "partial: {stopped}")?;
            }
            Ok(missing())
        }
        TableFormat::Json => {
            let json = PairTableJson::new(game, table, &findings, !arguments.summary, stopped, observer);
            serde_json::to_writer_pretty(&mut *out, &json)?;
            writeln!(out)?;
            Ok(json.stopped())
        }
        TableFormat::Csv | TableFormat::Bfile => Ok(missing().or(csv(arguments, table, observer, out)?)),
        TableFormat::Latex => {
            paragraphs(&title(game, table), out)?;
            let stopped = missing().or(latex(arguments, table, observer, out)?);
            let end = |out: &mut dyn Write| -> Result<()> {
                lost(arguments, table, &findings, out)?;
                rows(arguments, table, out)?;
                conjectures(&findings.conjectures, out)?;
                writeln!(out, "found by: {}", table.method())?;
                stopped.iter().try_for_each(|stopped| Ok(writeln!(out, "partial: {stopped}")?))
            };
            as_paragraphs(end, out)?;
            Ok(stopped)
        }
    }
}

fn text(
    arguments: &Table,
    game: &str,
    table: &PairTable<'_>,
    findings: &PairFindings,
    out: &mut dyn Write,
) -> Result<()> {
    let side = table.side();
    writeln!(out, "{}", title(game, table))?;
    if !arguments.summary {
        grid(table, if side <= SHOWN_WHOLE { side } else { CORNER }, out)?;
    }
    lost(arguments, table, findings, out)?;
    rows(arguments, table, out)?;
    conjectures(&findings.conjectures, out)?;
    Ok(writeln!(out, "found by: {}", table.method())?)
}

fn title(game: &str, table: &PairTable<'_>) -> String {
    match table.side().checked_sub(1) {
        Some(last) => format!("{game}, nim-values of pairs (a, b) of numbers 0 to {last}"),
        None => format!("{game}, no nim-values of pairs"),
    }
}

/// Writes a row for each a, with a column for each b.
fn grid(table: &PairTable<'_>, shown: u64, out: &mut dyn Write) -> Result<()> {
    if shown == 0 {
        return Ok(());
    }
    let greatest = |shown: u64| {
        let values = (0..shown).flat_map(|a| &table.row(a)[..shown as usize]);
        values.copied().max().unwrap_or(0).max(shown as u32 - 1)
    };
    let width = greatest(shown).to_string().len();
    let label = (shown - 1).to_string().len();
    // Rows are not broken: a narrow terminal shows a smaller corner.
    let room = terminal::width().map_or(shown, |columns| ((columns - label - 2) / (width + 1)) as u64);
    let shown = shown.min(room.max(1));
    let rows = || (0..shown).map(|a| &table.row(a)[..shown as usize]);
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

fn lost(
    arguments: &Table,
    table: &PairTable<'_>,
    findings: &PairFindings,
    out: &mut dyn Write,
) -> Result<()> {
    let which = if table.is_symmetric() { " with a <= b" } else { "" };
    let Some(count) = findings.lost_count else {
        return Ok(writeln!(out, "lost pairs (P){which}: not counted")?);
    };
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
    if count > LOST_LISTED as u64 {
        write!(out, " and {} more", count - LOST_LISTED as u64)?;
    }
    Ok(writeln!(out)?)
}

/// Writes the period of the rows if it is proved. Otherwise, if a proof was asked for, states that there is none.
fn rows(arguments: &Table, table: &PairTable<'_>, out: &mut dyn Write) -> Result<()> {
    match table.row_period() {
        Some(rows) => {
            let winways::tables::Period { preperiod, period } = rows.period;
            writeln!(
                out,
                "rows: period {period} from {preperiod}, proved ({})",
                winways::tables::RowPeriod::THEOREM
            )?;
            writeln!(out, "{rows}")?;
        }
        None if arguments.prove => {
            writeln!(out, "rows: no period proved by the first {} rows", table.rows_computed())?;
        }
        None => {}
    }
    Ok(())
}

/// Returns the reason for writing no more rows, if the observer stops the work.
fn poll(table: &PairTable<'_>, observer: &dyn Observer) -> Option<Stopped> {
    let positions = table.side().saturating_mul(table.side());
    let ended = observer.poll(&Progress { positions, ..Progress::default() });
    ended.err().map(|reason| reason.after(positions))
}

fn csv(
    arguments: &Table,
    table: &PairTable<'_>,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Option<Stopped>> {
    writeln!(out, "a,b,value")?;
    let rows = if arguments.summary { 0 } else { table.side() };
    let mut buffers = (itoa::Buffer::new(), itoa::Buffer::new(), itoa::Buffer::new());
    for a in 0..rows {
        if let Some(stopped) = poll(table, observer) {
            return Ok(Some(stopped));
        }
        for (b, value) in table.row(a).iter().enumerate() {
            let fields = [buffers.0.format(a), ",", buffers.1.format(b), ",", buffers.2.format(*value), "\n"];
            fields.iter().try_for_each(|field| out.write_all(field.as_bytes()))?;
        }
    }
    Ok(None)
}

/// Writes a table for each block of columns, so that the tables fit on pages.
fn latex(
    arguments: &Table,
    table: &PairTable<'_>,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Option<Stopped>> {
    let side = if arguments.summary { 0 } else { table.side() };
    for first in (0..side).step_by(IN_A_LATEX_ROW) {
        let columns = first..(first + IN_A_LATEX_ROW as u64).min(side);
        let heads: String = columns.clone().map(|b| format!(" & {b}")).collect();
        let width = columns.clone().count();
        writeln!(out)?;
        let mut block =
            Tabular::new(format!("r|{}", "r".repeat(width)), out).headed(format!("$a \\backslash b${heads}"));
        for a in 0..side {
            let stopped = poll(table, observer);
            if stopped.is_some() {
                block.finish()?;
                return Ok(stopped);
            }
            let values = &table.row(a)[columns.start as usize..columns.end as usize];
            let values: String = values.iter().map(|value| format!(" & {value}")).collect();
            block.row(&format!("{a}{values}"))?;
        }
        block.finish()?;
    }
    Ok(None)
}
