//! The values computed so far on each line in the direction of a ray.

use super::excluded::{self, Excluded};

/// A set of values for each line in each direction.
pub(super) struct Lines {
    side: u64,
    directions: Vec<[u64; 2]>,
    /// For each direction, the sets of its lines, by line index.
    sets: Vec<Vec<Set>>,
    bytes: u64,
}

/// The values on a line.
#[derive(Clone, Default)]
struct Set {
    words: Vec<u64>,
    /// The number of leading words that contain all their values.
    full: usize,
}

/// Bytes of an empty set.
const EMPTY: u64 = size_of::<Set>() as u64;

impl Lines {
    /// Creates lines without allocating their sets; [`Lines::bytes`] returns the bytes that the sets will
    /// need.
    pub(super) fn new(directions: &[[u64; 2]], side: u64) -> Self {
        let count = |[u, v]: &[u64; 2]| (u + v).saturating_mul(side);
        let total = directions.iter().map(count).fold(0, u64::saturating_add);
        let bytes = total.saturating_mul(EMPTY);
        Lines { side, directions: directions.to_vec(), sets: Vec::new(), bytes }
    }

    pub(super) fn allocated(mut self) -> Self {
        let count = |[u, v]: &[u64; 2]| ((u + v) * self.side) as usize;
        self.sets = self.directions.iter().map(|direction| vec![Set::default(); count(direction)]).collect();
        self
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the sets of the lines through a pair, and a number of leading words in which every value is in
    /// at least one of the sets.
    pub(super) fn sets_through(&self, pair: [u64; 2]) -> (Vec<&[u64]>, usize) {
        let mut full = 0;
        let sets = self.directions.iter().zip(&self.sets).map(|(&direction, sets)| {
            let set = &sets[self.line(direction, pair)];
            full = full.max(set.full);
            &set.words[..]
        });
        (sets.collect(), full)
    }

    pub(super) fn insert(&mut self, pair: [u64; 2], value: u32) {
        if u64::from(value) >= Excluded::LIMIT {
            return;
        }
        for index in 0..self.directions.len() {
            let line = self.line(self.directions[index], pair);
            let set = &mut self.sets[index][line];
            let before = set.words.capacity();
            excluded::insert(&mut set.words, value);
            self.bytes += 8 * (set.words.capacity() - before) as u64;
            while set.words.get(set.full) == Some(&u64::MAX) {
                set.full += 1;
            }
        }
    }

    /// Returns the index of the line through a pair. It is derived from the first pair on the line, which is
    /// in the first `u` columns or the first `v` rows.
    fn line(&self, [u, v]: [u64; 2], [a, b]: [u64; 2]) -> usize {
        let steps = |number: u64, step: u64| number.checked_div(step).unwrap_or(u64::MAX);
        let back = steps(a, u).min(steps(b, v));
        let (a, b) = (a - back * u, b - back * v);
        (if a < u { a * self.side + b } else { u * self.side + b * self.side + a }) as usize
    }
}
