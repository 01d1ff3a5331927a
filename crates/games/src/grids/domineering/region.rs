//! Regions of free cells as bit sets: the performance-critical part of Domineering.

use std::hash::{Hash, Hasher};
use winways_kit::boards::bitboard::{Frame, Layout, bits};
use winways_kit::boards::word::Word;
use winways_rules::{Component, Side, Sign};

/// Two or more connected free cells, cropped to their bounding box.
///
/// Bit row·stride + column is set if the cell is free. The stride is 8 if the box fits into eight rows and columns, else its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DominoRegion<W = u64> {
    cells: W,
    stride: u16,
}

impl<W: Word> Hash for DominoRegion<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells.hash_with_stride(self.stride, state);
    }
}

impl<W: Word> Component for DominoRegion<W> {}

/// Iterates over the regions of a board, in the order of their first cells. Isolated free cells are skipped.
#[inline]
pub(super) fn regions<W: Word>(free: W, stride: u16) -> impl Iterator<Item = DominoRegion<W>> {
    let layout = Layout::<W>::new(stride);
    Regions { layout, rest: free & layout.neighbours(free), stride }
}

/// An iterator over the regions of a board. It is a named type rather than a closure, since searches rely on its inlining.
struct Regions<W> {
    layout: Layout<W>,
    rest: W,
    stride: u16,
}

impl<W: Word> Iterator for Regions<W> {
    type Item = DominoRegion<W>;

    #[inline(always)]
    fn next(&mut self) -> Option<DominoRegion<W>> {
        if self.rest == W::ZERO {
            return None;
        }
        let cells = self.layout.fill(self.rest.lowest(), self.rest);
        self.rest = self.rest ^ cells;
        let frame = Frame::around(cells, self.stride);
        Some(DominoRegion { cells: frame.crop(cells), stride: frame.stride() })
    }
}

impl DominoRegion {
    /// Iterates over the regions of a board of at most eight rows and columns. The rows are packed without gaps: bit row·width +
    /// column is set if the cell is free.
    ///
    /// Yields nothing if the width is 0 or over 8, or if there are more than eight rows.
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
}

impl<W: Word> DominoRegion<W> {
    /// Returns the free cells: bit row·stride + column.
    pub fn cells(&self) -> W {
        self.cells
    }

    /// Returns the distance in bits between a cell and the cell below it.
    pub fn stride(&self) -> u16 {
        self.stride
    }

    /// Returns the first cells (upper or left) of the pairs on which `side` may place a domino.
    #[inline]
    pub(in crate::grids) fn places(&self, side: Side) -> W {
        let layout = Layout::new(self.stride);
        self.cells
            & match side {
                Side::Left => layout.up(self.cells),
                Side::Right => layout.left(self.cells),
            }
    }

    /// Iterates over the dominoes that `side` may place, each as its two cells.
    #[inline]
    pub(in crate::grids) fn dominoes(&self, side: Side) -> impl Iterator<Item = W> + use<W> {
        let layout = Layout::new(self.stride);
        bits(self.places(side)).map(move |first| {
            first
                | match side {
                    Side::Left => layout.down(first),
                    Side::Right => layout.right(first),
                }
        })
    }

    /// Iterates over the regions left after `domino` is placed.
    #[inline]
    pub(in crate::grids) fn without(&self, domino: W) -> impl Iterator<Item = DominoRegion<W>> + use<W> {
        regions(self.cells & !domino, self.stride)
    }

    /// Turns the region upright, then replaces it by the least of its reflections. For a square box, the reflections of the
    /// transpose are included.
    #[inline]
    pub(in crate::grids) fn canonicalise(&mut self) -> Sign {
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

    /// Formats the bounding box of the region as a board, with `#` for the cells outside the region.
    pub(in crate::grids) fn written(&self) -> String {
        let (frame, stride) = (Frame::around(self.cells, self.stride), u32::from(self.stride));
        let letter = |cell: u32| if self.cells.has(cell) { '.' } else { '#' };
        let row = |row: u32| (0..frame.width).map(|column| letter(row * stride + column)).collect::<String>();
        (0..frame.height).map(row).collect::<Vec<_>>().join("|")
    }

    /// Returns the number of columns and rows if the region is a full rectangle.
    pub(in crate::grids) fn rectangle(&self) -> Option<(u32, u32)> {
        let frame = Frame::around(self.cells, self.stride);
        (self.cells.count_ones() == frame.width * frame.height).then_some((frame.width, frame.height))
    }

    /// Returns the value of a strip of one column or one row.
    #[inline]
    pub(super) fn strip_value(&self) -> Option<i64> {
        let half = i64::from(self.cells.count_ones() / 2);
        match (self.places(Side::Left), self.places(Side::Right)) {
            (_, right) if right == W::ZERO => Some(half),
            (left, _) if left == W::ZERO => Some(-half),
            _ => None,
        }
    }
}

#[inline]
fn least_reflection<W: Word>(frame: Frame, cells: W) -> W {
    let turned = frame.turn(cells);
    cells.min(turned).min(frame.flip(cells)).min(frame.flip(turned))
}
