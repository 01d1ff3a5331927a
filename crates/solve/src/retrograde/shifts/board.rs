use std::ops::Range;
use winways_rules::{Shift, Shifts};

/// The layout of the bits: for each side, rows of positions with the same high part.
pub(super) struct Board {
    /// The number of rows.
    pub(super) high: usize,
    /// The number of positions in a row.
    pub(super) low: usize,
    /// The number of words of a row.
    pub(super) words: usize,
    /// The number of words before the first row and after the last one.
    guard: usize,
    /// The moves of each side.
    pub(super) steps: [Vec<Step>; 2],
    /// A mask of all positions of a row.
    pub(super) all: Vec<u64>,
}

/// A move of one side.
pub(super) struct Step {
    high: isize,
    from_high: Vec<bool>,
    /// The positions of a row where the move is possible; `None` for all positions.
    pub(super) from_low: Option<Vec<u64>>,
    /// The shift within a row, in whole words and remaining bits.
    pub(super) low_words: isize,
    pub(super) low_bits: u32,
}

impl Step {
    fn new(shift: &Shift, all: &[u64]) -> Step {
        let mask = words_of(&shift.from_low);
        Step {
            high: shift.high as isize,
            from_high: shift.from_high.clone(),
            from_low: (mask != all).then_some(mask),
            low_words: (shift.low as isize).div_euclid(64),
            low_bits: shift.low.rem_euclid(64) as u32,
        }
    }

    /// Returns the target row of the move from `row`, if the move is possible there.
    #[inline]
    pub(super) fn target(&self, row: usize) -> Option<usize> {
        self.from_high[row].then(|| row.wrapping_add_signed(self.high))
    }
}

impl Board {
    pub(super) fn new(shifts: &Shifts) -> Board {
        let all = words_of(&vec![true; shifts.low as usize]);
        let steps = [0, 1]
            .map(|side| shifts.moves[side].iter().map(|shift| Step::new(shift, &all)).collect::<Vec<_>>());
        let reach = steps.iter().flatten().map(|step| step.low_words.unsigned_abs()).max().unwrap_or(0);
        Board {
            high: shifts.high as usize,
            low: shifts.low as usize,
            words: all.len(),
            guard: reach + 2,
            steps,
            all,
        }
    }

    /// Returns the number of bytes of the bitmaps in [`super::sides::Sides`].
    pub(super) fn bytes(shifts: &Shifts) -> u64 {
        let words = shifts.high.saturating_mul(shifts.low.div_ceil(64));
        // Five bits per position, for two sides.
        words.saturating_mul(80)
    }

    /// Returns the range of the words of a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Range<usize> {
        let start = self.guard + row * self.words;
        start..start + self.words
    }

    /// Returns the range of the words of all rows, without the guards.
    pub(super) fn rows(&self) -> Range<usize> {
        self.guard..self.guard + self.high * self.words
    }

    /// Returns a bitmap with all bits 0.
    pub(super) fn zeros(&self) -> Vec<u64> {
        vec![0; self.high * self.words + 2 * self.guard]
    }
}

/// Packs flags into words, starting at the lowest bit of the first word.
fn words_of(flags: &[bool]) -> Vec<u64> {
    let word = |flags: &[bool]| flags.iter().rev().fold(0u64, |word, &flag| word << 1 | u64::from(flag));
    flags.chunks(64).map(word).collect()
}
