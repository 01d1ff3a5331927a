//! `winways table` for games on triples of numbers.

use crate::arguments::{Table, TableFormat};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, printed, render};
use std::io::Write;
use winways::{AnyGame, TripleTable};

pub(super) fn run(
    arguments: &Table,
    game: &dyn AnyGame,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    refuse(arguments)?;
    let table = TripleTable::find(game, arguments.up_to_of_triples(), arguments.limits.budget(), watch)
        .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?;
    watch.finish();
    let written = render::triple_table(arguments, &game.name(), &table, out);
    printed(ending(table.stopped()), written)
}

/// What is asked of sequences only.
fn refuse(arguments: &Table) -> Result<(), Failure> {
    let of_sequences = [
        ("--prove", arguments.prove),
        ("--checkpoint", arguments.checkpoint.is_some()),
        ("--certificate", arguments.certificate.is_some()),
        ("--from", arguments.from > 0),
        ("--code", arguments.code.is_some()),
        ("--plot", arguments.plot.is_some()),
        ("--format bfile", arguments.format == TableFormat::Bfile),
    ];
    match of_sequences.iter().find(|(_, asked)| *asked) {
        Some((option, _)) => Err(Failure::usage(format!(
            "{option} is for games on single heaps; positions of {} are triples, and its table is one of slices",
            arguments.game()
        ))),
        None => Ok(()),
    }
}
