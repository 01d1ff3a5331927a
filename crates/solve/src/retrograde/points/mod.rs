//! The engine of games of points: layer after layer, the largest values first.
//!
//! The value of a position is the number of points that its player gets more than the opponent under best play, of those that
//! remain ([`winways_rules::Objective::Points`]). In a layer, what the moves into earlier layers are worth is known.
//! Positions worth n points, for n from the most that there can be downwards, are found together with those worth -n: a
//! position from which n can be had has no better way, since all larger values are known; a position is worth -n when each
//! of its moves is known to be worth that or less. Each position that gets its value tells its predecessors, so the time is
//! that of the moves. What is left at the end is worth 0: nobody can be forced to leave it.
//!
//! The order by value is that of J. W. Romein and H. E. Bal, Solving the game of awari using parallel retrograde analysis,
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
use crate::{Progress, StopReason, Stopped};
use seed::State;

/// The mark of a rank that no position has; no value is that small.
const NO_POSITION: i16 = i16::MIN;

/// The value of a position of which no move is known: less than any.
const NOTHING: i16 = i16::MIN + 1;

/// The most points that a game may have.
const MAX_POINTS: usize = i16::MAX as usize - 1;

/// Why a game with more is not solved.
const TOO_MANY_POINTS: StopReason = StopReason::Unsupported("a game of more than 32,766 points");

/// The mark of a position whose value is final, among the numbers of moves that are open.
const DECIDED: u32 = u32::MAX;

/// The bytes of a value, and those of a position of the layer under way: its open moves, and a place among those that wait to
/// tell their predecessors.
const VALUE_BYTES: u64 = size_of::<i16>() as u64;
const LAYER_BYTES: u64 = (size_of::<u32>() + size_of::<u64>()) as u64;

/// How many positions tell their predecessors between two looks at the observer.
const POLL_INTERVAL: u64 = 1 << 12;

/// The code of a value, or of no position.
fn code_of(value: i16) -> u32 {
    match value {
        NO_POSITION => HOLE,
        points => SolvedValue::of_points(points.into()).code(),
    }
}

/// The value of a code; `None` if none in this layer has it.
fn of_code(code: u32, layer: usize) -> Option<i16> {
    match SolvedValue::of_code(code) {
        None => Some(NO_POSITION),
        Some(SolvedValue::Won(0) | SolvedValue::Lost(0)) => None,
        Some(value) if value.points().unsigned_abs() > layer as u64 => None,
        Some(value) => Some(value.points() as i16),
    }
}

/// The bytes of memory that layers of these sizes take.
pub(super) fn bytes_needed(layers: &[u64]) -> u64 {
    let count = layers.iter().fold(0u64, |sum, &size| sum.saturating_add(size));
    let largest = layers.iter().copied().max().unwrap_or(0);
    count.saturating_mul(VALUE_BYTES).saturating_add(largest.saturating_mul(LAYER_BYTES))
}

/// Solves the layers that are not solved yet.
///
/// Seeding, where most moves are looked at, is done by all threads; the rest by one. The values do not depend on the number.
pub(super) fn run(build: &Build<'_>) -> Result<(), BuildError> {
    let mut work = Work::new(build)?;
    for layer in work.read_solved()?..build.layout.layers() {
        work.solve(layer)?;
        work.keep(layer)?;
        build.checkpoints.commit(Milestone::Layer(layer))?;
    }
    Ok(())
}

struct Work<'a> {
    build: &'a Build<'a>,
    /// The values of all ranks, as far as they are solved.
    values: Vec<i16>,
    /// The positions whose values are final, those of the layer under way included.
    decided: u64,
    bytes: u64,
}

impl<'a> Work<'a> {
    /// Looks at the sizes, and takes the memory.
    fn new(build: &'a Build<'a>) -> Result<Self, BuildError> {
        let (layers, limit) = (build.rules.layers(), build.budget.memory);
        let bytes = bytes_needed(&layers);
        let refused = match bytes > limit {
            true => Some(StopReason::Memory { limit }),
            false => (layers.len() > MAX_POINTS + 1).then_some(TOO_MANY_POINTS),
        };
        if let Some(reason) = refused {
            return Err(BuildError::Stopped(Stopped { reason, nodes: 0 }));
        }
        let values = Vec::with_capacity(build.layout.rank_count() as usize);
        Ok(Work { build, values, decided: 0, bytes })
    }

    /// Reads what earlier work has committed. Returns the first layer that is not solved.
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
                            "rank {rank} has a code that layer {layer} has no points for"
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
        // The first round, for more than there can be, is that of the positions without a move within the layer.
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

    /// Decides the positions worth so many points to either player, and all whose moves are known by then.
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
            let offered = -self.values[rank as usize];
            sources.clear();
            state.sources(self.build.rules, rank, &mut sources);
            for &source in &sources {
                let open = &mut state.open[(source - start) as usize];
                if *open == DECIDED {
                    continue;
                }
                *open -= 1;
                let value = &mut self.values[source as usize];
                *value = offered.max(*value);
                if *open == 0 || *value == points {
                    *open = DECIDED;
                    waiting.push(source);
                }
            }
        }
        state.waiting = waiting;
        Ok(())
    }

    /// Gives the values of a layer to the store.
    fn keep(&self, layer: usize) -> Result<(), BuildError> {
        let layout = self.build.layout;
        for shard in 0..layout.shards() {
            let ranks = layout.runs(layer, shard).flatten();
            let codes: Vec<u32> = ranks.map(|rank| code_of(self.values[rank as usize])).collect();
            self.build.checkpoints.keep_codes(layer, shard, &codes)?;
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
            needed: 0,
        };
        self.build.observer.poll(&progress).map_err(|reason| BuildError::Stopped(reason.after(self.decided)))
    }
}
