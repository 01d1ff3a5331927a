//! The engine for games of points: layer by layer, the largest values first.
//!
//! The value of a position is the lead of the player to move under best play, in the remaining points
//! ([`winways_rules::Objective::Points`]). When the engine starts a layer, the values of the moves into earlier layers
//! are known. For n from the greatest possible lead downwards, the engine determines the positions of value n together
//! with the positions of value -n. A position with a move worth n has value n, since all positions of larger value are
//! known. A position has value -n when all its moves are known to be worth at most -n. Each position updates its
//! predecessors once it gets its value, so the time is proportional to the number of moves. Positions without a value
//! at the end have value 0, since neither player can be forced to leave them.
//!
//! The order by value follows J. W. Romein and H. E. Bal, Solving the game of awari using parallel retrograde analysis,
//! IEEE Computer 36(10) (2003).

mod check;
mod plain;
mod seed;

pub(super) use check::check_points;
pub(super) use plain::plain_points;

use super::checkpoint_store::Milestone;
use super::error::{BuildError, StorageError};
use super::messages::Build;
use super::value::{HOLE, SolvedValue};
use crate::{Budget, Progress, StopReason, Stopped};
use seed::State;

/// The mark of a rank without a position; less than any value.
const NO_POSITION: i16 = i16::MIN;

/// The value of a position with no known move; less than any value.
const NO_MOVE: i16 = i16::MIN + 1;

/// The maximum number of points in a game.
const MAX_POINTS: usize = i16::MAX as usize - 1;

/// Checks that `bytes` bytes fit into the memory budget, and that the values of a game with this many layers fit into
/// their type.
fn check_size(layers: usize, bytes: u64, budget: Budget) -> Result<(), Stopped> {
    budget.check(bytes).map_err(|reason| reason.after(0))?;
    if layers > MAX_POINTS + 1 {
        return Err(StopReason::Unsupported("a game of more than 32,766 points").after(0));
    }
    Ok(())
}

/// The mark of a position with a final value, in place of its number of open moves.
const DECIDED: u32 = u32::MAX;

/// The bytes of a value.
const VALUE_BYTES: u64 = size_of::<i16>() as u64;
/// The further bytes of a position of the current layer: its number of open moves, and an entry in the list of positions
/// whose predecessors must be updated.
const LAYER_BYTES: u64 = (size_of::<u32>() + size_of::<u64>()) as u64;

/// The number of positions that update their predecessors between two polls of the observer.
const POLL_INTERVAL: u64 = 1 << 12;

/// Returns the code of a value, or of a rank without a position.
fn code_of(value: i16) -> u32 {
    match value {
        NO_POSITION => HOLE,
        points => SolvedValue::of_points(points.into()).code(),
    }
}

/// Returns the value of a code, or `None` if no position of this layer can have it.
fn of_code(code: u32, layer: usize) -> Option<i16> {
    match SolvedValue::of_code(code) {
        None => Some(NO_POSITION),
        Some(SolvedValue::Won(0) | SolvedValue::Lost(0)) => None,
        Some(value) if value.points().unsigned_abs() > layer as u64 => None,
        Some(value) => Some(value.points() as i16),
    }
}

/// Returns the number of bytes needed for layers of these sizes.
pub(super) fn bytes_needed(layers: &[u64]) -> u64 {
    let count = layers.iter().fold(0u64, |sum, &size| sum.saturating_add(size));
    let largest = layers.iter().copied().max().unwrap_or(0);
    count.saturating_mul(VALUE_BYTES).saturating_add(largest.saturating_mul(LAYER_BYTES))
}

/// Solves the layers that are not solved yet.
///
/// Seeding, which examines most moves, uses all threads; the rest uses one. The values do not depend on the
/// number of threads.
pub(super) fn run(build: &Build<'_>) -> Result<(), BuildError> {
    let mut solver = LayerSolver::new(build)?;
    for layer in solver.read_solved()?..build.layout.layers() {
        solver.solve(layer)?;
        solver.store(layer)?;
        build.checkpoints.commit(Milestone::Layer(layer))?;
    }
    Ok(())
}

struct LayerSolver<'a> {
    build: &'a Build<'a>,
    /// The values of all ranks of the layers solved so far.
    values: Vec<i16>,
    /// The number of positions with final values, including those of the current layer.
    decided: u64,
    bytes: u64,
}

impl<'a> LayerSolver<'a> {
    /// Checks the sizes and allocates the memory.
    fn new(build: &'a Build<'a>) -> Result<Self, BuildError> {
        let layers = build.rules.layers();
        let bytes = bytes_needed(&layers);
        check_size(layers.len(), bytes, build.budget)?;
        let values = Vec::with_capacity(build.layout.rank_count() as usize);
        Ok(LayerSolver { build, values, decided: 0, bytes })
    }

    /// Reads the layers committed by an earlier build. Returns the first unsolved layer.
    fn read_solved(&mut self) -> Result<usize, BuildError> {
        let layers = match self.build.checkpoints.committed() {
            None => 0,
            Some(Milestone::Layer(layer)) => layer + 1,
            Some(Milestone::Round { layer, .. }) => layer,
        };
        for layer in 0..layers {
            let layout = self.build.layout;
            let start = self.values.len();
            self.values.resize(layout.ranks(layer).end as usize, 0);
            for shard in 0..layout.shards() {
                let codes = self.build.checkpoints.codes(layer, shard)?;
                for (rank, code) in layout.runs(layer, shard).flatten().zip(codes) {
                    let value = of_code(code, layer).ok_or_else(|| {
                        StorageError::new(format!(
                            "the code of rank {rank} is not a valid number of points in layer {layer}"
                        ))
                    })?;
                    self.values[rank as usize] = value;
                }
            }
            self.decided += (self.values.len() - start) as u64;
            self.observe(layer, 0)?;
        }
        Ok(layers)
    }

    fn solve(&mut self, layer: usize) -> Result<(), BuildError> {
        let mut state = self.seed(layer)?;
        // The first round, for an impossible lead, decides the positions without a move within the layer.
        for points in (1..=layer as i16 + 1).rev() {
            self.decide(layer, points, &mut state)?;
        }
        let start = self.build.layout.ranks(layer).start as usize;
        for (value, open) in self.values[start..].iter_mut().zip(&state.open) {
            if *open != DECIDED {
                *value = 0;
            }
        }
        self.decided = self.values.len() as u64;
        self.observe(layer, 0)
    }

    /// Decides the positions worth `points` to either player, and the positions whose moves are all known by then.
    fn decide(&mut self, layer: usize, points: i16, state: &mut State) -> Result<(), BuildError> {
        let start = self.build.layout.ranks(layer).start;
        let mut waiting = std::mem::take(&mut state.waiting);
        for (rank, open) in (start..).zip(&mut state.open) {
            if *open == 0 || *open != DECIDED && self.values[rank as usize] == points {
                *open = DECIDED;
                waiting.push(rank);
            }
        }
        let mut sources = Vec::new();
        while let Some(rank) = waiting.pop() {
            self.decided += 1;
            if self.decided.is_multiple_of(POLL_INTERVAL) {
                self.observe(layer, waiting.len() as u64)?;
            }
            let move_value = -self.values[rank as usize];
            sources.clear();
            state.sources(self.build.rules, rank, &mut sources);
            for &source in &sources {
                let open = &mut state.open[(source - start) as usize];
                if *open == DECIDED {
                    continue;
                }
                *open -= 1;
                let value = &mut self.values[source as usize];
                *value = move_value.max(*value);
                if *open == 0 || *value == points {
                    *open = DECIDED;
                    waiting.push(source);
                }
            }
        }
        state.waiting = waiting;
        Ok(())
    }

    /// Passes the values of a layer to the store.
    fn store(&self, layer: usize) -> Result<(), BuildError> {
        let layout = self.build.layout;
        for shard in 0..layout.shards() {
            let ranks = layout.runs(layer, shard).flatten();
            let codes: Vec<u32> = ranks.map(|rank| code_of(self.values[rank as usize])).collect();
            self.build.checkpoints.store_codes(layer, shard, &codes)?;
        }
        Ok(())
    }

    fn observe(&self, layer: usize, depth: u64) -> Result<(), BuildError> {
        let total = self.build.layout.rank_count();
        let progress = Progress {
            positions: self.decided,
            depth,
            bytes: self.bytes,
            total,
            layer: layer as u64,
            ..Progress::default()
        };
        self.build.observer.poll(&progress).map_err(|reason| BuildError::Stopped(reason.after(self.decided)))
    }
}
