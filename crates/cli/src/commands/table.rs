use crate::arguments::Table;
use crate::commands::{pair_table, partizan_table};
use crate::input::Source;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, render};
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use winways::{HeapTable, Keep, Observer, PairTable, PartizanHeapTable, ProofStatus, Stopped, open_games};

/// So many heaps are found between two looks at what goes on: a checkpoint, a proof.
const HEAPS_BETWEEN_CHECKPOINTS: u64 = 1 << 34;

pub(crate) fn run(arguments: &Table, out: &mut dyn Write) -> Result<Ending, Failure> {
    if arguments.list_open {
        return list_open(out);
    }
    if arguments.from > arguments.up_to() {
        let (from, up_to) = (arguments.from, arguments.up_to());
        return Err(Failure::usage(format!("--from {from} is beyond --up-to {up_to}")));
    }
    if let Some(path) = &arguments.plot {
        render::plot::check(path)?;
    }
    let catalogue = input::catalogue(&arguments.graph)?;
    let game = input::game(&catalogue, arguments.game())?;
    if PairTable::is_of(&*game) {
        return pair_table::run(arguments, &*game, out);
    }
    if PartizanHeapTable::is_of(&*game) {
        return partizan_table::run(arguments, &*game, out);
    }
    let watch = Watch::start(&arguments.limits.bounds);
    let mut table = match &arguments.checkpoint {
        Some(path) if path.exists() => {
            let source = Source::file(path)?;
            HeapTable::resume(&*game, &source.text, arguments.limits.budget())
                .map_err(|error| Failure::usage(format!("cannot go on from {}: {error}", source.name)))?
        }
        _ => {
            let keep = if arguments.summary { Keep::Last } else { Keep::All };
            HeapTable::new(&*game, keep, arguments.limits.budget(), &watch)
                .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?
        }
    };
    if arguments.prove && table.theorem().is_none() {
        return Err(Failure::usage(format!(
            "--prove: no theorem is known by which values prove a period of {}; without --prove the table has the patterns that its values show",
            game.name()
        )));
    }
    let stopped = extend(&mut table, arguments, &watch)?;
    if let Some(path) = &arguments.certificate
        && stopped.is_none()
    {
        certify(&table, path, &watch)?;
    }
    if let Some(path) = &arguments.plot {
        let last = arguments.up_to().min(table.known().saturating_sub(1));
        render::plot::sequence(path, &game.name(), arguments.from..=last, &table)?;
    }
    watch.finish();
    let undecided = arguments.prove && table.known() < u64::MAX;
    render::heap_table(arguments, &game.name(), &table, stopped.as_ref(), out)?;
    Ok(match stopped {
        None if undecided => Ending::Limit,
        stopped => ending(stopped.as_ref()),
    })
}

/// The games without a known period, a line for each.
fn list_open(out: &mut dyn Write) -> Result<Ending, Failure> {
    writeln!(out, "{:<14} {:>13} {:>11} {:>11}", "game", "heaps known", "rare heaps", "last rare")?;
    for game in open_games() {
        let [count, last] = match game.rare {
            Some((count, last)) => [count.to_string(), last.to_string()],
            None => ["-".to_owned(), "-".to_owned()],
        };
        writeln!(out, "{:<14} {:>13} {count:>11} {last:>11}", game.name, game.known)?;
    }
    Ok(Ending::Answered)
}

/// Extends a table as far as it was asked for, or until its period is proved, and writes checkpoints on the way.
fn extend(
    table: &mut HeapTable<'_>,
    arguments: &Table,
    watch: &dyn Observer,
) -> Result<Option<Stopped>, Failure> {
    let mut status = ProofStatus::Open;
    while table.known() <= arguments.last() && status == ProofStatus::Open {
        let next = arguments.last().min(table.known() + HEAPS_BETWEEN_CHECKPOINTS);
        let extended = match arguments.prove {
            true => table.prove(next, watch).map(|found| status = found),
            false => table.extend_to(next, watch),
        };
        if let Some(path) = &arguments.checkpoint
            && let Some(text) = table.checkpoint()
        {
            replace(path, &text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let Err(stopped) = extended {
            return Ok(Some(stopped));
        }
    }
    Ok(None)
}

fn certify(table: &HeapTable<'_>, path: &Path, watch: &dyn Observer) -> Result<(), Failure> {
    match table.certificate(watch) {
        Ok(Some(certificate)) => Ok(replace(path, &certificate.to_string())
            .with_context(|| format!("cannot write {}", path.display()))?),
        Ok(None) => {
            Err(Failure::usage("there is no period to certify up to the last heap; try a greater --up-to"))
        }
        Err(stopped) => Err(Failure::usage(format!("no certificate was written: {stopped}"))),
    }
}

/// Writes a file so that at any moment the old one or the new one is there.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    std::fs::write(&new, text)?;
    std::fs::rename(new, path)
}
