//! The values of stacks, stored forwards and backwards, so that the values of both parts of consecutive splits are contiguous.
//!
//! Pairs are examined in blocks: every `stride`-th block is marked, and the blocks in between are scanned.

use winways_solve::position_of_xor;

/// The code of a loony stack in [`Pairs::forward`]. The xor of two codes is below [`LIMIT`] only if neither stack is loony.
pub(super) const LOONY: u16 = 1 << 15;

/// The code of a loony stack in [`Pairs::backward`]; it differs from [`LOONY`], so that the xor of both is not zero.
const LOONY_BACKWARD: u16 = 1 << 14;

/// All nimbers are below this limit.
pub(super) const LIMIT: u16 = 1 << 14;

/// The number of pairs in a block.
const BLOCK: usize = 1024;

/// The number of passes of a scan.
const PASSES: usize = 8;

/// The maximum number of nimbers that a scan searches for together.
pub(super) const SOUGHT: usize = 4;

/// A mark for each xor of two codes.
pub(super) type Marks = [u8; 1 << 16];

/// The codes of the stacks 0, 1, 2, …: nimbers, or [`LOONY`].
pub(super) struct Pairs {
    forward: Vec<u16>,
    /// The codes in reverse order, at the end of the list. The larger parts of the splits of a stack are contiguous here, in the order of
    /// their smaller parts.
    backward: Vec<u16>,
}

impl Pairs {
    /// Creates an empty list.
    pub(super) fn new() -> Self {
        Pairs { forward: Vec::new(), backward: Vec::new() }
    }

    /// Returns the number of stacks.
    pub(super) fn count(&self) -> usize {
        self.forward.len()
    }

    /// Returns the codes of all stacks.
    pub(super) fn codes(&self) -> &[u16] {
        &self.forward
    }

    /// Returns the memory in use, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        2 * (self.forward.capacity() + self.backward.capacity()) as u64
    }

    /// Returns the memory that the list uses while it grows to `count` stacks, in bytes.
    pub(super) fn bytes_to_hold(&self, count: usize) -> u64 {
        if count <= self.backward.len() { self.bytes() } else { 4 * count as u64 + self.bytes() }
    }

    /// Makes room for `count` stacks in all.
    pub(super) fn reserve(&mut self, count: usize) {
        if count > self.backward.len() {
            self.forward.reserve_exact(count - self.forward.len());
            let mut backward = vec![0; count];
            let used = self.forward.len();
            backward[count - used..].copy_from_slice(&self.backward[self.backward.len() - used..]);
            self.backward = backward;
        }
    }

    /// Appends the code of the next stack. There must be room for it.
    pub(super) fn push(&mut self, code: u16) {
        let place = self.backward.len() - 1 - self.forward.len();
        self.backward[place] = if code == LOONY { LOONY_BACKWARD } else { code };
        self.forward.push(code);
    }

    /// Returns the codes of the smaller parts 1, 2, … up to half of the stack, and the codes of the matching larger parts. All smaller
    /// stacks must be known.
    fn splits(&self, stack: usize) -> (&[u16], &[u16]) {
        let half = stack / 2;
        let start = self.backward.len() - stack;
        (&self.forward[1..=half], &self.backward[start..start + half])
    }

    /// Sets the marks of the xors of every `stride`-th block of splits, and of the splits after the last full block. Returns the number of
    /// pairs examined.
    pub(super) fn mark(&self, stack: usize, stride: usize, marks: &mut Marks) -> usize {
        let (parts, others) = self.splits(stack);
        let ((parts, rest), (others, other_rest)) = (parts.as_chunks::<BLOCK>(), others.as_chunks::<BLOCK>());
        for block in (0..parts.len()).step_by(stride) {
            mark_all(&parts[block], &others[block], marks);
        }
        mark_all(rest, other_rest, marks);
        BLOCK * parts.len().div_ceil(stride) + rest.len()
    }

    /// Finds splits with the given nimbers as xors among the splits that [`Pairs::mark`] does not examine. Removes each nimber found, and
    /// calls `report` with the nimber and one of the parts. Returns the number of pairs examined.
    ///
    /// Each pass visits blocks at equal distances. Stacks of similar sizes have similar values, so this finds a split sooner than a scan
    /// in order.
    pub(super) fn find(
        &self,
        stack: usize,
        stride: usize,
        nimbers: &mut Vec<u16>,
        mut report: impl FnMut(u16, usize),
    ) -> usize {
        let (parts, others) = self.splits(stack);
        let blocks = parts.len() / BLOCK;
        let mut count = 0;
        for pass in 0..PASSES {
            for marked in (stride * pass..blocks).step_by(stride * PASSES) {
                let end = BLOCK * blocks.min(marked + stride);
                let mut start = BLOCK * (marked + 1);
                count += end - start;
                while let Some(index) = position_of_any(&parts[start..end], &others[start..end], nimbers) {
                    start += index + 1;
                    let xor = parts[start - 1] ^ others[start - 1];
                    nimbers.retain(|&nimber| nimber != xor);
                    report(xor, start);
                }
                if nimbers.is_empty() {
                    return count;
                }
            }
        }
        count
    }
}

/// Returns the first index at which the xor of two lists is one of at most [`SOUGHT`] nimbers.
fn position_of_any(parts: &[u16], others: &[u16], nimbers: &[u16]) -> Option<usize> {
    match *nimbers {
        [one] => position_of_xor(parts, others, [one]),
        [one, two] => position_of_xor(parts, others, [one, two]),
        [one, two, three] => position_of_xor(parts, others, [one, two, three]),
        [one, two, three, four] => position_of_xor(parts, others, [one, two, three, four]),
        _ => None,
    }
}

/// Sets the marks of all xors.
fn mark_all(parts: &[u16], others: &[u16], marks: &mut Marks) {
    let ((parts, rest), (others, other_rest)) = (parts.as_chunks::<4>(), others.as_chunks::<4>());
    let word = |&[a, b, c, d]: &[u16; 4]| {
        u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
    };
    for (parts, others) in parts.iter().zip(others) {
        let xors = word(parts) ^ word(others);
        for place in 0..4 {
            marks[usize::from((xors >> (16 * place)) as u16)] = 1;
        }
    }
    for (part, other) in rest.iter().zip(other_rest) {
        marks[usize::from(part ^ other)] = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn marks_and_scans_agree_with_a_list_of_splits(
            codes in prop::collection::vec(prop_oneof![9 => 0..40_u16, 1 => Just(LOONY)], 2..9),
            count in 2..20_000_usize,
            stride in 1..9_usize,
            sought in 1..=SOUGHT,
        ) {
            let mut pairs = Pairs::new();
            for stack in 0..count {
                pairs.reserve(2 * stack / 3 * 2 + 1);
                pairs.reserve(stack + 1);
                pairs.push(codes[stack * stack / 7 % codes.len()]);
            }
            let code = |stack: usize| pairs.codes()[stack];
            let splits = (1..=count / 2).map(|part| [code(part), code(count - part)]);
            let expected: BTreeSet<u16> =
                splits.filter(|parts| !parts.contains(&LOONY)).map(|[one, other]| one ^ other).collect();
            let mut marks = [0; 1 << 16];
            pairs.mark(count, stride, &mut marks);
            for first in (0..64).step_by(sought) {
                let nimbers: Vec<u16> = (first..first + sought as u16).collect();
                let mut rest = nimbers.clone();
                let mut found = Vec::new();
                pairs.find(count, stride, &mut rest, |nimber, part| found.push((nimber, part)));
                for &(nimber, part) in &found {
                    prop_assert_eq!(code(part) ^ code(count - part), nimber);
                }
                for nimber in nimbers {
                    let is_found = found.iter().any(|&(found, _)| found == nimber);
                    prop_assert_ne!(is_found, rest.contains(&nimber));
                    let is_marked = marks[usize::from(nimber)] == 1;
                    prop_assert_eq!(is_found || is_marked, expected.contains(&nimber));
                }
            }
        }
    }
}
