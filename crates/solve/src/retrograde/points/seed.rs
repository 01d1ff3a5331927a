use super::{BuildError, DECIDED, NO_POSITION, NOTHING, Work};
use crate::retrograde::plain::stuck;
use crate::{StopReason, Stopped};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use winways_rules::{End, Ranks, Status};

/// The ranks that a thread looks at in one go.
const PIECE: usize = 1 << 13;

/// What is known of the positions of a layer beside the values found so far.
pub(super) struct State {
    /// How many moves within the layer lead to positions whose values are not final.
    pub(super) open: Vec<u32>,
    /// The moves within the layer, (to, from) in order, where the rules do not tell predecessors.
    reversed: Option<Vec<(u64, u64)>>,
}

impl State {
    /// Appends the ranks of the layer from which a move leads to `rank`; holes and ends may be among them.
    pub(super) fn sources(&self, rules: &dyn Ranks, rank: u64, sources: &mut Vec<u64>) {
        match &self.reversed {
            None => {
                rules.predecessors(&[rank], sources);
            }
            Some(moves) => {
                let first = moves.partition_point(|&(to, _)| to < rank);
                let here = moves[first..].iter().take_while(|&&(to, _)| to == rank);
                sources.extend(here.map(|&(_, from)| from));
            }
        }
    }
}

/// A part of a layer, to be seeded.
struct Piece<'p> {
    ranks: Range<u64>,
    values: &'p mut [i16],
    open: &'p mut [u32],
}

impl Work<'_> {
    /// Finds what the moves of a layer into earlier ones are worth, and how many there are within it.
    pub(super) fn seed(&mut self, layer: usize) -> Result<State, BuildError> {
        let ranks = self.build.layout.ranks(layer);
        let count = (ranks.end - ranks.start) as usize;
        let tells = count == 0 || self.build.rules.predecessors(&[ranks.start], &mut Vec::new());
        let mut open = vec![DECIDED; count];
        let mut values = std::mem::take(&mut self.values);
        values.resize(ranks.end as usize, NO_POSITION);
        let (earlier, here) = values.split_at_mut(ranks.start as usize);
        let pieces = here.chunks_mut(PIECE).zip(open.chunks_mut(PIECE)).enumerate();
        let pieces = Mutex::new(pieces.map(|(index, (values, open))| {
            let start = ranks.start + (index * PIECE) as u64;
            Piece { ranks: start..start + values.len() as u64, values, open }
        }));
        let reversed: Mutex<Vec<(u64, u64)>> = Mutex::default();
        let failed: Mutex<Option<BuildError>> = Mutex::default();
        let worker = || {
            loop {
                let next = pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(piece) = next else { return };
                let mut within = (!tells).then(Vec::new);
                let seeded = self.seed_piece(layer, piece, earlier, &mut within);
                let mut reversed = reversed.lock().unwrap_or_else(PoisonError::into_inner);
                reversed.extend(within.into_iter().flatten());
                let room = self.room_for(&reversed);
                if let Err(error) = seeded.and(room) {
                    failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.build.budget.threads.max(1) {
                scope.spawn(worker);
            }
            worker();
        });
        self.values = values;
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let mut reversed = reversed.into_inner().unwrap_or_else(PoisonError::into_inner);
        reversed.sort_unstable();
        Ok(State { open, reversed: (!tells).then_some(reversed) })
    }

    fn seed_piece(
        &self,
        layer: usize,
        piece: Piece<'_>,
        earlier: &[i16],
        within: &mut Option<Vec<(u64, u64)>>,
    ) -> Result<(), BuildError> {
        self.observe(layer, 0)?;
        let (rules, play) = (self.build.rules, self.build.play);
        let first = self.build.layout.ranks(layer).start;
        let mut statuses = vec![Status::Hole; piece.values.len()];
        rules.statuses(piece.ranks.clone(), play, &mut statuses);
        let mut moves = Vec::new();
        for (index, (rank, status)) in piece.ranks.zip(statuses).enumerate() {
            let (value, open) = (&mut piece.values[index], &mut piece.open[index]);
            moves.clear();
            match status {
                Status::Hole => continue,
                Status::Open => rules.moves(rank, &mut moves),
                Status::Ended(_) => {}
            }
            (*value, *open) = match status {
                Status::Ended(end) => (points_at_end(end, layer), 0),
                _ if moves.is_empty() => (points_at_end(stuck(play), layer), 0),
                _ => (NOTHING, 0),
            };
            for &to in &moves {
                if to >= first {
                    *open += 1;
                    within.as_mut().into_iter().for_each(|within| within.push((to, rank)));
                    continue;
                }
                let taken = (layer - self.build.layout.layer_of(to)) as i16;
                // A move into a hole is a mistake of the rules; half of what is left is as good as anything.
                let left = Some(earlier[to as usize]).filter(|&left| left != NO_POSITION).unwrap_or(0);
                *value = (*value).max(taken - left);
            }
        }
        Ok(())
    }

    fn room_for(&self, reversed: &Vec<(u64, u64)>) -> Result<(), BuildError> {
        let bytes = reversed.capacity() as u64 * size_of::<(u64, u64)>() as u64;
        let limit = self.build.budget.memory;
        match self.bytes.saturating_add(bytes) > limit {
            true => Err(BuildError::Stopped(Stopped {
                reason: StopReason::Memory { limit },
                nodes: self.decided,
            })),
            false => Ok(()),
        }
    }
}

/// What a player gets more than the opponent who has won, lost or drawn when so many points are left.
pub(super) fn points_at_end(end: End, left: usize) -> i16 {
    match end {
        End::Won => left as i16,
        End::Lost => -(left as i16),
        End::Drawn => 0,
    }
}
