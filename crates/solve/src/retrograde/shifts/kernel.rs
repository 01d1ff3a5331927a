//! The inner loops on rows of bits, for each vector width.

use super::board::{Board, Step};
use crate::width::Width;

/// The state of the other side before a round, and the open positions of this side.
#[derive(Clone, Copy)]
pub(super) struct Sources<'s> {
    /// Positions of the other side that were lost in the last round.
    pub(super) frontier_lost: &'s [u64],
    /// Rows with positions lost in the last round.
    pub(super) has_frontier_lost: &'s [bool],
    /// Positions of the other side that are known to be won.
    pub(super) won: &'s [u64],
    /// Rows with positions won in the last round.
    pub(super) has_frontier_won: &'s [bool],
    /// Positions of this side without a value.
    pub(super) open: &'s [u64],
    /// Rows with open positions.
    pub(super) has_open: &'s [bool],
}

/// The kinds of positions in a row that are decided in a round: `true` if there are any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DecidedRow {
    pub(super) won: bool,
    pub(super) lost: bool,
}

/// Finds the positions of this side that are decided, in consecutive rows from `first` on. Sets their bits in `won` and
/// `lost`, which contain the bits of these rows and must be zero before the call. Stores in `found` which rows have such
/// positions.
pub(super) fn find_rows(
    width: Width,
    board: &Board,
    steps: &[Step],
    sources: Sources<'_>,
    first: usize,
    [won, lost]: [&mut [u64]; 2],
    found: &mut [DecidedRow],
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
    found: &mut [DecidedRow],
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
    found: &mut [DecidedRow],
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
    found: &mut [DecidedRow],
) {
    let words = board.words;
    let rows = won.chunks_exact_mut(words).zip(lost.chunks_exact_mut(words)).zip(found);
    for (row, ((won, lost), found)) in (first..).zip(rows) {
        let open = &sources.open[board.row(row)];
        *found = DecidedRow::default();
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

/// Intersects `bits` with `others`; returns `true` if any bit is left.
#[inline(always)]
fn keep_common(bits: &mut [u64], others: &[u64]) -> bool {
    let mut any = 0;
    for (word, other) in bits.iter_mut().zip(others) {
        *word &= other;
        any |= *word;
    }
    any != 0
}

/// Combines each word of `bits` with two words. One has the positions from which `step` leads to a position
/// of `source` in row `target`; the other is the mask of positions where `step` is possible.
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

/// Returns the words from which the target row of `step` is assembled, and the number of bits to shift.
///
/// Bits beyond the ends of the target row belong to another row or a guard. Such steps are impossible and are
/// masked out.
#[inline(always)]
fn shifted<'s>(source: &'s [u64], board: &Board, step: &Step, target: usize) -> (&'s [u64], &'s [u64], u32) {
    let start = (board.row(target).start as isize + step.low_words) as usize;
    (&source[start..start + board.words], &source[start + 1..start + 1 + board.words], step.low_bits)
}
