//! Retrograde analysis of games with numbered positions, with or without cycles: the winner and the
//! remoteness of every position.
//!
//! There are three engines. Tests compare each of them with the plain solver in `plain`.
//!
//! - `messages` serves every game except games of points, with any number of workers and any table size. It costs
//!   one random access per move.
//! - `shifts` serves games in which every move adds a fixed number to the rank. It processes 64 to 512 positions
//!   with one operation, several times faster than messages and in a fifth of the memory.
//! - `points` serves games of points. The other engines decide a position when they find its first lost option or its
//!   last won option. The best number of points is known only when no better number is possible, so this engine
//!   finds values in descending order.
//!
//! `acyclic` and `partial` solve only the positions that are reachable from one position, for boards that are too
//! large to be solved as a whole.

mod acyclic;
mod check;
mod checkpoint_store;
mod codes;
mod error;
#[cfg(test)]
mod layered;
mod layout;
mod memory;
mod messages;
mod partial;
mod plain;
mod points;
mod reachable;
mod shifts;
mod solution;
mod transport;
mod value;

pub use acyclic::{AcyclicSolution, solve_acyclic_from};
pub use check::{ValueCheckFailure, check_values};
pub use checkpoint_store::{CheckpointStore, Milestone};
pub use error::{BuildError, StorageError, TransportError};
pub use layout::{Layout, PAGE, Place, shard_of_page};
pub use messages::{Build, run_worker};
pub use partial::{PartialSolution, solve_reachable_from};
pub use plain::{plain_values, plain_values_metered};
pub use reachable::{ReachableSet, reachable_ranks};
pub use solution::{Counts, RecordKind, Solution, SolvedRanks, move_values};
pub use transport::{Batch, Transport};
pub use value::{HOLE, SolvedValue};

use crate::{Budget, Observer, Stopped};
use codes::Codes;
use memory::MemoryStore;
use winways_rules::{Objective, Play, Ranks, Shifts};

/// Solves all positions of a game in memory.
///
/// # Errors
/// Returns [`Stopped`] if the memory does not suffice, which is checked before any is allocated, or if the
/// observer ends the work.
pub fn solve_ranks(
    rules: &dyn Ranks,
    play: Play,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Solution, Stopped> {
    let layers = rules.layers();
    let count = layers.iter().try_fold(0u64, |sum, &layer| sum.checked_add(layer));
    let count = count.filter(|count| count.saturating_mul(BYTES_IN_MEMORY) <= budget.memory);
    let count = count.ok_or_else(|| budget.out_of_memory().after(0))?;
    let layout = Layout::new(&layers, Layout::usual_shards(count));
    let checkpoints = MemoryStore::default();
    let build = Build { rules, play, layout: &layout, checkpoints: &checkpoints, budget, observer };
    let objective = rules.objective();
    // The store holds the codes of the solved layers.
    let remaining =
        Build { budget: Budget { memory: budget.memory - count * CODE_BYTES, ..budget }, ..build };
    let codes = match rules.shifts() {
        _ if objective == Objective::Points => {
            points::run(&remaining).map(|()| checkpoints.into_codes(&layout))
        }
        Some(shifts) if shifts::bytes_needed(&shifts) <= budget.memory => shifts::codes(&build, &shifts),
        _ => messages::run_threads(&build).map(|()| checkpoints.into_codes(&layout)),
    };
    match codes {
        Ok(codes) => Ok(Solution::new(RecordKind::of(objective), codes)),
        Err(BuildError::Stopped(stopped)) => Err(stopped),
        Err(error) => unreachable!("threads in memory need nothing that could fail: {error}"),
    }
}

/// A lower bound on the bytes per rank while a solution is built in memory.
const BYTES_IN_MEMORY: u64 = 4;

/// The bytes of a code in a game of points.
const CODE_BYTES: u64 = size_of::<u16>() as u64;

/// Returns the minimum memory, in bytes, for building a table of the game with this number of shards.
pub fn least_memory(rules: &dyn Ranks, shards: u32) -> u64 {
    match rules.objective() {
        // The states of a shard, and its codes while they are written.
        Objective::Moves => shard_bytes(rules, shards).saturating_mul(2).saturating_sub(TOLERATED_SHORTAGE),
        Objective::Points => points::bytes_needed(&rules.layers()),
    }
}

/// Shortages of at most this many bytes do not prevent a build.
const TOLERATED_SHORTAGE: u64 = 8 << 20;

/// Returns the number of bytes of a shard of the largest layer, if all shards have equally many ranks.
fn shard_bytes(rules: &dyn Ranks, shards: u32) -> u64 {
    let largest = rules.layers().into_iter().max().unwrap_or(0);
    largest.div_ceil(u64::from(shards.max(1))).saturating_mul(BYTES_IN_MEMORY)
}

/// Solves all positions of a game with the threads of this process, and stores the values in the checkpoint
/// store.
///
/// # Errors
/// Returns a [`BuildError`] if a limit was reached, the work was interrupted, or the store failed.
pub fn build_ranks(build: &Build<'_>) -> Result<(), BuildError> {
    let shard = shard_bytes(build.rules, build.layout.shards());
    let fits = |shifts: &Shifts| shifts::bytes_needed(shifts).saturating_add(shard) <= build.budget.memory;
    let shifts = build.rules.shifts().filter(fits);
    match shifts {
        _ if build.rules.objective() == Objective::Points => points::run(build),
        Some(shifts) if build.checkpoints.committed().is_none() => {
            Ok(store_layer(build, &shifts::codes(build, &shifts)?)?)
        }
        _ => messages::run_threads(build),
    }
}

/// Passes the codes of a game with one layer to the store.
fn store_layer(build: &Build<'_>, codes: &Codes) -> Result<(), StorageError> {
    for shard in 0..build.layout.shards() {
        let ranks = build.layout.runs(0, shard).flatten();
        let codes: Vec<u32> = ranks.map(|rank| codes.get(rank as usize)).collect();
        build.checkpoints.store_codes(0, shard, &codes)?;
    }
    build.checkpoints.commit(Milestone::Layer(0))
}
