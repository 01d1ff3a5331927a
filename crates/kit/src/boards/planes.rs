//! A region of a board with one set of cells for each player: their pieces, or the cells where they may move.

use crate::boards::bitboard::{Frame, Layout};
use crate::boards::word::Word;
use winways_rules::{Component, Side, Sign};

/// Two sets of cells, Left's and Right's, in one box that is moved into the corner.
///
/// The cell at (row, column) is bit row·stride + column. The stride is 8 if the box fits into eight rows and columns, and
/// otherwise its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Planes<W> {
    left: W,
    right: W,
    stride: u16,
}

impl<W: Word> Component for Planes<W> {}

impl<W: Word> Planes<W> {
    /// Crops two sets of cells of a board, at least one of them nonempty, to their common bounding box.
    #[inline]
    pub fn cut(left: W, right: W, stride: u16) -> Planes<W> {
        let frame = Frame::around(left | right, stride);
        Planes { left: frame.crop(left), right: frame.crop(right), stride: frame.stride() }
    }

    /// Returns the cells of `side`.
    pub fn of(&self, side: Side) -> W {
        if side == Side::Left { self.left } else { self.right }
    }

    /// Returns the number of bits between a cell and the cell below it.
    pub fn stride(&self) -> u16 {
        self.stride
    }

    /// Returns the layout of the cells in a word.
    #[inline]
    pub fn layout(&self) -> Layout<W> {
        Layout::new(self.stride)
    }

    /// Replaces the region by the least of its images under reflections, rotations and exchange of the players. Returns
    /// [`Sign::Negative`] if the players were exchanged, which negates the value.
    #[inline]
    pub fn canonicalise(&mut self) -> Sign {
        let mut frame = Frame::around(self.left | self.right, self.stride);
        if frame.width > frame.height {
            (self.left, self.right) = (frame.transpose(self.left), frame.transpose(self.right));
            frame = frame.transposed();
            self.stride = frame.stride();
        }
        let mut least = least_image(frame, self.left, self.right);
        if frame.width == frame.height {
            let transposed = least_image(frame, frame.transpose(self.left), frame.transpose(self.right));
            least = least.min(transposed);
        }
        let (left, right, is_exchanged) = least;
        (self.left, self.right) = (left, right);
        if is_exchanged { Sign::Negative } else { Sign::Same }
    }
}

/// Returns the least image under reflections, the half-turn and exchange of the players, with `true` if the players are
/// exchanged.
#[inline]
fn least_image<W: Word>(frame: Frame, left: W, right: W) -> (W, W, bool) {
    let images = |cells: W| {
        let turned = frame.turn(cells);
        [cells, turned, frame.flip(cells), frame.flip(turned)]
    };
    let (lefts, rights) = (images(left), images(right));
    let image = |number: usize| {
        let (left, right) = (lefts[number], rights[number]);
        if right < left { (right, left, true) } else { (left, right, false) }
    };
    image(0).min(image(1)).min(image(2)).min(image(3))
}
