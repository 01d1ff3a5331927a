//! A region of a board with two sets of cells, one for each player: pieces, or where they may move.

use crate::boards::bitboard::{Frame, Layout};
use crate::boards::grid;
use winways_rules::{Component, Side, Sign};

/// Two sets of cells in one box, moved into its corner: Left's and Right's.
///
/// Bit row·stride + column is a cell; the stride is 8 if the box fits into eight rows and columns, else its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Planes {
    left: u64,
    right: u64,
    stride: u8,
}

impl Component for Planes {}

impl Planes {
    /// Cuts cells, of which there is at least one, out of a board.
    #[inline]
    pub fn cut(left: u64, right: u64, stride: u8) -> Planes {
        let frame = Frame::around(left | right, stride);
        Planes { left: frame.crop(left), right: frame.crop(right), stride: frame.stride() }
    }

    /// The cells of `side`.
    pub fn of(&self, side: Side) -> u64 {
        if side == Side::Left { self.left } else { self.right }
    }

    /// How many bits lie between a cell and the one below it.
    pub fn stride(&self) -> u8 {
        self.stride
    }

    #[inline]
    /// How the cells lie in a word.
    pub fn layout(&self) -> Layout {
        Layout::new(self.stride)
    }

    /// Takes the least of all reflections, rotations and exchanges of the players; the last make the value negative.
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

    /// The rows of the box; the letters stand for cells of Left's set, of Right's, of both and of none.
    pub fn written(&self, letters: [char; 4]) -> String {
        let Frame { width, height, .. } = Frame::around(self.left | self.right, self.stride);
        grid::write(width, height, self.stride, |cell| {
            match (self.left & cell != 0, self.right & cell != 0) {
                (true, false) => letters[0],
                (false, true) => letters[1],
                (true, true) => letters[2],
                (false, false) => letters[3],
            }
        })
    }
}

/// The least reflection, and whether the players are exchanged in it.
#[inline]
fn least_image(frame: Frame, left: u64, right: u64) -> (u64, u64, bool) {
    let images = |cells: u64| {
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
