//! The stops of values, for comparisons that need no arena.

use std::sync::atomic::{AtomicU64, Ordering};
use winways::Dyadic;

/// The left and the right stop of a game, computed and stored when the game is first compared.
///
/// The upper half of the word is the left stop and the lower half the right stop, both as multiples of 1/[`UNITS`].
pub(super) struct Stops(AtomicU64);

/// A marker for stops that are not stored yet.
const UNKNOWN: u64 = word(i32::MIN, i32::MIN);

/// A marker for stops that do not fit into the word.
const NONE: u64 = word(i32::MIN, 0);

const UNITS: i64 = 1 << 8;

const fn word(left: i32, right: i32) -> u64 {
    (left as u32 as u64) << 32 | right as u32 as u64
}

impl Stops {
    /// Computes and stores the stops, unless they are already stored.
    pub(super) fn store(&self, find: impl FnOnce() -> [Dyadic; 2]) {
        if self.0.load(Ordering::Relaxed) == UNKNOWN {
            let word = match find().each_ref().map(in_units) {
                [Some(left), Some(right)] => word(left, right),
                _ => NONE,
            };
            self.0.store(word, Ordering::Relaxed);
        }
    }

    fn get(&self) -> Option<(i32, i32)> {
        match self.0.load(Ordering::Relaxed) {
            UNKNOWN | NONE => None,
            word => Some(((word >> 32) as i32, word as i32)),
        }
    }

    /// Returns `true` if a game with the stops `low` is at most a game with the stops `high`, and `None` if the stops do not decide
    /// this.
    pub(super) fn decide(low: &Stops, high: &Stops) -> Option<bool> {
        let ((low_left, low_right), (high_left, high_right)) = (low.get()?, high.get()?);
        if low_left > high_left || low_right > high_right {
            return Some(false);
        }
        (low_left < high_right).then_some(true)
    }
}

impl Default for Stops {
    fn default() -> Self {
        Stops(AtomicU64::new(UNKNOWN))
    }
}

/// Returns the number as a multiple of 1/[`UNITS`], or `None` if it is no such multiple or does not fit.
fn in_units(number: &Dyadic) -> Option<i32> {
    let units = i64::try_from(&(number * &Dyadic::from(UNITS))).ok()?;
    i32::try_from(units).ok().filter(|&units| units > i32::MIN)
}
