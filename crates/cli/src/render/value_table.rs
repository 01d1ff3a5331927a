//! Output of tables of values of all kinds.

use super::table::record;
use super::tabular::{Tabular, latex_paragraphs, paragraphs};
use crate::arguments::TableFormat;
use crate::terminal;
use anyhow::Result;
use std::io::Write;
use winways::tables::{Findings, Listing, TableCell, Tabulation};
use winways::wire::TableJson;
use winways::{Observer, Stopped};

/// The maximum side length of a table of pairs, or of a slice of a table of triples, that is shown completely.
const SHOWN_WHOLE: u64 = 40;
/// The side length of the corner shown for a larger table.
const CORNER: u64 = 21;
/// The number of values in a row of a LaTeX table: for heaps, and for pairs or triples.
const IN_A_LATEX_ROW: [u64; 2] = [10, 20];

/// Writes the computed part of a table. If the table is incomplete, returns the reason. CSV and b-files have no place for the reason,
/// so it is written to stderr.
pub(crate) fn value_table(
    format: TableFormat,
    found: &Tabulation<'_>,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Option<Stopped>> {
    let listing = found.listing(observer);
    let mut findings = Findings::default();
    match format {
        TableFormat::Json => {
            let json = TableJson::new(found, observer);
            super::json(&json, out)?;
            return Ok(json.stopped());
        }
        TableFormat::Csv => csv(found, &listing, out)?,
        TableFormat::Bfile => {
            // The summary precedes the values, which must not be delayed by the search for patterns when the time is up.
            findings = match &found.stopped {
                Some(stopped) => Findings { stopped: Some(stopped.clone()), ..Findings::default() },
                None => found.findings(observer),
            };
            let lines = found.table.lines(&found.query, &mut findings, observer);
            writeln!(out, "# {}: heap, nim-value; {}", found.game, lines[0])?;
            records(found, &listing, b' ', out)?;
        }
        TableFormat::Text | TableFormat::Latex => {
            let is_text = format == TableFormat::Text;
            let write_lines = |lines: &str, out: &mut dyn Write| match is_text {
                true => Ok(out.write_all(lines.as_bytes())?),
                false => paragraphs(lines, out),
            };
            write_lines(&format!("{}\n", found.title()), out)?;
            match (is_text, found.ranges.len()) {
                (true, 1) => rows(found, &listing, out)?,
                (true, _) => slices(found, &listing, |slice| grid(found, slice, out))?,
                (false, 1) => latex_rows(found, &listing, out)?,
                (false, _) => slices(found, &listing, |slice| latex_grid(found, slice, &listing, out))?,
            }
            findings = found.findings(observer);
            let lines = found.table.lines(&found.query, &mut findings, observer);
            match is_text {
                true => write_lines(&(lines.join("\n") + "\n"), out)?,
                false => latex_paragraphs(&found.table.latex_lines(&lines), out)?,
            }
            let mut last = format!("found by: {}\n", found.table.method());
            last.extend(partial(found, &listing, &findings).map(|(_, line)| line + "\n"));
            write_lines(&last, out)?;
        }
    }
    let partial = partial(found, &listing, &findings);
    if let (TableFormat::Csv | TableFormat::Bfile, Some((_, line))) = (format, &partial) {
        anstream::eprintln!("{line}");
    }
    Ok(partial.map(|(stopped, _)| stopped))
}

/// Returns the reason a table is incomplete, and the line that states the reason and the last listed number.
fn partial(found: &Tabulation<'_>, listing: &Listing<'_>, findings: &Findings) -> Option<(Stopped, String)> {
    let cut = listing.stopped();
    let stopped = found.stopped.clone().or_else(|| cut.clone()).or_else(|| findings.stopped.clone())?;
    let mut line = format!("partial: {stopped}");
    if let Some(cut) = cut {
        let (variable, last) = (found.kind.variables[0], cut.nodes.saturating_sub(1));
        line += &format!("; the list ends with {variable} {last}, and later values are not listed");
    }
    Some((stopped, line))
}

/// Writes a header, and a record for each index with its values.
fn csv(found: &Tabulation<'_>, listing: &Listing<'_>, out: &mut dyn Write) -> Result<()> {
    let names = [found.kind.variables, found.kind.columns].concat();
    writeln!(out, "{}", names.join(","))?;
    records(found, listing, b',', out)
}

fn records(found: &Tabulation<'_>, listing: &Listing<'_>, between: u8, out: &mut dyn Write) -> Result<()> {
    let mut numbers = itoa::Buffer::new();
    let mut put = |cell: TableCell<'_>, line: &mut Vec<u8>| match cell {
        TableCell::Number(number) => line.extend_from_slice(numbers.format(number).as_bytes()),
        TableCell::Text(text) if text.bytes().any(|byte| b",\"\n".contains(&byte)) => {
            line.extend_from_slice(record(&[text]).as_bytes());
        }
        TableCell::Text(text) => line.extend_from_slice(text.as_bytes()),
    };
    let mut line = Vec::new();
    let mut write = |index: &[u64]| -> Result<()> {
        // Not every triple is a position.
        let Some(mut cell) = found.table.cell(index, 0) else { return Ok(()) };
        line.clear();
        for number in index {
            put(TableCell::Number(*number), &mut line);
            line.push(between);
        }
        for column in 1..found.kind.columns.len() {
            put(cell, &mut line);
            line.push(between);
            let Some(next) = found.table.cell(index, column) else { break };
            cell = next;
        }
        put(cell, &mut line);
        line.push(b'\n');
        Ok(out.write_all(&line)?)
    };
    let mut index = Vec::new();
    for first in listing.iter() {
        index.push(first);
        found.visit(&mut index, &mut write)?;
        index.clear();
    }
    Ok(())
}

/// Writes the values of heaps, several in a row.
fn rows(found: &Tabulation<'_>, listing: &Listing<'_>, out: &mut dyn Write) -> Result<()> {
    let ((in_a_row, width), label) = (found.kind.rows, found.last().to_string().len());
    let (from, mut is_open) = (found.ranges[0].start, false);
    for heap in listing.iter() {
        let Some(cell) = found.table.cell(&[heap], 0) else { break };
        if (heap - from).is_multiple_of(in_a_row) {
            write!(out, "{}{heap:label$}:", if is_open { "\n" } else { "" })?;
            is_open = true;
        }
        write!(out, " {cell:>width$}")?;
    }
    if is_open { Ok(writeln!(out)?) } else { Ok(()) }
}

/// Calls `write` with the first number of each slice of a table of triples. For a table of pairs, calls it once with an empty index,
/// unless only the summary is requested.
fn slices(
    found: &Tabulation<'_>,
    listing: &Listing<'_>,
    mut write: impl FnMut(&[u64]) -> Result<()>,
) -> Result<()> {
    match found.ranges.len() {
        2 if found.query.values => write(&[]),
        2 => Ok(()),
        _ => listing.iter().try_for_each(|first| write(&[first])),
    }
}

/// Writes a slice as a grid with a row and a column for each number, or for the first numbers of a large table.
fn grid(found: &Tabulation<'_>, slice: &[u64], out: &mut dyn Write) -> Result<()> {
    let side = found.ranges[1].end;
    let cell = |row, column| found.table.cell(&[slice, &[row, column]].concat(), 0);
    let shown = if side <= SHOWN_WHOLE { side } else { CORNER };
    let Some(last) = shown.checked_sub(1) else { return Ok(()) };
    let cells = (0..shown).flat_map(|row| (0..shown).filter_map(move |column| cell(row, column)));
    let width = cells.map(|cell| cell.to_string().len()).fold(last.to_string().len(), usize::max);
    let label = last.to_string().len();
    // Rows are not broken: a narrow terminal shows a smaller corner.
    let room =
        terminal::width().map_or(shown, |columns| (columns.saturating_sub(label + 2) / (width + 1)) as u64);
    let shown = shown.min(room.max(1));
    let names = &found.kind.variables[slice.len()..];
    slice.iter().try_for_each(|first| writeln!(out, "{} = {first}", found.kind.variables[0]))?;
    write!(out, "{:>label$} {}", names[0], names[1])?;
    (0..shown).try_for_each(|column| write!(out, " {column:width$}"))?;
    for row in 0..shown {
        write!(out, "\n{row:label$}: ")?;
        (0..shown).try_for_each(|column| match cell(row, column) {
            Some(cell) => write!(out, " {cell:width$}"),
            None => write!(out, " {:>width$}", "-"),
        })?;
    }
    Ok(writeln!(out, "{}", if shown < side { "\nand so on" } else { "" })?)
}

/// Writes the values of heaps as LaTeX: several in a row if the heaps have one value each.
fn latex_rows(found: &Tabulation<'_>, listing: &Listing<'_>, out: &mut dyn Write) -> Result<()> {
    let columns = found.kind.columns;
    let in_a_row = if columns.len() > 1 { 1 } else { IN_A_LATEX_ROW[0] };
    let heads: Vec<String> = match in_a_row {
        1 => columns.iter().map(ToString::to_string).collect(),
        _ => (0..in_a_row).map(|column| column.to_string()).collect(),
    };
    let align = if in_a_row == 1 {
        format!("r{}", "l".repeat(columns.len()))
    } else {
        format!("r|{}", "r".repeat(heads.len()))
    };
    writeln!(out)?;
    let mut table = Tabular::new(align, out).headed(format!("$n$ & {}", heads.join(" & ")));
    let mut heaps = listing.iter().peekable();
    while let Some(&first) = heaps.peek() {
        let row = first / in_a_row;
        let mut cells = format!("{}{}", row * in_a_row, " & ".repeat((first % in_a_row) as usize));
        while let Some(heap) = heaps.next_if(|heap| heap / in_a_row == row) {
            for column in 0..columns.len() {
                cells += &format!(" & {}", found.table.latex(&[heap], column).unwrap_or_default());
            }
        }
        table.row(&cells)?;
    }
    table.finish()
}

/// Writes a LaTeX table for each block of columns, so that the tables fit on pages.
fn latex_grid(
    found: &Tabulation<'_>,
    slice: &[u64],
    listing: &Listing<'_>,
    out: &mut dyn Write,
) -> Result<()> {
    let side = found.ranges[1].end;
    let head = match slice {
        [first] => format!("$a = {first}$"),
        _ => "$a \\backslash b$".to_owned(),
    };
    for first in (0..side).step_by(IN_A_LATEX_ROW[1] as usize) {
        let columns = first..(first + IN_A_LATEX_ROW[1]).min(side);
        let heads: String = columns.clone().map(|column| format!(" & {column}")).collect();
        writeln!(out)?;
        let align = format!("r|{}", "r".repeat(columns.clone().count()));
        let mut table = Tabular::new(align, out).headed(format!("{head}{heads}"));
        let mut write = |row: u64| {
            let cell = |column| found.table.latex(&[slice, &[row, column]].concat(), 0).unwrap_or_default();
            let cells: String = columns.clone().map(|column| format!(" & {}", cell(column))).collect();
            table.row(&format!("{row}{cells}"))
        };
        match slice {
            [] => listing.iter().try_for_each(&mut write)?,
            _ => (0..side).try_for_each(&mut write)?,
        }
        table.finish()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use winways::limits::{Interrupt, Interruption};
    use winways::tables::{TableKind, TableQuery};
    use winways::{Budget, Catalogue, NoObserver, Play};

    /// Even after the deadline, the first values are listed. The last line of the text names the last heap listed.
    #[test]
    fn a_stopped_list_names_its_last_heap() {
        let game = Catalogue::new().game("kayles").unwrap();
        let query = TableQuery { up_to: Some(1_000_000), ..TableQuery::new(Play::Normal, Budget::DEFAULT) };
        let found = TableKind::of(&*game, &query).find(&*game, query, &NoObserver).unwrap();
        let late = Interrupt::new(|| ControlFlow::Break(Interruption::Timeout));
        let written = |format| {
            let mut out = Vec::new();
            assert!(value_table(format, &found, &late, &mut out).unwrap().is_some());
            String::from_utf8(out).unwrap()
        };
        assert_eq!(written(TableFormat::Bfile).lines().count(), 1 + 4096);
        let text = written(TableFormat::Text);
        assert!(
            text.ends_with("; the list ends with heap 4095, and later values are not listed\n"),
            "{text}"
        );
    }
}
