//! Sets of cells of a board as the bits of a word.
//!
//! The cell in row r and column c is bit r·stride + c. A region that fits into eight rows and eight columns has stride 8
//! whatever its width, so that moving, reflecting and transposing it take a few instructions; a longer one (its other
//! side is then at most seven) is packed without gaps.

/// The stride of every region that fits into eight rows and eight columns.
const SQUARE: u32 = 8;
/// The most cells that the box around a region may have.
pub const CELLS: usize = 64;

/// For each stride, the bits of the first column.
static FIRST_COLUMN: [u64; CELLS + 1] = first_columns();

const fn first_columns() -> [u64; CELLS + 1] {
    let mut columns = [1; CELLS + 1];
    let mut stride = 1;
    while stride <= CELLS {
        let mut cell = stride;
        while cell < CELLS {
            columns[stride] |= 1 << cell;
            cell += stride;
        }
        stride += 1;
    }
    columns
}

/// The stride for a box: its rows are so far apart. None if it has more than 64 cells, or none.
pub fn stride_of_box(width: usize, height: usize) -> Option<u8> {
    let cells = width.checked_mul(height)?;
    match (width, height) {
        (1..=8, 1..=8) => Some(SQUARE as u8),
        _ if (1..=CELLS).contains(&cells) => Some(width as u8),
        _ => None,
    }
}

/// The lowest bit of a word that is not 0.
#[inline]
pub fn lowest(cells: u64) -> u64 {
    cells & cells.wrapping_neg()
}

/// The bits of a word, one by one, from the lowest.
#[inline]
pub fn bits(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = lowest(cells);
        cells ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// How cells lie in the word, with what a step in each direction needs.
#[derive(Clone, Copy)]
pub struct Layout {
    /// One less than the stride: the stride may be 64, and no shift by 64 is possible.
    less: u32,
    not_first: u64,
    not_last: u64,
}

impl Layout {
    /// The layout with a stride of 1 to 64.
    #[inline]
    pub fn new(stride: u8) -> Layout {
        let less = u32::from(stride).wrapping_sub(1) % CELLS as u32;
        let first = FIRST_COLUMN[less as usize + 1];
        Layout { less, not_first: !first, not_last: !(first << less) }
    }

    /// The cells one column to the right; those of the last column are lost.
    #[inline]
    pub fn right(self, cells: u64) -> u64 {
        (cells & self.not_last) << 1
    }

    /// The cells one column to the left; those of the first column are lost.
    #[inline]
    pub fn left(self, cells: u64) -> u64 {
        (cells & self.not_first) >> 1
    }

    /// The cells one row down.
    #[inline]
    pub fn down(self, cells: u64) -> u64 {
        cells << self.less << 1
    }

    /// The cells one row up.
    #[inline]
    pub fn up(self, cells: u64) -> u64 {
        cells >> self.less >> 1
    }

    /// All cells that have a neighbour in `cells`.
    #[inline]
    pub fn neighbours(self, cells: u64) -> u64 {
        self.right(cells) | self.left(cells) | self.down(cells) | self.up(cells)
    }

    /// The cells of `cells` that hang together with `seed`, a part of them.
    #[inline]
    pub fn fill(self, seed: u64, cells: u64) -> u64 {
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

    /// The row and the column of a cell.
    pub fn place(self, cell: u64) -> (u32, u32) {
        let number = cell.trailing_zeros().min(CELLS as u32 - 1);
        (number / (self.less + 1), number % (self.less + 1))
    }
}

/// The box around a set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    stride: u32,
    row: u32,
    column: u32,
    /// How many columns.
    pub width: u32,
    /// How many rows.
    pub height: u32,
}

impl Frame {
    /// The box around `cells`, of which there is at least one.
    #[inline]
    pub fn around(cells: u64, stride: u8) -> Frame {
        if u32::from(stride) == SQUARE {
            Frame::around_square(cells)
        } else {
            Frame::around_long(cells, stride)
        }
    }

    /// Stride 8: rows are bytes.
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
    fn around_long(cells: u64, stride: u8) -> Frame {
        let stride = u32::from(stride).clamp(1, CELLS as u32);
        let last = cells.checked_ilog2().unwrap_or(0);
        let first = cells.trailing_zeros().min(last);
        let (row, last_row) = (first / stride, last / stride);
        let columns = columns_of_rows(cells, stride);
        let column = columns.trailing_zeros().min(stride - 1);
        let width = columns.checked_ilog2().unwrap_or(0) + 1 - column;
        Frame { stride, row, column, width, height: last_row - row + 1 }
    }

    /// The stride that a region in this box has on its own.
    #[inline]
    pub fn stride(self) -> u8 {
        if self.width <= SQUARE && self.height <= SQUARE { SQUARE as u8 } else { self.width as u8 }
    }

    /// Moves cells of the box into the corner, in the layout of [`Frame::stride`].
    #[inline]
    pub fn crop(self, cells: u64) -> u64 {
        let moved = cells >> (self.row * self.stride + self.column);
        if self.stride == u32::from(self.stride()) { moved } else { self.pack(moved) }
    }

    /// The box in the corner, in its own layout.
    #[inline]
    pub fn cropped(self) -> Frame {
        Frame { stride: self.stride().into(), row: 0, column: 0, ..self }
    }

    #[cold]
    fn pack(self, moved: u64) -> u64 {
        let stride = u32::from(self.stride());
        (0..self.height).fold(0, |packed, row| packed | self.row_of(moved, row) << (row * stride))
    }

    /// One row of cells whose box lies in the corner.
    fn row_of(self, cells: u64, row: u32) -> u64 {
        cells >> (row * self.stride) & (u64::MAX >> (CELLS as u32 - self.width))
    }
}

/// Symmetries of a box that lies in the corner, in its own layout ([`Frame::cropped`]).
impl Frame {
    /// Exchanges rows and columns of the box.
    #[inline]
    pub fn transposed(self) -> Frame {
        Frame { width: self.height, height: self.width, ..self }.cropped()
    }

    /// The cells turned by 180 degrees.
    #[inline]
    pub fn turn(self, cells: u64) -> u64 {
        cells.reverse_bits() >> (CELLS as u32 - (self.height - 1) * self.stride - self.width)
    }

    /// The cells with the first row last.
    #[inline]
    pub fn flip(self, cells: u64) -> u64 {
        if self.stride == SQUARE {
            return cells.swap_bytes() >> (SQUARE * (SQUARE - self.height));
        }
        (0..self.height).fold(0, |flipped, row| {
            flipped | self.row_of(cells, row) << ((self.height - 1 - row) * self.stride)
        })
    }

    /// The cells with rows and columns exchanged, in the layout of [`Frame::transposed`].
    #[inline]
    pub fn transpose(self, cells: u64) -> u64 {
        if self.stride == SQUARE { transpose_square(cells) } else { self.transpose_long(cells) }
    }

    #[cold]
    fn transpose_long(self, cells: u64) -> u64 {
        let stride = self.transposed().stride;
        bits(cells)
            .map(u64::trailing_zeros)
            .fold(0, |transposed, cell| transposed | 1 << (cell % self.stride * stride + cell / self.stride))
    }
}

/// The columns in which there are cells.
fn columns_of_rows(cells: u64, stride: u32) -> u64 {
    let rows = (0..CELLS as u32).step_by(stride as usize).fold(0, |columns, row| columns | cells >> row);
    rows & (u64::MAX >> (CELLS as u32 - stride))
}

/// Exchanges rows and columns, stride 8: blocks of 4 by 4, then of 2 by 2, then single cells.
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
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Cells = BTreeSet<(u32, u32)>;

    /// A box of at most 64 cells with cells in its first and last rows and columns.
    fn region() -> impl Strategy<Value = (u32, u32, Cells)> {
        let sizes: Vec<(u32, u32)> =
            (1..=64).flat_map(|width| (1..=64 / width).map(move |height| (width, height))).collect();
        let sizes = prop_oneof![
            proptest::sample::select(sizes),
            (1u32..=8, 1u32..=8),
            proptest::sample::select(vec![(1, 64), (64, 1), (2, 32), (32, 2), (9, 7), (7, 9), (8, 8)])
        ];
        sizes.prop_flat_map(|(width, height)| {
            let edges = (0..width, 0..width, 0..height, 0..height);
            let more = proptest::collection::btree_set((0..height, 0..width), 0..=64);
            (edges, more).prop_map(move |((top, bottom, left, right), mut cells)| {
                cells.extend([(0, top), (height - 1, bottom), (left, 0), (right, width - 1)]);
                (width, height, cells)
            })
        })
    }

    fn word(cells: &Cells, stride: u32) -> u64 {
        cells.iter().fold(0, |word, &(row, column)| word | 1 << (row * stride + column))
    }

    fn map(cells: &Cells, to: impl Fn(u32, u32) -> (u32, u32)) -> Cells {
        cells.iter().map(|&(row, column)| to(row, column)).collect()
    }

    proptest! {
        #[test]
        fn symmetries_are_those_of_coordinates((width, height, cells) in region()) {
            let stride = u32::from(stride_of_box(width as usize, height as usize).unwrap());
            let frame = Frame::around(word(&cells, stride), stride as u8);
            prop_assert_eq!(frame, Frame { stride, row: 0, column: 0, width, height });
            prop_assert_eq!(frame.cropped(), frame);
            let at = |cells: &Cells| word(cells, stride);
            let board = at(&cells);
            prop_assert_eq!(frame.crop(board), board);
            prop_assert_eq!(frame.flip(board), at(&map(&cells, |row, column| (height - 1 - row, column))));
            prop_assert_eq!(
                frame.turn(board),
                at(&map(&cells, |row, column| (height - 1 - row, width - 1 - column)))
            );
            let across = frame.transposed();
            prop_assert_eq!((across.width, across.height), (height, width));
            let transposed = word(&map(&cells, |row, column| (column, row)), across.stride);
            prop_assert_eq!(frame.transpose(board), transposed);
            prop_assert_eq!(across.transpose(transposed), board);
        }

        #[test]
        fn a_part_is_cropped_to_its_box(
            (width, height, cells) in region(), top in 0u32..8, low in 0u32..8, left in 0u32..64, far in 0u32..64,
        ) {
            let stride = u32::from(stride_of_box(width as usize, height as usize).unwrap());
            let inside = |&&(row, column): &&(u32, u32)| {
                row >= top.min(height - 1) && row + low < height.max(low + 1)
                    && column >= left.min(width - 1) && column + far < width.max(far + 1)
            };
            let mut part: Cells = cells.iter().filter(inside).copied().collect();
            part.extend(cells.first().filter(|_| part.is_empty()));
            let row = part.iter().map(|cell| cell.0).min().unwrap();
            let column = part.iter().map(|cell| cell.1).min().unwrap();
            let frame = Frame::around(word(&part, stride), stride as u8);
            let moved = map(&part, |r, c| (r - row, c - column));
            prop_assert_eq!(frame.crop(word(&part, stride)), word(&moved, frame.stride().into()));
        }

        #[test]
        fn steps_and_fills_are_those_of_coordinates((width, height, cells) in region()) {
            let stride = u32::from(stride_of_box(width as usize, height as usize).unwrap());
            let (layout, board) = (Layout::new(stride as u8), word(&cells, stride));
            let step = |by: (i32, i32)| -> u64 {
                let moved = cells.iter().filter_map(|&(row, column)| {
                    let (row, column) = (row.checked_add_signed(by.0)?, column.checked_add_signed(by.1)?);
                    (row * stride + column < 64 && column < stride).then_some((row, column))
                });
                word(&moved.collect(), stride)
            };
            prop_assert_eq!(layout.right(board), step((0, 1)));
            prop_assert_eq!(layout.left(board), step((0, -1)));
            prop_assert_eq!(layout.down(board), step((1, 0)));
            prop_assert_eq!(layout.up(board), step((-1, 0)));
            let mut reached: Cells = cells.iter().take(1).copied().collect();
            for _ in 0..64 {
                let near = |&&(r, c): &&(u32, u32)| {
                    reached.iter().any(|&(row, column)| row.abs_diff(r) + column.abs_diff(c) <= 1)
                };
                let next = cells.iter().filter(near).copied().collect();
                reached = next;
            }
            prop_assert_eq!(layout.fill(lowest(board), board), word(&reached, stride));
            prop_assert_eq!(bits(board).map(|bit| layout.place(bit)).collect::<Cells>(), cells);
        }
    }
}
