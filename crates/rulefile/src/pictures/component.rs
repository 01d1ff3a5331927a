//! Components of boards, packed: what engines keep, compare and hash.

use crate::pictures::cells::Cells;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use winways_kit::boards::word::{Wide, Word};
use winways_rules::Component;

/// Which board a component is on: a box of a grid, or the number of another board that the game knows.
///
/// Of boxes, those with fewer rows come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Board(u32);

/// What the table of a board is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardKey {
    /// So many columns and rows.
    Box { width: usize, height: usize },
    /// In the list of the game.
    Other(usize),
}

const OTHER: u32 = 1 << 31;

impl Board {
    #[inline]
    pub(crate) fn boxed(width: u32, height: u32) -> Board {
        Board(height << 12 | width)
    }

    pub(crate) fn other(number: usize) -> Board {
        Board(number as u32 | OTHER)
    }

    #[inline]
    pub(crate) fn key(self) -> BoardKey {
        match self.0 & OTHER {
            0 => BoardKey::Box { height: (self.0 >> 12) as usize, width: (self.0 & 0xfff) as usize },
            _ => BoardKey::Other((self.0 & !OTHER) as usize),
        }
    }
}

/// The most binary digits of a state.
pub(crate) const MOST_DIGITS: usize = 4;

/// What is on a board: the numbers of the states in binary, the set of cells that have each digit.
pub(crate) type Digits<W> = [W; MOST_DIGITS];

/// A way of packing what is on a board.
pub(crate) trait Packed: Component {
    /// The words of sets of cells.
    type Word: Word;

    /// The most states, no cell included, that can be packed.
    const STATES: usize;

    /// So many digits are kept.
    fn pack(board: Board, digits: &Digits<Self::Word>, count: usize) -> Self;

    fn board(&self) -> Board;

    fn digits(&self) -> Digits<Self::Word>;
}

/// How many binary digits so many states have.
pub(crate) fn digits_of_states(count: usize) -> usize {
    (usize::BITS - (count - 1).leading_zeros()) as usize
}

impl<W: Word> Cells<W> {
    /// The cells of each binary digit of the states.
    #[inline]
    pub(crate) fn digits(&self) -> Digits<W> {
        let mut digits = [W::ZERO; MOST_DIGITS];
        for (number, digit) in digits.iter_mut().enumerate().take(digits_of_states(self.count)) {
            // The numbers with this digit, in runs.
            for first in (1 << number..self.count).step_by(2 << number) {
                for plane in &self.planes[first..self.count.min(first + (1 << number))] {
                    *digit = *digit | *plane;
                }
            }
        }
        digits
    }

    /// The cells of each state, from those of the digits.
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

/// A board of at most 64 cells with at most six pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SmallBoard {
    board: Board,
    // Not a list, which would be compared by a call.
    first: u64,
    second: u64,
    third: u64,
}

impl Component for SmallBoard {}

impl Hash for SmallBoard {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The box of a grid follows from its cells, nearly always.
        state.write_u64(self.first ^ u64::from(self.board.0).rotate_left(32));
        state.write_u64(self.second ^ self.third.rotate_left(32));
    }
}

impl Packed for SmallBoard {
    type Word = u64;
    const STATES: usize = 8;

    #[inline]
    fn pack(board: Board, digits: &Digits<u64>, _: usize) -> SmallBoard {
        SmallBoard { board, first: digits[0], second: digits[1], third: digits[2] }
    }

    #[inline]
    fn board(&self) -> Board {
        self.board
    }

    #[inline]
    fn digits(&self) -> Digits<u64> {
        [self.first, self.second, self.third, 0]
    }
}

/// A board of at most 256 cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LargeBoard {
    board: Board,
    digits: Box<[Wide]>,
}

impl Component for LargeBoard {
    fn owned_bytes(&self) -> usize {
        size_of_val(&*self.digits)
    }
}

impl Packed for LargeBoard {
    type Word = Wide;
    const STATES: usize = crate::pictures::states::MOST;

    fn pack(board: Board, digits: &Digits<Wide>, count: usize) -> LargeBoard {
        LargeBoard { board, digits: digits[..count].into() }
    }

    fn board(&self) -> Board {
        self.board
    }

    fn digits(&self) -> Digits<Wide> {
        let mut digits = [Wide::ZERO; MOST_DIGITS];
        digits[..self.digits.len()].copy_from_slice(&self.digits);
        digits
    }
}
