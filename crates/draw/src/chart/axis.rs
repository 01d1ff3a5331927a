//! Axes that map numbers to pixels.

/// A length on a chart.
pub(super) type Pixels = i64;

/// Numbers along a row of cells of equal width. All cells contain equally many numbers, except possibly the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) least: u64,
    pub(super) greatest: u64,
    /// The number of integers in a cell.
    pub(super) in_a_cell: u64,
    /// The width of a cell.
    pub(super) pitch: Pixels,
}

impl Axis {
    /// Returns the least number of integers per cell for which at most `most_cells` cells are needed; a limit below 2 counts as
    /// 2.
    pub(super) fn sharing(least: u64, greatest: u64, most_cells: u64) -> u64 {
        let before_last = (greatest - least) / most_cells.max(2);
        // ⌈(difference + 1)/cells⌉ = ⌊difference/cells⌋ + 1, which does not overflow for two or more cells.
        before_last + 1
    }

    /// Returns the axis with the fewest integers per cell such that cells are at least `narrowest` wide. Cells are as wide as
    /// the available width allows, but at most `widest`.
    pub(super) fn fitting(
        (least, greatest): (u64, u64),
        available: Pixels,
        narrowest: Pixels,
        widest: Pixels,
    ) -> Axis {
        let in_a_cell = Self::sharing(least, greatest, (available / narrowest).unsigned_abs());
        let axis = Axis { least, greatest, in_a_cell, pitch: 1 };
        Axis { pitch: (available / axis.cells() as Pixels).clamp(1, widest), ..axis }
    }

    pub(super) fn cells(&self) -> usize {
        self.cell(self.greatest) + 1
    }

    /// Returns the cell of a number; numbers beyond the ends are in the outermost cells.
    pub(super) fn cell(&self, number: u64) -> usize {
        let number = number.clamp(self.least, self.greatest);
        // The index is small, since there are few cells.
        ((number - self.least) / self.in_a_cell) as usize
    }

    /// Returns the range of numbers in a cell.
    pub(super) fn numbers(&self, cell: usize) -> std::ops::RangeInclusive<u64> {
        let first =
            (cell as u64).checked_mul(self.in_a_cell).and_then(|offset| self.least.checked_add(offset));
        let first = first.unwrap_or(self.greatest).min(self.greatest);
        first..=first.saturating_add(self.in_a_cell - 1).min(self.greatest)
    }

    pub(super) fn length(&self) -> Pixels {
        self.cells() as Pixels * self.pitch
    }

    /// Returns the distance of the middle of a number's interval from the start of the axis, in half pixels.
    pub(super) fn middle(&self, number: u64) -> Pixels {
        let number = number.clamp(self.least, self.greatest);
        self.along(2 * u128::from(number - self.least) + 1)
    }

    /// Returns the distance in pixels from the start of the axis to the start of a number's interval, at most the length of the
    /// axis.
    pub(super) fn edge(&self, number: u128) -> Pixels {
        let offset = number.saturating_sub(u128::from(self.least));
        (self.along(2 * offset.min(1 << 64)) / 2).min(self.length())
    }

    /// Converts a distance in halves of a number's interval to half pixels.
    fn along(&self, halves: u128) -> Pixels {
        // The product fits: `pitch` has at most 12 bits, and `halves` at most 66.
        let length = halves * self.pitch.unsigned_abs() as u128 / u128::from(self.in_a_cell);
        Pixels::try_from(length).unwrap_or(Pixels::MAX)
    }

    /// Returns round numbers on the axis that are at least `apart` pixels apart.
    pub(super) fn ticks(&self, apart: Pixels) -> Vec<u64> {
        let far_enough = |step: &u128| {
            step * self.pitch.unsigned_abs() as u128
                >= apart.unsigned_abs() as u128 * u128::from(self.in_a_cell)
        };
        let steps = (0..39).flat_map(|exponent| [1, 2, 5].map(|digit| digit * 10_u128.pow(exponent)));
        let Some(step) = steps.clone().take_while(|step| *step < 1 << 70).find(far_enough) else {
            return Vec::new();
        };
        let first = u128::from(self.least).div_ceil(step);
        let last = u128::from(self.greatest) / step;
        let ticks: Vec<u64> =
            (first..=last).filter_map(|multiple| u64::try_from(multiple * step).ok()).collect();
        // A short axis may have no round number that is far enough from the next.
        if ticks.is_empty() { vec![self.least] } else { ticks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_are_round() {
        let axis = Axis::fitting((0, 100), 1010, 1, 10);
        assert_eq!((axis.cells(), axis.pitch, axis.length()), (101, 10, 1010));
        assert_eq!(axis.ticks(150), [0, 20, 40, 60, 80, 100]);
        assert_eq!(Axis::fitting((3, 9), 100, 1, 10).ticks(20), [4, 6, 8]);
    }

    fn ends() -> impl Strategy<Value = (u64, u64)> {
        let end = || prop_oneof![0_u64..2000, Just(u64::MAX), u64::MAX - 2000..u64::MAX, any::<u64>()];
        (end(), end()).prop_map(|(one, other)| (one.min(other), one.max(other)))
    }

    proptest! {
        #[test]
        fn every_number_is_in_one_cell(
            ends in ends(), available in 2_i64..2000, narrowest in 1_i64..4, widest in 1_i64..50, part in any::<u64>()
        ) {
            prop_assume!(available >= 2 * narrowest);
            let axis = Axis::fitting(ends, available, narrowest, widest);
            prop_assert!(axis.length() <= available);
            prop_assert!(axis.pitch <= widest && (axis.pitch >= narrowest || widest < narrowest));
            let number = axis.least + part.checked_rem(axis.greatest - axis.least).unwrap_or(0);
            for number in [axis.least, number, axis.greatest] {
                let cell = axis.cell(number);
                prop_assert!(axis.numbers(cell).contains(&number));
                let (left, right) = (cell as Pixels * axis.pitch, (cell as Pixels + 1) * axis.pitch);
                prop_assert!((2 * left..=2 * right).contains(&axis.middle(number)));
                prop_assert!((left..=right).contains(&axis.edge(number.into())));
            }
            // The cells are contiguous and cover all numbers.
            prop_assert_eq!(*axis.numbers(0).start(), axis.least);
            prop_assert_eq!(*axis.numbers(axis.cells() - 1).end(), axis.greatest);
            for cell in 1..axis.cells() {
                prop_assert_eq!(axis.numbers(cell - 1).end() + 1, *axis.numbers(cell).start());
            }
        }

        #[test]
        fn ticks_are_apart(ends in ends(), available in 2_i64..2000, apart in 1_i64..300) {
            let axis = Axis::fitting(ends, available, 1, 50);
            let ticks = axis.ticks(apart);
            prop_assert!(ticks.len() as Pixels <= available / apart + 1);
            prop_assert!(ticks.iter().all(|tick| (axis.least..=axis.greatest).contains(tick)));
            for pair in ticks.windows(2) {
                prop_assert!(axis.middle(pair[1]) - axis.middle(pair[0]) >= 2 * apart - 1);
            }
        }
    }
}
