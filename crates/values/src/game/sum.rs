//! Sums and multiples.

use std::mem;

use super::error::ArenaError;
use super::handle::{Game, Tail};
use super::memo::{Pair, Partial, Sum};
use super::nimbers::NimberCode;
use super::tables::{Side, Tables};

/// The value of a sum, or the pair whose sum must be computed.
enum Step {
    Known(Game),
    /// The sum must be computed; the flag is `true` if the negative of the pair's sum is requested.
    Missing(Pair, bool),
}

impl Tables {
    #[inline]
    pub(super) fn add(&mut self, some: Game, other: Game) -> Result<Game, ArenaError> {
        self.account.spend(1)?;
        // A fast path: the value of an option with a single component is computed as a sum with zero.
        match (some, other) {
            (Game::ZERO, only) | (only, Game::ZERO) => Ok(only),
            _ => self.add_both(some, other),
        }
    }

    fn add_both(&mut self, some: Game, other: Game) -> Result<Game, ArenaError> {
        let number = self.plus(some.number, other.number)?;
        let tails = match self.sum_of_tails(some.tail, other.tail)? {
            Step::Known(value) => value,
            Step::Missing(pair, negative) => {
                let value = self.compute(pair)?;
                if negative { -value } else { value }
            }
        };
        self.translate(tails, number)
    }

    /// Applies closed forms and looks up the memo.
    #[inline]
    fn sum_of_tails(&mut self, some: Tail, other: Tail) -> Result<Step, ArenaError> {
        if some == other.negative() {
            return Ok(Step::Known(Game::ZERO));
        }
        match (some.is_record(), other.is_record()) {
            (false, false) => return self.sum_of_inline(some, other).map(Step::Known),
            (false, true) if some == Tail::ZERO => return Ok(Step::Known(Game::from_tail(other))),
            (true, false) if other == Tail::ZERO => return Ok(Step::Known(Game::from_tail(some))),
            _ => {}
        }
        self.counts.sums += 1;
        let (pair, negative) = Pair::normalised(some, other);
        match self.sums.find(pair.hash(), |entry| entry.terms == pair) {
            Some(&Sum { value, .. }) => {
                self.counts.sum_hits += 1;
                Ok(Step::Known(if negative { -value } else { value }))
            }
            None => Ok(Step::Missing(pair, negative)),
        }
    }

    #[inline]
    fn sum_of_inline(&mut self, some: Tail, other: Tail) -> Result<Game, ArenaError> {
        let ((ups, nimber), (more, heap)) = (some.ups_and_nimber(), other.ups_and_nimber());
        let nimber = self.nimbers.sum(nimber, heap, &mut self.account)?;
        let tail = Tail::inline(ups + more, nimber).ok_or(ArenaError::TooLarge)?;
        Ok(Game::from_tail(tail))
    }

    /// Computes a sum from its options, with an explicit stack. Each option is the sum of an option of one term and the
    /// other term.
    #[cold]
    fn compute(&mut self, pair: Pair) -> Result<Game, ArenaError> {
        self.partial_sums.clear();
        self.summands.clear();
        self.push_partial(pair)?;
        let mut value = Game::ZERO;
        while let Some(&partial) = self.partial_sums.last() {
            if partial.next < partial.all {
                match self.option_of_sum(partial)? {
                    Step::Known(option) => self.push_summand(option)?,
                    Step::Missing(pair, _) => self.push_partial(pair)?,
                }
                continue;
            }
            value = self.finish_partial(partial)?;
        }
        Ok(value)
    }

    fn push_partial(&mut self, terms: Pair) -> Result<(), ArenaError> {
        let ignored = self.ignored_term(terms)?;
        self.account.reserve(&mut self.partial_sums, 1)?;
        let [left, all] = self.option_counts(terms, ignored);
        self.partial_sums.push(Partial { terms, next: 0, left, all, ignored });
        Ok(())
    }

    fn push_summand(&mut self, option: Game) -> Result<(), ArenaError> {
        self.account.reserve(&mut self.summands, 1)?;
        self.summands.push(option);
        if let Some(partial) = self.partial_sums.last_mut() {
            partial.next += 1;
        }
        Ok(())
    }

    /// Returns the number of Left's options and the number of all options.
    fn option_counts(&self, Pair(first, second): Pair, ignored: Tail) -> [usize; 2] {
        let of_term = |term: Tail, side| if ignored == term { 0 } else { self.option_count(term, side) };
        let count = |side| of_term(first, side) + of_term(second, side);
        let left = count(Side::Left);
        [left, left + count(Side::Right)]
    }

    fn option_of_sum(&mut self, partial: Partial) -> Result<Step, ArenaError> {
        let Partial { terms: Pair(first, second), next: mut index, ignored, .. } = partial;
        for side in [Side::Left, Side::Right] {
            for (moved, other) in [(first, second), (second, first)] {
                if ignored == moved {
                    continue;
                }
                let count = self.option_count(moved, side);
                if index < count {
                    let option = self.option(moved, side, index);
                    let step = self.sum_of_tails(option.tail, other)?;
                    return match step {
                        Step::Known(value) => self.translate(value, option.number).map(Step::Known),
                        open => Ok(open),
                    };
                }
                index -= count;
            }
        }
        Ok(Step::Known(Game::ZERO))
    }

    /// Canonicalises the finished sum on top of the stack.
    fn finish_partial(&mut self, Partial { terms, left, all, .. }: Partial) -> Result<Game, ArenaError> {
        let first = self.summands.len() - all;
        let summands = mem::take(&mut self.summands);
        let filled = self.fill_workspace(&summands[first..first + left], &summands[first + left..]);
        self.summands = summands;
        filled?;
        self.summands.truncate(first);
        let value = self.canonicalise()?;
        self.sums.insert(Sum { terms, value }, &mut self.account)?;
        self.partial_sums.pop();
        Ok(value)
    }

    /// Computes `n·game` by adding one copy after another.
    ///
    /// A sum of n copies has about as many options as a sum of n − 1 copies, and the sums of the latter options with
    /// the game are cached. So each addition is linear. Doubling, which adds two large games, is quadratic. Once k
    /// copies have a closed form, all multiples of k copies have one too. If no number of copies has one, no two
    /// multiples differ by a number, and each needs its own record.
    pub(super) fn multiple(&mut self, factor: i64, game: Game) -> Result<Game, ArenaError> {
        let number = self.numbers.multiply(game.number, factor, &mut self.account)?;
        if !game.tail.is_record() {
            let (ups, nimber) = game.tail.ups_and_nimber();
            let ups = ups.checked_mul(factor).ok_or(ArenaError::TooLarge)?;
            let nimber = if factor % 2 == 0 { NimberCode::ZERO } else { nimber };
            let tail = Tail::inline(ups, nimber).ok_or(ArenaError::TooLarge)?;
            return Ok(Game { number, tail });
        }
        let copy = Game::from_tail(if factor < 0 { game.tail.negative() } else { game.tail });
        let (mut closed, mut sum, mut count) = (Game::ZERO, Game::ZERO, 0);
        let mut copies = factor.unsigned_abs();
        while count < copies {
            sum = self.add(sum, copy)?;
            count += 1;
            if !sum.tail.is_record() {
                let multiple = i64::try_from(copies / count).map_err(|_| ArenaError::TooLarge)?;
                closed = self.multiple(multiple, sum)?;
                (sum, copies, count) = (Game::ZERO, copies % count, 0);
            }
        }
        let sum = self.add(sum, closed)?;
        self.translate(sum, number)
    }
}
