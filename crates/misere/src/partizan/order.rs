//! The order of partizan games under misère play.

use super::{ENTRY_BYTES, MisereOutcome, Partizan, PartizanError, Partizans, Universe};
use winways_solve::{Ledger, StopReason};

/// A pair (G, H) of games that are tested for G ≥ H.
type Pair = (Partizan, Partizan);

impl Partizans {
    /// Returns `true` if the first game is at least as good for Left as the second in every sum with a game of the universe.
    ///
    /// G ≥ H if and only if
    ///
    /// - the outcome of G is at least the outcome of H,
    /// - for every Left option Hᴸ of H, some Gᴸ ≥ Hᴸ or some Hᴸᴿ ≤ G exists, and
    /// - for every Right option Gᴿ of G, some Hᴿ ≤ Gᴿ or some Gᴿᴸ ≥ H exists.
    ///
    /// Among dead-ending games, the outcome for a player is the worst outcome of all sums with games in which only the opponent can move.
    ///
    /// Sources: P. Dorbec, G. Renault, A. N. Siegel, É. Sopena, Dicots, and a taxonomic ranking for misère games (2015); U. Larsson,
    /// R. Milley, R. J. Nowakowski, G. Renault, C. P. Santos, Recursive comparison tests for dicot and dead-ending games under misère
    /// play.
    ///
    /// # Errors
    /// Returns [`PartizanError::Universe`] if a game is not in the universe, or [`PartizanError::Stopped`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Compares each pair of followers at most once in the lifetime of the arena.
    pub fn is_at_least(
        &mut self,
        one: Partizan,
        other: Partizan,
        universe: Universe,
        ledger: &Ledger<'_>,
    ) -> Result<bool, PartizanError> {
        if !self.is_in(one, universe) || !self.is_in(other, universe) {
            return Err(PartizanError::Universe(universe));
        }
        let mut stack = vec![(one, other)];
        while let Some(&(one, other)) = stack.last() {
            self.charge(1, stack.len(), ledger)?;
            if self.orders.contains_key(&(one, other, universe)) {
                stack.pop();
                continue;
            }
            let has_outcome = self.has_outcome_at_least(one, other, universe, ledger)?;
            let found = if has_outcome { self.compared((one, other), universe, ledger)? } else { Ok(false) };
            match found {
                Ok(is_at_least) => {
                    self.bytes += ENTRY_BYTES;
                    ledger.check(self.bytes)?;
                    self.orders.insert((one, other, universe), is_at_least);
                }
                Err(open) => stack.push(open),
            }
        }
        Ok(self.orders[&(one, other, universe)])
    }

    /// Returns `true` if the two games can replace each other in every sum with a game of the universe.
    ///
    /// # Errors
    /// Fails like [`Partizans::is_at_least`].
    pub fn is_equal(
        &mut self,
        one: Partizan,
        other: Partizan,
        universe: Universe,
        ledger: &Ledger<'_>,
    ) -> Result<bool, PartizanError> {
        Ok(self.is_at_least(one, other, universe, ledger)?
            && self.is_at_least(other, one, universe, ledger)?)
    }

    /// Compares a pair of games by their options. Returns `Ok(true)` if the first game is at least the second, or `Err` with a pair that
    /// must be compared first.
    fn compared(
        &self,
        (one, other): Pair,
        universe: Universe,
        ledger: &Ledger<'_>,
    ) -> Result<Result<bool, Pair>, StopReason> {
        // Each option of the opponent needs an answer: G ≥ H must hold for at least one of the returned pairs (G, H).
        let for_left = |option: &Partizan| -> Vec<Pair> {
            let better = self.left(one).iter().map(|&own| (own, *option));
            better.chain(self.right(*option).iter().map(|&reply| (one, reply))).collect()
        };
        let for_right = |option: &Partizan| -> Vec<Pair> {
            let better = self.right(other).iter().map(|&own| (*option, own));
            better.chain(self.left(*option).iter().map(|&reply| (reply, other))).collect()
        };
        let needed = self.left(other).iter().map(for_left).chain(self.right(one).iter().map(for_right));
        for pairs in needed {
            self.charge(1 + pairs.len() as u64, 0, ledger)?;
            let known = |&(one, other): &Pair| self.orders.get(&(one, other, universe)).copied();
            if pairs.iter().any(|pair| known(pair) == Some(true)) {
                continue;
            }
            match pairs.iter().find(|pair| known(pair).is_none()) {
                Some(&open) => return Ok(Err(open)),
                None => return Ok(Ok(false)),
            }
        }
        Ok(Ok(true))
    }

    fn has_outcome_at_least(
        &mut self,
        one: Partizan,
        other: Partizan,
        universe: Universe,
        ledger: &Ledger<'_>,
    ) -> Result<bool, StopReason> {
        let outcome = match universe {
            Universe::Dicot => Partizans::outcome_of,
            Universe::DeadEnding => Partizans::strong_outcome,
        };
        Ok(outcome(self, one, ledger)?.is_at_least(outcome(self, other, ledger)?))
    }

    #[expect(clippy::unnecessary_wraps, reason = "the two kinds of outcomes have one type")]
    fn outcome_of(&mut self, game: Partizan, _: &Ledger<'_>) -> Result<MisereOutcome, StopReason> {
        Ok(self.outcome(game))
    }

    /// Returns, for each player moving first, `true` if the player wins all sums with dead ends in which only the opponent can move.
    ///
    /// The dead ends that help the opponent most are 0 and the perfect murders M(n) = {|0, M(n−1)}, or their negatives, which the opponent
    /// can end at any time. Murders with more moves than the longest play of the game do not help any more.
    fn strong_outcome(&mut self, game: Partizan, ledger: &Ledger<'_>) -> Result<MisereOutcome, StopReason> {
        let (mut of_right, mut of_left) = (Partizan::ZERO, Partizan::ZERO);
        for _ in 0..self.birthday(game) + 2 {
            of_right = self.from_options([], [Partizan::ZERO, of_right], ledger)?;
            of_left = self.from_options([Partizan::ZERO, of_left], [], ledger)?;
        }
        let (with_right, with_left) = (self.sum(game, of_right, ledger)?, self.sum(game, of_left, ledger)?);
        let alone = self.outcome(game);
        Ok(MisereOutcome {
            left_wins_first: alone.left_wins_first && self.outcome(with_right).left_wins_first,
            right_wins_first: alone.right_wins_first && self.outcome(with_left).right_wins_first,
        })
    }
}
