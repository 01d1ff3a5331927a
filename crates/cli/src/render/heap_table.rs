//! Output of tables of nim-values.

use super::tabular::{Tabular, as_paragraphs, paragraphs};
use crate::arguments::{Table, TableFormat};
use anyhow::Result;
use std::io::Write;
use winways::tables::{Automaton, Conjecture, Findings, HeapTable, Pattern, Standing};
use winways::wire::HeapTableJson;
use winways::{Observer, Stopped};

/// The number of values in a row of text.
const IN_A_ROW: u64 = 20;
/// The number of values in a row of a LaTeX table.
const IN_A_LATEX_ROW: u64 = 10;

/// Writes the computed part of a table. Returns the reason if it is incomplete.
pub(crate) fn heap_table(
    arguments: &Table,
    game: &str,
    table: &HeapTable<'_>,
    stopped: Option<&Stopped>,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Option<Stopped>> {
    let end = (arguments.up_to() + 1).min(table.known());
    let last = end.saturating_sub(1);
    let from = arguments.from.min(end);
    if arguments.format == TableFormat::Json {
        let json = HeapTableJson::new(game, from..=last, !arguments.summary, table, stopped, observer);
        serde_json::to_writer_pretty(&mut *out, &json)?;
        writeln!(out)?;
        return Ok(json.stopped());
    }
    let listing = table.listing(if arguments.summary { 0..0 } else { from..end }, observer);
    let find = || table.findings(last, observer);
    let findings = match arguments.format {
        TableFormat::Bfile => {
            // The summary precedes the values, which must not be delayed by the search for patterns when the time is up.
            let findings = match stopped {
                Some(stopped) => Findings { stopped: Some(stopped.clone()), ..Findings::default() },
                None => find(),
            };
            writeln!(out, "# {game}: heap, nim-value; {}", summary(arguments, table, &findings))?;
            write_lines(listing.iter(), b' ', out)?;
            findings
        }
        TableFormat::Csv => {
            writeln!(out, "heap,value")?;
            write_lines(listing.iter(), b',', out)?;
            Findings::default()
        }
        TableFormat::Latex => {
            paragraphs(&title(arguments, game, last), out)?;
            writeln!(out)?;
            latex(listing.iter(), out)?;
            find()
        }
        TableFormat::Text | TableFormat::Json => {
            writeln!(out, "{}", title(arguments, game, last))?;
            rows(listing.iter(), arguments, out)?;
            find()
        }
    };
    let stopped = stopped.cloned().or_else(|| listing.stopped()).or_else(|| findings.stopped.clone());
    let end = |out: &mut dyn Write| -> Result<()> {
        writeln!(out, "{}", summary(arguments, table, &findings))?;
        if arguments.prove {
            writeln!(out, "heaps computed: {}", table.computed())?;
        }
        conjectures(&findings.conjectures, out)?;
        writeln!(out, "found by: {}", table.method())?;
        if let Some(stopped) = &stopped {
            writeln!(out, "partial: {stopped}")?;
        }
        Ok(())
    };
    match arguments.format {
        TableFormat::Text => end(out)?,
        TableFormat::Latex => as_paragraphs(end, out)?,
        _ => {}
    }
    Ok(stopped)
}

fn title(arguments: &Table, game: &str, last: u64) -> String {
    format!("{game}, nim-values of heaps {} to {last}", arguments.from)
}

/// The maximum number of states of an automaton that is written out.
const STATES_WRITTEN: usize = 12;

/// Writes a line for each statement, and the states of small automata.
pub(super) fn conjectures(found: &[Conjecture], out: &mut dyn Write) -> Result<()> {
    for Conjecture { statement, checked_to, standing, automaton, .. } in found {
        match standing {
            Standing::Conjecture => writeln!(out, "{statement}: conjecture, checked to {checked_to}")?,
            Standing::Proved(_) | Standing::Theorem { .. } => writeln!(out, "{statement}: {standing}")?,
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

fn summary(arguments: &Table, table: &HeapTable<'_>, findings: &Findings) -> String {
    match findings.pattern {
        Some(pattern) => match findings.values_needed {
            Some(needed) => format!("{}; heaps up to {} would prove it", sentence(&pattern), needed - 1),
            None => sentence(&pattern),
        },
        None if findings.stopped.is_some() => "periods were not looked for".to_owned(),
        None if arguments.prove && table.is_proved() => "no period found".to_owned(),
        None if arguments.prove && table.theorem().is_none() => {
            "no period found, and no theorem is known that could prove one".to_owned()
        }
        None if arguments.prove => {
            format!("no period proved by the {} values from heap 0 on", table.computed())
        }
        None => "no period found".to_owned(),
    }
}

/// Formats a pattern, for example `period 12 from 71, proved (Guy–Smith)`.
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

fn latex(values: impl Iterator<Item = (u64, u64)>, out: &mut dyn Write) -> Result<()> {
    let heads: Vec<String> = (0..IN_A_LATEX_ROW).map(|column| column.to_string()).collect();
    let mut table = Tabular::new(format!("r|{}", "r".repeat(IN_A_LATEX_ROW as usize)), out)
        .headed(format!("$n$ & {}", heads.join(" & ")));
    let mut values = values.peekable();
    while let Some(&(first, _)) = values.peek() {
        let row = first / IN_A_LATEX_ROW;
        let mut cells = format!("{}", row * IN_A_LATEX_ROW);
        cells += &" &".repeat((first % IN_A_LATEX_ROW) as usize);
        while let Some((_, value)) = values.next_if(|(heap, _)| heap / IN_A_LATEX_ROW == row) {
            cells += &format!(" & {value}");
        }
        table.row(&cells)?;
    }
    table.finish()
}
