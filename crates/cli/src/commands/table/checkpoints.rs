//! Tables of heaps whose computation is saved at intervals and resumed.

use super::failure;
use crate::arguments::Table;
use crate::input::{Reading, Source};
use crate::watch::Watch;
use crate::{Failure, durable};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use winways::games::AnyGame;
use winways::tables::{HeapTable, Keep, TableKind, TableQuery, Tabulation};
use winways::{Observer, Progress, StopReason};

/// An observer that stops the work for a checkpoint once a certain time is reached.
struct Pause<'w> {
    watch: &'w dyn Observer,
    due: Instant,
    is_due: AtomicBool,
}

impl Observer for Pause<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.watch.observe(progress)?;
        if Instant::now() < self.due {
            return ControlFlow::Continue(());
        }
        self.is_due.store(true, Ordering::Relaxed);
        ControlFlow::Break(StopReason::Timeout)
    }
}

/// The minimum time between two checkpoints.
const LEAST_PAUSE: Duration = Duration::from_millis(10);

/// Computes the table of heaps from the checkpoint if there is one, and writes checkpoints meanwhile.
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
                .map_err(|error| Failure::usage(format!("cannot go on from {}: {error}", source.name)))?
        }
        false => HeapTable::new(game, Keep::Last, query.budget, watch)
            .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?,
    };
    if !table.has_checkpoints() {
        return Err(Failure::usage(format!(
            "--checkpoint: the values of {} have no sparse space, so its state would be all of its values; without \
             --checkpoint the table goes as far",
            game.name()
        )));
    }
    durable::check(path)?;
    // A checkpoint is completed however slow the disk is.
    watch.allow_commit_on_stop();
    let mut is_warned = false;
    loop {
        let due = Instant::now().checked_add(arguments.checkpoint_every.max(LEAST_PAUSE));
        let pause = due.map(|due| Pause { watch, due, is_due: AtomicBool::new(false) });
        let observer = pause.as_ref().map_or(watch as &dyn Observer, |pause| pause);
        let stopped = table.extend_as(&query, observer).map_err(|error| failure(arguments, game, error))?;
        let checkpoint = table.checkpoint();
        match &checkpoint {
            Some(text) => durable::replace(path, text)?,
            // There may turn out to be many rare heaps.
            None if !is_warned && stopped.is_some() && !table.has_checkpoints() => {
                is_warned = true;
                anstream::eprintln!(
                    "no checkpoint is written any more: at heap {} the values have left the sparse space",
                    table.computed()
                );
            }
            None => {}
        }
        let is_pause = pause.is_some_and(|pause| pause.is_due.into_inner());
        if stopped.is_some() && is_pause && Observer::poll(watch, &Progress::default()).is_ok() {
            continue;
        }
        if stopped.is_some() && checkpoint.is_none() && !is_warned {
            anstream::eprintln!("no checkpoint was written: up to now all values are needed to go on");
        }
        return Ok(Tabulation::new(kind, game.name(), query, Box::new(table), stopped));
    }
}
