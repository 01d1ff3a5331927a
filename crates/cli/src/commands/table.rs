use crate::arguments::Table;
use crate::commands::table_code::code;
use crate::commands::{outcome_table, pair_table, partizan_table, triple_table};
use crate::input::{Reading, Source};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, durable, ignore_broken_pipe, input, render};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use winways::games::open_games;
use winways::tables::{HeapTable, Keep, PairTable, PartizanHeapTable, TripleTable};
use winways::{Observer, Play, Progress, StopReason, Stopped};

pub(crate) fn run(arguments: &Table, out: &mut dyn Write) -> Result<Ending, Failure> {
    if arguments.list_open {
        return list_open(out);
    }
    if arguments.from > arguments.up_to() {
        let (from, up_to) = (arguments.from, arguments.up_to());
        return Err(Failure::usage(format!("--from {from} is beyond --up-to {up_to}")));
    }
    if let Some(path) = &arguments.plot {
        render::picture::check(path)?;
    }
    let watch = Watch::start(&arguments.limits.bounds);
    let reading = Reading::watched(&watch);
    let catalogue = input::catalogue_for(arguments.game(), &arguments.graph, reading)?;
    let game = input::game(&catalogue, arguments.game(), reading)?;
    let play = if arguments.misere { Play::Misere } else { game.about().play };
    let is_misere = play == Play::Misere && !PairTable::is_of(&*game);
    if arguments.misere || arguments.outcomes || is_misere {
        return outcome_table::run(arguments, &*game, play, &watch, out);
    }
    if PairTable::is_of(&*game) {
        return pair_table::run(arguments, &*game, &watch, out);
    }
    if play == Play::Normal && TripleTable::is_of(&*game) {
        return triple_table::run(arguments, &*game, &watch, out);
    }
    if PartizanHeapTable::is_of(&*game) {
        return partizan_table::run(arguments, &*game, &watch, out);
    }
    let mut table = match &arguments.checkpoint {
        Some(path) if path.exists() => {
            let source = Source::file(path, reading.large())?;
            HeapTable::resume(&*game, &source.text, arguments.limits.budget())
                .map_err(|error| Failure::usage(format!("cannot go on from {}: {error}", source.name)))?
        }
        _ => {
            let keep = if arguments.summary { Keep::Last } else { Keep::All };
            HeapTable::new(&*game, keep, arguments.limits.budget(), &watch)
                .map_err(|diagnostic| Failure::input("game", arguments.game(), diagnostic))?
        }
    };
    if arguments.prove && !table.may_be_proved() {
        return Err(Failure::usage(format!(
            "--prove: no theorem is known by which values prove a period of {}; without --prove the table has the patterns that its values show",
            game.name()
        )));
    }
    if let Some(path) = &arguments.checkpoint {
        check_checkpoint(&table, path, &game.name())?;
        // A checkpoint is completed however slow the disk is.
        watch.allow_commit_on_stop();
    }
    if let Some(path) = &arguments.certificate {
        durable::check(path)?;
    }
    let stopped = extend(&mut table, arguments, &watch)?;
    if let Some(path) = &arguments.certificate
        && stopped.is_none()
    {
        certify(&table, path, &watch)?;
    }
    let mut is_drawn = true;
    if let Some(path) = &arguments.plot {
        let last = arguments.up_to().min(table.known().saturating_sub(1));
        let heaps = arguments.from..=last;
        is_drawn = render::plot::sequence(path, &game.name(), heaps, &table, &watch.printing())?;
    }
    watch.finish();
    if let Some(language) = arguments.code {
        let table_code = table.code(language.into(), arguments.up_to(), &watch.printing());
        return code(table_code, ending(stopped.as_ref()), &watch.printing(), out);
    }
    let undecided = arguments.prove && !table.is_proved() || !is_drawn;
    let end = |stopped: Option<&Stopped>| match stopped {
        None if undecided => Ending::Limit,
        stopped => ending(stopped),
    };
    match render::heap_table(arguments, &game.name(), &table, stopped.as_ref(), &watch.printing(), out) {
        Ok(stopped) => Ok(end(stopped.as_ref())),
        Err(error) => ignore_broken_pipe(end(stopped.as_ref()), Err(error)),
    }
}

/// Lists the games without a known period, one per line.
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

/// The heap up to which a proof is searched at least for a table that becomes source code.
const HEAPS_FOR_CODE: u64 = (1 << 13) - 1;

/// The minimum time between two checkpoints.
const LEAST_PAUSE: Duration = Duration::from_millis(10);

/// Extends a table to the requested heap, or until its period is proved, and writes checkpoints meanwhile.
fn extend(
    table: &mut HeapTable<'_>,
    arguments: &Table,
    watch: &dyn Observer,
) -> Result<Option<Stopped>, Failure> {
    let Some(path) = &arguments.checkpoint else {
        return Ok(extend_to_last(table, arguments, watch).err());
    };
    let mut is_warned = false;
    loop {
        let due = Instant::now().checked_add(arguments.checkpoint_every.max(LEAST_PAUSE));
        let pause = due.map(|due| Pause { watch, due, is_due: AtomicBool::new(false) });
        let observer = pause.as_ref().map_or(watch, |pause| pause as &dyn Observer);
        let extended = extend_to_last(table, arguments, observer);
        let checkpoint = table.checkpoint();
        match &checkpoint {
            Some(text) => durable::replace(path, text)?,
            // There may turn out to be many rare heaps.
            None if !is_warned && extended.is_err() && !table.has_checkpoints() => {
                is_warned = true;
                anstream::eprintln!(
                    "no checkpoint is written any more: at heap {} the values have left the sparse space",
                    table.computed()
                );
            }
            None => {}
        }
        let is_pause = pause.is_some_and(|pause| pause.is_due.into_inner());
        match extended {
            Ok(()) => return Ok(None),
            Err(_) if is_pause && watch.poll(&Progress::default()).is_ok() => {}
            Err(stopped) => {
                if checkpoint.is_none() && !is_warned {
                    anstream::eprintln!(
                        "no checkpoint was written: up to now all values are needed to go on"
                    );
                }
                return Ok(Some(stopped));
            }
        }
    }
}

fn extend_to_last(
    table: &mut HeapTable<'_>,
    arguments: &Table,
    observer: &dyn Observer,
) -> Result<(), Stopped> {
    if arguments.prove {
        return table.prove(arguments.last(), observer).map(|_| ());
    }
    if arguments.code.is_some() && table.theorem().is_some() {
        // Proving short periods pays off: the code then covers all heaps.
        return table.prove(arguments.last().max(HEAPS_FOR_CODE), observer).map(|_| ());
    }
    table.extend_and_prove(arguments.last(), observer)
}

/// Rejects a checkpoint that would never be written or cannot be written.
fn check_checkpoint(table: &HeapTable<'_>, path: &Path, game: &str) -> Result<(), Failure> {
    if !table.has_checkpoints() {
        return Err(Failure::usage(format!(
            "--checkpoint: the values of {game} have no sparse space, so its state would be all of its values; without \
             --checkpoint the table goes as far"
        )));
    }
    Ok(durable::check(path)?)
}

fn certify(table: &HeapTable<'_>, path: &Path, watch: &dyn Observer) -> Result<(), Failure> {
    match table.certificate(watch) {
        Ok(Some(certificate)) => Ok(durable::replace(path, &certificate.to_string())?),
        Ok(None) => {
            Err(Failure::usage("there is no period to certify up to the last heap; try a greater --up-to"))
        }
        Err(stopped) => Err(Failure::usage(format!("no certificate was written: {stopped}"))),
    }
}
