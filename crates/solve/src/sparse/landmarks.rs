//! Finding a period, however long, with a few windows kept.
//!
//! A *window* is the codes of as many heaps as decide all that follows. Two equal windows prove a period: from the first
//! one on, nothing but the codes of a window, the rare heaps and the witnesses was read. Which windows are kept is decided
//! by their contents, so that a sequence that repeats keeps the same windows again: those whose hash is below a
//! threshold, which is halved when there are too many. For sequences of few codes, where no window may ever be chosen so,
//! the last window at a power of two is kept too (R. P. Brent, *An improved Monte Carlo factorization algorithm*, BIT 20
//! (1980)).

use super::code::Code;
use super::cover::BLOCK;
use super::keep::Keep;
use super::kernel::GROUP;
use super::sequence::{FIRST, Sequence, rare_heaps};
use crate::budget::{Budget, Observer, StopReason};
use crate::period::Period;
use std::ops::Range;

/// The codes before a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Landmark<C> {
    /// The heap after the last one in the window.
    pub(super) heap: u64,
    pub(super) window: Vec<C>,
    /// The hash of the end of the window.
    pub(super) hash: u64,
}

/// The windows kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Landmarks<C> {
    /// How many heaps a window has; 0 before the first.
    pub(super) length: usize,
    /// Only windows whose last value has this index are looked at.
    pub(super) index: u16,
    /// Windows with a greater hash are not kept.
    pub(super) threshold: u64,
    pub(super) marks: Vec<Landmark<C>>,
    /// The window at the last power of two.
    pub(super) tortoise: Option<Landmark<C>>,
}

/// So many windows are kept at most; half of them go when there are more.
const MAX_MARKS: usize = 32;
/// At least so many values decide, whatever witnesses say, so that a scan that looks further back changes nothing.
const LEAST_LENGTH: usize = 1 << 12;
/// The hash is taken of so many values.
const TAIL: usize = 32;

impl<C> Default for Landmarks<C> {
    fn default() -> Self {
        Landmarks { length: 0, index: 0, threshold: u64::MAX >> 10, marks: Vec::new(), tortoise: None }
    }
}

impl<C: Code> Sequence<C> {
    /// How many values before a heap decide it, as far as is known.
    pub(super) fn deciding_length(&self) -> usize {
        let length =
            LEAST_LENGTH.max(self.plan.reach()).max(self.cover.reach()).max(self.farthest_scan as usize);
        length.next_multiple_of(BLOCK) + BLOCK
    }

    /// Looks for a window that was met before among those that end in heaps from `from` up to the last known one.
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
        // A window ends beyond twice the farthest operand, so no rare heap meets its equal after it.
        let length = self.deciding_length().max(landmarks.length);
        if self.known - self.base < 2 * length as u64 {
            return Ok(());
        }
        // Longer windows than needed prove as well.
        if landmarks.length < length {
            *landmarks = Landmarks { length, index: self.usual_index(), ..Landmarks::default() };
        }
        let tortoise = landmarks.tortoise.as_ref().and_then(|tortoise| tortoise.window.last());
        let tortoise = tortoise.map(|code| code.index());
        let start = (self.known - 1) / BLOCK as u64 * BLOCK as u64;
        let mut bits = self.cover.block(start, landmarks.index);
        if let Some(index) = tortoise {
            let more = self.cover.block(start, index);
            bits = std::array::from_fn(|word| bits[word] | more[word]);
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

    /// The window before a heap: is it one that was kept, or is it to be kept?
    fn examine(
        &mut self,
        landmarks: &mut Landmarks<C>,
        heap: u64,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        let hash = self.hash_before(heap);
        // By the content alone: not by what the window at the last power of two happens to end with.
        let last = self.codes[self.place(heap) - 1].index();
        let chosen = last == landmarks.index && hash <= landmarks.threshold;
        if !chosen && landmarks.tortoise.as_ref().is_none_or(|tortoise| tortoise.hash != hash) {
            return Ok(());
        }
        let met = landmarks.tortoise.iter().chain(&landmarks.marks).find(|mark| {
            mark.hash == hash
                && (!self.space.is_positional() || (heap - mark.heap).is_multiple_of(2))
                && mark.window == self.last_codes(heap, landmarks.length)
        });
        if let Some(mark) = met {
            let (first, period) = (mark.heap, heap - mark.heap);
            let mut marks: Vec<Landmark<C>> =
                landmarks.marks.iter().chain(&landmarks.tortoise).cloned().collect();
            marks.sort_by_key(|mark| mark.heap);
            let (preperiod, period) = self.least(&marks, first, period, observer)?;
            self.period = Some(Period { preperiod, period });
            self.repeats = Some((first, heap - first));
        } else if chosen {
            landmarks.marks.push(self.landmark(heap, landmarks.length));
            while landmarks.marks.len() > MAX_MARKS {
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
        hash_of_end(&self.codes[..self.place(heap)])
    }

    /// The codes of the last heaps before one. Classes are the same an even number of heaps later, so equal codes are
    /// equal values.
    fn last_codes(&self, heap: u64, count: usize) -> &[C] {
        &self.codes[self.place(heap) - count..self.place(heap)]
    }

    /// An index of common values that neither occurs often nor hardly ever.
    fn usual_index(&self) -> u16 {
        let mut counts = vec![0u32; C::INDICES];
        let codes = &self.codes[self.codes.len() - LEAST_LENGTH..];
        for code in codes {
            counts[usize::from(code.index())] += 1;
        }
        let distance = |index: &usize| counts[*index].abs_diff(LEAST_LENGTH as u32 / 100);
        (0..counts.len()).min_by_key(distance).unwrap_or(0) as u16
    }

    /// The least period and preperiod, where the window before `first` comes again `period` heaps later and not before, an
    /// even number of heaps apart in the positional kind: there the least period may be half of that.
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

    /// Whether half of a period, from `first` on, is one too.
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

    /// The least heap from which the sequence has this period, which it has from `first` on.
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
        // From mark to mark back: what lies between is computed again, once as it is and once a period later.
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

    /// The sequence as it was at a landmark.
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
        fork.rares = self.rares.clone();
        fork.words = self.words;
        fork.prepare();
        fork.landmarks = None;
        fork
    }

    /// The sequence as it was after its first values; no period is looked for without landmarks.
    pub(super) fn beginning(&self, keep: Keep, landmarks: Option<Landmarks<C>>) -> Sequence<C> {
        let codes = match self.base {
            0 => self.codes[GROUP..GROUP + FIRST].to_vec(),
            _ => self.head[..FIRST].to_vec(),
        };
        let rares = rare_heaps(&codes);
        let mut beginning = Sequence::of_codes(self.game.clone(), self.space, keep, self.width, 0, codes);
        beginning.rares = rares;
        beginning.landmarks = landmarks;
        beginning.prepare();
        beginning
    }
}

/// The last heap of a range whose value differs between the first sequence and, a period later, the second.
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

/// The same for a range so short that all its values are kept.
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

/// A hash of the last values of a window. What it is decides which windows are kept, not what is proved.
pub(super) fn hash_of_end<C: Code>(codes: &[C]) -> u64 {
    let eights = codes.as_rchunks::<8>().1.iter().rev().take(TAIL / 8);
    eights.flat_map(C::indices).fold(0, |hash: u64, word| {
        let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 29
    })
}
