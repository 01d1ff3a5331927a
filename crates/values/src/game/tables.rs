//! The tables of an arena, for one thread: the records, the numbers and the memos.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::account::Account;
use super::error::ArenaError;
use super::handle::{Game, Tail};
use super::memo::{Comparison, Frame, Partial, Sum};
use super::nimbers::{NimberCode, Nimbers, TOO_MANY_OPTIONS};
use super::number::{Number, Numbers, check_sum};
use super::options::GameOptions;
use super::table::{Entry, Table};
use crate::Dyadic;

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Left,
    Right,
}

impl Side {
    #[inline]
    pub(super) fn opponent(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The canonical form of a value that is not a number plus ups plus nimber. It is translated by a number so that its
/// stops are `stop` and `-stop`: a value, its negative, and their sums with numbers share the record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) stop: Number,
    /// Left's options are `pool[start..middle]`, Right's `pool[middle..end]`, both sorted.
    start: u32,
    middle: u32,
    end: u32,
    /// The order of the value relative to its stops.
    pub(super) edges: Edges,
}

/// The order of a value relative to its stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edges {
    pub(super) at_least_right_stop: bool,
    pub(super) at_most_left_stop: bool,
}

impl Edges {
    #[inline]
    pub(super) fn exchanged(self) -> Edges {
        Edges { at_least_right_stop: self.at_most_left_stop, at_most_left_stop: self.at_least_right_stop }
    }
}

/// The hash and the index of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordEntry {
    pub(super) hash: u32,
    /// The index, counted from 1.
    pub(super) place: u32,
}

impl Entry for RecordEntry {
    const FREE: RecordEntry = RecordEntry { hash: 0, place: 0 };

    #[inline]
    fn is_free(&self) -> bool {
        self.place == 0
    }

    #[inline]
    fn hash(&self) -> u64 {
        u64::from(self.hash) << 32
    }
}

/// Counts of the operations and the contents of an arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of comparisons that equality, closed forms and stops did not decide.
    pub comparisons: u64,
    /// The number of those comparisons whose answers were in a memo.
    pub comparison_hits: u64,
    /// The number of sums of two values that have no closed form.
    pub sums: u64,
    /// The number of those sums whose values were in the memo.
    pub sum_hits: u64,
    /// The number of forms `{L|R}` brought to canonical form.
    pub forms: u64,
    /// The number of those forms that were numbers.
    pub numbers: u64,
    /// The number of recorded values. A value shares its record with its negative and all their sums with numbers.
    pub records: u64,
    /// The number of options in the records.
    pub options: u64,
    /// The memory in use, in bytes.
    pub bytes: u64,
}

/// Buffers that are reused for every form.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    pub(super) left: Vec<Game>,
    pub(super) right: Vec<Game>,
    pub(super) negated: [Vec<Game>; 2],
    /// Options that replace reversible ones, and options that replace those in turn.
    pub(super) candidates: [Vec<Game>; 2],
}

/// The ranks of signed records in structural order, and the memory taken for them. The set of ranked records is closed
/// under followers.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    pub(super) places: HashMap<Tail, u32>,
    pub(super) bytes: u64,
}

#[derive(Debug)]
pub(super) struct Tables {
    pub(super) account: Account,
    pub(super) numbers: Numbers,
    pub(super) nimbers: Nimbers,
    /// `true` while the arena decides whether a game ignores nimbers, which requires other sums.
    pub(super) is_judging: bool,
    pub(super) records: Vec<Record>,
    pub(super) pool: Vec<Game>,
    pub(super) places: Table<RecordEntry>,
    pub(super) comparisons: Table<Comparison>,
    pub(super) sums: Table<Sum>,
    /// The index of the provisional record of the form that is being brought to canonical form.
    pub(super) provisional: usize,
    /// Cached comparisons with the provisional record.
    pub(super) provisional_comparisons: Table<Comparison>,
    pub(super) frames: Vec<Frame>,
    pub(super) partial_sums: Vec<Partial>,
    pub(super) summands: Vec<Game>,
    pub(super) workspace: Workspace,
    pub(super) ranks: Ranks,
    pub(super) counts: Statistics,
}

/// The value of `provisional` if there is no provisional record.
pub(super) const NO_RECORD: usize = usize::MAX;

impl Tables {
    pub(super) fn new(memory: u64) -> Tables {
        Tables {
            account: Account::new(memory),
            numbers: Numbers::default(),
            nimbers: Nimbers::default(),
            is_judging: false,
            records: Vec::new(),
            pool: Vec::new(),
            places: Table::new(),
            comparisons: Table::new(),
            sums: Table::new(),
            provisional: NO_RECORD,
            provisional_comparisons: Table::new(),
            frames: Vec::new(),
            partial_sums: Vec::new(),
            summands: Vec::new(),
            workspace: Workspace::default(),
            ranks: Ranks::default(),
            counts: Statistics::default(),
        }
    }

    pub(super) fn statistics(&self) -> Statistics {
        Statistics {
            records: self.records.len() as u64,
            options: self.pool.len() as u64,
            bytes: self.account.bytes(),
            ..self.counts
        }
    }

    #[inline]
    pub(super) fn plus(&mut self, left: Number, right: Number) -> Result<Number, ArenaError> {
        self.numbers.add(left, right, &mut self.account)
    }

    #[inline]
    pub(super) fn minus(&mut self, left: Number, right: Number) -> Result<Number, ArenaError> {
        self.numbers.subtract(left, right, &mut self.account)
    }

    /// Returns `game + number`. Fails unless there is memory for the stops of the sum.
    #[inline]
    pub(super) fn translate(&mut self, game: Game, number: Number) -> Result<Game, ArenaError> {
        if number == Number::ZERO {
            return Ok(game);
        }
        let number = self.plus(game.number, number)?;
        if self.numbers.has_large() {
            self.check_stops(number, game.tail)?;
        }
        Ok(Game { number, tail: game.tail })
    }

    /// Checks that there is memory for the stops of `tail + number`.
    #[cold]
    fn check_stops(&self, number: Number, tail: Tail) -> Result<(), ArenaError> {
        if !tail.is_record() {
            return Ok(());
        }
        check_sum(&self.numbers.dyadic(number), &self.numbers.dyadic(self.stop(tail)), &self.account)
    }

    /// Appends a record, whose options must be sorted and translated.
    pub(super) fn append(
        &mut self,
        left: &[Game],
        right: &[Game],
        stop: Number,
        edges: Edges,
    ) -> Result<usize, ArenaError> {
        self.account.reserve(&mut self.pool, left.len() + right.len())?;
        self.account.reserve(&mut self.records, 1)?;
        let place = self.records.len();
        let start = self.pool.len();
        let ends = (u32::try_from(start + left.len() + right.len()), u32::try_from(place));
        let (Ok(end), Ok(_)) = ends else { return Err(self.account.out_of_memory()) };
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        self.records.push(Record {
            stop,
            start: start as u32,
            middle: (start + left.len()) as u32,
            end,
            edges,
        });
        Ok(place)
    }

    /// Removes the last record.
    pub(super) fn remove_last(&mut self) {
        if let Some(record) = self.records.pop() {
            self.pool.truncate(record.start as usize);
        }
    }

    #[inline]
    pub(super) fn recorded(&self, place: usize, side: Side) -> &[Game] {
        let record = &self.records[place];
        match side {
            Side::Left => &self.pool[record.start as usize..record.middle as usize],
            Side::Right => &self.pool[record.middle as usize..record.end as usize],
        }
    }

    /// Returns the left stop of a tail; the right stop is its negative.
    #[inline]
    pub(super) fn stop(&self, tail: Tail) -> Number {
        if tail.is_record() { self.records[tail.place()].stop } else { Number::ZERO }
    }

    /// Returns the left stop, and the order of the value relative to its stops.
    #[inline]
    pub(super) fn profile(&self, tail: Tail) -> (Number, Edges) {
        if tail.is_record() {
            let Record { stop, edges, .. } = self.records[tail.place()];
            return (stop, if tail.is_negative() { edges.exchanged() } else { edges });
        }
        let (ups, nimber) = tail.ups_and_nimber();
        let edges = Edges {
            at_least_right_stop: is_at_least_zero(ups, nimber.0),
            at_most_left_stop: is_at_least_zero(-ups, nimber.0),
        };
        (Number::ZERO, edges)
    }

    /// Returns the number of canonical options of a tail that is neither zero nor a large nimber.
    #[inline]
    pub(super) fn option_count(&self, tail: Tail, side: Side) -> usize {
        if tail.is_record() {
            let side = if tail.is_negative() { side.opponent() } else { side };
            return self.recorded(tail.place(), side).len();
        }
        match tail.ups_and_nimber() {
            (0, nimber) => nimber.0 as usize,
            (1, NimberCode::STAR) if side == Side::Left => 2,
            (-1, NimberCode::STAR) if side == Side::Right => 2,
            _ => 1,
        }
    }

    /// Returns a canonical option of a tail that is neither zero nor a large nimber.
    #[inline]
    pub(super) fn option(&self, tail: Tail, side: Side, index: usize) -> Game {
        if !tail.is_record() {
            return inline_option(tail, side, index);
        }
        if tail.is_negative() {
            -self.recorded(tail.place(), side.opponent())[index]
        } else {
            self.recorded(tail.place(), side)[index]
        }
    }

    /// Returns the canonical options of any value.
    pub(super) fn options_of(&mut self, game: Game, side: Side) -> Result<GameOptions, ArenaError> {
        if !game.tail.is_record()
            && !game.is_number()
            && let (0, nimber) = game.tail.ups_and_nimber()
        {
            self.check_listed(game.tail)?;
            return Ok(GameOptions::nimbers(game.number, nimber));
        }
        let mut options = Vec::new();
        let collected = self.collect_options(game, side, &mut options);
        // The caller keeps the options only briefly, so they are not charged.
        self.account.give_back((options.capacity() * size_of::<Game>()) as u64);
        collected.map(|()| GameOptions::list(options))
    }

    /// Appends the canonical options of any value and takes memory for them.
    pub(super) fn collect_options(
        &mut self,
        game: Game,
        side: Side,
        options: &mut Vec<Game>,
    ) -> Result<(), ArenaError> {
        if game.is_number() {
            let [left, right] = self.numbers.options(game.number, &mut self.account)?;
            self.account.reserve(options, 1)?;
            options.extend(if side == Side::Left { left } else { right }.map(Game::from_number));
            return Ok(());
        }
        self.check_listed(game.tail)?;
        let count = self.option_count(game.tail, side);
        self.account.reserve(options, count)?;
        self.account.spend(count)?;
        for index in 0..count {
            options.push(self.translate(self.option(game.tail, side, index), game.number)?);
        }
        Ok(())
    }

    /// Checks that the tail is not a large nimber, whose options cannot be listed.
    fn check_listed(&self, tail: Tail) -> Result<(), ArenaError> {
        match self.far_nimber(tail) {
            Some(nimber) if nimber.is_large() => Err(TOO_MANY_OPTIONS),
            _ => Ok(()),
        }
    }

    /// Returns whether `game ≤ 0`, and whether `game ≥ 0`.
    pub(super) fn signs(&self, game: Game) -> (bool, bool) {
        let (stop, edges) = self.profile(game.tail);
        let zero = game.number.negative();
        let at_most = match self.numbers.compare(stop, zero) {
            Ordering::Equal => edges.at_most_left_stop,
            order => order.is_lt(),
        };
        let at_least = match self.numbers.compare(stop.negative(), zero) {
            Ordering::Equal => edges.at_least_right_stop,
            order => order.is_gt(),
        };
        (at_most, at_least)
    }

    /// Returns a stop of a value. Cannot run out of memory, because [`Tables::translate`] checks that there is memory
    /// for the stops.
    pub(super) fn stop_of(&self, game: Game, side: Side) -> Dyadic {
        let (number, stop) = (self.numbers.dyadic(game.number), self.numbers.dyadic(self.stop(game.tail)));
        match side {
            Side::Left => number + stop,
            Side::Right => number - stop,
        }
    }
}

/// Returns `true` if `ups·↑ + *nimber ≥ 0`: for example for 0, ↑ and ⇑*, but not for ↑* or any nimber but 0.
///
/// Source: Berlekamp, Conway and Guy, *Winning Ways*, chapter 8, "the ups and downs".
#[inline]
pub(super) fn is_at_least_zero(ups: i64, nimber: u32) -> bool {
    match ups {
        0 => nimber == 0,
        1 => nimber != 1,
        _ => ups > 0,
    }
}

/// Returns a canonical option of `n·↑ + *k`, which must not be zero.
///
/// For n > 0 the canonical form is `{0 | (n−1)·↑ + *(k xor 1)}`, except that `↑* = {0, * | 0}`; for n = 0 it is the
/// nimber `{0, *, … | 0, *, …}`.
///
/// Source: Winning Ways, chapter 8; Siegel, *Combinatorial Game Theory*, section II.4.
#[inline]
fn inline_option(tail: Tail, side: Side, index: usize) -> Game {
    let (ups, nimber) = tail.ups_and_nimber();
    if ups < 0 {
        return -inline_option(tail.negative(), side.opponent(), index);
    }
    let option = match (ups, nimber, side) {
        (0, ..) | (1, NimberCode::STAR, Side::Left) => (0, NimberCode(index as u32)),
        (_, _, Side::Left) | (1, NimberCode::STAR, Side::Right) => (0, NimberCode::ZERO),
        (..) => (ups - 1, nimber.plus_star()),
    };
    Game::from_tail(Tail::inline(option.0, option.1).unwrap_or(Tail::ZERO))
}
