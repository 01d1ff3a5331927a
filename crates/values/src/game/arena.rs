//! The public interface of the tables: an arena that can be shared, and a session that holds its lock.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::account::Charge;
use super::error::{ArenaError, Interrupt};
use super::handle::Game;
use super::number::Number;
use super::options::GameOptions;
use super::outcome::GameOutcome;
use super::tables::{Side, Statistics, Tables};
use crate::Dyadic;

/// The result of comparing two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The first game is less: Right prefers it.
    Less,
    /// Both games have the same value.
    Equal,
    /// The first game is greater: Left prefers it.
    Greater,
    /// Neither is at least the other: the player who moves first wins their difference.
    Confused,
}

/// A store of short games in canonical form, hash-consed: every value has one handle.
///
/// Many threads may use an arena. Each operation locks it; [`Arena::session`] holds the lock for many operations.
/// Values are made from sums, negatives and forms `{L|R}`. The arena caches comparisons, sums and records, so nothing
/// is computed twice. An operation that would exceed the memory limit, or that is interrupted, returns [`ArenaError`].
///
/// A game is stored with its number subtracted, and shares the record with its negative.
///
/// Sources: Conway, *On Numbers and Games* (second edition 2001); Berlekamp, Conway and Guy, *Winning Ways* (second
/// edition 2001–2004); Siegel, *Combinatorial Game Theory* (2013), chapter II.
///
/// # Handles of other arenas
///
/// A handle is valid only in the arena that it comes from, unless [`Game::is_self_contained`] returns `true`. In
/// another arena, it may denote another value. If it denotes no value there, operations on it panic.
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
pub struct Arena {
    tables: Mutex<Tables>,
    /// The bytes in use, which are read without the lock.
    used: Arc<AtomicU64>,
}

impl Arena {
    /// Creates an empty arena that may use `memory` bytes.
    #[must_use]
    pub fn new(memory: u64) -> Arena {
        let tables = Tables::new(memory);
        Arena { used: tables.account.counter(), tables: Mutex::new(tables) }
    }

    /// Returns the number of bytes in use, including all charges. Does not wait for the lock.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.used.load(atomic::Ordering::Relaxed)
    }

    /// Sets the interrupt that later operations poll, and replaces any earlier interrupt.
    pub fn set_interrupt(&self, interrupt: Interrupt) {
        self.session().0.account.set_interrupt(interrupt);
    }

    /// Sets the memory limit to `memory` bytes. Memory already in use beyond the limit stays in use.
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
        self.session().0.account.set_limit(memory);
    }

    /// Creates an arena that treats nimbers of size `least` and above as large. `least` must be a power of two.
    #[cfg(test)]
    pub(crate) fn with_large_nimbers_from(least: u32) -> Arena {
        let arena = Arena::default();
        arena.session().0.nimbers = super::nimbers::Nimbers::with_large_from(least);
        arena
    }

    /// Creates an arena that polls its interrupt at every step. The interrupt breaks at the first poll, at the second
    /// poll after that, at the third after that, and so on.
    #[cfg(test)]
    pub(crate) fn frequently_interrupted() -> Arena {
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

    /// Locks the arena for many operations in a row.
    ///
    /// While a thread holds a session, it must not call methods of the arena that take the lock: they would deadlock.
    #[must_use]
    pub fn session(&self) -> Session<'_> {
        // The tables contain only correct entries at all times, so a panic while the lock was held does no harm.
        Session(self.tables.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Creates an arena that may use 4 GiB of memory.
impl Default for Arena {
    fn default() -> Arena {
        Arena::new(4 << 30)
    }
}

/// A locked [`Arena`], which provides the same operations.
#[derive(Debug)]
pub struct Session<'arena>(MutexGuard<'arena, Tables>);

impl Session<'_> {
    /// Returns the value of the form `{left|right}`, which the caller guarantees to be canonical.
    pub(crate) fn canonical_form(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        self.0.canonical_form(left, right)
    }

    /// Returns the number of bytes in use, including all charges.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.account.bytes()
    }

    /// Reserves memory for an operation outside the tables. The operation must give it back.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<()> {
        self.0.account.take(bytes)
    }

    /// Gives back reserved memory.
    pub(crate) fn give_back(&mut self, bytes: u64) {
        self.0.account.give_back(bytes);
    }

    /// Checks that another `bytes` bytes can be reserved.
    pub(crate) fn check(&self, bytes: u64) -> Result<()> {
        self.0.account.check(bytes)
    }

    /// Returns the error of an operation that runs out of memory.
    pub(crate) fn out_of_memory(&self) -> ArenaError {
        self.0.account.out_of_memory()
    }

    /// Sorts games by the order of their handles.
    pub(crate) fn sort_handles(&mut self, games: &mut [Game]) -> Result<()> {
        self.0.account.sort_handles(games)
    }
}

/// Defines every method twice: on [`Session`], and on [`Arena`], where the method takes the lock for one call.
macro_rules! operations {
    ($($(#[$documentation:meta])* fn $name:ident(&mut $tables:ident $(, $argument:ident: $type:ty)*) -> $result:ty $body:block)*) => {
        impl Session<'_> {$(
            #[doc = concat!("Like [`Arena::", stringify!($name), "`], with the lock held.")]
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
    /// Returns the value of a number.
    ///
    /// # Errors
    /// [`ArenaError`], only for numbers too large for a machine word.
    fn number(&mut tables, number: &Dyadic) -> Result<Game> {
        tables.numbers.intern(number, &mut tables.account).map(Game::from_number)
    }

    /// Returns an integer: the number of free moves for Left or, if negative, for Right.
    ///
    /// # Errors
    /// Fails like [`Arena::number`].
    fn integer(&mut tables, integer: i64) -> Result<Game> {
        match Number::integer(integer) {
            Some(number) => Ok(Game::from_number(number)),
            None => tables.numbers.intern(&Dyadic::from(integer), &mut tables.account).map(Game::from_number),
        }
    }

    /// Returns the nimber `*size`.
    ///
    /// # Errors
    /// [`ArenaError`], only for nimbers from `*2³⁰` on, which take memory.
    fn nimber(&mut tables, size: u128) -> Result<Game> {
        tables.up_star(0, size).map(Game::from_tail)
    }

    /// Returns a multiple of up: `↑ = {0|*}`.
    ///
    /// # Errors
    /// [`ArenaError::TooLarge`] if the magnitude is [`Game::UP_LIMIT`] or more.
    fn up(&mut tables, ups: i64) -> Result<Game> {
        tables.up_star(ups, 0).map(Game::from_tail)
    }

    /// Returns the sum of a number, a multiple of up and a nimber.
    ///
    /// # Errors
    /// Fails like [`Arena::number`], [`Arena::up`] and [`Arena::nimber`].
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
    fn number_up_star(&mut tables, number: &Dyadic, ups: i64, nimber: u128) -> Result<Game> {
        let number = tables.numbers.intern(number, &mut tables.account)?;
        Ok(Game { number, tail: tables.up_star(ups, nimber)? })
    }

    /// Returns the value of the form `{left|right}`.
    ///
    /// Finding dominated and reversible options takes comparisons, which are memoised searches in the graph of
    /// followers.
    ///
    /// # Errors
    /// [`ArenaError`].
    ///
    /// ```
    /// use winways_values::{Arena, Game};
    ///
    /// let arena = Arena::default();
    /// let up = arena.form(&[Game::ZERO], &[Game::STAR])?;
    /// // Star, Right's answer to Left's option up, reverses up: up is replaced by Left's option of star, 0.
    /// assert_eq!(arena.form(&[up], &[up])?, arena.form(&[Game::ZERO], &[up])?);
    /// # Ok::<(), winways_values::ArenaError>(())
    /// ```
    fn form(&mut tables, left: &[Game], right: &[Game]) -> Result<Game> {
        tables.form(left, right)
    }

    /// Returns Left's options in canonical form.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn left_options(&mut tables, game: Game) -> Result<GameOptions> {
        tables.options_of(game, Side::Left)
    }

    /// Returns Right's options in canonical form.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn right_options(&mut tables, game: Game) -> Result<GameOptions> {
        tables.options_of(game, Side::Right)
    }

    /// Returns the disjunctive sum of two games.
    ///
    /// Takes time and memory linear in the number of pairs of followers, times the cost of [`Arena::form`]. Takes
    /// constant time if one of the games is a number, or both are numbers plus ups plus nimbers.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn add(&mut tables, some: Game, other: Game) -> Result<Game> {
        tables.add(some, other)
    }

    /// Returns the difference of two games: the sum with the negative.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn sub(&mut tables, some: Game, other: Game) -> Result<Game> {
        tables.add(some, -other)
    }

    /// Returns the sum of `factor` copies of a game, or of its negative if `factor` is negative.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn multiple(&mut tables, factor: i64, game: Game) -> Result<Game> {
        tables.multiple(factor, game)
    }

    /// Returns `true` if `low ≤ high`, that is, if Left wins `high − low` moving second.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn le(&mut tables, low: Game, high: Game) -> Result<bool> {
        tables.le(low, high)
    }

    /// Compares two games.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn compare(&mut tables, some: Game, other: Game) -> Result<Relation> {
        if some == other {
            return Ok(Relation::Equal);
        }
        // Equal values have equal handles.
        Ok(match (tables.le(some, other)?, tables.le(other, some)?) {
            (true, _) => Relation::Less,
            (_, true) => Relation::Greater,
            _ => Relation::Confused,
        })
    }

    /// Returns the outcome of a game, in constant time.
    fn outcome(&mut tables, game: Game) -> GameOutcome {
        match tables.signs(game) {
            (true, true) => GameOutcome::Previous,
            (true, false) => GameOutcome::Right,
            (false, true) => GameOutcome::Left,
            (false, false) => GameOutcome::Next,
        }
    }

    /// Returns the left stop: the first number that optimal play arrives at if Left moves first. Takes constant time.
    fn left_stop(&mut tables, game: Game) -> Dyadic {
        tables.stop_of(game, Side::Left)
    }

    /// Returns the right stop: the first number that optimal play arrives at if Right moves first. Takes constant time.
    fn right_stop(&mut tables, game: Game) -> Dyadic {
        tables.stop_of(game, Side::Right)
    }

    /// Returns the number that equals the game, if there is one.
    fn as_number(&mut tables, game: Game) -> Option<Dyadic> {
        game.is_number().then(|| tables.numbers.dyadic(game.number))
    }

    /// Returns the size of the nimber that equals the game, if there is one; zero is a nimber.
    fn as_nimber(&mut tables, game: Game) -> Option<u128> {
        match game.tail.ups_and_nimber() {
            (0, nimber) if game.number == Number::ZERO && !game.tail.is_record() => {
                Some(tables.nimbers.size(nimber))
            }
            _ => None,
        }
    }

    /// Returns the number, the multiple of up and the nimber whose sum is the game, or `None` if the game is not such a
    /// sum.
    fn as_number_up_star(&mut tables, game: Game) -> Option<(Dyadic, i64, u128)> {
        if game.tail.is_record() {
            return None;
        }
        let (ups, nimber) = game.tail.ups_and_nimber();
        Some((tables.numbers.dyadic(game.number), ups, tables.nimbers.size(nimber)))
    }

    /// Returns the birthday of a game: the depth of its canonical form. `None` if it does not fit 64 bits.
    ///
    /// # Errors
    /// [`ArenaError`].
    fn birthday(&mut tables, game: Game) -> Result<Option<u64>> {
        tables.birthday(game)
    }

    /// Compares two games in a total order that depends only on their values, not on the arena or its history. Games
    /// are ordered by their number, which is the midpoint of their stops. Among games with equal numbers, sums with ups
    /// and a nimber come first, by ups and nimber. All others follow, by height, left stop and lists of options.
    ///
    /// Takes O(n log n) time for n followers, unless the arena's latest ranking of followers contains both games. To
    /// sort, use [`Arena::sort`].
    ///
    /// # Errors
    /// [`ArenaError`].
    fn structural_order(&mut tables, some: Game, other: Game) -> Result<Ordering> {
        tables.structural_order(some, other)
    }

    /// Sorts by [`Arena::structural_order`].
    ///
    /// # Errors
    /// [`ArenaError`]; the games may then be partly sorted.
    fn sort(&mut tables, games: &mut [Game]) -> Result<()> {
        tables.sort(games)
    }

    /// Counts steps of work outside the arena, of less than a microsecond each, and polls the interrupt every few
    /// thousand steps.
    ///
    /// # Errors
    /// [`ArenaError::Interrupted`].
    fn spend(&mut tables, steps: usize) -> Result<()> {
        tables.account.spend(steps)
    }

    /// Charges memory used outside the arena to the arena's limit until the charge is dropped.
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
        tables.account.charge(bytes)
    }

    /// Adds `bytes` to a charge of this arena.
    ///
    /// # Errors
    /// [`ArenaError::OutOfMemory`]; the charge is then unchanged.
    fn enlarge_charge(&mut tables, charge: &mut Charge, bytes: u64) -> Result<()> {
        tables.account.enlarge_charge(charge, bytes)
    }

    /// Returns the number of records. Values that differ by sign or by a number share a record.
    fn record_count(&mut tables) -> usize {
        tables.records.len()
    }

    /// Returns counts of the arena's operations and contents.
    fn statistics(&mut tables) -> Statistics {
        tables.statistics()
    }
}
