//! Tables of outcomes of heaps in the formats.

use super::heap_table::{conjectures, sentence};
use crate::arguments::{Table, TableFormat};
use anyhow::Result;
use std::io::Write;
use winways::wire::OutcomeTableJson;
use winways::{OutcomeTable, Play};

/// Outcomes in a row of text.
const IN_A_ROW: u64 = 30;
/// Outcomes in a row of a paper.
const IN_A_LATEX_ROW: u64 = 10;
/// How many lost heaps are listed.
const LOST_LISTED: usize = 60;

/// A table as far as it was found.
pub(crate) fn outcome_table(
    arguments: &Table,
    game: &str,
    table: &OutcomeTable,
    out: &mut dyn Write,
) -> Result<()> {
    let from = arguments.from.min(table.known());
    let heaps = if arguments.summary { 0..0 } else { from..table.known() };
    let outcomes = heaps.map_while(|heap| Some((heap, if table.is_lost(heap)? { "P" } else { "N" })));
    match arguments.format {
        TableFormat::Text => {
            let play = match table.play() {
                Play::Normal => "normal play",
                Play::Misere => "misère play",
            };
            let last = table.known().saturating_sub(1);
            writeln!(out, "{game}, {play}, outcomes of heaps {from} to {last}")?;
            let width = last.to_string().len();
            rows(outcomes, from, IN_A_ROW, |heap| format!("{heap:width$}:"), " ", "", out)?;
            summary(table, out)
        }
        TableFormat::Json => {
            let json = OutcomeTableJson::new(game, from, !arguments.summary, table);
            serde_json::to_writer_pretty(&mut *out, &json)?;
            Ok(writeln!(out)?)
        }
        TableFormat::Csv | TableFormat::Bfile => {
            writeln!(out, "heap,outcome")?;
            for (heap, outcome) in outcomes {
                writeln!(out, "{heap},{outcome}")?;
            }
            Ok(())
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
            Ok(())
        }
    }
}

/// Rows of so many, each with a label, something before every outcome and something at the end.
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

fn summary(table: &OutcomeTable, out: &mut dyn Write) -> Result<()> {
    let mut lost = table.lost();
    let listed: Vec<String> = lost.by_ref().take(LOST_LISTED).map(|heap| heap.to_string()).collect();
    let more = if lost.next().is_some() { " and more" } else { "" };
    match listed.is_empty() {
        true => writeln!(out, "lost heaps (P): none")?,
        false => writeln!(out, "lost heaps (P): {}{more}", listed.join(" "))?,
    }
    match (table.pattern(), table.stopped()) {
        (Some(pattern), _) => writeln!(out, "{}", sentence(&pattern))?,
        (None, None) => writeln!(out, "no period found")?,
        (None, Some(_)) => {}
    }
    conjectures(table.statements(), out)?;
    writeln!(out, "found by: {}", table.method())?;
    if let Some(stopped) = table.stopped() {
        writeln!(out, "partial: {stopped}")?;
    }
    Ok(())
}
