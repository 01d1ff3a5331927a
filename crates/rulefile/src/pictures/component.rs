//! Components of boards, packed: what engines keep, compare and hash.

use crate::pictures::cells::Cells;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use winways_kit::boards::word::{Wide, Word};
use winways_rules::Component;

/// Which board a component is on: a box of a grid, or the number of another board that the game knows.
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
    pub(crate) fn boxed(width: u32, height: u32) -> Board {
        Board(width << 12 | height)
    }

    pub(crate) fn other(number: usize) -> Board {
        Board(number as u32 | OTHER)
    }

    pub(crate) fn key(self) -> BoardKey {
        match self.0 & OTHER {
            0 => BoardKey::Box { width: (self.0 >> 12) as usize, height: (self.0 & 0xfff) as usize },
            _ => BoardKey::Other((self.0 & !OTHER) as usize),
        }
    }
}

/// A way of packing what is on a board: the numbers of the states in binary, one plane of cells for each digit.
pub(crate) trait Packed: Component {
    /// The words of sets of cells.
    type Word: Word;

    /// The most states, no cell included, that can be packed.
    const STATES: usize;

    fn pack(board: Board, cells: &Cells<Self::Word>) -> Self;

    fn board(&self) -> Board;

    fn cells(&self, count: usize) -> Cells<Self::Word>;

    /// The same with the cells of all states moved, on another board.
    fn moved(&self, board: Board, motion: impl Fn(Self::Word) -> Self::Word) -> Self;
}

/// The cells whose state has this binary digit.
fn digit<W: Word>(cells: &Cells<W>, digit: usize) -> W {
    let states = (1..cells.count).filter(|state| state >> digit & 1 == 1);
    states.fold(W::ZERO, |set, state| set | cells.planes[state])
}

/// The cells of each state, from the planes of the digits.
#[inline]
fn unpacked<W: Word>(digits: &[W], count: usize) -> Cells<W> {
    let mut cells = Cells::none(count);
    for state in 1..count {
        cells.planes[state] = digits.iter().enumerate().fold(W::ALL, |set, (number, &digit)| {
            set & if state >> number & 1 == 1 { digit } else { !digit }
        });
    }
    cells
}

/// A board of at most 64 cells with at most six pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SmallBoard {
    digits: [u64; 3],
    board: Board,
}

impl Component for SmallBoard {}

impl Hash for SmallBoard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The box of a grid follows from its cells, nearly always.
        state.write_u64(self.digits[0] ^ u64::from(self.board.0).rotate_left(32));
        state.write_u64(self.digits[1] ^ self.digits[2].rotate_left(32));
    }
}

impl Packed for SmallBoard {
    type Word = u64;
    const STATES: usize = 8;

    #[inline]
    fn pack(board: Board, cells: &Cells<u64>) -> SmallBoard {
        SmallBoard { digits: [digit(cells, 0), digit(cells, 1), digit(cells, 2)], board }
    }

    fn board(&self) -> Board {
        self.board
    }

    #[inline]
    fn cells(&self, count: usize) -> Cells<u64> {
        unpacked(&self.digits, count)
    }

    #[inline]
    fn moved(&self, board: Board, motion: impl Fn(u64) -> u64) -> SmallBoard {
        // A third digit is rare, and no cells stay no cells.
        let third = if self.digits[2] == 0 { 0 } else { motion(self.digits[2]) };
        SmallBoard { digits: [motion(self.digits[0]), motion(self.digits[1]), third], board }
    }
}

/// A board of at most 256 cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LargeBoard {
    digits: Box<[Wide]>,
    board: Board,
}

impl Component for LargeBoard {
    fn owned_bytes(&self) -> usize {
        size_of_val(&*self.digits)
    }
}

impl Packed for LargeBoard {
    type Word = Wide;
    const STATES: usize = crate::pictures::states::MOST;

    fn pack(board: Board, cells: &Cells<Wide>) -> LargeBoard {
        let digits = usize::BITS - (cells.count - 1).leading_zeros();
        LargeBoard { digits: (0..digits as usize).map(|number| digit(cells, number)).collect(), board }
    }

    fn board(&self) -> Board {
        self.board
    }

    fn cells(&self, count: usize) -> Cells<Wide> {
        unpacked(&self.digits, count)
    }

    fn moved(&self, board: Board, motion: impl Fn(Wide) -> Wide) -> LargeBoard {
        LargeBoard { digits: self.digits.iter().map(|&digit| motion(digit)).collect(), board }
    }
}
