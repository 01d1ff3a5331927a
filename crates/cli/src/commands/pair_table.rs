//! `winways table` for games on pairs of numbers.

use crate::arguments::Table;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, printed, render};
use std::io::Write;
use winways::{AnyGame, PairTable, StopReason, Stopped};

pub(super) fn run(
    arguments: &Table,
    game: &dyn AnyGame,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    refuse(arguments)?;
    let mut table = PairTable::new(game, arguments.up_to(), arguments.limits.budget())
        .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?;
    let stopped = table.extend(watch).err();
    watch.finish();
    if let Some(Stopped { reason: StopReason::Rules(fault), .. }) = &stopped {
        return Err(Failure::usage(format!("the rules of {} go wrong: {fault}", game.name())));
    }
    let printing = watch.printing();
    let mut is_drawn = true;
    if let Some(path) = &arguments.plot {
        is_drawn = render::plot::pairs(path, &game.name(), &table, &printing)?;
    }
    let end = |stopped: Option<&Stopped>| match stopped {
        None if !is_drawn => Ending::Limit,
        stopped => ending(stopped),
    };
    match render::pair_table(arguments, &game.name(), &table, stopped.as_ref(), &printing, out) {
        Ok(stopped) => Ok(end(stopped.as_ref())),
        Err(error) => printed(end(stopped.as_ref()), Err(error)),
    }
}

/// What is asked of sequences only.
fn refuse(arguments: &Table) -> Result<(), Failure> {
    let why = format!(
        "games on single heaps; positions of {} are pairs, and its table is a square from (0, 0) on",
        arguments.game()
    );
    arguments
        .refuse(&["--prove", "--checkpoint", "--certificate", "--from", "--code", "--format bfile"], &why)
}
