use super::info;
use super::table::with_advice;
use crate::arguments::{Build, Supervised};
use crate::input::Reading;
use crate::progress::{self, INTERVAL};
use crate::watch::{Watch, ending};
use crate::watchdog::resident_bytes;
use crate::{Ending, Failure, ignore_broken_pipe, input};
use bytesize::ByteSize;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use winways::games::AnyBoard;
use winways::tables::{
    BuildError, DatabaseBuild, DatabaseError, DatabaseFailure, DatabaseRequest, Objective, RecordKind,
    check_files,
};
use winways::{Observer, Play, Progress, StopReason, Stopped};

pub(super) fn run(arguments: &Build, out: &mut dyn Write) -> Result<Ending, Failure> {
    let board = board(arguments)?;
    let request = DatabaseRequest::default()
        .play(if arguments.misere { Play::Misere } else { board.plays()[0] })
        .records(arguments.outcomes_only.then_some(RecordKind::Outcomes))
        .shards(arguments.shards)
        .resume(arguments.resume)
        .budget(arguments.limits.budget());
    let is_in_group = arguments.group.hosts.is_some() || arguments.group.processes.is_some();
    if board.ranks().objective() == Objective::Points && (is_in_group || arguments.group.supervise) {
        let name = board.name();
        return Err(Failure::usage(format!(
            "{name} is a game of points, which only a single process can solve; omit --hosts and --processes"
        )));
    }
    // A supervisor would take a refused process for a lost one.
    match DatabaseBuild::check(&*board, &arguments.out, &request) {
        Ok(()) => {}
        Err(failure @ DatabaseFailure::Memory { limit, .. }) => {
            let ending = ending(Some(&Stopped { reason: StopReason::Memory { limit }, nodes: 0 }));
            return ignore_broken_pipe(ending, writeln!(out, "not built: {failure}"));
        }
        Err(failure) => return Err(with_advice(failure)),
    }
    if arguments.group.processes.is_some() || arguments.group.supervise {
        return supervised(arguments, &*board, out);
    }
    #[cfg(feature = "cluster")]
    if arguments.group.supervised.is_some() {
        super::supervise::end_with_supervisor();
    }
    let watch = Watch::start(&arguments.limits.bounds);
    watch.allow_commit_on_stop();
    let build = begin(arguments, board.clone(), &request)?;
    let build = match build {
        Ok(build) => build,
        Err(DatabaseFailure::Files(DatabaseError::Complete { .. })) if arguments.resume => {
            // Resuming a complete table succeeds if its files are intact.
            return describe_complete(arguments, &*board, &watch, out);
        }
        Err(DatabaseFailure::Files(damage @ DatabaseError::Damaged { .. })) => {
            return Ok(refuse_damaged(arguments, &damage));
        }
        Err(failure) if failure.is_temporary() => {
            if arguments.group.supervised.is_none() {
                anstream::eprintln!("not built: {failure}; --resume continues from the last commit");
            }
            return Ok(Ending::Limit);
        }
        Err(failure) => return Err(with_advice(failure)),
    };
    let build = Arc::new(build);
    let is_silent = arguments.group.supervised == Some(Supervised::Other);
    let progress = BuildProgress::new(&watch, &build, is_silent);
    let result = build.run(&progress);
    progress.bar.finish_and_clear();
    watch.finish();
    drop(build);
    match result {
        Ok(()) => info::finish(arguments, &*board, None, out),
        Err(BuildError::Stopped(stopped)) => info::finish(arguments, &*board, Some(stopped), out),
        Err(BuildError::Transport(what)) => {
            // The supervisor reports the error and restarts the build.
            if arguments.group.supervised.is_none() {
                anstream::eprintln!("partial: {what}; --resume continues from the last commit");
            }
            Ok(Ending::Limit)
        }
        Err(error) => {
            if let BuildError::Checkpoint(error) = &error
                && let Some(damage @ DatabaseError::Damaged { .. }) = error.cause()
            {
                return Ok(refuse_damaged(arguments, damage));
            }
            Err(Failure::usage(format!("{error}\n--resume continues from the last commit")))
        }
    }
}

/// Describes a table that was already complete, if every byte of it is intact.
fn describe_complete(
    arguments: &Build,
    board: &dyn AnyBoard,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let files = match check_files(&arguments.out, arguments.limits.budget(), watch) {
        Ok(files) => files,
        Err(DatabaseError::Stopped(stopped)) => return info::finish(arguments, board, Some(stopped), out),
        Err(error) => return Err(with_advice(error.into())),
    };
    watch.finish();
    let Some(damage) = files.damage.into_iter().next() else {
        return info::finish(arguments, board, None, out);
    };
    Ok(refuse_damaged(arguments, &damage))
}

/// Reports the damage of the table in the directory.
fn refuse_damaged(arguments: &Build, damage: &DatabaseError) -> Ending {
    anstream::eprintln!("error: {damage}");
    anstream::eprintln!(
        "cannot continue from a damaged table: remove {} and build it again",
        arguments.out.display()
    );
    Ending::CheckFailed
}

/// Begins the build, alone or with the other processes of a group.
fn begin(
    arguments: &Build,
    board: Arc<dyn AnyBoard>,
    request: &DatabaseRequest,
) -> Result<Result<DatabaseBuild, DatabaseFailure>, Failure> {
    match (&arguments.group.hosts, arguments.group.process) {
        (Some(hosts), Some(process)) => begin_in_group(arguments, (hosts, process), board, request),
        _ => Ok(begin_alone(arguments, &board, request)),
    }
}

/// The maximum time to wait for the lock of the directory. A killed build holds it until the system has ended the process.
const UNLOCK_TIMEOUT: Duration = Duration::from_secs(2);

fn begin_alone(
    arguments: &Build,
    board: &Arc<dyn AnyBoard>,
    request: &DatabaseRequest,
) -> Result<DatabaseBuild, DatabaseFailure> {
    let start = Instant::now();
    loop {
        let is_due = every(arguments.commit_every);
        match DatabaseBuild::begin(board.clone(), &arguments.out, request, is_due) {
            Err(DatabaseFailure::Files(DatabaseError::Locked { .. })) if start.elapsed() < UNLOCK_TIMEOUT => {
                std::thread::sleep(UNLOCK_TIMEOUT / 40);
            }
            result => return result,
        }
    }
}

#[cfg(feature = "cluster")]
fn begin_in_group(
    arguments: &Build,
    (hosts, process): (&Path, usize),
    board: Arc<dyn AnyBoard>,
    request: &DatabaseRequest,
) -> Result<Result<DatabaseBuild, DatabaseFailure>, Failure> {
    let reading = Reading::within(arguments.limits.bounds.memory());
    let text = input::Source::file(hosts, reading)?.text;
    let group = winways::tables::ProcessGroup::parse(&text, process, arguments.group.patience)
        .map_err(|diagnostic| Failure::input(hosts.display().to_string(), text, diagnostic))?;
    let group = group.with_secret(super::supervise::secret());
    let is_due = every(arguments.commit_every);
    Ok(DatabaseBuild::begin_in_group(board, &arguments.out, request, &group, is_due))
}

#[cfg(feature = "cluster")]
fn supervised(arguments: &Build, board: &dyn AnyBoard, out: &mut dyn Write) -> Result<Ending, Failure> {
    super::supervise::run(arguments, board, out)
}

#[cfg(not(feature = "cluster"))]
const WITHOUT_CLUSTER: &str = "this program was built without support for several processes\nto include it, run cargo build --release --features cluster";

#[cfg(not(feature = "cluster"))]
fn begin_in_group(
    _: &Build,
    _: (&Path, usize),
    _: Arc<dyn AnyBoard>,
    _: &DatabaseRequest,
) -> Result<Result<DatabaseBuild, DatabaseFailure>, Failure> {
    Err(Failure::usage(WITHOUT_CLUSTER))
}

#[cfg(not(feature = "cluster"))]
fn supervised(_: &Build, _: &dyn AnyBoard, _: &mut dyn Write) -> Result<Ending, Failure> {
    Err(Failure::usage(WITHOUT_CLUSTER))
}

fn board(arguments: &Build) -> Result<Arc<dyn AnyBoard>, Failure> {
    let reading = Reading::within(arguments.limits.bounds.memory());
    let game = input::game(
        &input::catalogue_for(&arguments.game, &arguments.graph, reading)?,
        &arguments.game,
        reading,
    )?;
    // Edges without a cycle are a game of any number of tokens, which has no boards.
    if let Some(edges) = arguments.graph.edges.as_ref().filter(|_| !game.has_boards()) {
        return Err(Failure::usage(format!(
            "the edges in {} form no cycle, and a table is built only for the game of one token on a graph with a cycle\n\
             `winways solve {} --edges {} VERTEX` solves a position without a table",
            edges.display(),
            arguments.game,
            edges.display()
        )));
    }
    let text = arguments.board.join(" ");
    game.board(&text).map_err(|diagnostic| Failure::input("board", text, diagnostic))
}

/// Returns a function that returns `true` when a commit is due: at most once per interval.
fn every(interval: Duration) -> impl Fn() -> bool + Send + Sync + 'static {
    let last = Mutex::new(Instant::now());
    move || {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.elapsed() >= interval;
        if is_due {
            *last = Instant::now();
        }
        is_due
    }
}

/// An observer that shows the progress of a build.
struct BuildProgress<'b> {
    watch: &'b Watch,
    bar: ProgressBar,
    /// The time at which the work began, and the number of positions solved by then.
    start: OnceLock<(Instant, u64)>,
    /// The time of the last update.
    shown: Mutex<Instant>,
}

impl<'b> BuildProgress<'b> {
    fn new(watch: &'b Watch, build: &Arc<DatabaseBuild>, is_silent: bool) -> Self {
        let build = Arc::downgrade(build);
        let written = move || build.upgrade().map_or(0, |build| build.bytes_written());
        let bar = progress::bar(move || ByteSize(written()).to_string());
        if is_silent {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        BuildProgress { watch, bar, start: OnceLock::new(), shown: Mutex::new(Instant::now()) }
    }

    fn show(&self, progress: &Progress) {
        let (start, before) = *self.start.get_or_init(|| {
            // Keep redrawing the bar, even while files are written and nothing is reported.
            self.bar.enable_steady_tick(INTERVAL);
            (Instant::now(), progress.positions)
        });
        let seconds = start.elapsed().as_secs_f64().max(0.001);
        let rate = progress.positions.saturating_sub(before) as f64 / seconds;
        let left = progress.total.saturating_sub(progress.positions) as f64 / rate.max(1.0);
        let left = match rate > 0.0 && left < 1e9 {
            true => format!("at most {} left", humantime::format_duration(Duration::from_secs(left as u64))),
            false => "time left unknown".to_owned(),
        };
        let memory = resident_bytes().unwrap_or(progress.bytes);
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.positions);
        self.bar.set_message(format!(
            "layer {}, round {}: {} of {} positions, {:.1} M/s, {left}, {} of memory",
            progress.layer,
            progress.depth,
            progress.positions,
            progress.total,
            rate / 1e6,
            ByteSize(memory),
        ));
    }
}

impl Observer for BuildProgress<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        if !self.bar.is_hidden()
            && let Ok(mut shown) = self.shown.try_lock()
            && shown.elapsed() >= INTERVAL
        {
            self.show(progress);
            *shown = Instant::now();
        }
        let end = self.watch.poll();
        if end.is_break() {
            self.bar.set_message("saving the results; Ctrl-C again ends immediately");
        }
        end
    }
}
