//! Bitboards: sets of cells of a board as the bits of a word.
//!
//! The cell in row r and column c is bit r·stride + c. A region that fits into eight rows and eight columns has stride 8,
//! whatever its width and the word size. It can therefore be moved, reflected and transposed in a few instructions. Larger
//! regions are packed without gaps. A region that fits into words of two sizes therefore has the same bits in both.

use crate::boards::word::Word;

/// The stride of every region that fits into eight rows and eight columns.
const SQUARE: u32 = 8;

/// Returns the stride, the distance between rows, for a box. Returns `None` if the box is empty or has more cells than the word
/// has bits.
pub fn stride_of_box<W: Word>(width: usize, height: usize) -> Option<u16> {
    let cells = width.checked_mul(height)?;
    match (width, height) {
        (1..=8, 1..=8) => Some(SQUARE as u16),
        _ if (1..=W::BITS as usize).contains(&cells) => Some(width as u16),
        _ => None,
    }
}

/// Iterates over the bits of a word, from the lowest.
#[inline]
pub fn bits<W: Word>(cells: W) -> impl Iterator<Item = W> {
    Bits(cells)
}

/// The remaining bits of a word. This is a type with a method rather than a closure, since searches rely on inlining.
struct Bits<W>(W);

impl<W: Word> Iterator for Bits<W> {
    type Item = W;

    #[inline(always)]
    fn next(&mut self) -> Option<W> {
        if self.0 == W::ZERO {
            return None;
        }
        let bit = self.0.lowest();
        self.0 = self.0 ^ bit;
        Some(bit)
    }
}

/// The layout of cells in a word, with precomputed masks for steps in each direction.
#[derive(Clone, Copy)]
pub struct Layout<W> {
    /// The stride minus one. The stride itself may equal the number of bits, by which a word cannot be shifted.
    less: u32,
    not_first: W,
    not_last: W,
}

impl<W: Word> Layout<W> {
    /// Creates a layout. `stride` must be between 1 and the number of bits in the word.
    #[inline]
    pub fn new(stride: u16) -> Layout<W> {
        let less = u32::from(stride).wrapping_sub(1) % W::BITS;
        let first = W::first_column(less + 1);
        Layout { less, not_first: !first, not_last: !(first << less) }
    }

    /// Returns the cells shifted by one column to the right. Cells of the last column are dropped.
    #[inline]
    pub fn right(self, cells: W) -> W {
        (cells & self.not_last) << 1
    }

    /// Returns the cells shifted by one column to the left. Cells of the first column are dropped.
    #[inline]
    pub fn left(self, cells: W) -> W {
        (cells & self.not_first) >> 1
    }

    /// Returns the cells shifted down by one row.
    #[inline]
    pub fn down(self, cells: W) -> W {
        cells << self.less << 1
    }

    /// Returns the cells shifted up by one row.
    #[inline]
    pub fn up(self, cells: W) -> W {
        cells >> self.less >> 1
    }

    /// Returns all cells with a neighbour in `cells`.
    #[inline]
    pub fn neighbours(self, cells: W) -> W {
        self.right(cells) | self.left(cells) | self.down(cells) | self.up(cells)
    }

    /// Returns the cells of `cells` that are connected to `seed`, a subset of `cells`.
    #[inline]
    pub fn fill(self, seed: W, cells: W) -> W {
        let mut filled = seed;
        loop {
            let row = filled | (self.right(filled) | self.left(filled)) & cells;
            let next = row | (self.down(row) | self.up(row)) & cells;
            if next == filled {
                return filled;
            }
            filled = next;
        }
    }
}

/// The bounding box of a set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    stride: u32,
    row: u32,
    column: u32,
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
}

impl Frame {
    /// Returns the bounding box of `cells`, which must not be empty.
    #[inline]
    pub fn around<W: Word>(cells: W, stride: u16) -> Frame {
        if u32::from(stride) == SQUARE && (W::BITS == u64::BITS || cells == W::from_low(cells.low())) {
            Frame::around_square(cells.low())
        } else {
            Frame::around_long(cells, stride)
        }
    }

    /// Returns the bounding box for stride 8, where rows are bytes.
    #[inline]
    fn around_square(cells: u64) -> Frame {
        let columns = cells | cells >> 32;
        let columns = columns | columns >> 16;
        let columns = (columns | columns >> 8) as u8;
        let (first, last) =
            (cells.trailing_zeros() / SQUARE % SQUARE, cells.leading_zeros() / SQUARE % SQUARE);
        let (left, right) = (columns.trailing_zeros() % SQUARE, columns.leading_zeros() % SQUARE);
        Frame {
            stride: SQUARE,
            row: first,
            column: left,
            width: SQUARE.saturating_sub(left + right).max(1),
            height: SQUARE.saturating_sub(first + last).max(1),
        }
    }

    #[cold]
    fn around_long<W: Word>(cells: W, stride: u16) -> Frame {
        let stride = u32::from(stride).clamp(1, W::BITS);
        let last = cells.last().unwrap_or(0);
        let first = cells.trailing_zeros().min(last);
        let (row, last_row) = (first / stride, last / stride);
        let columns = columns_of_rows(cells, stride);
        let column = columns.trailing_zeros().min(stride - 1);
        let width = columns.last().unwrap_or(0) + 1 - column;
        Frame { stride, row, column, width, height: last_row - row + 1 }
    }

    /// Returns the stride that the region has when it is cropped to this box.
    #[inline]
    pub fn stride(self) -> u16 {
        if self.width <= SQUARE && self.height <= SQUARE { SQUARE as u16 } else { self.width as u16 }
    }

    /// Moves the cells of the box into the corner, with stride [`Frame::stride`].
    #[inline]
    pub fn crop<W: Word>(self, cells: W) -> W {
        let moved = cells >> (self.row * self.stride + self.column);
        if self.stride == u32::from(self.stride()) { moved } else { self.pack(moved) }
    }

    /// Returns the box moved into the corner, with its own stride.
    #[inline]
    pub fn cropped(self) -> Frame {
        Frame { stride: self.stride().into(), row: 0, column: 0, ..self }
    }

    #[cold]
    fn pack<W: Word>(self, moved: W) -> W {
        let stride = u32::from(self.stride());
        (0..self.height).fold(W::ZERO, |packed, row| packed | self.row_of(moved, row) << (row * stride))
    }

    /// Returns one row of cells whose box is in the corner.
    fn row_of<W: Word>(self, cells: W, row: u32) -> W {
        cells >> (row * self.stride) & W::first(self.width)
    }
}

/// Symmetries of a box in the corner, with its own stride ([`Frame::cropped`]).
impl Frame {
    /// Returns the box with rows and columns exchanged.
    #[inline]
    pub fn transposed(self) -> Frame {
        Frame { width: self.height, height: self.width, ..self }.cropped()
    }

    /// Returns `true` if the box fits into eight rows and columns. In a `u64`, all boxes of stride 8 do.
    #[inline]
    fn is_square<W: Word>(self) -> bool {
        self.stride == SQUARE && (W::BITS == u64::BITS || self.height <= SQUARE)
    }

    /// Returns the cells rotated by 180 degrees.
    #[inline]
    pub fn turn<W: Word>(self, cells: W) -> W {
        cells.reverse_bits() >> (W::BITS - (self.height - 1) * self.stride - self.width)
    }

    /// Returns the cells with the order of the rows reversed.
    #[inline]
    pub fn flip<W: Word>(self, cells: W) -> W {
        if self.is_square::<W>() {
            return W::from_low(cells.low().swap_bytes() >> (SQUARE * (SQUARE - self.height)));
        }
        self.flip_long(cells)
    }

    #[cold]
    fn flip_long<W: Word>(self, cells: W) -> W {
        (0..self.height).fold(W::ZERO, |flipped, row| {
            flipped | self.row_of(cells, row) << ((self.height - 1 - row) * self.stride)
        })
    }

    /// Returns the cells with rows and columns exchanged, in the layout of [`Frame::transposed`].
    #[inline]
    pub fn transpose<W: Word>(self, cells: W) -> W {
        if self.is_square::<W>() {
            W::from_low(transpose_square(cells.low()))
        } else {
            self.transpose_long(cells)
        }
    }

    #[cold]
    fn transpose_long<W: Word>(self, cells: W) -> W {
        let stride = self.transposed().stride;
        bits(cells).map(W::trailing_zeros).fold(W::ZERO, |transposed, cell| {
            transposed | W::bit(cell % self.stride * stride + cell / self.stride)
        })
    }
}

/// Returns the columns that contain cells.
fn columns_of_rows<W: Word>(cells: W, stride: u32) -> W {
    let rows = (0..W::BITS).step_by(stride as usize).fold(W::ZERO, |columns, row| columns | cells >> row);
    rows & W::first(stride)
}

/// Exchanges rows and columns for stride 8: first blocks of 4 by 4, then of 2 by 2, then single cells.
#[inline]
fn transpose_square(cells: u64) -> u64 {
    let exchange = |cells: u64, by: u32, upper: u64| {
        let changed = (cells ^ cells >> by) & upper;
        cells ^ changed ^ changed << by
    };
    let cells = exchange(cells, 28, 0x0000_0000_f0f0_f0f0);
    let cells = exchange(cells, 14, 0x0000_cccc_0000_cccc);
    exchange(cells, 7, 0x00aa_00aa_00aa_00aa)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::word::Wide;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Cells = BTreeSet<(u32, u32)>;

    #[derive(Clone, Debug)]
    struct Region {
        width: u32,
        height: u32,
        /// Cells, including at least one in each of the first and last rows and columns.
        cells: Cells,
    }

    /// Generates a region whose box has at most `most` cells.
    fn region(most: u32) -> impl Strategy<Value = Region> {
        let sizes: Vec<(u32, u32)> =
            (1..=most).flat_map(|width| (1..=most / width).map(move |height| (width, height))).collect();
        let side = (1..=most).take_while(|side| side * side <= most).last().unwrap();
        let fixed = [
            (1, most),
            (most, 1),
            (2, most / 2),
            (most / 2, 2),
            (8, most / 8),
            (most / 8, 8),
            (9, 7),
            (7, 9),
        ];
        let sizes = prop_oneof![
            proptest::sample::select(sizes),
            (1u32..=8, 1u32..=8),
            (1..=side, 1..=side),
            proptest::sample::select(fixed.to_vec())
        ];
        sizes.prop_flat_map(move |(width, height)| {
            let edges = (0..width, 0..width, 0..height, 0..height);
            let more = proptest::collection::btree_set((0..height, 0..width), 0..=most as usize);
            (edges, more).prop_map(move |((top, bottom, left, right), mut cells)| {
                cells.extend([(0, top), (height - 1, bottom), (left, 0), (right, width - 1)]);
                Region { width, height, cells }
            })
        })
    }

    fn word<W: Word>(cells: &Cells, stride: u32) -> W {
        cells.iter().fold(W::ZERO, |word, &(row, column)| word | W::bit(row * stride + column))
    }

    fn map(cells: &Cells, to: impl Fn(u32, u32) -> (u32, u32)) -> Cells {
        cells.iter().map(|&(row, column)| to(row, column)).collect()
    }

    fn stride<W: Word>(region: &Region) -> u32 {
        stride_of_box::<W>(region.width as usize, region.height as usize).unwrap().into()
    }

    fn check_symmetries<W: Word>(region: &Region) -> Result<(), TestCaseError> {
        let (&Region { width, height, ref cells }, stride) = (region, stride::<W>(region));
        let frame = Frame::around::<W>(word(cells, stride), stride as u16);
        prop_assert_eq!(frame, Frame { stride, row: 0, column: 0, width, height });
        prop_assert_eq!(frame.cropped(), frame);
        let at = |cells: &Cells| word::<W>(cells, stride);
        let board = at(cells);
        prop_assert_eq!(frame.crop(board), board);
        prop_assert_eq!(frame.flip(board), at(&map(cells, |row, column| (height - 1 - row, column))));
        prop_assert_eq!(
            frame.turn(board),
            at(&map(cells, |row, column| (height - 1 - row, width - 1 - column)))
        );
        let across = frame.transposed();
        prop_assert_eq!((across.width, across.height), (height, width));
        let transposed = word::<W>(&map(cells, |row, column| (column, row)), across.stride);
        prop_assert_eq!(frame.transpose(board), transposed);
        prop_assert_eq!(across.transpose(transposed), board);
        Ok(())
    }

    /// Crops a region after cutting off rows at the top and the bottom, and columns at the left and the right.
    fn check_cropping<W: Word>(region: &Region, cut: [u32; 4]) -> Result<(), TestCaseError> {
        let (&Region { width, height, ref cells }, stride) = (region, stride::<W>(region));
        let [top, low, left, far] = cut;
        let inside = |&&(row, column): &&(u32, u32)| {
            row >= top.min(height - 1)
                && row + low < height.max(low + 1)
                && column >= left.min(width - 1)
                && column + far < width.max(far + 1)
        };
        let mut part: Cells = cells.iter().filter(inside).copied().collect();
        part.extend(cells.first().filter(|_| part.is_empty()));
        let row = part.iter().map(|cell| cell.0).min().unwrap();
        let column = part.iter().map(|cell| cell.1).min().unwrap();
        let frame = Frame::around::<W>(word(&part, stride), stride as u16);
        let moved = map(&part, |r, c| (r - row, c - column));
        prop_assert_eq!(frame.crop::<W>(word(&part, stride)), word(&moved, frame.stride().into()));
        Ok(())
    }

    fn check_steps<W: Word>(region: &Region) -> Result<(), TestCaseError> {
        let (cells, stride) = (&region.cells, stride::<W>(region));
        let (layout, board) = (Layout::<W>::new(stride as u16), word::<W>(cells, stride));
        let step = |by: (i32, i32)| -> W {
            let moved = cells.iter().filter_map(|&(row, column)| {
                let (row, column) = (row.checked_add_signed(by.0)?, column.checked_add_signed(by.1)?);
                (row * stride + column < W::BITS && column < stride).then_some((row, column))
            });
            word(&moved.collect(), stride)
        };
        prop_assert_eq!(layout.right(board), step((0, 1)));
        prop_assert_eq!(layout.left(board), step((0, -1)));
        prop_assert_eq!(layout.down(board), step((1, 0)));
        prop_assert_eq!(layout.up(board), step((-1, 0)));
        let mut reached: Cells = cells.iter().take(1).copied().collect();
        loop {
            let near = |&&(r, c): &&(u32, u32)| {
                reached.iter().any(|&(row, column)| row.abs_diff(r) + column.abs_diff(c) <= 1)
            };
            let next: Cells = cells.iter().filter(near).copied().collect();
            if next == reached {
                break;
            }
            reached = next;
        }
        prop_assert_eq!(layout.fill(board.lowest(), board), word(&reached, stride));
        let places = bits(board).map(|bit| (bit.trailing_zeros() / stride, bit.trailing_zeros() % stride));
        prop_assert_eq!(&places.collect::<Cells>(), cells);
        Ok(())
    }

    proptest! {
        #[test]
        fn symmetries_match_coordinates(one in region(64), two in region(128), four in region(256)) {
            check_symmetries::<u64>(&one)?;
            check_symmetries::<u128>(&two)?;
            check_symmetries::<Wide>(&four)?;
        }

        #[test]
        fn a_part_is_cropped_to_its_box(
            one in region(64), two in region(128), four in region(256),
            cut in [0u32..8, 0u32..8, 0u32..64, 0u32..64],
        ) {
            check_cropping::<u64>(&one, cut)?;
            check_cropping::<u128>(&two, cut)?;
            check_cropping::<Wide>(&four, cut)?;
        }

        #[test]
        fn steps_and_fills_match_coordinates(one in region(64), two in region(128), four in region(256)) {
            check_steps::<u64>(&one)?;
            check_steps::<u128>(&two)?;
            check_steps::<Wide>(&four)?;
        }

        /// The bits of a region depend on the word type only if the region does not fit into the smaller word.
        #[test]
        fn regions_have_the_same_bits_in_all_words(one in region(64)) {
            let bits: u64 = word(&one.cells, stride::<u64>(&one));
            prop_assert_eq!(word::<u128>(&one.cells, stride::<u128>(&one)), u128::from_low(bits));
            prop_assert_eq!(word::<Wide>(&one.cells, stride::<Wide>(&one)), Wide::from_low(bits));
        }
    }
}
