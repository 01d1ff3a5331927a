//! `winways table` for partizan games on heaps.

use crate::arguments::Table;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use std::io::Write;
use winways::games::AnyGame;
use winways::tables::PartizanHeapTable;

pub(super) fn run(
    arguments: &Table,
    game: &dyn AnyGame,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    check_options(arguments)?;
    let table = PartizanHeapTable::find(game, arguments.up_to(), arguments.limits.budget(), watch)
        .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?;
    watch.finish();
    let written = render::partizan_table(arguments, &game.name(), &table, out);
    ignore_broken_pipe(ending(table.stopped()), written)
}

/// Rejects options for tables of nim-values only.
fn check_options(arguments: &Table) -> Result<(), Failure> {
    let why = format!(
        "nim-values; {} is a partizan game, and its heaps are worth canonical forms",
        arguments.game()
    );
    arguments.reject_options(
        &["--prove", "--checkpoint", "--certificate", "--plot", "--code", "--format bfile"],
        &why,
    )
}
