//! Canonical forms of dicots under misère play.

use super::{ENTRY_BYTES, Partizan, PartizanError, Partizans, Universe};
use winways_solve::{Ledger, StopReason};

/// The last day whose dicots are listed.
const LAST_DAY: u32 = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Partizans {
    /// Returns the canonical form of a dicot among dicots: equal dicots have the same form.
    ///
    /// Dominated options are removed. An option that is reversible through a game other than 0 is replaced by the options of this game. An
    /// option that is reversible through 0 is removed if the player has another winning move, and is replaced by * otherwise; and `{*|*}`
    /// is 0.
    ///
    /// Source: P. Dorbec, G. Renault, A. N. Siegel, É. Sopena, Dicots, and a taxonomic ranking for misère games (2015).
    ///
    /// # Errors
    /// Returns [`PartizanError::Universe`] if the game is not a dicot, or [`PartizanError::Stopped`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Simplifies each follower once in the lifetime of the arena; each simplification compares options with each other and with the game.
    pub fn canonical_dicot(
        &mut self,
        game: Partizan,
        ledger: &Ledger<'_>,
    ) -> Result<Partizan, PartizanError> {
        if !self.is_in(game, Universe::Dicot) {
            return Err(PartizanError::Universe(Universe::Dicot));
        }
        for follower in self.followers(game, ledger)? {
            if self.canonical.contains_key(&follower) {
                continue;
            }
            let of_options = |options: &[Partizan]| {
                options.iter().map(|option| self.canonical[option]).collect::<Vec<_>>()
            };
            let (left, right) = (of_options(self.left(follower)), of_options(self.right(follower)));
            let mut simpler = self.from_options(left, right, ledger)?;
            while let Some(next) = self.simplified(simpler, ledger)? {
                simpler = next;
            }
            self.bytes += ENTRY_BYTES;
            self.canonical.insert(follower, simpler);
        }
        Ok(self.canonical[&game])
    }

    /// Returns the canonical forms of all dicots that are born by a day: 1, 2, 9, 1268. The day is at most 3.
    ///
    /// # Errors
    /// Returns [`PartizanError::Stopped`] with [`StopReason::Unsupported`] for a later day, or with the reason if the ledger stops
    /// the work.
    pub fn dicots_born_by(&mut self, day: u32, ledger: &Ledger<'_>) -> Result<Vec<Partizan>, PartizanError> {
        if day > LAST_DAY {
            return Err(StopReason::Unsupported("a list of the dicots born after day 3").into());
        }
        let mut born = vec![Partizan::ZERO];
        for _ in 0..day {
            let sets = self.antichains(&born, ledger)?;
            let mut next = vec![Partizan::ZERO];
            for left in &sets {
                for right in &sets {
                    let game = self.from_options(left.iter().copied(), right.iter().copied(), ledger)?;
                    next.push(self.canonical_dicot(game, ledger)?);
                }
            }
            next.sort_unstable();
            next.dedup();
            born = next;
        }
        Ok(born)
    }

    /// Returns all non-empty sets of pairwise incomparable games.
    fn antichains(
        &mut self,
        games: &[Partizan],
        ledger: &Ledger<'_>,
    ) -> Result<Vec<Vec<Partizan>>, PartizanError> {
        let mut sets = vec![Vec::new()];
        for &game in games {
            for place in 0..sets.len() {
                let mut is_free = true;
                for other in sets[place].clone() {
                    is_free &= !self.is_at_least(game, other, Universe::Dicot, ledger)?
                        && !self.is_at_least(other, game, Universe::Dicot, ledger)?;
                }
                if is_free {
                    sets.push([&sets[place][..], &[game]].concat());
                }
            }
        }
        sets.remove(0);
        Ok(sets)
    }

    /// Returns a game after one simplification, if one applies. The options must be canonical.
    fn simplified(&mut self, game: Partizan, ledger: &Ledger<'_>) -> Result<Option<Partizan>, PartizanError> {
        for side in [Side::Left, Side::Right] {
            let own = self.options(game, side).to_vec();
            for &option in &own {
                let others: Vec<Partizan> = own.iter().copied().filter(|&other| other != option).collect();
                for &other in &others {
                    if self.is_better(side, other, option, ledger)? {
                        return self.with_options(game, side, others, ledger).map(Some);
                    }
                }
                if let Some(instead) = self.reversed(game, side, option, &others, ledger)? {
                    return self.with_options(game, side, [others, instead].concat(), ledger).map(Some);
                }
            }
        }
        let star = self.from_options([Partizan::ZERO], [Partizan::ZERO], ledger)?;
        let is_zero = [Side::Left, Side::Right].iter().all(|&side| self.options(game, side) == [star]);
        Ok(is_zero.then_some(Partizan::ZERO))
    }

    /// Returns the options that replace a reversible option, given the other options of the player.
    fn reversed(
        &mut self,
        game: Partizan,
        side: Side,
        option: Partizan,
        others: &[Partizan],
        ledger: &Ledger<'_>,
    ) -> Result<Option<Vec<Partizan>>, PartizanError> {
        let star = self.from_options([Partizan::ZERO], [Partizan::ZERO], ledger)?;
        for reply in self.options(option, side.other()).to_vec() {
            if !self.is_better(side, game, reply, ledger)? {
                continue;
            }
            if reply != Partizan::ZERO {
                return Ok(Some(self.options(reply, side).to_vec()));
            }
            let wins_second = |game: &Partizan| match side {
                Side::Left => !self.outcome(*game).right_wins_first,
                Side::Right => !self.outcome(*game).left_wins_first,
            };
            if others.iter().any(wins_second) {
                return Ok(Some(Vec::new()));
            }
            if option != star {
                return Ok(Some(vec![star]));
            }
        }
        Ok(None)
    }

    /// Returns `true` if the first dicot is at least as good for the player as the second.
    fn is_better(
        &mut self,
        side: Side,
        one: Partizan,
        other: Partizan,
        ledger: &Ledger<'_>,
    ) -> Result<bool, PartizanError> {
        match side {
            Side::Left => self.is_at_least(one, other, Universe::Dicot, ledger),
            Side::Right => self.is_at_least(other, one, Universe::Dicot, ledger),
        }
    }

    fn options(&self, game: Partizan, side: Side) -> &[Partizan] {
        match side {
            Side::Left => self.left(game),
            Side::Right => self.right(game),
        }
    }

    /// Returns a game with other options for one player.
    fn with_options(
        &mut self,
        game: Partizan,
        side: Side,
        options: Vec<Partizan>,
        ledger: &Ledger<'_>,
    ) -> Result<Partizan, PartizanError> {
        let kept = self.options(game, side.other()).to_vec();
        let (left, right) = match side {
            Side::Left => (options, kept),
            Side::Right => (kept, options),
        };
        Ok(self.from_options(left, right, ledger)?)
    }
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}
