//! Conversion between one set of cells per state and one set of cells per binary digit of the states.

use crate::pictures::cells::Cells;
use winways_kit::boards::word::Word;

/// The maximum number of binary digits of a state.
pub(crate) const MOST_DIGITS: usize = 4;

/// The contents of a board: for each binary digit, the set of cells whose state has this digit set.
pub(crate) type Digits<W> = [W; MOST_DIGITS];

/// Returns the number of binary digits that distinguish `count` states.
pub(crate) fn digits_of_states(count: usize) -> usize {
    (usize::BITS - (count - 1).leading_zeros()) as usize
}

impl<W: Word> Cells<W> {
    /// Returns, for each binary digit, the set of cells whose state has this digit set.
    #[inline]
    pub(crate) fn digits(&self) -> Digits<W> {
        let mut digits = [W::ZERO; MOST_DIGITS];
        for (number, digit) in digits.iter_mut().enumerate().take(digits_of_states(self.count)) {
            // The states with this digit set form runs of consecutive numbers.
            for first in (1 << number..self.count).step_by(2 << number) {
                for plane in &self.planes[first..self.count.min(first + (1 << number))] {
                    *digit = *digit | *plane;
                }
            }
        }
        digits
    }

    /// Creates the cells from their digits. `count` is the number of states, including `ABSENT`.
    #[inline]
    pub(crate) fn of_digits(digits: &Digits<W>, count: usize) -> Cells<W> {
        let mut cells = Cells::none(count);
        let digits = &digits[..digits_of_states(count)];
        for (state, plane) in cells.planes.iter_mut().enumerate().take(count).skip(1) {
            *plane = digits.iter().enumerate().fold(W::ALL, |set, (number, &digit)| {
                set & if state >> number & 1 == 1 { digit } else { !digit }
            });
        }
        cells
    }
}
