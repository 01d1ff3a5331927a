//! What the world sees of the tables: an arena that can be shared, and a session that holds its lock.

use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::budget::Charge;
use super::error::{ArenaError, Interrupt};
use super::handle::{Game, TOO_LARGE, Tail};
use super::number::Number;
use super::options::GameOptions;
use super::outcome::GameOutcome;
use super::tables::{Side, Statistics, Tables};
use crate::{Dyadic, Nimber};

/// How two games compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Right is better off with the first.
    Less,
    /// They are the same value.
    Equal,
    /// Left is better off with the first.
    Greater,
    /// Neither is at least the other: who begins wins their difference.
    Confused,
}

/// The canonical forms of short games, hash-consed: every value has one handle.
///
/// Many threads may use an arena; it is locked for one operation at a time, and [`Arena::session`] locks it for
/// many. Values are made of sums, negatives and forms `{L|R}`; comparisons, sums and records are kept, so nothing is
/// worked out twice. Operations whose memory would exceed the limit, or that are interrupted, return [`ArenaError`].
///
/// A game is stored with its number taken away, and shares the record with its negative.
///
/// Sources: Conway, *On Numbers and Games* (second edition 2001); Berlekamp, Conway and Guy, *Winning Ways* (second
/// edition 2001–2004); Siegel, *Combinatorial Game Theory* (2013), chapter II.
///
/// # Handles of other arenas
///
/// A handle means something only in the arena that it comes from. In another one it may stand for another value, or
/// for none; then operations panic.
///
/// ```
/// use winways_values::{Arena, Dyadic, Relation};
///
/// let arena = Arena::default();
/// let (one, minus_one) = (arena.integer(1)?, arena.integer(-1)?);
/// let switch = arena.form(&[one], &[minus_one])?;
/// assert_eq!(arena.add(switch, switch)?, arena.integer(0)?);
/// assert_eq!(arena.compare(switch, one)?, Relation::Confused);
/// assert_eq!(arena.left_stop(switch), Dyadic::from(1));
/// # Ok::<(), winways_values::ArenaError>(())
/// ```
#[derive(Debug)]
pub struct Arena(Mutex<Tables>);

impl Arena {
    /// An empty arena that may use `memory` bytes.
    #[must_use]
    pub fn new(memory: u64) -> Arena {
        Arena(Mutex::new(Tables::new(memory)))
    }

    /// From now on `interrupt` is asked whether operations shall go on, in place of any before.
    pub fn set_interrupt(&self, interrupt: Interrupt) {
        self.session().0.budget.set_interrupt(interrupt);
    }

    /// From now on it may use `memory` bytes, of which it keeps what it has, if that is more.
    ///
    /// ```
    /// use winways_values::Arena;
    /// let arena = Arena::new(1 << 30);
    /// arena.set_memory(0);
    /// assert!(arena.charge(1).is_err());
    /// arena.set_memory(1 << 30);
    /// assert!(arena.charge(1).is_ok());
    /// ```
    pub fn set_memory(&self, memory: u64) {
        self.session().0.budget.set_limit(memory);
    }

    /// An arena that is interrupted after one step, then after two more, and so on.
    #[cfg(test)]
    pub(crate) fn restless() -> Arena {
        use std::ops::ControlFlow;
        use std::sync::atomic::{AtomicU64, Ordering};
        let arena = Arena::default();
        let (rest, rests) = (AtomicU64::new(1), AtomicU64::new(1));
        let interrupt = Interrupt::new(move || {
            if rest.fetch_sub(1, Ordering::Relaxed) > 1 {
                return ControlFlow::Continue(());
            }
            rest.store(rests.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
            ControlFlow::Break(super::error::Interruption::User)
        });
        arena.set_interrupt(interrupt.after_every(std::num::NonZeroUsize::MIN));
        arena
    }

    /// The arena with its lock held, for many operations in a row.
    ///
    /// A thread that has a session must not use the arena otherwise until the session is dropped: it would wait for
    /// itself.
    #[must_use]
    pub fn session(&self) -> Session<'_> {
        // Each operation starts from tables that hold true statements only, whatever became of the one before.
        Session(self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// With 4 GiB of memory.
impl Default for Arena {
    fn default() -> Arena {
        Arena::new(4 << 30)
    }
}

/// An [`Arena`] with its lock held; it has the same operations.
#[derive(Debug)]
pub struct Session<'arena>(MutexGuard<'arena, Tables>);

impl Session<'_> {
    /// The value of the form `{left|right}`, for operations that know by a theorem that it is canonical.
    pub(crate) fn canonical_form(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        self.0.canonical_form(left, right)
    }

    /// Takes memory for an operation outside the tables, which gives it back.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<()> {
        self.0.budget.take(bytes)
    }

    /// Gives back what was taken.
    pub(crate) fn give_back(&mut self, bytes: u64) {
        self.0.budget.give_back(bytes);
    }

    /// Whether `bytes` more could be taken.
    pub(crate) fn check(&self, bytes: u64) -> Result<()> {
        self.0.budget.check(bytes)
    }

    /// The error of an operation for which there is no memory.
    pub(crate) fn exceeded(&self) -> ArenaError {
        self.0.budget.exceeded()
    }

    /// Sorts by the order of handles.
    pub(crate) fn sort_handles(&mut self, games: &mut [Game]) -> Result<()> {
        self.0.budget.sort_handles(games)
    }
}

/// Gives both [`Session`] and [`Arena`] every method: on the tables, and with the lock taken for one call.
macro_rules! operations {
    ($($(#[$documentation:meta])* fn $name:ident(&mut $tables:ident $(, $argument:ident: $type:ty)*) -> $result:ty $body:block)*) => {
        impl Session<'_> {$(
            #[doc = concat!("As [`Arena::", stringify!($name), "`].")]
            #[allow(clippy::missing_errors_doc)]
            pub fn $name(&mut self $(, $argument: $type)*) -> $result {
                let $tables = &mut *self.0;
                $body
            }
        )*}

        impl Arena {$(
            $(#[$documentation])*
            pub fn $name(&self $(, $argument: $type)*) -> $result {
                self.session().$name($($argument),*)
            }
        )*}
    };
}

type Result<T> = std::result::Result<T, ArenaError>;

operations! {
    /// A number.
    ///
    /// # Errors
    /// [`ArenaError`], only for numbers too large for a machine word.
    fn number(&mut tables, number: &Dyadic) -> Result<Game> {
        tables.numbers.intern(number, &mut tables.budget).map(Game::from_number)
    }

    /// An integer: so many free moves for Left, or, negative, for Right.
    ///
    /// # Errors
    /// As [`Arena::number`].
    fn integer(&mut tables, integer: i64) -> Result<Game> {
        match Number::integer(integer) {
            Some(number) => Ok(Game::from_number(number)),
            None => tables.numbers.intern(&Dyadic::from(integer), &mut tables.budget).map(Game::from_number),
        }
    }

    /// The nimber `*heap`.
    ///
    /// # Errors
    /// [`ArenaError::TooLarge`] from [`Game::NIMBER_LIMIT`] on.
    fn nimber(&mut tables, heap: u64) -> Result<Game> {
        tables.number_up_star(&Dyadic::ZERO, 0, heap)
    }

    /// A multiple of up: `↑ = {0|*}`.
    ///
    /// # Errors
    /// [`ArenaError::TooLarge`] if the magnitude is [`Game::NIMBER_LIMIT`] or more.
    fn up(&mut tables, ups: i64) -> Result<Game> {
        tables.number_up_star(&Dyadic::ZERO, ups, 0)
    }

    /// The sum of a number, a multiple of up and a nimber.
    ///
    /// # Errors
    /// As [`Arena::number`], [`Arena::up`] and [`Arena::nimber`].
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Game};
    ///
    /// let arena = Arena::default();
    /// let up_star = arena.number_up_star(&Dyadic::ZERO, 1, 1)?;
    /// assert_eq!(arena.form(&[Game::ZERO, Game::STAR], &[Game::ZERO])?, up_star);
    /// assert_eq!(arena.as_number_up_star(up_star), Some((Dyadic::ZERO, 1, 1)));
    /// # Ok::<(), winways_values::ArenaError>(())
    /// ```
    fn number_up_star(&mut tables, number: &Dyadic, ups: i64, nimber: u64) -> Result<Game> {
        tables.number_up_star(number, ups, nimber)
    }

    /// The value of the form `{left|right}`.
    ///
    /// Domination and reversal take comparisons, which are searches in the graph of followers, memoised.
    ///
    /// # Errors
    /// [`ArenaError`].
    ///
    /// ```
    /// use winways_values::{Arena, Game};
    ///
    /// let arena = Arena::default();
    /// let up = arena.form(&[Game::ZERO], &[Game::STAR])?;
    /// // Right answers up, which Left may move to, with star, whose options are no more than zero.
    /// assert_eq!(arena.form(&[up], &[up])?, arena.form(&[Game::ZERO], &[up])?);
    /// # Ok::<(), winways_values::ArenaError>(())
    /// ```
    fn form(&mut tables, left: &[Game], right: &[Game]) -> Result<Game> {
        tables.form(left, right)
    }

    /// Left's options in canonical form.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn left_options(&mut tables, game: Game) -> Result<GameOptions> {
        tables.options_of(game, Side::Left)
    }

    /// Right's options in canonical form.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn right_options(&mut tables, game: Game) -> Result<GameOptions> {
        tables.options_of(game, Side::Right)
    }

    /// The sum, in which a player moves in either.
    ///
    /// In time and memory linear in the number of pairs of followers, times the cost of [`Arena::form`]; O(1) if one
    /// is a number, or both are numbers plus ups plus nimbers.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn add(&mut tables, some: Game, other: Game) -> Result<Game> {
        tables.add(some, other)
    }

    /// The difference, that is the sum with the negative.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn sub(&mut tables, some: Game, other: Game) -> Result<Game> {
        tables.add(some, -other)
    }

    /// The sum of `factor` copies; of the negative, if it is negative.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn multiple(&mut tables, factor: i64, game: Game) -> Result<Game> {
        tables.multiple(factor, game)
    }

    /// Whether `low ≤ high`: whether Left, moving second, wins `high − low`.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn le(&mut tables, low: Game, high: Game) -> Result<bool> {
        tables.le(low, high)
    }

    /// How two games compare.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn compare(&mut tables, some: Game, other: Game) -> Result<Relation> {
        if some == other {
            return Ok(Relation::Equal);
        }
        // Equal values are equal handles.
        Ok(match (tables.le(some, other)?, tables.le(other, some)?) {
            (true, _) => Relation::Less,
            (_, true) => Relation::Greater,
            _ => Relation::Confused,
        })
    }

    /// Who wins, in constant time.
    fn outcome(&mut tables, game: Game) -> GameOutcome {
        match tables.signs(game) {
            (true, true) => GameOutcome::Previous,
            (true, false) => GameOutcome::Right,
            (false, true) => GameOutcome::Left,
            (false, false) => GameOutcome::Next,
        }
    }

    /// The number that is reached if Left begins, both play well and stop as soon as it is one. In constant time.
    fn left_stop(&mut tables, game: Game) -> Dyadic {
        tables.stop_of(game, Side::Left)
    }

    /// The number that is reached if Right begins. In constant time.
    fn right_stop(&mut tables, game: Game) -> Dyadic {
        tables.stop_of(game, Side::Right)
    }

    /// The number that a game is, if it is one.
    fn as_number(&mut tables, game: Game) -> Option<Dyadic> {
        game.is_number().then(|| tables.numbers.dyadic(game.number))
    }

    /// The nimber that a game is, if it is one; zero is.
    fn as_nimber(&mut _tables, game: Game) -> Option<Nimber> {
        match game.tail.ups_and_nimber() {
            (0, nimber) if game.number == Number::ZERO && !game.tail.is_record() => Some(Nimber(nimber)),
            _ => None,
        }
    }

    /// Number, multiple of up and nimber, if a game is a sum of such.
    fn as_number_up_star(&mut tables, game: Game) -> Option<(Dyadic, i64, u64)> {
        if game.tail.is_record() {
            return None;
        }
        let (ups, nimber) = game.tail.ups_and_nimber();
        Some((tables.numbers.dyadic(game.number), ups, nimber))
    }

    /// The day on which a game is born: the depth of its canonical form. `None` beyond the numbers of 64 bits.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn birthday(&mut tables, game: Game) -> Result<Option<u64>> {
        tables.birthday(game)
    }

    /// A total order that depends on the values alone, not on the arena or what happened in it: by numbers taken
    /// away, then ups, nimbers, stops, and the lists of options in this order.
    ///
    /// In time O(n log n) for n followers, unless the call before had the same followers: to sort, use
    /// [`Arena::sort`].
    ///
    /// # Errors
    /// [`ArenaError`].
    fn structural_order(&mut tables, some: Game, other: Game) -> Result<Ordering> {
        tables.structural_order(some, other)
    }

    /// Sorts by [`Arena::structural_order`].
    ///
    /// # Errors
    /// [`ArenaError`]; then the order is what it was.
    fn sort(&mut tables, games: &mut [Game]) -> Result<()> {
        tables.sort(games)
    }

    /// Counts steps of less than a microsecond each that are done with games outside the arena, and asks the
    /// interrupt every few thousand.
    ///
    /// # Errors
    /// [`ArenaError::Interrupted`].
    fn spend(&mut tables, steps: usize) -> Result<()> {
        tables.budget.spend(steps)
    }

    /// Memory for what is kept beside the arena; it counts towards the arena's limit until the charge is dropped.
    ///
    /// # Errors
    /// [`ArenaError::OutOfMemory`].
    ///
    /// ```
    /// use winways_values::{Arena, ArenaError};
    ///
    /// let arena = Arena::new(1000);
    /// let charge = arena.charge(600)?;
    /// assert_eq!(arena.charge(600).err(), Some(ArenaError::OutOfMemory { limit: 1000 }));
    /// drop(charge);
    /// assert_eq!(arena.charge(600)?.bytes(), 600);
    /// # Ok::<(), ArenaError>(())
    /// ```
    fn charge(&mut tables, bytes: u64) -> Result<Charge> {
        tables.budget.charge(bytes)
    }

    /// Adds `bytes` to a charge of this arena.
    ///
    /// # Errors
    /// [`ArenaError::OutOfMemory`]; then the charge is what it was.
    fn enlarge_charge(&mut tables, charge: &mut Charge, bytes: u64) -> Result<()> {
        tables.budget.enlarge_charge(charge, bytes)
    }

    /// The number of values recorded, each with its negative and all sums with numbers.
    fn record_count(&mut tables) -> usize {
        tables.records.len()
    }

    /// Bytes of memory in use, with all charges.
    fn bytes(&mut tables) -> u64 {
        tables.budget.used()
    }

    /// What the arena has done and holds.
    fn statistics(&mut tables) -> Statistics {
        tables.statistics()
    }
}

impl Tables {
    fn number_up_star(&mut self, number: &Dyadic, ups: i64, nimber: u64) -> Result<Game> {
        let number = self.numbers.intern(number, &mut self.budget)?;
        let tail = Tail::inline(ups, nimber).ok_or(TOO_LARGE)?;
        Ok(Game { number, tail })
    }
}
