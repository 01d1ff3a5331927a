//! The message-passing engine: every position that gets a value sends messages to its predecessors, round
//! after round.
//!
//! The ranks of a layer are divided into shards ([`Layout`]), and every worker owns some of them. Round r
//! starts with the *fresh* positions, which have remoteness r - 1. A lost position notifies each predecessor
//! that it is won. A won position reduces the number of non-losing moves of each predecessor by one; a
//! predecessor with none left is lost. Messages are collected by shard, and each shard processes its messages
//! while it is in the cache. Every position sends its messages once, so the time is proportional to the
//! number of moves.
//!
//! All workers run the same program ([`run_worker`]) and communicate through a [`Transport`]. The workers may
//! be threads of one process or processes on several machines. The messages of a round have the same effect
//! in any order, so the values do not depend on the number of workers.

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

/// A task for the engine, with its resources.
#[derive(Clone, Copy)]
pub struct Build<'a> {
    /// The rules.
    pub rules: &'a dyn Ranks,
    /// The rule for a player who cannot move.
    pub play: Play,
    /// The division of the ranks into shards.
    pub layout: &'a Layout,
    /// The store for results and checkpoints.
    pub checkpoints: &'a dyn CheckpointStore,
    /// The memory and the threads of this process.
    pub budget: Budget,
    /// The observer, which may end the work.
    pub observer: &'a dyn Observer,
}

/// Runs one worker of a build; all workers of a [`Transport`] call this at the same time.
///
/// # Errors
/// Returns a [`BuildError`] if a limit was reached, if the work was interrupted (after a commit), or if storage or
/// communication failed. The other workers then end too.
pub fn run_worker(build: &Build<'_>, transport: &mut dyn Transport) -> Result<(), BuildError> {
    if build.rules.objective() == Objective::Points {
        let reason = StopReason::Unsupported("a game of points by several processes");
        return Err(BuildError::Stopped(Stopped { reason, nodes: 0 }));
    }
    worker::Worker::new(build, transport).run()
}

/// Runs a build with the threads of this process.
pub(super) fn run_threads(build: &Build<'_>) -> Result<(), BuildError> {
    let workers = build.budget.workers().min(build.layout.shards().max(1) as usize);
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
    // Errors caused only by the failure of another worker have the lowest priority.
    let rank = |error: &BuildError| matches!(error, BuildError::Transport(_));
    results.into_iter().filter_map(Result::err).min_by_key(rank).map_or(Ok(()), Err)
}

/// The kinds of batches.
mod kind {
    /// Positions that are won, since a move leads to a lost position.
    pub(super) const WON: u32 = 0;
    /// Positions whose number of non-losing moves decreases by one.
    pub(super) const ONE_LESS: u32 = 1;
    /// Values of options in earlier layers, for the positions that requested them.
    pub(super) const REPLY: u32 = 2;
    /// Moves within the layer, each with the position it leads to and the rank it comes from.
    pub(super) const MOVE: u32 = 3;
    /// Requests for the values of positions in layer `kind - REQUEST`, from ranks of the current layer.
    pub(super) const REQUEST: u32 = 4;
}
