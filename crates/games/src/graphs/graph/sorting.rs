//! Interruptible sorting.

use std::cmp::Ordering;
use winways_rules::{Meter, RuleFault};

/// The length of the runs that are sorted without interruption.
const RUN: usize = 1 << 12;
/// The meter steps per item of a run. They make the meter poll once per run.
const RUN_STEPS: u64 = 16;
/// The meter steps per item when runs are merged.
const MERGE_STEPS: u64 = 4;

/// Sorts items by merging sorted runs in pairs, and counts the work on `meter`. O(n log n) time, and memory for a second copy.
///
/// # Errors
/// Returns [`RuleFault::Interrupted`] if the meter is interrupted. The items are then in an unspecified order, and some may be
/// missing.
pub(super) fn sort<T: Copy>(
    items: &mut Vec<T>,
    compare: impl Fn(&T, &T) -> Ordering,
    meter: &mut Meter,
) -> Result<(), RuleFault> {
    for run in items.chunks_mut(RUN) {
        meter.spend(RUN_STEPS * run.len() as u64)?;
        run.sort_unstable_by(&compare);
    }
    let mut merged = Vec::new();
    let mut length = RUN;
    while length < items.len() {
        merged.clear();
        merged.reserve_exact(items.len());
        for pair in items.chunks(2 * length) {
            let (mut first, mut second) = pair.split_at(length.min(pair.len()));
            while let (Some(a), Some(b)) = (first.first(), second.first()) {
                meter.spend(MERGE_STEPS)?;
                let least = if compare(b, a).is_lt() { &mut second } else { &mut first };
                merged.push(least[0]);
                *least = &least[1..];
            }
            for rest in first.chunks(RUN).chain(second.chunks(RUN)) {
                meter.spend(rest.len() as u64)?;
                merged.extend_from_slice(rest);
            }
        }
        std::mem::swap(items, &mut merged);
        length *= 2;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_merged() {
        for length in [0, 1, RUN - 1, RUN, RUN + 1, 2 * RUN, 3 * RUN + 7, 9 * RUN + 1] {
            let numbers: Vec<u64> =
                (0..length as u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50).collect();
            let (mut sorted, mut expected) = (numbers.clone(), numbers);
            sort(&mut sorted, u64::cmp, &mut Meter::default()).unwrap();
            expected.sort_unstable();
            assert_eq!(sorted, expected);
        }
    }
}
