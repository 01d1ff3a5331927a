//! The independent check of solved ranks: every value is derived again from the values of the options.

use super::error::StorageError;
use super::points::check_points;
use super::solution::{Counts, RecordKind, SolvedRanks};
use super::value::{HOLE, SolvedValue};
use super::value::{end_without_moves, value_at_end};
use crate::{Budget, Observer, Progress, Stopped};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;
use winways_rules::{Objective, Play, Ranks, Status};

/// Derives the value of every rank from the rules and from the stored values of its options, compares it with
/// the stored value, and counts the values again. Returns the number of positions.
///
/// The check uses the rules and no engine. Values with remoteness that pass the check are correct. The value of a
/// position won or lost in *r* moves follows from options that are decided in fewer moves, down to the ends of play. In a
/// drawn position, neither player can be forced to leave the drawn positions. For values in points, a separate proof shows
/// that the player who leads can force the value. This proof needs two bytes per rank, and 17 more per rank
/// of the largest layer. Outcomes alone are only checked for consistency, which does not prove them: the
/// values of positions on a cycle may support each other.
///
/// Stored values are read from the first rank to the last, into as much memory as allowed. If the table does
/// not fit, it is read several times, and the moves are listed again each time: O(ranks · moves · p), where p
/// = table / memory rounded up.
///
/// # Errors
/// Returns a [`ValueCheckFailure`] with the first mistake, which is the same for any number of threads.
///
/// ```
/// # use winways_rules::{End, Play, RankedRuleset};
/// # struct Ring(u32);
/// # impl RankedRuleset for Ring {
/// #     type Position = u32;
/// #     fn layers(&self) -> Vec<u64> { vec![u64::from(self.0)] }
/// #     fn rank(&self, cell: &u32) -> u64 { u64::from(*cell) }
/// #     fn position(&self, rank: u64) -> Option<u32> { Some(rank as u32) }
/// #     fn end(&self, cell: &u32, _: Play) -> Option<End> { (*cell == 0).then_some(End::Lost) }
/// #     fn options(&self, cell: &u32, options: &mut Vec<u32>) {
/// #         options.extend([(cell + 1) % self.0, (cell + 2) % self.0]);
/// #     }
/// # }
/// use winways_solve::{Budget, NoObserver, ValueCheckFailure, check_values, solve_ranks};
/// use winways_solve::{RecordKind, Solution, plain_values};
/// let solution = solve_ranks(&Ring(10), Play::Normal, Budget::DEFAULT, &NoObserver).unwrap();
/// assert_eq!(check_values(&Ring(10), Play::Normal, &solution, Budget::DEFAULT, &NoObserver), Ok(10));
///
/// let mut codes = plain_values(&Ring(10), Play::Normal);
/// codes[4] += 2;
/// let wrong = Solution::of_codes(RecordKind::Values, &codes);
/// let wrong = check_values(&Ring(10), Play::Normal, &wrong, Budget::DEFAULT, &NoObserver);
/// assert!(matches!(wrong, Err(ValueCheckFailure::Wrong { .. })));
/// ```
pub fn check_values(
    rules: &dyn Ranks,
    play: Play,
    solved: &dyn SolvedRanks,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<u64, ValueCheckFailure> {
    if rules.objective() == Objective::Points {
        return check_points(rules, play, solved, budget, observer);
    }
    let check = Check::new(rules, play, solved, budget, observer)?;
    // Both are allocated once, since repeated large allocations fragment memory.
    let mut window = Window { ranks: 0..0, codes: Codes::with_capacity(check.window, check.greatest_code) };
    let mut derived = vec![UNSEEN; check.strip.min(check.count) as usize];
    let mut counts = Counts::default();
    let mut start = 0;
    while start < check.count {
        let strip = start..check.count.min(start + check.strip);
        let derived = &mut derived[..(strip.end - strip.start) as usize];
        derived.fill(UNSEEN);
        for from in (0..check.layer_end(strip.end - 1)).step_by(check.window as usize) {
            let ranks = from..check.count.min(from + check.window);
            if window.ranks != ranks {
                check.read(ranks, &mut window)?;
            }
            check.for_each_piece(&strip, derived, &|ranks, derived| {
                check.take_options(ranks, derived, &window)
            })?;
        }
        let counted = Mutex::new(Counts::default());
        check.for_each_piece(&strip, derived, &|ranks, derived| {
            let page = check.compare(ranks, derived)?;
            counted.lock().unwrap_or_else(PoisonError::into_inner).add(&page);
            Ok(())
        })?;
        counts.add(&counted.into_inner().unwrap_or_else(PoisonError::into_inner));
        start = strip.end;
    }
    check.finish(counts)
}

/// The reason why [`check_values`] failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueCheckFailure {
    /// The value of a rank does not follow from the values of its options.
    #[error("rank {rank} is stored as {kept}, but according to its options it is {expected}")]
    Wrong {
        /// The rank.
        rank: u64,
        /// The stored value, in words.
        kept: String,
        /// The value that follows from the rules and the options, in words.
        expected: String,
    },
    /// The rules have a fault: a move leads to a rank without a position, or into a later layer.
    #[error("a move of rank {rank} leads to rank {to}, which the rules do not allow")]
    Move {
        /// The rank before the move.
        rank: u64,
        /// The rank after the move.
        to: u64,
    },
    /// The stored counts of positions differ from the counts of the stored values.
    #[error("the stored counts of positions do not match the stored values")]
    Counts,
    /// The stored values cannot be read.
    #[error(transparent)]
    Solved(#[from] StorageError),
    /// The observer ended the work before the check was complete.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The mark of a position none of whose options has been seen yet. It is greater than any code.
const UNSEEN: u32 = u32::MAX;

/// The number of ranks that a thread processes at a time.
const PIECE: u64 = 1 << 13;

/// A function that processes a range of ranks and their derived codes.
type PieceWork<'a> = dyn Fn(Range<u64>, &mut [u32]) -> Result<(), ValueCheckFailure> + Sync + 'a;

struct Check<'a> {
    rules: &'a dyn Ranks,
    play: Play,
    solved: &'a dyn SolvedRanks,
    observer: &'a dyn Observer,
    threads: usize,
    /// The end of each layer.
    ends: Vec<u64>,
    count: u64,
    greatest_code: u32,
    /// The number of ranks whose values are derived together.
    strip: u64,
    /// The number of ranks whose values are held in memory for look-up.
    window: u64,
    checked: AtomicU64,
    bytes: u64,
}

impl<'a> Check<'a> {
    fn new(
        rules: &'a dyn Ranks,
        play: Play,
        solved: &'a dyn SolvedRanks,
        budget: Budget,
        observer: &'a dyn Observer,
    ) -> Result<Self, ValueCheckFailure> {
        let mut count = 0u64;
        let mut ends = Vec::new();
        for size in rules.layers() {
            count = count.checked_add(size).ok_or(ValueCheckFailure::Counts)?;
            ends.push(count);
        }
        let greatest = solved.counts().greatest_remoteness();
        if greatest.is_some_and(|greatest| greatest > SolvedValue::GREATEST) {
            return Err(ValueCheckFailure::Counts);
        }
        let greatest_code = greatest.map_or(HOLE, |greatest| SolvedValue::Won(greatest).code());
        let strip = (budget.memory / 16).clamp(PIECE, 1 << 22) / PIECE * PIECE;
        let width = Codes::bytes_each(greatest_code);
        let window = ((budget.memory / 4 * 3) / width).clamp(PIECE, count.max(PIECE));
        let bytes = strip * 4 + window * width;
        let threads = budget.workers();
        let checked = AtomicU64::new(0);
        Ok(Check {
            rules,
            play,
            solved,
            observer,
            threads,
            ends,
            count,
            greatest_code,
            strip,
            window,
            checked,
            bytes,
        })
    }

    /// Returns the end of the layer of `rank`.
    fn layer_end(&self, rank: u64) -> u64 {
        self.ends[self.ends.partition_point(|&end| end <= rank)]
    }

    /// Calls `work` for each piece of `strip` with its part of `derived`, on all threads. Returns the mistake with the least
    /// rank, or the reason for a stop if no mistake was found before it.
    fn for_each_piece(
        &self,
        strip: &Range<u64>,
        derived: &mut [u32],
        work: &PieceWork<'_>,
    ) -> Result<(), ValueCheckFailure> {
        let pieces = Mutex::new(derived.chunks_mut(PIECE as usize).enumerate());
        let first: Mutex<Option<((bool, usize), ValueCheckFailure)>> = Mutex::new(None);
        let worker = || {
            loop {
                let next = pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((index, derived)) = next else { return };
                let start = strip.start + index as u64 * PIECE;
                let done = self.observe().and_then(|()| work(start..start + derived.len() as u64, derived));
                let Err(failure) = done else { continue };
                let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                let ends = matches!(failure, ValueCheckFailure::Stopped(_));
                let order = (ends, index);
                if first.as_ref().is_none_or(|(least, _)| order < *least) {
                    *first = Some((order, failure));
                }
                if ends {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(worker);
            }
            worker();
        });
        match first.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some((_, failure)) => Err(failure),
        }
    }

    fn observe(&self) -> Result<(), ValueCheckFailure> {
        let positions = self.checked.load(Ordering::Relaxed);
        let polled = self.observer.poll(&Progress::new(positions, 0, self.bytes));
        Ok(polled.map_err(|reason| reason.after(positions))?)
    }

    /// Reads the stored codes of `ranks`.
    fn read(&self, ranks: Range<u64>, window: &mut Window) -> Result<(), ValueCheckFailure> {
        window.codes.clear();
        window.ranks = ranks.clone();
        let mut piece = vec![0; PIECE as usize];
        for start in ranks.clone().step_by(PIECE as usize) {
            self.observe()?;
            let end = ranks.end.min(start + PIECE);
            let piece = &mut piece[..(end - start) as usize];
            self.solved.codes(start..end, piece)?;
            if piece.iter().any(|&code| code > self.greatest_code) {
                return Err(ValueCheckFailure::Counts);
            }
            window.codes.extend(piece);
        }
        Ok(())
    }

    /// Updates the `derived` codes of `ranks` with their options in `window`.
    fn take_options(
        &self,
        ranks: Range<u64>,
        derived: &mut [u32],
        window: &Window,
    ) -> Result<(), ValueCheckFailure> {
        let statuses = self.statuses(&ranks);
        let mut moves = Vec::new();
        let mut layer_end = 0;
        for ((rank, status), derived) in ranks.zip(statuses).zip(derived) {
            if status != Status::Open {
                continue;
            }
            if rank >= layer_end {
                layer_end = self.layer_end(rank);
            }
            moves.clear();
            self.rules.moves(rank, &mut moves);
            for &to in &moves {
                if to >= layer_end {
                    return Err(ValueCheckFailure::Move { rank, to });
                }
                if !window.ranks.contains(&to) {
                    continue;
                }
                let option = SolvedValue::of_code(window.codes.get((to - window.ranks.start) as usize));
                let option = option.ok_or(ValueCheckFailure::Move { rank, to })?;
                let offered = option.offered(Objective::Moves, 0);
                let best = if *derived == UNSEEN { None } else { SolvedValue::of_code(*derived) };
                let is_better =
                    best.is_none_or(|best| offered.merit(Objective::Moves) > best.merit(Objective::Moves));
                if is_better {
                    *derived = offered.code();
                }
            }
        }
        Ok(())
    }

    /// Compares the `derived` codes of `ranks` with the stored codes, and counts the stored codes.
    fn compare(&self, ranks: Range<u64>, derived: &[u32]) -> Result<Counts, ValueCheckFailure> {
        let mut kept = vec![0; derived.len()];
        self.solved.codes(ranks.clone(), &mut kept)?;
        let statuses = self.statuses(&ranks);
        let mut counts = Counts::default();
        for (((rank, status), &kept), &derived) in ranks.zip(statuses).zip(&kept).zip(derived) {
            let expected = match status {
                Status::Hole => HOLE,
                Status::Open if derived != UNSEEN => derived,
                Status::Open => code_at_end(Status::Ended(end_without_moves(self.play))),
                Status::Ended(_) => code_at_end(status),
            };
            let records = self.solved.records();
            let expected = records.of_code(expected);
            if kept != expected {
                let (kept, expected) = (records.words(kept), records.words(expected));
                return Err(ValueCheckFailure::Wrong { rank, kept, expected });
            }
            counts.count(rank, kept);
        }
        self.checked.fetch_add(counts.positions(), Ordering::Relaxed);
        Ok(counts)
    }

    fn statuses(&self, ranks: &Range<u64>) -> Vec<Status> {
        let mut statuses = vec![Status::Hole; (ranks.end - ranks.start) as usize];
        self.rules.statuses(ranks.clone(), self.play, &mut statuses);
        statuses
    }

    /// Compares the counts with the stored counts, and returns the number of positions.
    fn finish(&self, mut counts: Counts) -> Result<u64, ValueCheckFailure> {
        if self.solved.records() == RecordKind::Outcomes {
            counts.farthest = None;
        }
        match counts == *self.solved.counts() {
            true => Ok(counts.positions()),
            false => Err(ValueCheckFailure::Counts),
        }
    }
}

fn code_at_end(status: Status) -> u32 {
    value_at_end(status).map_or(HOLE, SolvedValue::code)
}

/// The stored codes of a range of ranks.
struct Window {
    ranks: Range<u64>,
    codes: Codes,
}

/// Codes, each stored in as few bytes as the greatest code needs.
enum Codes {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Wide(Vec<u32>),
}

impl Codes {
    fn bytes_each(greatest: u32) -> u64 {
        match greatest {
            0..=0xFF => 1,
            0x100..=0xFFFF => 2,
            _ => 4,
        }
    }

    fn with_capacity(count: u64, greatest: u32) -> Codes {
        let count = count as usize;
        match Codes::bytes_each(greatest) {
            1 => Codes::Bytes(Vec::with_capacity(count)),
            2 => Codes::Words(Vec::with_capacity(count)),
            _ => Codes::Wide(Vec::with_capacity(count)),
        }
    }

    fn clear(&mut self) {
        match self {
            Codes::Bytes(kept) => kept.clear(),
            Codes::Words(kept) => kept.clear(),
            Codes::Wide(kept) => kept.clear(),
        }
    }

    fn extend(&mut self, codes: &[u32]) {
        match self {
            Codes::Bytes(kept) => kept.extend(codes.iter().map(|&code| code as u8)),
            Codes::Words(kept) => kept.extend(codes.iter().map(|&code| code as u16)),
            Codes::Wide(kept) => kept.extend(codes),
        }
    }

    fn get(&self, index: usize) -> u32 {
        match self {
            Codes::Bytes(codes) => u32::from(codes[index]),
            Codes::Words(codes) => u32::from(codes[index]),
            Codes::Wide(codes) => codes[index],
        }
    }
}
