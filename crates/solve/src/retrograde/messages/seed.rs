use super::reversed::Reversed;
use super::state::State;
use super::worker::{Worker, notes_of};
use super::{Batch, BuildError, kind};
use crate::StopReason;
use crate::retrograde::value::{HOLE, SolvedValue};
use crate::retrograde::value::{end_without_moves, value_at_end};
use std::collections::BTreeMap;
use std::ops::Range;
use winways_rules::Status;

/// The number of pages that a worker processes between two meetings of all workers.
const PAGES_AT_ONCE: usize = 16;

/// Batches to be sent, by shard and kind.
type Batches = BTreeMap<(u32, u32), Batch>;

impl Worker<'_> {
    /// Computes the states of a layer before its first round, including the ended positions. Returns the number
    /// of the current round, 0.
    pub(super) fn seed(&mut self) -> Result<u32, BuildError> {
        if !self.lists_predecessors() {
            self.reversed = Some(self.mine.iter().map(|_| Reversed::new()).collect());
        }
        let layout = self.build.layout;
        for slot in 0..self.mine.len() {
            let len = layout.len(self.layer, self.mine[slot]) as usize;
            self.cache.put(slot, Vec::with_capacity(len))?;
        }
        let layer = self.layer;
        let shards = self.mine.clone();
        let pages = shards.iter().enumerate();
        let pages: Vec<(usize, Range<u64>)> =
            pages.flat_map(|(slot, &shard)| layout.runs(layer, shard).map(move |run| (slot, run))).collect();
        let mut slices = pages.chunks(PAGES_AT_ONCE);
        loop {
            let mut batches = Batches::new();
            for (slot, run) in slices.next().unwrap_or_default() {
                let states = self.seed_page(run.clone(), &mut batches)?;
                self.cache.change(*slot, |all| all.extend(states))?;
            }
            self.settle(batches)?;
            self.observe(0);
            let votes = self.stop_votes();
            let sums = self.meet(&[slices.len() as u64, votes[0], votes[1], self.reversed_bytes()])?;
            if let Some(error) = self.stop_of(&sums[1..3]) {
                return Err(error);
            }
            if sums[3] > self.room {
                return Err(self.stopped(self.build.budget.out_of_memory()));
            }
            if sums[0] == 0 {
                break;
            }
        }
        for slot in 0..self.mine.len() {
            self.notes[slot] = self.cache.read(slot, |states| notes_of(states, 0))?;
        }
        self.reversed.iter_mut().flatten().for_each(Reversed::sort);
        Ok(0)
    }

    /// Returns the states of a page before the values from earlier layers are known. Adds requests for these values
    /// to `batches`.
    fn seed_page(&mut self, ranks: Range<u64>, batches: &mut Batches) -> Result<Vec<u32>, BuildError> {
        let build = self.build;
        let first = build.layout.ranks(self.layer).start;
        let mut statuses = vec![Status::Hole; (ranks.end - ranks.start) as usize];
        build.rules.statuses(ranks.clone(), build.play, &mut statuses);
        let ended = |status| value_at_end(status).map_or(HOLE, SolvedValue::code);
        let mut moves = Vec::new();
        let mut states = Vec::with_capacity(statuses.len());
        for (rank, status) in ranks.zip(statuses) {
            if status != Status::Open {
                states.push(ended(status));
                continue;
            }
            moves.clear();
            build.rules.moves(rank, &mut moves);
            if moves.is_empty() {
                states.push(ended(Status::Ended(end_without_moves(build.play))));
                continue;
            }
            if moves.len() > State::MAX_MOVES {
                return Err(self.stopped(StopReason::Unsupported("a position with more than 8,191 moves")));
            }
            states.push(State::open(moves.len() as u32).0);
            for &to in &moves {
                if to < first {
                    self.request(rank, to, batches);
                } else if self.reversed.is_some() {
                    let (shard, place) = build.layout.place_in_layer(self.layer, to);
                    push(batches, shard, kind::MOVE, place, rank);
                }
            }
        }
        Ok(states)
    }

    /// Requests the value of an option in an earlier layer.
    fn request(&self, rank: u64, to: u64, batches: &mut Batches) {
        let layer = self.build.layout.layer_of(to);
        let (shard, place) = self.build.layout.place_in_layer(layer, to);
        push(batches, shard, kind::REQUEST + layer as u32, place, rank);
    }

    /// Sends requests and moves, answers the requests of other workers, and processes the answers.
    fn settle(&mut self, batches: Batches) -> Result<(), BuildError> {
        if self.layer == 0 && self.reversed.is_none() {
            return Ok(());
        }
        let mut replies = Batches::new();
        for batch in self.exchange(batches.into_values().collect())? {
            match batch.kind {
                kind::MOVE => {
                    let slot = self.slot(batch.shard);
                    if let Some(reversed) = &mut self.reversed {
                        reversed[slot].add(&batch.places, &batch.words);
                    }
                }
                request => self.answer((request - kind::REQUEST) as usize, &batch, &mut replies)?,
            }
        }
        for batch in self.exchange(replies.into_values().collect())? {
            let slot = self.slot(batch.shard);
            let taken = self.cache.change(slot, |states| process_answers(states, &batch))?;
            taken.map_err(|reason| self.stopped(reason))?;
        }
        Ok(())
    }

    fn answer(&mut self, layer: usize, batch: &Batch, replies: &mut Batches) -> Result<(), BuildError> {
        let codes = self.earlier.codes(layer, batch.shard)?;
        for (&place, &rank) in batch.places.iter().zip(&batch.words) {
            let (shard, requester) = self.build.layout.place_in_layer(self.layer, rank);
            push(replies, shard, kind::REPLY, requester, u64::from(codes.get(place as usize)));
        }
        Ok(())
    }
}

fn push(batches: &mut Batches, shard: u32, kind: u32, place: u32, word: u64) {
    let batch = batches.entry((shard, kind)).or_insert_with(|| Batch { shard, kind, ..Batch::default() });
    batch.places.push(place);
    batch.words.push(word);
}

/// Updates states with the values of options in earlier layers.
fn process_answers(states: &mut [u32], batch: &Batch) -> Result<(), StopReason> {
    for (&place, &word) in batch.places.iter().zip(&batch.words) {
        let state = &mut states[place as usize];
        // A move into a hole is a fault of the rules; the option is treated as drawn.
        let value = SolvedValue::of_code(word as u32).unwrap_or(SolvedValue::Drawn);
        if value.remoteness().is_some_and(|remoteness| remoteness >= State::MAX_KNOWN_WIN) {
            return Err(StopReason::Values { limit: u64::from(State::MAX_KNOWN_WIN) });
        }
        *state = State(*state).after_earlier(value).0;
    }
    Ok(())
}
