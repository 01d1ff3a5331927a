use super::{NO_POSITION, check_size, code_of, of_code};
use crate::retrograde::check::ValueCheckFailure;
use crate::retrograde::solution::{Counts, RecordKind, SolvedRanks};
use crate::retrograde::value::HOLE;
use crate::retrograde::value::end_without_moves;
use crate::{Budget, Observer, Progress};
use std::ops::Range;
use winways_rules::{End, Play, Ranks, Status};

/// The number of ranks processed between two polls of the observer.
const PIECE: u64 = 1 << 13;

/// The bytes of a rank for its value.
const RANK_BYTES: u64 = size_of::<i16>() as u64;
/// The further bytes of a rank of the current layer, for its forced flag and its waiting entry.
const LAYER_BYTES: u64 = (size_of::<bool>() + size_of::<Waiting>()) as u64;

/// Proves the values of a game of points from the rules, without the engine; see [`crate::check_values`].
///
/// First, each value must equal the best value of the position's moves. It follows that the loser of a position can
/// hold the winner to the value: against best moves the winner never gets more, and endless play gives the winner less.
/// *Forced* positions then prove that the winner can reach the value. A position is forced if the winner is
/// to move and has a move of that value into an earlier layer or to a forced position. It is also forced if
/// the loser is to move and each move within the layer leads to a forced position. Passes over the waiting
/// positions, in alternating directions, determine the forced positions until all positions with a winner
/// are forced or a pass finds no further forced position.
pub(in crate::retrograde) fn check_points(
    rules: &dyn Ranks,
    play: Play,
    solved: &dyn SolvedRanks,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<u64, ValueCheckFailure> {
    let layers = rules.layers();
    let count = layers.iter().try_fold(0u64, |sum, &size| sum.checked_add(size));
    let count = count.ok_or(ValueCheckFailure::Counts)?;
    let largest = layers.iter().copied().max().unwrap_or(0);
    let needed = count.saturating_mul(RANK_BYTES).saturating_add(largest.saturating_mul(LAYER_BYTES));
    check_size(layers.len(), needed, budget)?;
    let ends = layers.iter().scan(0u64, |end, &size| {
        *end += size;
        Some(*end)
    });
    let values = Vec::with_capacity(count as usize);
    let mut check = Check {
        rules,
        play,
        solved,
        observer,
        ends: ends.collect(),
        values,
        forced: Vec::with_capacity(largest as usize),
        counts: Counts::default(),
    };
    let mut start = 0;
    for (layer, size) in layers.into_iter().enumerate() {
        let ranks = start..start + size;
        check.read(layer, ranks.clone())?;
        check.derive(layer, ranks.clone())?;
        check.force(ranks)?;
        start += size;
    }
    match check.counts == *solved.counts() {
        true => Ok(check.counts.positions()),
        false => Err(ValueCheckFailure::Counts),
    }
}

/// A position that is not known to be forced, with a position that must become forced first.
struct Waiting {
    rank: u64,
    for_rank: u64,
}

/// The value of `Waiting::for_rank` for a position that waits for no particular position.
const ANY: u64 = u64::MAX;

struct Check<'a> {
    rules: &'a dyn Ranks,
    play: Play,
    solved: &'a dyn SolvedRanks,
    observer: &'a dyn Observer,
    /// The end of each layer.
    ends: Vec<u64>,
    /// The stored values of the layers read so far.
    values: Vec<i16>,
    /// For each position of the layer: `true` if the leading player is known to be able to force the value,
    /// or if nobody leads.
    forced: Vec<bool>,
    counts: Counts,
}

impl Check<'_> {
    /// Reads the stored values of a layer.
    fn read(&mut self, layer: usize, ranks: Range<u64>) -> Result<(), ValueCheckFailure> {
        let mut codes = vec![HOLE; PIECE as usize];
        for start in ranks.clone().step_by(PIECE as usize) {
            self.observe()?;
            let end = ranks.end.min(start + PIECE);
            let codes = &mut codes[..(end - start) as usize];
            self.solved.codes(start..end, codes)?;
            for (rank, &code) in (start..end).zip(&*codes) {
                let value = of_code(code, layer).ok_or_else(|| ValueCheckFailure::Wrong {
                    rank,
                    kept: RecordKind::Points.words(code),
                    expected: format!("drawn, or won or lost by at most {layer} points"),
                })?;
                self.values.push(value);
                self.counts.count(rank, code);
            }
        }
        Ok(())
    }

    /// Compares each value of a layer with the values of its moves.
    fn derive(&mut self, layer: usize, ranks: Range<u64>) -> Result<(), ValueCheckFailure> {
        self.forced.clear();
        let mut moves = Vec::new();
        for start in ranks.clone().step_by(PIECE as usize) {
            self.observe()?;
            let piece = start..ranks.end.min(start + PIECE);
            let mut statuses = vec![Status::Hole; (piece.end - piece.start) as usize];
            self.rules.statuses(piece.clone(), self.play, &mut statuses);
            for (rank, status) in piece.zip(statuses) {
                moves.clear();
                if status == Status::Open {
                    self.rules.moves(rank, &mut moves);
                }
                let expected = match status {
                    Status::Hole => NO_POSITION,
                    Status::Ended(end) => self.end_value(end, layer),
                    Status::Open if moves.is_empty() => self.end_value(end_without_moves(self.play), layer),
                    Status::Open => self.best(rank, &moves, ranks.end)?,
                };
                let kept = self.values[rank as usize];
                if kept != expected {
                    let [kept, expected] =
                        [kept, expected].map(|value| RecordKind::Points.words(code_of(value)));
                    return Err(ValueCheckFailure::Wrong { rank, kept, expected });
                }
                self.forced.push(kept == 0 || moves.is_empty());
            }
        }
        Ok(())
    }

    /// Returns the greatest value of the given moves. Returns an error if a move leads to a hole, or to `end` or beyond.
    fn best(&self, rank: u64, moves: &[u64], end: u64) -> Result<i16, ValueCheckFailure> {
        let mut best = i16::MIN;
        for &to in moves {
            if to >= end || self.values[to as usize] == NO_POSITION {
                return Err(ValueCheckFailure::Move { rank, to });
            }
            best = best.max(self.move_value(rank, to));
        }
        Ok(best)
    }

    /// Returns the value of a move for the player who makes it.
    fn move_value(&self, from: u64, to: u64) -> i16 {
        let layer = |rank: u64| self.ends.partition_point(|&end| end <= rank);
        (layer(from) - layer(to)) as i16 - self.values[to as usize]
    }

    /// Returns the value of an end after which the winner takes the points of the layer.
    fn end_value(&self, end: End, layer: usize) -> i16 {
        let sign = i16::from(end == End::Won) - i16::from(end == End::Lost);
        sign * layer as i16
    }

    /// Proves for each position of a layer that the leading player can force its value.
    fn force(&mut self, ranks: Range<u64>) -> Result<(), ValueCheckFailure> {
        let count = self.forced.iter().filter(|&&forced| !forced).count();
        let mut waiting: Vec<Waiting> = Vec::with_capacity(count);
        for (rank, &forced) in ranks.clone().zip(&self.forced) {
            if !forced {
                waiting.push(Waiting { rank, for_rank: ANY });
            }
        }
        while !waiting.is_empty() {
            let before = waiting.len();
            // Positions that wait for a later position of this pass are checked in the next pass, which runs
            // in the other direction.
            waiting.reverse();
            let mut failed = Ok(());
            let mut seen = 0u64;
            waiting.retain_mut(|waiting| {
                seen += 1;
                if seen.is_multiple_of(PIECE) && failed.is_ok() {
                    failed = self.observe();
                }
                failed.is_err() || self.is_still_waiting(waiting, ranks.start)
            });
            failed?;
            if waiting.len() == before {
                let rank = waiting.iter().map(|waiting| waiting.rank).min().unwrap_or_default();
                let kept = RecordKind::Points.words(code_of(self.values[rank as usize]));
                let expected = "drawn, because neither player can force an end".to_owned();
                return Err(ValueCheckFailure::Wrong { rank, kept, expected });
            }
        }
        Ok(())
    }

    /// Checks a position again if the position it waits for has become forced.
    fn is_still_waiting(&mut self, waiting: &mut Waiting, first: u64) -> bool {
        let is_forced = |to: u64| to < first || self.forced[(to - first) as usize];
        if waiting.for_rank != ANY && !is_forced(waiting.for_rank) {
            return true;
        }
        let (rank, value) = (waiting.rank, self.values[waiting.rank as usize]);
        let mut moves = Vec::new();
        self.rules.moves(rank, &mut moves);
        if value > 0 {
            moves.retain(|&to| self.move_value(rank, to) == value);
        }
        let needed = if value > 0 {
            moves.iter().any(|&to| is_forced(to))
        } else {
            moves.iter().all(|&to| is_forced(to))
        };
        if needed {
            self.forced[(rank - first) as usize] = true;
            return false;
        }
        // If the loser is to move, any target that is not forced must become forced first. If the winner is to move, this
        // holds only for the target of a single good move.
        let open = moves.iter().copied().find(|&to| !is_forced(to));
        waiting.for_rank = open.filter(|_| value < 0 || moves.len() == 1).unwrap_or(ANY);
        true
    }

    fn observe(&self) -> Result<(), ValueCheckFailure> {
        let positions = self.counts.positions();
        let polled = self.observer.poll(&Progress::new(positions, 0, 0));
        Ok(polled.map_err(|reason| reason.after(positions))?)
    }
}
