//! `winways table` with `--outcomes` or `--misere`.

use super::table_code::code;
use crate::arguments::Table;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use std::io::Write;
use winways::Play;
use winways::games::AnyGame;
use winways::tables::OutcomeTable;

pub(super) fn run(
    arguments: &Table,
    game: &dyn AnyGame,
    play: Play,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    check_options(arguments)?;
    let table = OutcomeTable::find(game, play, arguments.up_to(), arguments.limits.budget(), watch)
        .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?;
    watch.finish();
    let printing = watch.printing();
    if let Some(language) = arguments.code {
        let table_code = table.code(language.into(), &game.name(), &printing);
        return code(table_code, ending(table.stopped()), &printing, out);
    }
    match render::outcome_table(arguments, &game.name(), &table, &printing, out) {
        Ok(stopped) => Ok(ending(stopped.as_ref())),
        Err(error) => ignore_broken_pipe(ending(table.stopped()), Err(error)),
    }
}

/// Rejects options for tables of nim-values only.
fn check_options(arguments: &Table) -> Result<(), Failure> {
    let why = "nim-values, and this is a table of outcomes; periods of outcomes are looked for without it";
    arguments.reject_options(&["--prove", "--checkpoint", "--certificate", "--plot", "--format bfile"], why)
}
