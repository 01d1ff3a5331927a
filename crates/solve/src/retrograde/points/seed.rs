use super::{BuildError, DECIDED, LayerSolver, NO_MOVE, NO_POSITION};
use crate::retrograde::value::SolvedValue;
use crate::retrograde::value::end_without_moves;
use crate::{StopReason, Stopped};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use winways_rules::{Objective, Ranks, RuleFault, Status};

/// The number of ranks that a thread processes at a time.
const PIECE: usize = 1 << 13;

/// The state of a layer, except the values computed so far.
pub(super) struct State {
    /// For each position, the number of moves within the layer to positions without a final value; [`DECIDED`] if the
    /// position itself has a final value.
    pub(super) open: Vec<u32>,
    /// Positions with final values whose predecessors have not been updated yet.
    pub(super) waiting: Vec<u64>,
    /// The moves within the layer, as sorted pairs (to, from), if the rules do not list predecessors.
    reversed: Option<Vec<(u64, u64)>>,
}

impl State {
    /// Appends the ranks of the layer from which a move leads to `rank`; they may include holes and ends.
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

/// A part of a layer to be seeded.
struct Piece<'p> {
    ranks: Range<u64>,
    values: &'p mut [i16],
    open: &'p mut [u32],
}

impl LayerSolver<'_> {
    /// Computes the best values of moves into earlier layers, and the numbers of moves within the layer.
    pub(super) fn seed(&mut self, layer: usize) -> Result<State, BuildError> {
        let ranks = self.build.layout.ranks(layer);
        let count = (ranks.end - ranks.start) as usize;
        let lists_predecessors = count == 0 || self.build.rules.predecessors(&[ranks.start], &mut Vec::new());
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
                let mut within = (!lists_predecessors).then(Vec::new);
                let seeded = self.seed_piece(layer, piece, earlier, &mut within);
                let mut reversed = reversed.lock().unwrap_or_else(PoisonError::into_inner);
                let within = within.unwrap_or_default();
                let added = seeded.and_then(|()| self.check_memory(&reversed, within.len()));
                if added.is_ok() {
                    reversed.extend(within);
                }
                if let Err(error) = added {
                    failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.build.budget.workers() {
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
        let waiting = Vec::with_capacity(count);
        Ok(State { open, waiting, reversed: (!lists_predecessors).then_some(reversed) })
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
            let at_end = |end| SolvedValue::of_end(end, Objective::Points, layer as u32).points() as i16;
            (*value, *open) = match status {
                Status::Ended(end) => (at_end(end), 0),
                _ if moves.is_empty() => (at_end(end_without_moves(play)), 0),
                _ => (NO_MOVE, 0),
            };
            for &to in &moves {
                if to >= first {
                    *open += 1;
                    within.as_mut().into_iter().for_each(|within| within.push((to, rank)));
                    continue;
                }
                let taken = (layer - self.build.layout.layer_of(to)) as i16;
                if earlier[to as usize] == NO_POSITION {
                    let message =
                        format!("the position of rank {rank} has a move to rank {to}, which has no position");
                    return Err(self.stopped(RuleFault::new(message).into()));
                }
                *value = (*value).max(taken - earlier[to as usize]);
            }
        }
        Ok(())
    }

    /// Checks that `more` additional moves fit into the memory budget. A growing list temporarily holds two copies.
    fn check_memory(&self, reversed: &Vec<(u64, u64)>, more: usize) -> Result<(), BuildError> {
        let entries = match reversed.len() + more <= reversed.capacity() {
            true => reversed.capacity(),
            false => reversed.capacity() + (2 * reversed.capacity()).max(reversed.len() + more),
        };
        let bytes = self.bytes.saturating_add((entries * size_of::<(u64, u64)>()) as u64);
        self.build.budget.check(bytes).map_err(|reason| self.stopped(reason))
    }

    fn stopped(&self, reason: StopReason) -> BuildError {
        BuildError::Stopped(Stopped { reason, nodes: self.decided })
    }
}
