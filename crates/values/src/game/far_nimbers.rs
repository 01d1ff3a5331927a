//! Sums and comparisons with nimbers: only a few of their many options matter.

use super::error::ArenaError;
use super::handle::{Game, Tail};
use super::memo::Pair;
use super::nimbers::{NimberCode, TOO_MANY_OPTIONS};
use super::number::Number;
use super::tables::{Side, Tables};

impl Tables {
    /// Returns the tail `ups·↑ + *nimber`.
    pub(super) fn up_star(&mut self, ups: i64, nimber: u128) -> Result<Tail, ArenaError> {
        let code = self.nimbers.code(nimber, &mut self.account)?;
        Tail::inline(ups, code).ok_or(ArenaError::TooLarge)
    }

    /// Returns the least nimber that is not among the options, if all options are nimbers, sorted and without
    /// repetitions.
    ///
    /// Recognising nimbers in this way also saves time: canonicalising `{0, *, …, *k | 0, *, …, *k}` takes many
    /// comparisons.
    pub(super) fn least_other_nimber(&self, options: &[Game]) -> Option<u128> {
        let (mut small, mut large) = (0, Vec::new());
        for option in options {
            if option.number != Number::ZERO || option.tail.is_record() {
                return None;
            }
            match option.tail.ups_and_nimber() {
                (0, nimber) if nimber.is_large() => large.push(self.nimbers.size(nimber)),
                (0, nimber) => small += u32::from(nimber.0 == small),
                _ => return None,
            }
        }
        let mut least = u128::from(small);
        large.sort_unstable();
        large.into_iter().for_each(|size| least += u128::from(size == least));
        Some(least)
    }

    /// Returns the nimber if the tail is a nimber with many options.
    #[inline]
    pub(super) fn far_nimber(&self, tail: Tail) -> Option<NimberCode> {
        match tail.is_record() {
            true => None,
            false => match tail.ups_and_nimber() {
                (0, nimber) if self.nimbers.has_many_options(nimber) => Some(nimber),
                _ => None,
            },
        }
    }

    /// Returns options of `*nimber` that together show every outcome: for each option `*k` and each number x, the sum
    /// of x, `game` and some returned option has the same outcome as the sum of x, `game` and `*k`.
    ///
    /// Let G be `game`, and let S be the set of all n and n xor 1 such that a follower of G is a number plus a multiple
    /// of up plus `*n`. Then G + x + `*k` has the same outcome for all k between two neighbours in S. Proof for k < m,
    /// by induction: if G is itself of this kind, the outcome depends only on whether k is n or n xor 1. Otherwise let
    /// G + x + `*k` ≥ 0. Then Left, moving second, wins G + x + `*m`: Left has an answer to G^R + x + `*m` by
    /// induction. A move to `*j` with j > k is answered by `*k`. A move to G + x + `*k` is to a game that is at least
    /// zero and not zero, because G + x is not a nimber. Conversely, Right has all moves from `*k` also from `*m`.
    ///
    /// So it is enough to try zero and all s and s + 1 for s in S. Takes time linear in the number of followers.
    pub(super) fn options_that_matter(
        &mut self,
        nimber: NimberCode,
        game: Tail,
    ) -> Result<Vec<Game>, ArenaError> {
        let end = self.nimbers.size(nimber);
        let mut sizes = self.different_nimbers(game)?;
        sizes.retain(|&size| size < end);
        sizes.iter().map(|&size| self.up_star(0, size).map(Game::from_tail)).collect()
    }

    /// Returns 0 and all s and s + 1 for s in the set S of [`Tables::options_that_matter`], sorted.
    fn different_nimbers(&mut self, game: Tail) -> Result<Vec<u128>, ArenaError> {
        let mut sizes = vec![0];
        for tail in self.followers(&[Game::from_tail(game)])? {
            if !tail.is_record() {
                let (_, nimber) = tail.ups_and_nimber();
                let even = self.nimbers.size(nimber) & !1;
                sizes.extend([Some(even), Some(even + 1), even.checked_add(2)].into_iter().flatten());
            }
        }
        sizes.sort_unstable();
        sizes.dedup();
        Ok(sizes)
    }

    /// Returns `true` if neither player needs to move in a nimber that is added to `game`. The options of the sum are then
    /// the options of the game, each plus the nimber.
    ///
    /// This holds if some option G^L is so good that G^L − G ≥ `*m` for all m > 0, and likewise for Right: then G^L +
    /// `*n` is at least G + `*k` for all k ≠ n. Nested calls return `false`.
    pub(super) fn ignores_nimbers(&mut self, game: Tail) -> Result<bool, ArenaError> {
        if self.is_judging {
            return Ok(false);
        }
        self.is_judging = true;
        // The sums being computed use the same stacks.
        let partial_sums = std::mem::take(&mut self.partial_sums);
        let summands = std::mem::take(&mut self.summands);
        let mut found = Ok(true);
        for side in [Side::Left, Side::Right] {
            if matches!(found, Ok(true)) {
                found = self.beats_nimbers(game, side);
            }
        }
        self.partial_sums = partial_sums;
        self.summands = summands;
        self.is_judging = false;
        found
    }

    /// Returns `true` if some option of `side` is better than the game by at least every nonzero nimber.
    fn beats_nimbers(&mut self, game: Tail, side: Side) -> Result<bool, ArenaError> {
        for index in 0..self.option_count(game, side) {
            // Splits off the nimber, because the rest is easier to add. The gain of the rest must then be at least
            // every nimber except the one that was split off.
            let (rest, nimber) = self.without_nimber(self.option(game, side, index));
            let gain = match self.add(rest, Game::from_tail(game.negative())) {
                Err(ArenaError::TooManyOptions { .. }) => continue,
                gain => gain?,
            };
            let gain = if side == Side::Left { gain } else { -gain };
            if self.is_at_least_nimbers_but(nimber, gain)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Splits a game into a rest and a nimber, which is zero for a record.
    fn without_nimber(&self, game: Game) -> (Game, NimberCode) {
        if game.tail.is_record() {
            return (game, NimberCode::ZERO);
        }
        let (ups, nimber) = game.tail.ups_and_nimber();
        let tail = Tail::inline(ups, NimberCode::ZERO).unwrap_or(game.tail);
        (Game { tail, ..game }, nimber)
    }

    /// Returns `true` if the game is at least every nimber except the given one.
    fn is_at_least_nimbers_but(&mut self, nimber: NimberCode, game: Game) -> Result<bool, ArenaError> {
        let except = self.nimbers.size(nimber);
        // `except` may itself represent the nimbers between two neighbours in S. These form pairs that differ by star,
        // as in S, so `except ^ 1` represents them too.
        let mut sizes = self.different_nimbers(game.tail)?;
        sizes.push(except ^ 1);
        for size in sizes.into_iter().filter(|&size| size != except) {
            let nimber = self.up_star(0, size)?;
            if !self.le_tails(nimber, game.tail, game.number)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the term of a pair whose options need not be tried in the sum: a nimber with many options beside a game
    /// that ignores nimbers. Returns zero if there is no such term.
    #[inline]
    pub(super) fn ignored_term(&mut self, Pair(first, second): Pair) -> Result<Tail, ArenaError> {
        match (self.far_nimber(first), self.far_nimber(second)) {
            (None, None) => Ok(Tail::ZERO),
            (Some(code), _) => self.ignored_nimber(first, code, second),
            (None, Some(code)) => self.ignored_nimber(second, code, first),
        }
    }

    #[cold]
    fn ignored_nimber(&mut self, nimber: Tail, code: NimberCode, game: Tail) -> Result<Tail, ArenaError> {
        if self.ignores_nimbers(game)? {
            return Ok(nimber);
        }
        if code.is_large() { Err(TOO_MANY_OPTIONS) } else { Ok(Tail::ZERO) }
    }
}
