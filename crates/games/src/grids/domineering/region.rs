//! Regions of free cells: the hot part of Domineering, in bits.

use std::hash::{Hash, Hasher};
use winways_kit::boards::bitboard::{Frame, Layout, bits, lowest};
use winways_kit::boards::grid;
use winways_rules::{Component, Side, Sign};

/// Two or more free cells that hang together, moved into the corner of their box.
///
/// Bit row·stride + column is a free cell; the stride is 8 if the box fits into eight rows and columns, else its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DominoRegion {
    cells: u64,
    stride: u8,
}

impl Hash for DominoRegion {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The stride is 8 nearly always: one word tells regions apart well enough.
        state.write_u64(self.cells.rotate_left(self.stride.into()));
    }
}

impl Component for DominoRegion {}

/// The regions of a board: its free cells that have free neighbours, in the order of their first cells.
#[inline]
pub(super) fn regions(free: u64, stride: u8) -> impl Iterator<Item = DominoRegion> {
    let layout = Layout::new(stride);
    let mut rest = free & layout.neighbours(free);
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let cells = layout.fill(lowest(rest), rest);
        rest ^= cells;
        let frame = Frame::around(cells, stride);
        Some(DominoRegion { cells: frame.crop(cells), stride: frame.stride() })
    })
}

impl DominoRegion {
    /// The regions of a board of at most eight columns whose rows are packed without gaps: bit row·width + column is a
    /// free cell. Nothing if the width is 0 or over 8, or if there are more than eight rows.
    ///
    /// ```
    /// use winways_games::grids::domineering::DominoRegion;
    /// // All but the middle of a board of three by three: a ring.
    /// assert_eq!(DominoRegion::regions_of_rows(0b111_101_111, 3).next().map(|ring| ring.cells()), Some(0x07_05_07));
    /// ```
    pub fn regions_of_rows(free: u64, width: u8) -> impl Iterator<Item = DominoRegion> {
        let width = u32::from(width);
        let row = |row: u32| free.checked_shr(row * width).unwrap_or(0) & ((1 << width) - 1);
        let fits = (1..=8).contains(&width) && free.checked_shr(8 * width).unwrap_or(0) == 0;
        let spread =
            if fits { (0..8).fold(0, |cells, number| cells | row(number) << (8 * number)) } else { 0 };
        regions(spread, 8)
    }

    /// The free cells: bit row·stride + column.
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// How many bits lie between a cell and the one below it.
    pub fn stride(&self) -> u8 {
        self.stride
    }

    /// The first cells (the upper, the left one) of the pairs on which `side` may place a domino.
    #[inline]
    pub(super) fn places(&self, side: Side) -> u64 {
        let layout = Layout::new(self.stride);
        self.cells
            & match side {
                Side::Left => layout.up(self.cells),
                Side::Right => layout.left(self.cells),
            }
    }

    /// The dominoes that `side` may place, each as its two cells.
    #[inline]
    pub(super) fn dominoes(&self, side: Side) -> impl Iterator<Item = u64> + use<> {
        let layout = Layout::new(self.stride);
        bits(self.places(side)).map(move |first| {
            first
                | match side {
                    Side::Left => layout.down(first),
                    Side::Right => layout.right(first),
                }
        })
    }

    /// The regions that are left when `domino` is taken away.
    #[inline]
    pub(super) fn without(&self, domino: u64) -> impl Iterator<Item = DominoRegion> + use<> {
        regions(self.cells & !domino, self.stride)
    }

    /// Brings the region upright, then takes the least of its reflections; of a square box also of its transposes.
    #[inline]
    pub(super) fn canonicalise(&mut self) -> Sign {
        let mut frame = Frame::around(self.cells, self.stride);
        let mut sign = Sign::Same;
        if frame.width > frame.height {
            self.cells = frame.transpose(self.cells);
            frame = frame.transposed();
            self.stride = frame.stride();
            sign = Sign::Negative;
        }
        let least = least_reflection(frame, self.cells);
        if frame.width == frame.height {
            let transposed = least_reflection(frame, frame.transpose(self.cells));
            if transposed < least {
                self.cells = transposed;
                return Sign::Negative;
            }
        }
        self.cells = least;
        sign
    }

    /// The value of a strip of one column or one row.
    #[inline]
    pub(super) fn strip_value(&self) -> Option<i64> {
        let half = i64::from(self.cells.count_ones() / 2);
        match (self.places(Side::Left), self.places(Side::Right)) {
            (_, 0) => Some(half),
            (0, _) => Some(-half),
            _ => None,
        }
    }

    /// The rows of the region's box.
    pub(super) fn written(&self) -> String {
        let Frame { width, height, .. } = Frame::around(self.cells, self.stride);
        grid::write(width, height, self.stride, |cell| if self.cells & cell != 0 { '.' } else { '#' })
    }
}

#[inline]
fn least_reflection(frame: Frame, cells: u64) -> u64 {
    let turned = frame.turn(cells);
    cells.min(turned).min(frame.flip(cells)).min(frame.flip(turned))
}
