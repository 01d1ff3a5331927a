//! Subtraction games as bit sets: one set for each nim-value, with 64 heaps per word.
//!
//! A heap has value v if it has no smaller value and none of its options has value v. The set for value v is therefore
//! computed like the lost positions, restricted to the heaps without a smaller value. Each of its words is the
//! complement of the union of the set's shifts by the numbers that may be taken. Numbers of 64 and more shift
//! whole words; the least of the other numbers determines how many heaps of a word can be settled together.

mod census;
mod period;
#[cfg(test)]
mod tests;

pub use census::census;
pub(crate) use period::period_within;
pub use period::subtraction_period;

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::ledger::Pace;

/// The kind of results that a sequence computes and stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nim-values.
    Values,
    /// Nim-values, stored only for the last heaps, from which the next heaps are computed.
    LastValues,
    /// Outcomes: a heap of value 0 is lost for the player to move.
    Outcomes,
    /// Outcomes, stored only for the last heaps, from which the next heaps are computed.
    LastOutcomes,
}

/// The nim-values or the outcomes of heaps 0, 1, 2, … of the game of a finite subtraction set, extended on demand.
///
/// [`crate::NimSequence`] is the slow reference implementation.
///
/// # Complexity
/// Let s be the least number of the set, k its size and v the number of occurring values. Every 64 heaps take at
/// most v·(k·⌈64/s⌉ + 1) steps, and each stored heap takes v bits of memory.
///
/// ```
/// use winways_solve::{Budget, NoObserver, SubtractionSequence, Wanted};
/// let mut sequence = SubtractionSequence::new(&[1, 3, 4], Wanted::Values);
/// sequence.extend_to(8, Budget::DEFAULT, &NoObserver)?;
/// let values: Vec<_> = (0..9).filter_map(|heap| sequence.nim_value(heap)).collect();
/// assert_eq!(values, [0, 1, 0, 1, 2, 3, 2, 0, 1]);
/// # Ok::<(), winways_solve::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct SubtractionSequence {
    /// Numbers below 64 that may be taken, ascending.
    near: Vec<u32>,
    /// The numbers of 64 and more, ascending.
    far: Vec<u64>,
    wanted: Wanted,
    /// For each value, the set of heaps that have it. All sets have the same length and start with
    /// [`Self::behind`] words.
    planes: Vec<Vec<u64>>,
    /// The number of words that the computation of the next word needs. Initially these words are zero, since
    /// there are no such heaps.
    behind: usize,
    /// The number of dropped words.
    dropped: u64,
    /// The pace of polls of the observer, in steps.
    pace: Pace,
}

/// The number of steps, of about a nanosecond each, between two polls.
const STEPS_BETWEEN_POLLS: u64 = 1 << 21;

/// The maximum number of words stored beyond the necessary words, if only the last heaps are stored.
const SPARE: usize = 1 << 10;

impl SubtractionSequence {
    /// Creates a sequence with no heaps computed. The numbers may be in any order; zeros are ignored.
    pub fn new(set: &[u64], wanted: Wanted) -> Self {
        let mut numbers: Vec<u64> = set.iter().copied().filter(|&number| number > 0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let far = numbers.split_off(numbers.partition_point(|&number| number < 64));
        let greatest = far.last().copied().unwrap_or(0);
        SubtractionSequence {
            near: numbers.iter().map(|&number| number as u32).collect(),
            wanted,
            planes: Vec::new(),
            // `extend_to` reports an error if this exceeds the memory.
            behind: usize::try_from(greatest / 64).unwrap_or(usize::MAX / 64).saturating_add(2),
            dropped: 0,
            pace: Pace::new(STEPS_BETWEEN_POLLS),
            far,
        }
    }

    /// Returns the number of known heaps, a multiple of 64.
    pub fn known(&self) -> u64 {
        match self.planes.first() {
            Some(plane) => 64 * (self.dropped + (plane.len() - self.behind) as u64),
            None => 0,
        }
    }

    /// Returns `true` if a heap has value 0, and `None` if its value is unknown or no longer stored.
    pub fn is_lost(&self, heap: u64) -> Option<bool> {
        Some(self.word(0, heap)? & 1 != 0)
    }

    /// Returns the nim-value of a heap, or `None` if it is unknown or no longer stored, or if only outcomes are
    /// computed.
    pub fn nim_value(&self, heap: u64) -> Option<u16> {
        let value =
            (0..self.planes.len()).find(|&value| self.word(value, heap).is_some_and(|word| word & 1 != 0))?;
        u16::try_from(value).ok()
    }

    /// Computes all heaps up to `heap`, and up to 63 more.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the memory budget is exhausted, a value needs more than 16 bits, or the observer
    /// stops the work. The results computed so far are retained. A limit on options counts each number of the set
    /// for each heap.
    pub fn extend_to(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        let mut options = 0u64;
        while self.known() <= heap {
            let extended = self.extend(budget).and_then(|()| {
                options = options.saturating_add(64 * (self.near.len() + self.far.len()) as u64);
                budget.check_options(options)
            });
            extended.map_err(|reason| reason.after(self.known()))?;
            self.count_steps(self.steps_per_word(), observer)?;
        }
        Ok(())
    }

    /// Returns an upper bound on the steps for the next 64 heaps. Each number of 64 and more counts once per
    /// plane; each smaller number counts once per plane and part of a word that is settled together.
    fn steps_per_word(&self) -> u64 {
        let parts = self.near.first().map_or(0, |&least| 64u64.div_ceil(u64::from(least)));
        let of_plane = self.far.len() as u64 + parts * self.near.len() as u64 + 1;
        of_plane.saturating_mul(self.planes.len() as u64)
    }

    /// Counts steps and polls the observer once enough have accumulated.
    fn count_steps(&mut self, steps: u64, observer: &dyn Observer) -> Result<(), Stopped> {
        if !self.pace.is_due(steps) {
            return Ok(());
        }
        let polled = observer.poll(&Progress::new(self.known(), 0, self.bytes()));
        polled.map_err(|reason| reason.after(self.known()))
    }

    /// Computes the next 64 heaps.
    fn extend(&mut self, budget: Budget) -> Result<(), StopReason> {
        if self.planes.is_empty() {
            self.add_plane(self.behind, budget)?;
        }
        let length = self.planes[0].len();
        let keeps_last = matches!(self.wanted, Wanted::LastValues | Wanted::LastOutcomes);
        if keeps_last && length >= 2 * self.behind + SPARE {
            self.drop_words(length - self.behind);
        } else if length == self.planes[0].capacity() {
            // A growing list doubles its capacity and temporarily holds both copies.
            budget.check(self.bytes().saturating_mul(3))?;
        }
        let outcomes = matches!(self.wanted, Wanted::Outcomes | Wanted::LastOutcomes);
        let length = self.planes[0].len();
        let mut free = u64::MAX;
        let mut value = 0;
        while value < self.planes.len() {
            let word = self.next_word(&self.planes[value], free);
            self.planes[value].push(word);
            free &= !word;
            value += 1;
            if free != 0
                && value == self.planes.len()
                && !outcomes
                && let Err(stopped) = self.add_plane(length, budget)
            {
                self.planes.iter_mut().for_each(|plane| plane.truncate(length));
                return Err(stopped);
            }
        }
        Ok(())
    }

    /// Returns the next 64 heaps of a plane: the free heaps without an option in the plane.
    fn next_word(&self, plane: &[u64], free: u64) -> u64 {
        if free == 0 {
            return 0;
        }
        let next = 64 * plane.len() as u64;
        let open = self.far.iter().fold(free, |open, &taken| open & !word_at(plane, next - taken));
        let before = plane[plane.len() - 1];
        match *self.near {
            [] => open,
            [a] => settle([a], before, open),
            [a, b] => settle([a, b], before, open),
            [a, b, c] => settle([a, b, c], before, open),
            _ => settle(&*self.near, before, open),
        }
    }

    fn add_plane(&mut self, length: usize, budget: Budget) -> Result<(), StopReason> {
        let bytes = (length as u64).saturating_add(1).saturating_mul(8);
        if self.planes.len() > usize::from(u16::MAX) {
            return Err(StopReason::Values { limit: 1 << 16 });
        }
        budget.check(self.bytes().saturating_add(bytes))?;
        self.planes.push(vec![0; length]);
        Ok(())
    }

    /// Drops the first `count` words.
    fn drop_words(&mut self, count: usize) {
        self.planes.iter_mut().for_each(|plane| drop(plane.drain(..count)));
        self.dropped += count as u64;
    }

    /// Returns 64 bits of a plane, starting with `heap`. Bits of unknown heaps are 0.
    fn word(&self, value: usize, heap: u64) -> Option<u64> {
        if heap >= self.known() {
            return None;
        }
        let index = (heap + 64 * self.behind as u64).checked_sub(64 * self.dropped)?;
        self.planes.get(value).map(|plane| word_at(plane, index))
    }

    /// Returns 64 bits of a plane, starting `back` heaps before the first unknown heap. `back` is at least 64
    /// and within the stored part. All bits are 0 if the plane does not exist.
    fn word_back(&self, value: usize, back: u64) -> u64 {
        self.planes.get(value).map_or(0, |plane| word_at(plane, 64 * plane.len() as u64 - back))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.planes.iter().map(|plane| 8 * plane.capacity() as u64).sum()
    }
}

/// Returns 64 bits, starting at index `bit`. Bits beyond the end are 0.
#[inline]
fn word_at(words: &[u64], bit: u64) -> u64 {
    let index = (bit / 64) as usize;
    let above = words.get(index + 1).copied().unwrap_or(0);
    ((u128::from(above) << 64 | u128::from(words[index])) >> (bit % 64)) as u64
}

/// Returns the open heaps of a word that have no option in the same plane. `before` is the preceding word of
/// the plane; the numbers in `near` are below 64 and ascending.
#[inline]
fn settle(near: impl AsRef<[u32]>, before: u64, open: u64) -> u64 {
    let near = near.as_ref();
    let least = near[0];
    // The last 64 heaps settled.
    let mut recent = before;
    let mut settled = 0;
    while settled < 64 {
        let step = least.min(64 - settled);
        let covered = near.iter().fold(0, |covered, taken| covered | recent >> (64 - taken));
        let next = open >> settled & !covered;
        recent = recent >> step | next << (64 - step);
        settled += step;
    }
    recent
}
