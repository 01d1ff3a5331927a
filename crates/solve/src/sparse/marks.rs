//! Filling for sequences of many different values: a mark for each code instead of a bit.

use super::code::Code;
use super::kernel::{GROUP, Plan};
use super::lanes::eight;
use std::ops::Range;

/// The number of marks of a heap: one for each code, and some more, so that the marks of the heaps of a group
/// do not share cache sets.
const MARKS: usize = 2 * <u16 as Code>::INDICES + 512;

/// The number of marks compared together.
const CHUNK: usize = 32;

/// The marks of the heaps of a group. A code is marked if its entry equals the stamp.
struct Marks {
    entries: [Box<[u8; MARKS]>; GROUP],
    stamp: u8,
}

impl Marks {
    fn new() -> Marks {
        Marks { entries: std::array::from_fn(|_| Box::new([0; MARKS])), stamp: 0 }
    }

    /// Removes all marks.
    fn clear(&mut self) {
        match self.stamp.checked_add(1) {
            Some(next) => self.stamp = next,
            None => *self = Marks { stamp: 1, ..Marks::new() },
        }
    }

    #[inline(always)]
    fn mark(&mut self, lane: usize, code: u64) {
        // The remainder is less than the number of marks, so the compiler omits the bounds check.
        self.entries[lane][code as usize % (2 * <u16 as Code>::INDICES)] = self.stamp;
    }

    /// Returns the least index of a common value that has no mark.
    fn least_unmarked(&self, lane: usize, indices: usize) -> Option<usize> {
        let (chunks, _) = self.entries[lane][..indices].as_chunks::<CHUNK>();
        let is_full = |chunk: &[u8; CHUNK]| chunk.iter().fold(true, |all, &mark| all & (mark == self.stamp));
        let chunk = chunks.iter().position(|chunk| !is_full(chunk))?;
        let index = chunks[chunk].iter().position(|&mark| mark != self.stamp)?;
        Some(CHUNK * chunk + index)
    }
}

/// Fills heaps like [`Plan::fill`], for any number of indices of the code.
pub(super) fn fill<C: Code>(plan: &Plan, codes: &mut [C], places: Range<usize>) -> usize {
    let mut marks = Marks::new();
    for start in places.clone().step_by(GROUP) {
        marks.clear();
        for (distance, constant) in plan.all_far_from(start) {
            for (lane, code) in eight(codes, start - distance).iter().enumerate() {
                marks.mark(lane, code.word() ^ constant);
            }
        }
        for (lane, place) in (start..places.end.min(start + GROUP)).enumerate() {
            for (distance, constant) in plan.near() {
                marks.mark(lane, codes[place - distance].word() ^ constant);
            }
            match marks.least_unmarked(lane, C::INDICES) {
                Some(index) => codes[place] = C::new(index as u16, true),
                None => return place,
            }
        }
    }
    places.end
}

#[cfg(test)]
mod tests {
    use super::super::kernel::Operand;
    use super::*;
    use crate::width::Width;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pairs_agree_with_operands_in_bits_and_in_marks(
            early in prop::collection::vec((0u16..100, any::<bool>()), 300),
            rares in prop::collection::vec((1u64..200, 0u16..100), 1..40),
            splits in prop::collection::btree_set(0u64..20, 2..4),
        ) {
            let mut codes: Vec<u16> = vec![0; GROUP];
            codes.extend(early.iter().map(|&(index, common)| u16::new(index, common)));
            let places = codes.len()..codes.len() + 100;
            codes.resize(places.end + GROUP, 0);
            let splits: Vec<u64> = splits.into_iter().collect();
            let (mut plan, mut operands) = (Plan::new(&splits), Plan::default());
            for (heap, index) in rares {
                let rare = u16::new(index, false);
                plan.add_rare(heap, rare);
                for split in &splits {
                    let distance = (heap + split) as usize;
                    operands.add::<u16>(Operand { distance, constant: rare.word() ^ u16::COMMON });
                }
            }
            let filled = |fill: &dyn Fn(&mut [u16]) -> usize| {
                let mut filled = codes.clone();
                let end = fill(&mut filled);
                filled.truncate(end);
                filled
            };
            let expected = filled(&|codes| fill(&operands, codes, places.clone()));
            prop_assert_eq!(&filled(&|codes| fill(&plan, codes, places.clone())), &expected);
            for width in Width::ALL.iter().copied().filter(|width| width.is_available()) {
                for words in [2, 4, 8] {
                    prop_assert_eq!(&filled(&|codes| plan.fill(width, codes, places.clone(), words)), &expected);
                }
            }
        }

        #[test]
        fn marks_agree_with_bits(
            early in prop::collection::vec((0u16..100, any::<bool>()), 300),
            operands in prop::collection::vec((1usize..200, 0u16..100), 0..60),
        ) {
            let mut codes: Vec<u16> = vec![0; GROUP];
            codes.extend(early.iter().map(|&(index, common)| u16::new(index, common)));
            let places = codes.len()..codes.len() + 100;
            codes.resize(places.end + GROUP, 0);
            let mut plan = Plan::default();
            for (distance, index) in operands {
                plan.add::<u16>(Operand { distance, constant: u16::new(index, true).word() });
            }
            let mut others = codes.clone();
            prop_assert_eq!(fill(&plan, &mut codes, places.clone()), places.end);
            prop_assert_eq!(plan.fill(Width::Scalar, &mut others, places.clone(), 2), places.end);
            prop_assert_eq!(&codes[..places.end], &others[..places.end]);
        }
    }
}
