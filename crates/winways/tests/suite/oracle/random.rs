//! Random numbers and heaps for the random positions.

use super::State;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A small generator of pseudo-random numbers: equal seeds give equal numbers.
pub(crate) struct Random(SplitMix64);

impl Random {
    /// Creates a generator that starts from `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// Returns a random number from 0 to `bound` − 1; `bound` must be positive.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    /// Returns a random number from `least` to `greatest`, inclusive.
    pub(crate) fn between(&mut self, least: u64, greatest: u64) -> u64 {
        least + self.below(greatest - least + 1)
    }

    /// Returns `true` once in `times`, on average.
    pub(crate) fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Returns a random number from `least` to `greatest`, favouring both ends and the number after `least`.
    pub(crate) fn corner(&mut self, least: u64, greatest: u64) -> u64 {
        match self.below(10) {
            0 => least,
            1 => greatest.min(least + 1),
            2 => greatest,
            _ => self.between(least, greatest),
        }
    }

    /// Returns up to `most` heaps of at most `largest` tokens; sometimes none, empty heaps or equal heaps. Heaps
    /// are reduced until their `cost` is at most `budget`.
    pub(crate) fn heaps(&mut self, most: u64, largest: u64, budget: u64, cost: fn(&State) -> u64) -> State {
        let count = if self.once_in(40) { 0 } else { self.between(1, most) };
        let mut heaps = State::new();
        for _ in 0..count {
            let heap = match heaps.last() {
                Some(&previous) if self.once_in(5) => previous,
                _ => self.corner(0, largest),
            };
            heaps.push(heap);
        }
        while cost(&heaps) > budget {
            if let Some(heap) = heaps.iter_mut().max() {
                *heap -= 1;
            }
        }
        heaps
    }
}

/// Returns the number of positions if every heap can shrink independently.
pub(super) fn cost_of_shrinking(heaps: &State) -> u64 {
    heaps.iter().map(|heap| heap + 1).product()
}

/// Returns the number of tokens, which limits the number of positions if heaps can be split.
pub(super) fn cost_of_splitting(heaps: &State) -> u64 {
    heaps.iter().sum()
}
