use super::earlier::Earlier;
use super::reversed::Reversed;
use super::shard_cache::ShardCache;
use super::state::State;
use super::{Batch, Build, BuildError, Milestone, Transport};
use crate::retrograde::error::StorageError;
use crate::{Progress, StopReason, Stopped};
use std::collections::BTreeMap;

/// A worker of a build.
pub(super) struct Worker<'a> {
    pub(super) build: &'a Build<'a>,
    pub(super) transport: &'a mut dyn Transport,
    /// The shards that belong to this worker.
    pub(super) mine: Vec<u32>,
    pub(super) layer: usize,
    pub(super) cache: ShardCache<'a>,
    pub(super) earlier: Earlier<'a>,
    /// The frontier and the due positions of each of this worker's shards.
    pub(super) notes: Vec<Notes>,
    /// The reversed moves of each shard, for rules that do not list predecessors.
    pub(super) reversed: Option<Vec<Reversed>>,
    /// Unsent messages to each shard: positions that are won, and positions with one non-losing move
    /// fewer.
    pub(super) outgoing: Vec<[Vec<u32>; 2]>,
    /// The memory limit, in bytes, of all workers together for the reversed moves of the current layer.
    pub(super) room: u64,
    /// The number of solved ranks: all ranks of earlier layers, and those of the current layer as of the last meeting.
    pub(super) solved: u64,
    /// The reason why this worker must stop, once there is one.
    pub(super) stop: Option<StopReason>,
}

/// Facts about a shard of the current layer that follow from its states.
#[derive(Default)]
pub(super) struct Notes {
    /// Positions found to be lost in the last round; `frontier_won` contains those found to be won.
    pub(super) frontier_lost: Vec<u32>,
    pub(super) frontier_won: Vec<u32>,
    /// The positions that get a value in a later round because of earlier layers, by that round. They may be decided
    /// before.
    pub(super) due: BTreeMap<u32, Vec<u32>>,
}

impl Notes {
    pub(super) fn frontier(&self) -> usize {
        self.frontier_lost.len() + self.frontier_won.len()
    }
}

/// The bytes per position of the current layer: its state, and space for messages. Earlier layers are counted
/// separately.
const BYTES_PER_POSITION: u64 = 12;

impl<'a> Worker<'a> {
    pub(super) fn new(build: &'a Build<'a>, transport: &'a mut dyn Transport) -> Self {
        let (workers, index) = (transport.workers(), transport.index());
        let mine: Vec<u32> = (0..build.layout.shards()).skip(index).step_by(workers).collect();
        Worker {
            build,
            transport,
            layer: 0,
            cache: ShardCache::new(build.checkpoints, Vec::new(), true),
            earlier: Earlier::new(build.checkpoints, build.budget.memory / 2 / workers as u64),
            notes: Vec::new(),
            reversed: None,
            outgoing: vec![Default::default(); build.layout.shards() as usize],
            mine,
            room: 0,
            solved: 0,
            stop: None,
        }
    }

    pub(super) fn run(&mut self) -> Result<(), BuildError> {
        let (first, round) = match self.build.checkpoints.committed() {
            None => (0, None),
            Some(Milestone::Layer(layer)) => (layer + 1, None),
            Some(Milestone::Round { layer, round }) => (layer, Some(round)),
        };
        self.solved = (0..first).map(|layer| self.build.layout.ranks(layer)).map(|r| r.end - r.start).sum();
        for layer in first..self.build.layout.layers() {
            self.begin_layer(layer)?;
            let round = match round {
                Some(round) if layer == first => self.resume(round)?,
                _ => self.seed()?,
            };
            self.rounds(round)?;
            self.end_layer()?;
        }
        Ok(())
    }

    fn begin_layer(&mut self, layer: usize) -> Result<(), BuildError> {
        self.layer = layer;
        let layout = self.build.layout;
        let ranks: u64 = self.mine.iter().map(|&shard| layout.len(layer, shard)).sum();
        let totals = self.transport.sum(&[ranks, self.build.budget.memory, self.earlier.most_bytes()])?;
        // Each thread reports the memory of its whole process, so the sum contains it once per thread.
        let threads = self.build.budget.workers() as u64;
        let needed = totals[0].saturating_mul(BYTES_PER_POSITION);
        let room = (totals[1] / threads).saturating_sub(totals[2]);
        let in_memory = needed <= room;
        // If the states are on disk, the memory does not limit the build.
        self.room = if in_memory { room - needed } else { u64::MAX };
        if !in_memory && !self.build.checkpoints.can_spill() {
            return Err(self.stopped(self.build.budget.out_of_memory()));
        }
        self.cache = ShardCache::new(self.build.checkpoints, self.mine.clone(), in_memory);
        self.notes = self.mine.iter().map(|_| Notes::default()).collect();
        self.reversed = None;
        Ok(())
    }

    /// Resumes from the states stored at the end of `round`.
    fn resume(&mut self, round: u32) -> Result<u32, BuildError> {
        if !self.lists_predecessors() {
            // Checkpoints do not contain the reversed moves, so they are computed again.
            self.seed()?;
        }
        for slot in 0..self.mine.len() {
            let shard = self.mine[slot];
            let states = self.build.checkpoints.states(shard)?;
            if states.len() as u64 != self.build.layout.len(self.layer, shard) {
                let what = format!("shard {shard} has {} states", states.len());
                return Err(StorageError::new(what).into());
            }
            self.notes[slot] = notes_of(&states, round);
            self.cache.put(slot, states)?;
        }
        Ok(round)
    }

    fn end_layer(&mut self) -> Result<(), BuildError> {
        for slot in 0..self.mine.len() {
            let codes: Vec<u32> =
                self.cache.read(slot, |states| states.iter().map(|&word| State(word).code()).collect())?;
            self.build.checkpoints.store_codes(self.layer, self.mine[slot], &codes)?;
            if self.layer + 1 < self.build.layout.layers() {
                self.earlier.add(self.layer, self.mine[slot], &codes);
            }
        }
        self.commit(Milestone::Layer(self.layer))
    }

    /// Commits everything that the workers have stored.
    pub(super) fn commit(&mut self, milestone: Milestone) -> Result<(), BuildError> {
        self.meet(&[])?;
        if self.transport.index() == 0 {
            self.build.checkpoints.commit(milestone)?;
        }
        self.meet(&[]).map(|_| ())
    }

    /// Waits for the other workers, and returns the element-wise sums of the numbers of all workers.
    pub(super) fn meet(&mut self, numbers: &[u64]) -> Result<Vec<u64>, BuildError> {
        Ok(self.transport.sum(numbers)?)
    }

    pub(super) fn exchange(&mut self, batches: Vec<Batch>) -> Result<Vec<Batch>, BuildError> {
        Ok(self.transport.exchange(batches)?)
    }

    /// Returns the index of `shard` among this worker's shards.
    pub(super) fn slot(&self, shard: u32) -> usize {
        shard as usize / self.transport.workers()
    }

    pub(super) fn lists_predecessors(&self) -> bool {
        self.build.rules.predecessors(&[0], &mut Vec::new())
    }

    /// Polls the observer, and stores the reason if the work must stop.
    pub(super) fn observe(&mut self, round: u32) {
        let states = if self.cache.is_in_memory() { self.states_bytes() } else { 0 };
        let frontier: usize = self.notes.iter().map(Notes::frontier).sum();
        let progress = Progress {
            positions: self.solved,
            total: self.build.layout.rank_count(),
            layer: self.layer as u64,
            depth: u64::from(round),
            bytes: states + self.reversed_bytes() + self.earlier.bytes() + 4 * frontier as u64,
            ..Progress::default()
        };
        if let Err(reason) = self.build.observer.poll(&progress) {
            self.stop.get_or_insert(reason);
        }
    }

    pub(super) fn reversed_bytes(&self) -> u64 {
        self.reversed.iter().flatten().map(Reversed::bytes).sum()
    }

    fn states_bytes(&self) -> u64 {
        self.mine.iter().map(|&shard| 4 * self.build.layout.len(self.layer, shard)).sum()
    }

    /// Returns the votes of this worker on stopping, for [`Worker::stop_of`].
    pub(super) fn stop_votes(&self) -> [u64; 2] {
        let interrupted = self.stop == Some(StopReason::Interrupted);
        [u64::from(interrupted), u64::from(self.stop.is_some() && !interrupted)]
    }

    /// Returns the reason why all workers stop, from the sums of their votes.
    pub(super) fn stop_of(&self, votes: &[u64]) -> Option<BuildError> {
        let reason = match (votes[0], votes[1]) {
            (0, 0) => return None,
            (0, _) => self.stop.clone().unwrap_or(StopReason::Timeout),
            _ => StopReason::Interrupted,
        };
        Some(self.stopped(reason))
    }

    pub(super) fn stopped(&self, reason: StopReason) -> BuildError {
        BuildError::Stopped(Stopped { reason, nodes: self.solved })
    }
}

/// Derives the notes from the states of a shard at the end of a round.
pub(super) fn notes_of(states: &[u32], round: u32) -> Notes {
    let mut notes = Notes::default();
    for (place, &word) in states.iter().enumerate() {
        notes.add(place as u32, State(word), round);
    }
    notes
}

impl Notes {
    /// Adds the rank at `place`, given its state at the end of a round.
    pub(super) fn add(&mut self, place: u32, state: State, round: u32) {
        if !state.is_open() {
            match state.code() {
                code if code == 2 + 2 * round => self.frontier_lost.push(place),
                code if code == 3 + 2 * round => self.frontier_won.push(place),
                _ => {}
            }
        } else if let Some(remoteness) = state.known_win() {
            self.due.entry(remoteness).or_default().push(place);
        } else if state.moves_left() == 0 {
            self.due.entry(state.least_loss()).or_default().push(place);
        }
    }
}
