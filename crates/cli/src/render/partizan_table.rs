//! Output of tables of canonical forms of heaps.

use super::table::record;
use super::tabular::{Tabular, as_paragraphs, paragraphs};
use crate::arguments::{Table, TableFormat};
use anyhow::Result;
use std::io::Write;
use winways::tables::{PartizanHeapTable, ValuePattern};
use winways::wire::PartizanHeapTableJson;

/// The maximum number of outcomes shown as text.
const OUTCOMES_SHOWN: usize = 60;

/// Writes the computed part of a table.
pub(crate) fn partizan_table(
    arguments: &Table,
    game: &str,
    table: &PartizanHeapTable,
    out: &mut dyn Write,
) -> Result<()> {
    let from = arguments.from.min(table.known());
    let heaps = if arguments.summary { 0..0 } else { from..table.known() };
    let first = heaps.start as usize; // no more than there are values
    let values = heaps.clone().zip(&table.values()[first..]);
    match arguments.format {
        TableFormat::Text => {
            let last = table.known().saturating_sub(1);
            writeln!(out, "{}", title(game, table, from))?;
            let width = last.to_string().len();
            for (heap, value) in values {
                writeln!(out, "{heap:width$}: {value}")?;
            }
            summary(table, from as usize, out)?;
        }
        TableFormat::Json => {
            let json = PartizanHeapTableJson::new(game, from, !arguments.summary, table);
            serde_json::to_writer_pretty(&mut *out, &json)?;
            writeln!(out)?;
        }
        TableFormat::Csv | TableFormat::Bfile => {
            writeln!(out, "heap,value,outcome")?;
            for ((heap, value), outcome) in values.zip(&table.outcomes()[first..]) {
                writeln!(out, "{}", record(&[&heap.to_string(), value, outcome.letter()]))?;
            }
        }
        TableFormat::Latex => {
            paragraphs(&title(game, table, from), out)?;
            writeln!(out)?;
            let mut rows = Tabular::new("rll", out).headed("$n$ & value & outcome");
            for (heap, outcome) in heaps.zip(&table.outcomes()[first..]) {
                let value = table.latex(heap).map_or("too long".to_owned(), |value| format!("${value}$"));
                rows.row(&format!("{heap} & {value} & ${}$", outcome.latex()))?;
            }
            rows.finish()?;
            as_paragraphs(|out| summary(table, from as usize, out), out)?;
        }
    }
    Ok(())
}

fn title(game: &str, table: &PartizanHeapTable, from: u64) -> String {
    format!("{game}, canonical forms of heaps {from} to {}", table.known().saturating_sub(1))
}

fn summary(table: &PartizanHeapTable, from: usize, out: &mut dyn Write) -> Result<()> {
    let left_out = if table.left_out() { "; some differences were too large to look at" } else { "" };
    match (table.pattern(), table.stopped()) {
        (Some(pattern), _) => writeln!(out, "values: {}{left_out}", sentence(pattern))?,
        (None, None) => writeln!(out, "values: no period found{left_out}")?,
        (None, Some(_)) => {}
    }
    let outcomes = &table.outcomes()[from..];
    let letters: String = outcomes.iter().take(OUTCOMES_SHOWN).map(|outcome| outcome.letter()).collect();
    let dots = if outcomes.len() > OUTCOMES_SHOWN { "..." } else { "" };
    let pattern = match table.outcome_pattern() {
        Some(pattern) => super::heap_table::sentence(&pattern),
        None => "no period found".to_owned(),
    };
    writeln!(out, "outcomes: {letters}{dots}\noutcomes: {pattern}")?;
    writeln!(out, "found by: {}", table.method())?;
    if let Some(stopped) = table.stopped() {
        writeln!(out, "partial: {stopped}")?;
    }
    Ok(())
}

/// Formats a pattern, for example `period 3 with saltus 1 from 0, empirical up to 40`.
fn sentence(pattern: &ValuePattern) -> String {
    let ValuePattern { preperiod, period, saltus, status } = pattern;
    match saltus.as_str() {
        "0" => format!("period {period} from {preperiod}, {status}"),
        _ => format!("period {period} with saltus {saltus} from {preperiod}, {status}"),
    }
}
