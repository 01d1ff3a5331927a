//! Tables of heaps whose computation is saved at intervals and resumed.

use super::failure;
use crate::arguments::Table;
use crate::input::{Reading, Source};
use crate::pause::Pause;
use crate::watch::Watch;
use crate::{Failure, durable};
use std::path::Path;
use std::time::Duration;
use winways::games::AnyGame;
use winways::tables::{HeapTable, Keep, TableKind, TableQuery, Tabulation};
use winways::{Observer, Progress};

/// The minimum time between two checkpoints.
const LEAST_PAUSE: Duration = Duration::from_millis(10);

/// Computes the table of heaps, starting from the checkpoint if there is one, and writes checkpoints at intervals.
pub(super) fn find<'g>(
    arguments: &Table,
    kind: &'static TableKind,
    game: &'g dyn AnyGame,
    query: TableQuery,
    path: &Path,
    watch: &'g Watch,
) -> Result<Tabulation<'g>, Failure> {
    let mut table = match path.exists() {
        true => {
            let source = Source::file(path, Reading::watched(watch).large())?;
            HeapTable::resume(game, &source.text, query.budget)
                .map_err(|error| Failure::usage(format!("cannot continue from {}: {error}", source.name)))?
        }
        false => HeapTable::new(game, Keep::Last, query.budget, watch)
            .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?,
    };
    // A sparse space may appear only after tens of thousands of values. If the work is stopped before that, it stops
    // again in the loop below, and the values found so far are returned.
    let is_chosen = table.extend_to_last_choice(watch).is_ok();
    if is_chosen && !table.has_checkpoints() {
        return Err(Failure::usage(format!(
            "--checkpoint: the values of {} have no sparse space, so a checkpoint would contain all values; without \
             --checkpoint, the table can reach the same heaps",
            game.name()
        )));
    }
    durable::check(path)?;
    // A checkpoint that has been started is completed, even if the disk is slow and the work must stop.
    watch.allow_commit_on_stop();
    let (mut is_warned, mut is_saved) = (false, path.exists());
    loop {
        let pause = Pause::after(arguments.checkpoint_every.max(LEAST_PAUSE), watch);
        let stopped = table.extend_as(&query, &pause).map_err(|error| failure(arguments, game, error))?;
        let is_written = watch.while_committing(|| match table.checkpoint() {
            Some(text) => durable::replace(path, &text).map(|()| true),
            None => Ok(false),
        })?;
        // The values leave the sparse space if there turn out to be many rare heaps.
        let has_left = is_saved && !is_written && !table.has_checkpoints();
        is_saved |= is_written;
        if has_left && !is_warned && stopped.is_some() {
            is_warned = true;
            anstream::eprintln!(
                "no more checkpoints are written: at heap {} the values have left the sparse space",
                table.computed()
            );
        }
        if stopped.is_some() && pause.was_due() && Observer::poll(watch, &Progress::default()).is_ok() {
            continue;
        }
        if !is_written && !is_warned && !table.is_proved() {
            anstream::eprintln!("no checkpoint was written: so far, all values are needed to continue");
        }
        return Ok(Tabulation::new(kind, game.name(), query, Box::new(table), stopped));
    }
}
