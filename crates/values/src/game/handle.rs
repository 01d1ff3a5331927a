//! Handles: a number, and a tail that is stored inline or recorded in the arena.

use std::fmt;
use std::ops::Neg;

use super::nimbers::NimberCode;
use super::number::Number;
use super::table::mix;

/// The value of a short game, in the [`Arena`](crate::Arena) that made it.
///
/// A handle has 16 bytes: a number, and the rest of the value after subtracting the number. It stores a rest that is a multiple
/// of up plus a nimber inline; the arena has a record of every other rest. Equal values from one arena have equal handles,
/// however they were computed. Computing the negative needs no arena.
///
/// The order of handles is total but arbitrary: it depends on the order in which values were created, and serves
/// sorting and searching. [`Arena::structural_order`](crate::Arena::structural_order) depends only on the values;
/// [`Arena::compare`](crate::Arena::compare) compares games by their values.
///
/// ```
/// use winways_values::{Arena, Game};
///
/// let arena = Arena::default();
/// let star = arena.form(&[Game::ZERO], &[Game::ZERO])?;
/// assert_eq!(star, Game::STAR);
/// assert_eq!(-star, star);
/// # Ok::<(), winways_values::ArenaError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game {
    pub(super) number: Number,
    pub(super) tail: Tail,
}

impl Game {
    /// The game without options, in which the player to move loses.
    pub const ZERO: Game = Game::from_number(Number::ZERO);

    /// The nimber `*1` = {0|0}.
    pub const STAR: Game = Game { number: Number::ZERO, tail: Tail::STAR };

    /// The exclusive upper bound of the magnitude of a multiple of up, 2³¹. Sums and multiples that would reach it fail
    /// with [`ArenaError::TooLarge`](crate::ArenaError::TooLarge).
    pub const UP_LIMIT: u64 = 1 << 31;

    /// Splits a value into its number and the rest.
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Game};
    ///
    /// let arena = Arena::default();
    /// let game = arena.number_up_star(&Dyadic::from(3), 0, 1)?;
    /// assert_eq!(game.parts(), (arena.integer(3)?, Game::STAR));
    /// # Ok::<(), winways_values::ArenaError>(())
    /// ```
    #[inline]
    pub fn parts(self) -> (Game, Game) {
        (Game::from_number(self.number), Game::from_tail(self.tail))
    }

    /// Returns `true` if the game is the sum of a number, a multiple of up and a nimber. Such games are added in
    /// constant time.
    ///
    /// ```
    /// use winways_values::{Arena, Game};
    ///
    /// let arena = Arena::default();
    /// assert!(Game::STAR.is_number_up_star());
    /// let switch = arena.form(&[arena.integer(1)?], &[arena.integer(-1)?])?;
    /// assert!(!switch.is_number_up_star());
    /// # Ok::<(), winways_values::ArenaError>(())
    /// ```
    #[inline]
    pub fn is_number_up_star(self) -> bool {
        !self.tail.is_record()
    }

    /// Returns `true` if the handle contains the whole game, so that it is the same in every arena. This holds for sums
    /// of a number of few digits, a multiple of up and a nimber below `*2³⁰`.
    ///
    /// ```
    /// use winways_values::Arena;
    ///
    /// let arena = Arena::default();
    /// let [near, far] = [3, 1 << 40].map(|size| arena.nimber(size).unwrap());
    /// assert!(near.is_self_contained() && !far.is_self_contained());
    /// ```
    #[inline]
    pub fn is_self_contained(self) -> bool {
        !self.number.is_large() && !self.tail.is_record() && !self.tail.ups_and_nimber().1.is_large()
    }

    #[inline]
    pub(super) const fn from_number(number: Number) -> Game {
        Game { number, tail: Tail::ZERO }
    }

    #[inline]
    pub(super) fn from_tail(tail: Tail) -> Game {
        Game { number: Number::ZERO, tail }
    }

    #[inline]
    pub(super) fn is_number(self) -> bool {
        self.tail == Tail::ZERO
    }

    #[inline]
    pub(super) fn hash(self) -> u64 {
        mix(self.number.bits(), self.tail.0)
    }
}

/// Creates the handle of an integer, which is valid in every arena.
///
/// ```
/// use winways_values::{Arena, Game};
///
/// let arena = Arena::default();
/// assert_eq!(arena.integer(-3)?, Game::from(-3));
/// # Ok::<(), winways_values::ArenaError>(())
/// ```
impl From<i32> for Game {
    #[inline]
    fn from(integer: i32) -> Game {
        Game::from_number(Number::packed(integer.into(), 0))
    }
}

/// Returns the negative: the game with the players exchanged.
impl Neg for Game {
    type Output = Game;

    #[inline]
    fn neg(self) -> Game {
        Game { number: self.number.negative(), tail: self.tail.negative() }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Game({:?} + {:?})", self.number, self.tail)
    }
}

/// A value minus its number: `n·↑ + *k` stored inline, or a record with a sign.
///
/// The uppermost bit is set for records. Without it, the 32 bits below it are n and the lower 31 bits are the code of
/// `*k`. With it, the next bit marks a record that is its own negative, and the bit below is free for tables to mark
/// keys with. The lowest bit is the sign, and the 32 bits above that are the index of the record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Tail(pub(super) u64);

const RECORD: u64 = 1 << 63;
const SYMMETRIC: u64 = 1 << 62;

impl Tail {
    pub(super) const ZERO: Tail = Tail(0);
    const STAR: Tail = Tail(1);

    /// Creates the tail `ups·↑ + *nimber`, if it fits.
    #[inline]
    pub(super) fn inline(ups: i64, nimber: NimberCode) -> Option<Tail> {
        let fits = ups.unsigned_abs() < Game::UP_LIMIT;
        fits.then_some(Tail(u64::from(ups as i32 as u32) << 31 | u64::from(nimber.0)))
    }

    /// Returns the tail of a nimber.
    #[inline]
    pub(super) fn nimber(nimber: NimberCode) -> Tail {
        Tail(nimber.0.into())
    }

    #[inline]
    pub(super) fn record(place: u32, symmetric: bool, negative: bool) -> Tail {
        let symmetry = if symmetric { SYMMETRIC } else { 0 };
        Tail(RECORD | symmetry | u64::from(place) << 1 | u64::from(negative))
    }

    #[inline]
    pub(super) fn is_record(self) -> bool {
        self.0 & RECORD != 0
    }

    /// Returns the multiple of up and the nimber of an inline tail.
    #[inline]
    pub(super) fn ups_and_nimber(self) -> (i64, NimberCode) {
        (i64::from((self.0 >> 31) as u32 as i32), NimberCode((self.0 & (NimberCode::COUNT - 1)) as u32))
    }

    /// Returns the index of the record.
    #[inline]
    pub(super) fn place(self) -> usize {
        (self.0 >> 1) as u32 as usize
    }

    /// Returns `true` if the tail is the negative of its record.
    #[inline]
    pub(super) fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    pub(super) fn negative(self) -> Tail {
        if self.is_record() {
            let symmetric = self.0 >> 62 & 1;
            return Tail(self.0 ^ 1 ^ symmetric);
        }
        let (ups, nimber) = self.ups_and_nimber();
        Tail(u64::from(-ups as i32 as u32) << 31 | u64::from(nimber.0))
    }
}

impl fmt::Debug for Tail {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_record() {
            let sign = if self.is_negative() { "-" } else { "" };
            return write!(formatter, "{sign}#{}", self.place());
        }
        let (ups, nimber) = self.ups_and_nimber();
        write!(formatter, "{ups}^*{}", nimber.0)
    }
}
