//! `winways table` for games on triples of numbers.

use crate::arguments::Table;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use std::io::Write;
use winways::games::AnyGame;
use winways::tables::TripleTable;

pub(super) fn run(
    arguments: &Table,
    game: &dyn AnyGame,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    check_options(arguments)?;
    let table = TripleTable::find(game, arguments.up_to_of_triples(), arguments.limits.budget(), watch)
        .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?;
    watch.finish();
    match render::triple_table(arguments, &game.name(), &table, &watch.printing(), out) {
        Ok(stopped) => Ok(ending(stopped.as_ref())),
        Err(error) => ignore_broken_pipe(ending(table.stopped()), Err(error)),
    }
}

/// Rejects options for sequences only.
fn check_options(arguments: &Table) -> Result<(), Failure> {
    let why = format!(
        "games on single heaps; positions of {} are triples, and its table is one of slices",
        arguments.game()
    );
    arguments.reject_options(
        &["--prove", "--checkpoint", "--certificate", "--from", "--code", "--plot", "--format bfile"],
        &why,
    )
}
