use super::info::{json, play_words};
use super::{open, position, refused};
use crate::arguments::{Count, ReportFormat};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure};
use std::io::Write;
use winways::wire::DatabaseCountJson;
use winways::{DatabaseError, Stopped, Tally};

pub(super) fn run(arguments: &Count, out: &mut dyn Write) -> Result<Ending, Failure> {
    let database = open(&arguments.directory, &arguments.graph)?;
    let position = position(&database, &arguments.position)?;
    let watch = Watch::start(arguments.limits.timeout);
    let counted = database.count_reached(&position, arguments.limits.budget(), &watch);
    watch.finish();
    let counted = match counted {
        Ok(tallies) => Ok(tallies),
        Err(DatabaseError::Stopped(stopped)) => Err(stopped),
        Err(error) => return Err(refused(error.into())),
    };
    let (identity, tallies) = (database.identity(), counted.as_deref());
    match arguments.format.format {
        ReportFormat::Text => text(&position.to_string(), play_words(identity.play), tallies, out)?,
        ReportFormat::Json => json(&DatabaseCountJson::new(identity, position.to_string(), tallies), out)?,
    }
    Ok(ending(counted.as_ref().err()))
}

const HEADER: [&str; 5] = ["layer", "positions", "won", "drawn", "lost"];

/// A row for each layer that play reaches, in the order in which it meets them, and one of all.
fn text(
    position: &str,
    play: &str,
    tallies: Result<&[Tally], &Stopped>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let tallies = match tallies {
        Ok(tallies) => tallies,
        Err(stopped) => return writeln!(out, "not counted: {stopped}"),
    };
    let reached = tallies.iter().enumerate().rev().filter(|(_, tally)| tally.positions() > 0);
    let mut rows: Vec<[String; 5]> = vec![HEADER.map(str::to_owned)];
    rows.extend(reached.map(|(layer, tally)| row(layer.to_string(), &[tally])));
    if rows.len() > 2 {
        rows.push(row("all".to_owned(), &tallies.iter().collect::<Vec<_>>()));
    }
    writeln!(out, "positions that {play} from {position} reaches, by their value to the player to move:")?;
    let widths = [0, 1, 2, 3, 4].map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    for row in &rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  "))?;
    }
    Ok(())
}

/// What is told of some layers together.
fn row(name: String, tallies: &[&Tally]) -> [String; 5] {
    let sum = |count: fn(&Tally) -> u64| tallies.iter().map(|tally| count(tally)).sum::<u64>().to_string();
    [
        name,
        sum(Tally::positions),
        sum(|tally| tally.won.iter().sum()),
        sum(|tally| tally.drawn),
        sum(|tally| tally.lost.iter().sum()),
    ]
}
