//! `winways table` for games on pairs of numbers.

use super::table_code::code;
use crate::arguments::Table;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, durable, ignore_broken_pipe, render};
use std::io::Write;
use std::path::Path;
use winways::games::AnyGame;
use winways::tables::{PairTable, ProofStatus};
use winways::{StopReason, Stopped};

pub(super) fn run(
    arguments: &Table,
    game: &dyn AnyGame,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    check_options(arguments)?;
    let mut table = PairTable::new(game, arguments.up_to(), arguments.limits.budget())
        .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?;
    if let Some(path) = &arguments.certificate {
        durable::check(path)?;
    }
    let mut stopped = table.extend(watch).err();
    if arguments.prove && stopped.is_none() {
        match table.prove(arguments.last(), watch) {
            Ok(ProofStatus::Unavailable) => return Err(no_theorem(game, &table)),
            Ok(ProofStatus::Proved | ProofStatus::Open) => {}
            Err(ended) => stopped = Some(ended),
        }
    }
    watch.finish();
    if let Some(Stopped { reason: StopReason::Rules(fault), .. }) = &stopped {
        return Err(Failure::usage(format!("the rules of {} go wrong: {fault}", game.name())));
    }
    if let Some(path) = &arguments.certificate
        && stopped.is_none()
    {
        certify(&table, path)?;
    }
    let printing = watch.printing();
    if let Some(language) = arguments.code {
        return code(Ok(table.code(language.into())), ending(stopped.as_ref()), &printing, out);
    }
    let mut is_drawn = true;
    if let Some(path) = &arguments.plot {
        is_drawn = render::plot::pairs(path, &game.name(), &table, &printing)?;
    }
    let is_undecided = arguments.prove && table.row_period().is_none() || !is_drawn;
    let end = |stopped: Option<&Stopped>| match stopped {
        None if is_undecided => Ending::Limit,
        stopped => ending(stopped),
    };
    match render::pair_table(arguments, &game.name(), &table, stopped.as_ref(), &printing, out) {
        Ok(stopped) => Ok(end(stopped.as_ref())),
        Err(error) => ignore_broken_pipe(end(stopped.as_ref()), Err(error)),
    }
}

/// Rejects options for sequences only.
fn check_options(arguments: &Table) -> Result<(), Failure> {
    let why = format!(
        "games on single heaps; positions of {} are pairs, and its table is a square from (0, 0) on",
        arguments.game()
    );
    arguments.reject_options(&["--checkpoint", "--from", "--format bfile"], &why)
}

fn no_theorem(game: &dyn AnyGame, table: &PairTable<'_>) -> Failure {
    let why = table.why_unproved().unwrap_or_default();
    let game = game.name();
    Failure::usage(format!("--prove: no theorem is known by which rows prove a period of {game}: {why}"))
}

fn certify(table: &PairTable<'_>, path: &Path) -> Result<(), Failure> {
    match table.certificate() {
        Some(certificate) => Ok(durable::replace(path, &certificate.to_string())?),
        None => Err(Failure::usage("there is no period of rows to certify; --prove searches for one")),
    }
}
