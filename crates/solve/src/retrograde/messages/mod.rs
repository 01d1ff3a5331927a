//! The engine of messages: every position that gets a value tells its predecessors, round after round.
//!
//! The ranks of a layer are divided into shards ([`Layout`]), and every worker owns some. Round r begins with the positions
//! of remoteness r - 1, the *fresh* ones. A lost one tells each predecessor that it is won; a won one tells each predecessor
//! that it has one move less that may not lose; a predecessor that has none left is lost. Messages are gathered by shard, and
//! each shard takes its own while it lies in the cache. So every position sends its messages once, and the time is that of the moves.
//!
//! All workers run the same program ([`run_worker`]) and meet in a [`Transport`]; whether they are threads or processes on
//! many machines makes no difference. Nothing depends on the order in which messages come: a round's messages say the same
//! in any order, so the values are the same for any number of workers.

mod earlier;
mod local;
mod reversed;
mod rounds;
mod seed;
mod shard_cache;
mod state;
mod worker;

use super::checkpoint_store::{CheckpointStore, Milestone};
use super::error::BuildError;
use super::layout::Layout;
use super::transport::{Batch, Transport};
use crate::{Budget, Observer, StopReason, Stopped};
use local::{Barrier, LocalWorker};
use winways_rules::{Objective, Play, Ranks};

/// What is to be solved, and with what means.
#[derive(Clone, Copy)]
pub struct Build<'a> {
    /// The rules.
    pub rules: &'a dyn Ranks,
    /// Who wins when nothing can be moved.
    pub play: Play,
    /// Where each rank is kept.
    pub layout: &'a Layout,
    /// What keeps the results, and what to go on from.
    pub checkpoints: &'a dyn CheckpointStore,
    /// The memory and the threads of this process.
    pub budget: Budget,
    /// The observer, which may end the work.
    pub observer: &'a dyn Observer,
}

/// Does the part of one worker in a build: all workers of a [`Transport`] call it at the same time.
///
/// # Errors
/// [`BuildError`] if a limit was reached, the work was interrupted (then a commit was made before), or something failed;
/// then the other workers end too.
pub fn run_worker(build: &Build<'_>, transport: &mut dyn Transport) -> Result<(), BuildError> {
    if build.rules.objective() == Objective::Points {
        let reason = StopReason::Unsupported("a game of points by several processes");
        return Err(BuildError::Stopped(Stopped { reason, nodes: 0 }));
    }
    worker::Worker::new(build, transport).run()
}

/// Solves with the threads of this process.
pub(super) fn run_threads(build: &Build<'_>) -> Result<(), BuildError> {
    let workers = build.budget.threads.clamp(1, build.layout.shards() as usize);
    let build = &Build { budget: Budget { threads: workers, ..build.budget }, ..*build };
    let barrier = Barrier::new(workers);
    let work = &|index| run_worker(build, &mut LocalWorker { barrier: &barrier, index });
    let results: Vec<Result<(), BuildError>> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers).map(|index| scope.spawn(move || work(index))).collect();
        let first = work(0);
        let joined = others.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(first).chain(joined).collect()
    });
    // That others had to end because of one worker is the least that can be said.
    let rank = |error: &BuildError| matches!(error, BuildError::Transport(_));
    results.into_iter().filter_map(Result::err).min_by_key(rank).map_or(Ok(()), Err)
}

/// What a batch holds.
mod kind {
    /// Places that are won, since a move leads to a lost position.
    pub(super) const WON: u32 = 0;
    /// Places that have one move less that may not lose.
    pub(super) const ONE_LESS: u32 = 1;
    /// Values of options in earlier layers, for the places that asked.
    pub(super) const REPLY: u32 = 2;
    /// Moves: to the place, from the rank.
    pub(super) const MOVE: u32 = 3;
    /// Requests for the values of places in layer `kind - REQUEST`, by ranks of the layer under way.
    pub(super) const REQUEST: u32 = 4;
}
