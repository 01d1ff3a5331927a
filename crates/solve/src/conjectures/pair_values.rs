//! The values of a table of pairs.

/// The values of all pairs of numbers below a side.
#[derive(Clone, Copy)]
pub struct PairValues<'v> {
    side: usize,
    /// The distance between the starts of two consecutive rows.
    stride: usize,
    values: &'v [u32],
}

/// The greatest side of the examined square.
const MAX_SIDE_EXAMINED: usize = 2048;
/// The least side of a square for any statement.
pub(super) const LEAST_SIDE: usize = 8;
/// The minimum ratio of the side to the largest number of a statement.
pub(super) const SIDE_FOR_PARAMETER: u64 = 4;

impl<'v> PairValues<'v> {
    /// Creates a view of the pairs below `side` in a table whose rows lie `stride` apart. Returns `None` if there are too few
    /// values, or if `side` exceeds `stride`.
    pub fn new(values: &'v [u32], side: usize, stride: usize) -> Option<Self> {
        let needed = side.checked_sub(1).map_or(Some(0), |rows| rows.checked_mul(stride)?.checked_add(side));
        (side <= stride && needed.is_some_and(|needed| needed <= values.len())).then_some(PairValues {
            side: side.min(MAX_SIDE_EXAMINED),
            stride,
            values,
        })
    }

    pub(crate) fn side(&self) -> usize {
        self.side
    }

    pub(crate) fn row(&self, a: usize) -> &'v [u32] {
        &self.values[a * self.stride..][..self.side]
    }

    /// Iterates over all pairs of numbers from `from` on, with their values.
    pub(super) fn pairs(&self, from: usize) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        (from..self.side).flat_map(move |a| {
            (0u64..).zip(self.row(a)).skip(from).map(move |(b, value)| (a as u64, b, u64::from(*value)))
        })
    }

    /// Returns `true` if the largest number of a statement is small enough for the side.
    pub(super) fn reaches(&self, scale: u64) -> bool {
        scale.saturating_mul(SIDE_FOR_PARAMETER) <= self.side as u64
    }
}
