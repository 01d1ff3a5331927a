//! Output of tables of outcomes of heaps.

use super::heap_table::{conjectures, sentence};
use crate::arguments::{Table, TableFormat};
use anyhow::Result;
use std::io::Write;
use winways::tables::OutcomeTable;
use winways::wire::OutcomeTableJson;
use winways::{Observer, Play, Stopped};

/// The number of outcomes in a row of text.
const IN_A_ROW: u64 = 30;
/// The number of outcomes in a row of a LaTeX table.
const IN_A_LATEX_ROW: u64 = 10;
/// The maximum number of lost heaps listed.
const LOST_LISTED: usize = 60;

/// Writes the computed part of a table. Returns the reason if it is incomplete.
pub(crate) fn outcome_table(
    arguments: &Table,
    game: &str,
    table: &OutcomeTable,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Option<Stopped>> {
    let from = arguments.from.min(table.known());
    if arguments.format == TableFormat::Json {
        let json = OutcomeTableJson::new(game, from, !arguments.summary, table, observer);
        serde_json::to_writer_pretty(&mut *out, &json)?;
        writeln!(out)?;
        return Ok(json.stopped());
    }
    let heaps = if arguments.summary { 0..0 } else { from..table.known() };
    let listing = table.listing(heaps, observer);
    let outcomes = listing.iter().map(|(heap, is_lost)| (heap, if is_lost { "P" } else { "N" }));
    match arguments.format {
        TableFormat::Text | TableFormat::Json => {
            let play = match table.play() {
                Play::Normal => "normal play",
                Play::Misere => "misère play",
            };
            let last = table.known().saturating_sub(1);
            writeln!(out, "{game}, {play}, outcomes of heaps {from} to {last}")?;
            let width = last.to_string().len();
            rows(outcomes, from, IN_A_ROW, |heap| format!("{heap:width$}:"), " ", "", out)?;
            return summary(table, listing.stopped(), observer, out);
        }
        TableFormat::Csv | TableFormat::Bfile => {
            writeln!(out, "heap,outcome")?;
            for (heap, outcome) in outcomes {
                writeln!(out, "{heap},{outcome}")?;
            }
        }
        TableFormat::Latex => {
            writeln!(out, "\\begin{{tabular}}{{r|{}}}", "c".repeat(IN_A_LATEX_ROW as usize))?;
            let heads: Vec<String> = (0..IN_A_LATEX_ROW).map(|column| column.to_string()).collect();
            writeln!(out, "$n$ & {} \\\\ \\hline", heads.join(" & "))?;
            let first = from / IN_A_LATEX_ROW * IN_A_LATEX_ROW;
            let empty = (first..from).map(|heap| (heap, ""));
            rows(empty.chain(outcomes), first, IN_A_LATEX_ROW, |heap| heap.to_string(), " & ", " \\\\", out)?;
            writeln!(out, "\\end{{tabular}}")?;
            if let Some(pattern) = table.pattern() {
                writeln!(out, "% {}", sentence(&pattern))?;
            }
        }
    }
    Ok(table.stopped().cloned().or_else(|| listing.stopped()))
}

/// Writes rows of `in_a_row` outcomes, each row with a label and `end`, and `between` before every outcome.
fn rows(
    outcomes: impl Iterator<Item = (u64, &'static str)>,
    first: u64,
    in_a_row: u64,
    label: impl Fn(u64) -> String,
    between: &str,
    end: &str,
    out: &mut dyn Write,
) -> Result<()> {
    let mut is_open = false;
    for (heap, outcome) in outcomes {
        if (heap - first).is_multiple_of(in_a_row) {
            if is_open {
                writeln!(out, "{end}")?;
            }
            write!(out, "{}", label(heap))?;
            is_open = true;
        }
        write!(out, "{between}{outcome}")?;
    }
    if is_open {
        writeln!(out, "{end}")?;
    }
    Ok(())
}

/// Writes the lines after the rows, which ended early for the reason `cut`. Returns the reason if the table is incomplete.
fn summary(
    table: &OutcomeTable,
    cut: Option<Stopped>,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Option<Stopped>> {
    let listing = table.listing(table.range_of_lost(), observer);
    let mut lost = listing.iter().filter(|(_, is_lost)| *is_lost);
    let listed: Vec<String> = lost.by_ref().take(LOST_LISTED).map(|(heap, _)| heap.to_string()).collect();
    let more = if lost.next().is_some() { " and more" } else { "" };
    match (listed.is_empty(), listing.stopped()) {
        (true, None) => writeln!(out, "lost heaps (P): none")?,
        (true, Some(_)) => writeln!(out, "lost heaps (P): not looked for")?,
        (false, _) => writeln!(out, "lost heaps (P): {}{more}", listed.join(" "))?,
    }
    let stopped = table.stopped().cloned().or(cut).or_else(|| listing.stopped());
    match (table.pattern(), table.stopped()) {
        (Some(pattern), _) => writeln!(out, "{}", sentence(&pattern))?,
        (None, None) => writeln!(out, "no period found")?,
        (None, Some(_)) => {}
    }
    conjectures(table.statements(), out)?;
    writeln!(out, "found by: {}", table.method())?;
    if let Some(stopped) = &stopped {
        writeln!(out, "partial: {stopped}")?;
    }
    Ok(stopped)
}
