//! Random numbers and heaps for the random positions.

use super::State;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A small generator of random numbers: the same seed always gives the same numbers.
pub(crate) struct Random(SplitMix64);

impl Random {
    /// A generator that starts from `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// A random number from 0 to `bound` − 1; `bound` is positive.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    /// A random number from `least` to `greatest`, both included.
    pub(crate) fn between(&mut self, least: u64, greatest: u64) -> u64 {
        least + self.below(greatest - least + 1)
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// A random number from `least` to `greatest`, both ends and the number after `least` more often.
    pub(crate) fn corner(&mut self, least: u64, greatest: u64) -> u64 {
        match self.below(10) {
            0 => least,
            1 => greatest.min(least + 1),
            2 => greatest,
            _ => self.between(least, greatest),
        }
    }

    /// Up to `most` heaps of up to `largest`: now and then none at all, empty heaps, or equal heaps.
    /// Heaps shrink until `cost` of them all is at most `budget`.
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

/// The number of positions when every heap can shrink on its own.
pub(super) fn cost_of_shrinking(heaps: &State) -> u64 {
    heaps.iter().map(|heap| heap + 1).product()
}

/// The number of tokens, which bounds the positions when heaps can be split.
pub(super) fn cost_of_splitting(heaps: &State) -> u64 {
    heaps.iter().sum()
}
