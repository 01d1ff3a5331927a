//! Tables of nim-values in the formats.

use crate::arguments::{Table, TableFormat};
use anyhow::Result;
use std::io::Write;
use winways::wire::HeapTableJson;
use winways::{Automaton, Conjecture, HeapTable, Pattern, Standing, Stopped};

/// Values in a row of text.
const IN_A_ROW: u64 = 20;
/// Values in a row of a paper.
const IN_A_LATEX_ROW: u64 = 10;

/// A table as far as it was found.
pub(crate) fn heap_table(
    arguments: &Table,
    game: &str,
    table: &HeapTable<'_>,
    stopped: Option<&Stopped>,
    out: &mut dyn Write,
) -> Result<()> {
    let end = (arguments.up_to() + 1).min(table.known());
    let heaps = if arguments.summary { 0..0 } else { arguments.from.min(end)..end };
    let values = heaps.clone().map_while(|heap| Some((heap, table.value(heap)?)));
    match arguments.format {
        TableFormat::Text => {
            writeln!(out, "{game}, nim-values of heaps {} to {}", arguments.from, end.saturating_sub(1))?;
            rows(values, arguments, out)?;
            let pattern = table.pattern();
            writeln!(out, "{}", summary(arguments, table, pattern))?;
            if arguments.prove {
                writeln!(out, "heaps computed: {}", table.computed())?;
            }
            conjectures(&table.conjectures(end.saturating_sub(1), pattern), out)?;
            writeln!(out, "found by: {}", table.method())?;
            if let Some(stopped) = stopped {
                writeln!(out, "partial: {stopped}")?;
            }
        }
        TableFormat::Json => {
            let from = arguments.from.min(end);
            let values = (!arguments.summary).then(|| values.map(|(_, value)| value).collect());
            let json = HeapTableJson::new(game, from, end.saturating_sub(1), values, table, stopped);
            serde_json::to_writer_pretty(&mut *out, &json)?;
            writeln!(out)?;
        }
        TableFormat::Csv => {
            writeln!(out, "heap,value")?;
            write_lines(values, b',', out)?;
        }
        TableFormat::Bfile => {
            writeln!(out, "# {game}: heap, nim-value; {}", summary(arguments, table, table.pattern()))?;
            write_lines(values, b' ', out)?;
        }
        TableFormat::Latex => latex(values, table.pattern(), out)?,
    }
    Ok(())
}

/// The most states of an automaton that is written out.
const STATES_WRITTEN: usize = 12;

/// A line for each statement, and the states of small automata.
pub(super) fn conjectures(found: &[Conjecture], out: &mut dyn Write) -> Result<()> {
    for Conjecture { statement, checked_to, standing, automaton, .. } in found {
        match standing {
            Standing::Conjecture => writeln!(out, "{statement}: conjecture, checked to {checked_to}")?,
            Standing::Proved(_) => writeln!(out, "{statement}: {standing}")?,
        }
        if let Some(Automaton { states }) = automaton
            && states.len() <= STATES_WRITTEN
        {
            for (name, state) in states.iter().enumerate() {
                let [zero, one] = state.next;
                writeln!(
                    out,
                    "  state {name}: output {}, after 0 state {zero}, after 1 state {one}",
                    state.output
                )?;
            }
        }
    }
    Ok(())
}

fn rows(values: impl Iterator<Item = (u64, u64)>, arguments: &Table, out: &mut dyn Write) -> Result<()> {
    let width = arguments.up_to().to_string().len();
    let mut after = None;
    for (heap, value) in values {
        if after != Some(heap) || (heap - arguments.from).is_multiple_of(IN_A_ROW) {
            if after.is_some() {
                writeln!(out)?;
            }
            write!(out, "{heap:width$}:")?;
        }
        write!(out, " {value:2}")?;
        after = Some(heap + 1);
    }
    if after.is_some() {
        writeln!(out)?;
    }
    Ok(())
}

fn summary(arguments: &Table, table: &HeapTable<'_>, pattern: Option<Pattern>) -> String {
    match pattern {
        Some(pattern) => match table.values_needed() {
            Some(needed) => format!("{}; heaps up to {} would prove it", sentence(&pattern), needed - 1),
            None => sentence(&pattern),
        },
        None if arguments.prove && table.theorem().is_none() => {
            "no period found, and no theorem is known that could prove one".to_owned()
        }
        None if arguments.prove => {
            format!("no period proved by the {} values from heap 0 on", table.computed())
        }
        None => "no period found".to_owned(),
    }
}

/// `period 12 from 71, proved (Guy–Smith)`
pub(super) fn sentence(pattern: &Pattern) -> String {
    let Pattern { preperiod, period, saltus, status } = pattern;
    match saltus {
        0 => format!("period {period} from {preperiod}, {status}"),
        _ => format!("period {period} with saltus {saltus} from {preperiod}, {status}"),
    }
}

fn write_lines(values: impl Iterator<Item = (u64, u64)>, between: u8, out: &mut dyn Write) -> Result<()> {
    let mut buffers = (itoa::Buffer::new(), itoa::Buffer::new());
    for (heap, value) in values {
        out.write_all(buffers.0.format(heap).as_bytes())?;
        out.write_all(&[between])?;
        out.write_all(buffers.1.format(value).as_bytes())?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn latex(
    values: impl Iterator<Item = (u64, u64)>,
    pattern: Option<Pattern>,
    out: &mut dyn Write,
) -> Result<()> {
    writeln!(out, "\\begin{{tabular}}{{r|{}}}", "r".repeat(IN_A_LATEX_ROW as usize))?;
    let heads: Vec<String> = (0..IN_A_LATEX_ROW).map(|column| column.to_string()).collect();
    writeln!(out, "$n$ & {} \\\\ \\hline", heads.join(" & "))?;
    let mut row = None;
    for (heap, value) in values {
        if row != Some(heap / IN_A_LATEX_ROW) {
            if row.is_some() {
                writeln!(out, " \\\\")?;
            }
            write!(out, "{}", heap / IN_A_LATEX_ROW * IN_A_LATEX_ROW)?;
            write!(out, "{}", " &".repeat((heap % IN_A_LATEX_ROW) as usize))?;
        }
        row = Some(heap / IN_A_LATEX_ROW);
        write!(out, " & {value}")?;
    }
    if row.is_some() {
        writeln!(out, " \\\\")?;
    }
    writeln!(out, "\\end{{tabular}}")?;
    if let Some(pattern) = pattern {
        writeln!(out, "% {}", sentence(&pattern))?;
    }
    Ok(())
}
