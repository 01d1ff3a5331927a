//! Packed components of boards, which engines store, compare and hash.

use crate::pictures::boards::{Boards, Prepared};
use crate::pictures::digits::{Digits, MOST_DIGITS};
use crate::pictures::geometry::{BoxSize, Geometry};
use std::cmp::Ordering;
use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;
use winways_kit::boards::bitboard::Frame;
use winways_kit::boards::word::{Wide, Word};
use winways_rules::Component;

/// A packed representation of the contents of a board.
///
/// A component identifies its board by the board's properties, never by a number assigned while parsing. Components from
/// different sessions, and from different games in a sum, are compared with each other, so equality must not depend on where a
/// component was created.
pub(crate) trait Packed: Component {
    /// The word type of sets of cells.
    type Word: Word;

    /// The type that identifies the board of a component.
    type BoardRef: BoardRef<Word = Self::Word>;

    /// The maximum number of states, including `ABSENT`, that can be packed.
    const STATES: usize;

    /// Packs the first `count` digits.
    fn pack(board_ref: Self::BoardRef, digits: &Digits<Self::Word>, count: usize) -> Self;

    fn board_ref(&self) -> &Self::BoardRef;

    fn digits(&self) -> Digits<Self::Word>;
}

/// The identity of the board of a component.
pub(crate) trait BoardRef: Clone + Sized {
    /// The word type of sets of cells.
    type Word: Word;

    /// Returns the reference to a whole board.
    fn of(boards: &Boards<Self::Word>, geometry: &Geometry) -> Self;

    /// Returns the board with its moves.
    fn prepared<'b>(&'b self, boards: &'b Boards<Self::Word>) -> &'b Prepared<Self::Word>;

    /// Extracts a part of a board. If boards are cut, moves the part into the corner of the smallest box that contains it.
    fn part(
        &self,
        geometry: &Geometry,
        digits: &Digits<Self::Word>,
        part: Self::Word,
    ) -> (Self, Digits<Self::Word>);

    /// Returns the box of this size. A board that is not cut stays the same.
    fn resized(&self, size: BoxSize) -> Self;
}

/// A box that was cut out of a grid.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cut<W>(BoxSize, PhantomData<W>);

impl<W> Clone for Cut<W> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Cut<W> {}

impl<W: Word> Cut<W> {
    #[inline]
    fn new(width: u32, height: u32) -> Self {
        Cut(BoxSize::new(width, height), PhantomData)
    }
}

impl<W: Word> BoardRef for Cut<W> {
    type Word = W;

    fn of(_: &Boards<W>, geometry: &Geometry) -> Self {
        Cut::new(geometry.width as u32, geometry.height as u32)
    }

    #[inline]
    fn prepared<'b>(&'b self, boards: &'b Boards<W>) -> &'b Prepared<W> {
        boards.boxed(self.0)
    }

    #[inline]
    fn part(&self, geometry: &Geometry, digits: &Digits<W>, part: W) -> (Self, Digits<W>) {
        if geometry.height == 1 {
            let (first, last) = (part.trailing_zeros(), part.last().unwrap_or(0));
            return (Cut::new(last + 1 - first, 1), digits.map(|digit| (digit & part) >> first));
        }
        let frame = Frame::around(part, geometry.stride as u16);
        (Cut::new(frame.width, frame.height), digits.map(|digit| frame.crop(digit & part)))
    }

    #[inline]
    fn resized(&self, size: BoxSize) -> Self {
        Cut(size, PhantomData)
    }
}

/// A board that is not cut: a graph, a ring or a torus. Two such boards are equal if their geometries are.
#[derive(Clone)]
pub(crate) struct Uncut<W>(Arc<Prepared<W>>);

impl<W> PartialEq for Uncut<W> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.hash == other.0.hash && self.0.geometry == other.0.geometry
    }
}

impl<W> Eq for Uncut<W> {}

impl<W> PartialOrd for Uncut<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<W> Ord for Uncut<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        self.0.geometry.cmp(&other.0.geometry)
    }
}

impl<W> Hash for Uncut<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl<W> Debug for Uncut<W> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.0.geometry.fmt(formatter)
    }
}

impl<W: Word> BoardRef for Uncut<W> {
    type Word = W;

    fn of(boards: &Boards<W>, geometry: &Geometry) -> Self {
        Uncut(boards.uncut(geometry))
    }

    #[inline]
    fn prepared<'b>(&'b self, _: &'b Boards<W>) -> &'b Prepared<W> {
        &self.0
    }

    #[inline]
    fn part(&self, _: &Geometry, digits: &Digits<W>, part: W) -> (Self, Digits<W>) {
        (self.clone(), digits.map(|digit| digit & part))
    }

    fn resized(&self, _: BoxSize) -> Self {
        self.clone()
    }
}

/// A box of at most 64 cells with at most six kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SmallBox {
    board_ref: Cut<u64>,
    // Separate fields, because comparing an array compiles to a function call.
    first: u64,
    second: u64,
    third: u64,
}

impl Component for SmallBox {}

impl Hash for SmallBox {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The size of the box is almost always determined by the cells.
        state.write_u64(self.first ^ u64::from(self.board_ref.0.number()).rotate_left(32));
        state.write_u64(self.second ^ self.third.rotate_left(32));
    }
}

impl Packed for SmallBox {
    type Word = u64;
    type BoardRef = Cut<u64>;
    const STATES: usize = 8;

    #[inline]
    fn pack(board_ref: Cut<u64>, digits: &Digits<u64>, _: usize) -> SmallBox {
        SmallBox { board_ref, first: digits[0], second: digits[1], third: digits[2] }
    }

    #[inline]
    fn board_ref(&self) -> &Cut<u64> {
        &self.board_ref
    }

    #[inline]
    fn digits(&self) -> Digits<u64> {
        [self.first, self.second, self.third, 0]
    }
}

/// A box of at most 256 cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LargeBox {
    board_ref: Cut<Wide>,
    digits: Box<[Wide]>,
}

impl Component for LargeBox {
    fn owned_bytes(&self) -> usize {
        size_of_val(&*self.digits)
    }
}

impl Packed for LargeBox {
    type Word = Wide;
    type BoardRef = Cut<Wide>;
    const STATES: usize = crate::pictures::states::MOST;

    fn pack(board_ref: Cut<Wide>, digits: &Digits<Wide>, count: usize) -> LargeBox {
        LargeBox { board_ref, digits: digits[..count].into() }
    }

    fn board_ref(&self) -> &Cut<Wide> {
        &self.board_ref
    }

    fn digits(&self) -> Digits<Wide> {
        let mut digits = [Wide::ZERO; MOST_DIGITS];
        digits[..self.digits.len()].copy_from_slice(&self.digits);
        digits
    }
}

/// The contents of a part of a board that is not cut.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct OnUncut<W: Word> {
    board_ref: Uncut<W>,
    digits: Digits<W>,
}

impl<W: Word> Component for OnUncut<W> {}

impl<W: Word> Packed for OnUncut<W> {
    type Word = W;
    type BoardRef = Uncut<W>;
    const STATES: usize = crate::pictures::states::MOST;

    fn pack(board_ref: Uncut<W>, digits: &Digits<W>, _: usize) -> OnUncut<W> {
        OnUncut { board_ref, digits: *digits }
    }

    fn board_ref(&self) -> &Uncut<W> {
        &self.board_ref
    }

    fn digits(&self) -> Digits<W> {
        self.digits
    }
}
