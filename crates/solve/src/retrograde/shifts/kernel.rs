//! Rows of bits, shifted and put together: the inner loops, for each kind of machine.

use super::board::{Board, Step};
use crate::width::Width;

/// What the other side's rows tell in a round, and which positions of this side are still open.
#[derive(Clone, Copy)]
pub(super) struct Sources<'s> {
    /// Positions of the other side that were lost in the last round.
    pub(super) frontier_lost: &'s [u64],
    /// Rows that have any.
    pub(super) has_frontier_lost: &'s [bool],
    /// Positions of the other side that are known to be won.
    pub(super) won: &'s [u64],
    /// Rows that have such since the last round.
    pub(super) has_frontier_won: &'s [bool],
    /// Positions of this side without a value.
    pub(super) open: &'s [u64],
    /// Rows that have any.
    pub(super) has_open: &'s [bool],
}

/// The positions of one row that get a value in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) won: bool,
    pub(super) lost: bool,
}

/// Finds the positions of this side in the rows from `first` on that get a value: into `won` and `lost`, the bits of so many
/// rows, and into `found`. Both must be zero where `found` is false.
pub(super) fn find_rows(
    width: Width,
    board: &Board,
    steps: &[Step],
    sources: Sources<'_>,
    first: usize,
    [won, lost]: [&mut [u64]; 2],
    found: &mut [Found],
) {
    match width {
        Width::Scalar => find(board, steps, sources, first, [won, lost], found),
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        Width::Avx2 => {
            assert!(width.is_available());
            // SAFETY: this machine has the instructions.
            unsafe { find_avx2(board, steps, sources, first, [won, lost], found) }
        }
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        Width::Avx512 => {
            assert!(width.is_available());
            // SAFETY: this machine has the instructions.
            unsafe { find_avx512(board, steps, sources, first, [won, lost], found) }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn find_avx2(
    board: &Board,
    steps: &[Step],
    sources: Sources<'_>,
    first: usize,
    bits: [&mut [u64]; 2],
    found: &mut [Found],
) {
    find(board, steps, sources, first, bits, found);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn find_avx512(
    board: &Board,
    steps: &[Step],
    sources: Sources<'_>,
    first: usize,
    bits: [&mut [u64]; 2],
    found: &mut [Found],
) {
    find(board, steps, sources, first, bits, found);
}

#[inline(always)]
fn find(
    board: &Board,
    steps: &[Step],
    sources: Sources<'_>,
    first: usize,
    [won, lost]: [&mut [u64]; 2],
    found: &mut [Found],
) {
    let words = board.words;
    let rows = won.chunks_exact_mut(words).zip(lost.chunks_exact_mut(words)).zip(found);
    for (row, ((won, lost), found)) in (first..).zip(rows) {
        let open = &sources.open[board.row(row)];
        *found = Found::default();
        if !sources.has_open[row] {
            continue;
        }
        let reaches =
            |flags: &[bool]| steps.iter().any(|step| step.target(row).is_some_and(|row| flags[row]));
        if reaches(sources.has_frontier_lost) {
            for step in steps {
                if let Some(target) = step.target(row).filter(|&target| sources.has_frontier_lost[target]) {
                    combine_shifted(won, sources.frontier_lost, board, step, target, |won, leads, may| {
                        won | leads & may
                    });
                }
            }
            found.won = keep_common(won, open);
        }
        if reaches(sources.has_frontier_won) {
            lost.copy_from_slice(open);
            for step in steps {
                if let Some(target) = step.target(row) {
                    combine_shifted(lost, sources.won, board, step, target, |lost, leads, may| {
                        lost & (leads | !may)
                    });
                }
            }
            found.lost = lost.iter().any(|&word| word != 0);
        }
    }
}

/// Keeps of `bits` what `others` have too, and returns whether that is anything.
#[inline(always)]
fn keep_common(bits: &mut [u64], others: &[u64]) -> bool {
    let mut any = 0;
    for (word, other) in bits.iter_mut().zip(others) {
        *word &= other;
        any |= *word;
    }
    any != 0
}

/// Puts each word of `bits` together with the word of the positions from which `step` leads to one of `source` in row
/// `target`, and with the mask of those where it may be made.
#[inline(always)]
fn combine_shifted(
    bits: &mut [u64],
    source: &[u64],
    board: &Board,
    step: &Step,
    target: usize,
    combine: impl Fn(u64, u64, u64) -> u64,
) {
    let (near, far, shift) = shifted(source, board, step, target);
    match (&step.from_low, shift) {
        (None, 0) => {
            for (word, near) in bits.iter_mut().zip(near) {
                *word = combine(*word, *near, u64::MAX);
            }
        }
        (Some(mask), 0) => {
            for ((word, near), mask) in bits.iter_mut().zip(near).zip(mask) {
                *word = combine(*word, *near, *mask);
            }
        }
        (mask, shift) => {
            let mask = mask.as_deref().unwrap_or(&board.all);
            for (((word, near), far), mask) in bits.iter_mut().zip(near).zip(far).zip(mask) {
                *word = combine(*word, near >> shift | far << (64 - shift), *mask);
            }
        }
    }
}

/// The words from which the row that `step` leads to is put together, and by how many bits they are shifted.
///
/// What lies beyond the ends of the target row is some other row or a guard; such steps cannot be made, and are masked.
#[inline(always)]
fn shifted<'s>(source: &'s [u64], board: &Board, step: &Step, target: usize) -> (&'s [u64], &'s [u64], u32) {
    let start = (board.row(target).start as isize + step.low_words) as usize;
    (&source[start..start + board.words], &source[start + 1..start + 1 + board.words], step.low_bits)
}
