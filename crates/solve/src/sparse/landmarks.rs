//! The search for a period of any length, with a few stored windows.
//!
//! A *window* consists of the codes of enough consecutive heaps to determine all later values. Two equal windows prove
//! a period: after the first window, only the codes of a window, the rare heaps and the witnesses were read. The content
//! of a window determines whether it is stored, so that a sequence that repeats stores the same windows again. A window
//! is stored if its hash is below a threshold, which is halved when there are too many windows. In sequences with few
//! different codes, possibly no hash is below the threshold. Therefore the last window at a power of two is stored too
//! (R. P. Brent, *An improved Monte Carlo factorization algorithm*, BIT 20 (1980)).

use super::code::Code;
use super::cover::BLOCK;
use super::keep::Keep;
use super::kernel::GROUP;
use super::sequence::{FIRST, Sequence};
use crate::budget::{Budget, Observer, StopReason};
use crate::period::Period;
use std::ops::Range;

/// A window: the codes before a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Landmark<C> {
    /// The heap after the last heap of the window.
    pub(super) heap: u64,
    pub(super) window: Vec<C>,
    /// The hash of the end of the window.
    pub(super) hash: u64,
}

/// The stored windows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Landmarks<C> {
    /// The number of heaps in a window; 0 before the first window.
    pub(super) length: usize,
    /// Only windows whose last value has this index are candidates.
    pub(super) index: u16,
    /// Windows with a greater hash are not stored.
    pub(super) threshold: u64,
    pub(super) marks: Vec<Landmark<C>>,
    /// The window at the last power of two.
    pub(super) tortoise: Option<Landmark<C>>,
}

/// The maximum number of stored windows. When it is exceeded, about half of them are evicted.
const MAX_MARKS: usize = 32;
/// The maximum number of codes in all stored windows, except the window at a power of two. In Grundy's game a
/// window has 48 million codes, and only the window at a power of two is stored.
const MAX_CODES: usize = 1 << 24;
/// The minimum window length, even if the witnesses need less, so that a scan that looks slightly further back
/// changes nothing.
const LEAST_LENGTH: usize = 1 << 12;
/// The number of values that the hash covers.
const TAIL: usize = 32;

impl<C> Default for Landmarks<C> {
    fn default() -> Self {
        Landmarks { length: 0, index: 0, threshold: u64::MAX >> 10, marks: Vec::new(), tortoise: None }
    }
}

impl<C: Code> Sequence<C> {
    /// Returns the number of values before a heap that determine it, according to the operands, witnesses and
    /// scans so far.
    pub(super) fn deciding_length(&self) -> usize {
        let length =
            LEAST_LENGTH.max(self.plan.reach()).max(self.cover.reach()).max(self.farthest_scan as usize);
        length.next_multiple_of(BLOCK) + BLOCK
    }

    /// Searches for a repeated window among the windows that end at heaps from `from` up to the last known heap.
    pub(super) fn find_period(&mut self, from: u64, observer: &dyn Observer) -> Result<(), StopReason> {
        let Some(mut landmarks) = self.landmarks.take() else {
            return Ok(());
        };
        let result = self.examine_block(&mut landmarks, from, observer);
        self.landmarks = Some(landmarks);
        result
    }

    fn examine_block(
        &mut self,
        landmarks: &mut Landmarks<C>,
        from: u64,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        // A window ends beyond twice the farthest operand, so no rare heap is paired with an equal heap after it.
        let length = self.deciding_length().max(landmarks.length);
        if self.known - self.base < 2 * length as u64 {
            return Ok(());
        }
        // Windows longer than necessary prove a period as well.
        if landmarks.length < length {
            *landmarks = Landmarks { length, index: self.usual_index(), ..Landmarks::default() };
        }
        let tortoise = landmarks.tortoise.as_ref().and_then(|tortoise| tortoise.window.last());
        let tortoise = tortoise.map(|code| code.index());
        let start = (self.known - 1) / BLOCK as u64 * BLOCK as u64;
        let mut bits = self.cover.block(start, landmarks.index);
        if let Some(index) = tortoise {
            let others = self.cover.block(start, index);
            bits = std::array::from_fn(|word| bits[word] | others[word]);
        }
        for (word, mut bits) in (0..).zip(bits) {
            while bits != 0 && self.period.is_none() {
                let heap = start + 64 * word + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                if heap >= from {
                    self.examine(landmarks, heap + 1, observer)?;
                }
            }
        }
        if self.known.is_power_of_two() || landmarks.tortoise.is_none() {
            landmarks.tortoise = Some(self.landmark(self.known, landmarks.length));
        }
        Ok(())
    }

    /// Compares the window before a heap with the stored windows, and stores it if it qualifies.
    fn examine(
        &mut self,
        landmarks: &mut Landmarks<C>,
        heap: u64,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        let hash = self.hash_before(heap);
        // Windows are selected by their content alone, independently of the window stored at the last power of
        // two.
        let last = self.codes[self.index_of(heap) - 1].index();
        let chosen = last == landmarks.index && hash <= landmarks.threshold;
        if !chosen && landmarks.tortoise.as_ref().is_none_or(|tortoise| tortoise.hash != hash) {
            return Ok(());
        }
        let most = MAX_MARKS.min(MAX_CODES / landmarks.length);
        let recurring = landmarks.tortoise.iter().chain(&landmarks.marks).find(|mark| {
            mark.hash == hash
                && (!self.space.is_positional() || (heap - mark.heap).is_multiple_of(2))
                && mark.window == self.last_codes(heap, landmarks.length)
        });
        if let Some(mark) = recurring {
            let (first, period) = (mark.heap, heap - mark.heap);
            let mut marks: Vec<Landmark<C>> =
                landmarks.marks.iter().chain(&landmarks.tortoise).cloned().collect();
            marks.sort_by_key(|mark| mark.heap);
            let (preperiod, period) = self.least(&marks, first, period, observer)?;
            self.period = Some(Period { preperiod, period });
            self.repeats = Some((first, heap - first));
        } else if chosen && most > 0 {
            landmarks.marks.push(self.landmark(heap, landmarks.length));
            while landmarks.marks.len() > most {
                landmarks.threshold /= 2;
                landmarks.marks.retain(|mark| mark.hash <= landmarks.threshold);
            }
        }
        Ok(())
    }

    pub(super) fn landmark(&self, heap: u64, length: usize) -> Landmark<C> {
        Landmark { heap, window: self.last_codes(heap, length).to_vec(), hash: self.hash_before(heap) }
    }

    fn hash_before(&self, heap: u64) -> u64 {
        hash_of_end(&self.codes[..self.index_of(heap)])
    }

    /// Returns the last `count` codes before a heap. At an even distance, equal codes stand for equal values in both
    /// kinds of spaces.
    fn last_codes(&self, heap: u64, count: usize) -> &[C] {
        &self.codes[self.index_of(heap) - count..self.index_of(heap)]
    }

    /// Returns the index whose frequency among the last [`LEAST_LENGTH`] codes is closest to 1 %.
    fn usual_index(&self) -> u16 {
        let mut counts = vec![0u32; C::INDICES];
        let codes = &self.codes[self.codes.len() - LEAST_LENGTH..];
        for code in codes {
            counts[usize::from(code.index())] += 1;
        }
        let distance = |index: &usize| counts[*index].abs_diff(LEAST_LENGTH as u32 / 100);
        (0..counts.len()).min_by_key(distance).unwrap_or(0) as u16
    }

    /// Returns the least preperiod and period. The window before `first` recurs `period` heaps later and not
    /// earlier; in the positional kind this distance is even, so the least period may be half of it.
    fn least(
        &self,
        marks: &[Landmark<C>],
        first: u64,
        period: u64,
        observer: &dyn Observer,
    ) -> Result<(u64, u64), StopReason> {
        let half = period / 2;
        if self.space.is_positional() && half % 2 == 1 && self.has_period(marks, first, half, observer)? {
            return Ok((self.least_preperiod(marks, first, half, observer)?, half));
        }
        Ok((self.least_preperiod(marks, first, period, observer)?, period))
    }

    /// Returns `true` if the sequence has the period `half`, half of a proved period, from `first` on.
    fn has_period(
        &self,
        marks: &[Landmark<C>],
        first: u64,
        half: u64,
        observer: &dyn Observer,
    ) -> Result<bool, StopReason> {
        if self.base == 0 {
            return Ok((first..first + half).all(|heap| self.value(heap) == self.value(heap + half)));
        }
        let latest = |heap| marks.iter().rfind(|mark| mark.heap <= heap);
        let (Some(early), Some(late)) = (latest(first), latest(first + half)) else {
            return Ok(false);
        };
        let (mut streams, mut start) = ([self.fork_at(early), self.fork_at(late)], first);
        while start < first + half {
            let end = (first + half).min(start + FIRST as u64);
            if difference(&mut streams, half, start..end, observer)?.is_some() {
                return Ok(false);
            }
            start = end;
        }
        Ok(true)
    }

    /// Returns the least heap from which the sequence has the given period. The sequence has this period from
    /// `first` on.
    fn least_preperiod(
        &self,
        marks: &[Landmark<C>],
        first: u64,
        period: u64,
        observer: &dyn Observer,
    ) -> Result<u64, StopReason> {
        if self.base == 0 {
            let differs = |&heap: &u64| self.value(heap) != self.value(heap + period);
            return Ok((0..first).rev().find(differs).map_or(0, |heap| heap + 1));
        }
        // The marks are processed backwards. The values between two marks are computed again, together with the values
        // a period later.
        let mut repeats_from = first;
        for mark in marks.iter().rev().filter(|mark| mark.heap < first) {
            let late = marks.iter().rfind(|late| late.heap <= mark.heap + period).unwrap_or(mark);
            let streams = [self.fork_at(mark), self.fork_at(late)];
            if let Some(heap) = last_difference(streams, period, mark.heap..repeats_from, observer)? {
                return Ok(heap + 1);
            }
            repeats_from = repeats_from.min(mark.heap);
        }
        let streams = [(); 2].map(|()| self.beginning(Keep::Last, None));
        let heap = last_difference(streams, period, 0..repeats_from, observer)?;
        Ok(heap.map_or(0, |heap| heap + 1))
    }

    /// Restores the sequence as it was at a landmark, but without the search for a period.
    pub(super) fn fork_at(&self, mark: &Landmark<C>) -> Sequence<C> {
        let base = mark.heap - mark.window.len() as u64;
        let mut fork = Sequence::of_codes(
            self.game.clone(),
            self.space,
            Keep::Last,
            self.width,
            base,
            mark.window.clone(),
        );
        fork.head = self.head.clone();
        fork.start = self.start;
        fork.drop_from = self.drop_from;
        fork.rares = self.rares.clone();
        fork.words = self.words;
        fork.prepare();
        fork.landmarks = None;
        fork
    }

    /// Restores the sequence as it was after its first values. Without landmarks, it does not search for a
    /// period.
    pub(super) fn beginning(&self, keep: Keep, landmarks: Option<Landmarks<C>>) -> Sequence<C> {
        let codes = match self.base {
            0 => self.codes[GROUP..][..self.start as usize].to_vec(),
            _ => self.head[..self.start as usize].to_vec(),
        };
        let mut beginning = Sequence::of_first_codes(self.game.clone(), self.space, keep, self.width, codes);
        beginning.landmarks = landmarks;
        beginning
    }
}

/// Returns the last heap of a range whose value in the first sequence differs from the value a period later
/// in the second.
fn last_difference<C: Code>(
    mut streams: [Sequence<C>; 2],
    period: u64,
    heaps: Range<u64>,
    observer: &dyn Observer,
) -> Result<Option<u64>, StopReason> {
    let mut last = None;
    let mut start = heaps.start;
    while start < heaps.end {
        let end = heaps.end.min(start + FIRST as u64);
        last = difference(&mut streams, period, start..end, observer)?.or(last);
        start = end;
    }
    Ok(last)
}

/// Implements [`last_difference`] for a range so short that all its values are stored.
fn difference<C: Code>(
    [early, late]: &mut [Sequence<C>; 2],
    period: u64,
    heaps: Range<u64>,
    observer: &dyn Observer,
) -> Result<Option<u64>, StopReason> {
    early.extend_to(heaps.end, Budget::DEFAULT, observer).map_err(|stopped| stopped.reason)?;
    late.extend_to(heaps.end + period, Budget::DEFAULT, observer).map_err(|stopped| stopped.reason)?;
    Ok(heaps.rev().find(|&heap| early.value(heap) != late.value(heap + period)))
}

/// Returns a hash of the last values of a window. It affects which windows are stored, but not what is
/// proved.
pub(super) fn hash_of_end<C: Code>(codes: &[C]) -> u64 {
    let eights = codes.as_rchunks::<8>().1.iter().rev().take(TAIL / 8);
    eights.flat_map(C::indices).fold(0, |hash: u64, word| {
        let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 29
    })
}
