use super::info::{json, play_words};
use super::table::{open, position, with_advice};
use crate::arguments::{Count, ReportFormat};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use std::io::Write;
use winways::Stopped;
use winways::tables::{Counts, DatabaseError};
use winways::wire::DatabaseCountJson;

pub(super) fn run(arguments: &Count, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.limits.bounds);
    let database = open(&arguments.directory, &arguments.graph, &watch)?;
    let position = position(&database, &arguments.position)?;
    let counted = database.count_reachable(&position, arguments.limits.budget(), &watch);
    watch.finish();
    let counted = match counted {
        Ok(layers) => Ok(layers),
        Err(DatabaseError::Stopped(stopped)) => Err(stopped),
        Err(error) => return Err(with_advice(error.into())),
    };
    let (identity, layers) = (database.identity(), counted.as_deref());
    let written = match arguments.format.format {
        ReportFormat::Text => {
            text(&position.to_string(), play_words(identity.play), layers, out).map_err(Failure::from)
        }
        ReportFormat::Latex => latex(&position.to_string(), play_words(identity.play), layers, out),
        ReportFormat::Json => json(&DatabaseCountJson::new(identity, position.to_string(), layers), out),
    };
    ignore_broken_pipe(ending(counted.as_ref().err()), written)
}

const HEADER: [&str; 5] = ["layer", "positions", "won", "drawn", "lost"];

/// Writes a row for each layer with reachable positions, in the order of play, and a row of totals if there are
/// several.
fn text(
    position: &str,
    play: &str,
    layers: Result<&[Counts], &Stopped>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let layers = match layers {
        Ok(layers) => layers,
        Err(stopped) => return writeln!(out, "not counted: {stopped}"),
    };
    let rows = rows(layers);
    writeln!(out, "{}", title(position, play))?;
    let widths = [0, 1, 2, 3, 4].map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    for row in &rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  "))?;
    }
    Ok(())
}

/// Writes the same table as LaTeX.
fn latex(
    position: &str,
    play: &str,
    layers: Result<&[Counts], &Stopped>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let layers = match layers {
        Ok(layers) => layers,
        Err(stopped) => return Ok(render::paragraphs(&format!("not counted: {stopped}"), out)?),
    };
    render::paragraphs(&title(position, play), out)?;
    writeln!(out)?;
    let mut table = render::Tabular::new("lrrrr", out).headed(HEADER.join(" & "));
    for row in rows(layers).iter().skip(1) {
        table.row(&row.join(" & "))?;
    }
    Ok(table.finish()?)
}

fn title(position: &str, play: &str) -> String {
    format!("positions reachable from {position} in {play}, by their value to the player to move:")
}

/// Returns the header, a row for each layer with reachable positions, and a row of totals if there are several such layers.
fn rows(layers: &[Counts]) -> Vec<[String; 5]> {
    let reachable = layers.iter().enumerate().rev().filter(|(_, counts)| counts.positions() > 0);
    let mut rows: Vec<[String; 5]> = vec![HEADER.map(str::to_owned)];
    rows.extend(reachable.map(|(layer, counts)| row(layer.to_string(), &[counts])));
    if rows.len() > 2 {
        rows.push(row("all".to_owned(), &layers.iter().collect::<Vec<_>>()));
    }
    rows
}

/// Returns a row called `name` with the sums of the counts of `layers`.
fn row(name: String, layers: &[&Counts]) -> [String; 5] {
    let sum = |count: fn(&Counts) -> u64| layers.iter().map(|counts| count(counts)).sum::<u64>().to_string();
    [
        name,
        sum(Counts::positions),
        sum(|counts| counts.won.iter().sum()),
        sum(|counts| counts.drawn),
        sum(|counts| counts.lost.iter().sum()),
    ]
}
