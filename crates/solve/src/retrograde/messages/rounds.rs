use super::state::State;
use super::worker::{Notes, Worker};
use super::{Batch, BuildError, Milestone, kind};
use crate::retrograde::value::SolvedValue;

/// The maximum number of a worker's fresh positions that send messages between two meetings.
const FRONTIER_AT_ONCE: usize = 1 << 16;

/// The number of fresh positions whose predecessors are computed together.
const RANKS_AT_ONCE: usize = 1 << 10;

impl Worker<'_> {
    /// Runs the rounds after `round` until no further position of the layer gets a value.
    pub(super) fn rounds(&mut self, mut round: u32) -> Result<(), BuildError> {
        let before = self.solved;
        self.solved += self.solved_in_layer()?;
        self.solved = before + self.meet(&[self.solved - before])?[0];
        loop {
            let frontier: usize = self.notes.iter().map(Notes::frontier).sum();
            let due: usize = self.notes.iter().map(|notes| notes.due.len()).sum();
            let is_first = self.transport.index() == 0;
            let commit = is_first && self.build.checkpoints.is_commit_due();
            self.observe(round);
            let votes = self.stop_votes();
            let sums = self.meet(&[frontier as u64, due as u64, u64::from(commit), votes[0], votes[1]])?;
            if sums[0] == 0 && sums[1] == 0 {
                return Ok(());
            }
            let stop = self.stop_of(&sums[3..]);
            if sums[2] > 0 || stop.is_some() {
                self.store_round(round)?;
            }
            if let Some(error) = stop {
                return Err(error);
            }
            round += 1;
            self.propagate(round)?;
            self.decide_due(round)?;
            let frontier: usize = self.notes.iter().map(Notes::frontier).sum();
            self.solved += self.meet(&[frontier as u64])?[0];
        }
    }

    /// Counts the ranks of the layer in this worker's shards that are not open. Holes count too.
    fn solved_in_layer(&mut self) -> Result<u64, BuildError> {
        let mut solved = 0;
        for slot in 0..self.mine.len() {
            solved += self
                .cache
                .read(slot, |states| states.iter().filter(|&&word| !State(word).is_open()).count() as u64)?;
        }
        Ok(solved)
    }

    fn store_round(&mut self, round: u32) -> Result<(), BuildError> {
        let (checkpoints, layer) = (self.build.checkpoints, self.layer);
        for slot in 0..self.mine.len() {
            let shard = self.mine[slot];
            self.cache.read(slot, |states| checkpoints.store_states(layer, round, shard, states))??;
        }
        self.commit(Milestone::Round { layer, round })
    }

    /// Sends the messages of all fresh positions to their predecessors. Positions that get a value from them
    /// are fresh in `round`.
    fn propagate(&mut self, round: u32) -> Result<(), BuildError> {
        let frontier = |notes: &mut Notes| {
            [std::mem::take(&mut notes.frontier_lost), std::mem::take(&mut notes.frontier_won)]
        };
        let frontiers: Vec<[Vec<u32>; 2]> = self.notes.iter_mut().map(frontier).collect();
        // For each shard, the messages of lost positions come before the messages of won positions.
        let slices = frontiers.iter().enumerate().flat_map(|(slot, [lost, won])| {
            let lost = lost.chunks(FRONTIER_AT_ONCE).map(move |places| (slot, kind::WON, places));
            lost.chain(won.chunks(FRONTIER_AT_ONCE).map(move |places| (slot, kind::ONE_LESS, places)))
        });
        let mut slices = slices.peekable();
        let mut inbox: Vec<Vec<Batch>> = vec![Vec::new(); self.mine.len()];
        let mut waiting = 0;
        loop {
            let mut sent = 0;
            while let Some((slot, kind, places)) =
                slices.next_if(|(_, _, places)| sent + places.len() <= FRONTIER_AT_ONCE)
            {
                self.notify_predecessors(slot, kind, places);
                sent += places.len();
            }
            let batches = self.take_outgoing();
            for batch in self.exchange(batches)? {
                waiting += 4 * batch.places.len() as u64;
                let slot = self.slot(batch.shard);
                inbox[slot].push(batch);
            }
            self.observe(round);
            let more = self.meet(&[u64::from(slices.peek().is_some())])?[0] > 0;
            // If the states are on disk, messages fill up to a quarter of the memory before the states are read.
            let limit = if self.cache.is_in_memory() { 0 } else { self.build.budget.memory / 4 };
            if !more || waiting >= limit {
                self.process_messages(&mut inbox, round)?;
                waiting = 0;
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// Appends messages of this kind, from the positions at `places` to their predecessors, to the outgoing
    /// batches.
    fn notify_predecessors(&mut self, slot: usize, kind: u32, places: &[u32]) {
        let (layout, layer, shard) = (self.build.layout, self.layer, self.mine[slot]);
        let mut ranks = Vec::with_capacity(RANKS_AT_ONCE);
        let mut predecessors = Vec::new();
        for places in places.chunks(RANKS_AT_ONCE) {
            predecessors.clear();
            match &self.reversed {
                Some(reversed) => {
                    predecessors.extend(places.iter().flat_map(|&place| reversed[slot].predecessors(place)));
                }
                None => {
                    ranks.clear();
                    ranks.extend(places.iter().map(|&place| layout.rank_in_layer(layer, shard, place)));
                    self.build.rules.predecessors(&ranks, &mut predecessors);
                }
            }
            for &rank in &predecessors {
                let (shard, place) = layout.place_in_layer(layer, rank);
                self.outgoing[shard as usize][kind as usize].push(place);
            }
        }
    }

    fn take_outgoing(&mut self) -> Vec<Batch> {
        let mut batches = Vec::new();
        for (shard, columns) in self.outgoing.iter_mut().enumerate() {
            for (kind, column) in columns.iter_mut().enumerate().filter(|(_, column)| !column.is_empty()) {
                let places = std::mem::take(column);
                batches.push(Batch { shard: shard as u32, kind: kind as u32, places, words: Vec::new() });
            }
        }
        batches
    }

    fn process_messages(&mut self, inbox: &mut [Vec<Batch>], round: u32) -> Result<(), BuildError> {
        for (slot, batches) in inbox.iter_mut().enumerate().filter(|(_, batches)| !batches.is_empty()) {
            let notes = &mut self.notes[slot];
            self.cache.change(slot, |states| {
                for batch in batches.drain(..) {
                    match batch.kind {
                        kind::WON => process_wins(states, &batch.places, round, notes),
                        _ => process_losses(states, &batch.places, round, notes),
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Decides the positions whose values follow from earlier layers and are due in this round.
    fn decide_due(&mut self, round: u32) -> Result<(), BuildError> {
        for slot in 0..self.mine.len() {
            let notes = &mut self.notes[slot];
            let Some(places) = notes.due.remove(&round) else { continue };
            self.cache.change(slot, |states| {
                for place in places {
                    let state = State(states[place as usize]);
                    if !state.is_open() {
                        continue;
                    }
                    let value = match state.known_win() {
                        Some(_) => SolvedValue::Won(round),
                        None => SolvedValue::Lost(round),
                    };
                    notes.decide(states, place, value);
                }
            })?;
        }
        Ok(())
    }
}

impl Notes {
    #[inline]
    fn decide(&mut self, states: &mut [u32], place: u32, value: SolvedValue) {
        states[place as usize] = State::decided(value.code()).0;
        match value {
            SolvedValue::Lost(_) => self.frontier_lost.push(place),
            _ => self.frontier_won.push(place),
        }
    }
}

/// Processes moves of the positions at `places` to positions lost in `round` - 1 moves.
fn process_wins(states: &mut [u32], places: &[u32], round: u32, notes: &mut Notes) {
    for &place in places {
        if State(states[place as usize]).is_open() {
            notes.decide(states, place, SolvedValue::Won(round));
        }
    }
}

/// Processes further moves of the positions at `places` to positions won in `round` - 1 moves.
fn process_losses(states: &mut [u32], places: &[u32], round: u32, notes: &mut Notes) {
    for &place in places {
        let state = State(states[place as usize]);
        if !state.is_open() {
            continue;
        }
        let state = state.less_one_move();
        states[place as usize] = state.0;
        if state.moves_left() == 0 && state.known_win().is_none() {
            match state.least_loss() {
                later if later > round => notes.due.entry(later).or_default().push(place),
                _ => notes.decide(states, place, SolvedValue::Lost(round)),
            }
        }
    }
}
