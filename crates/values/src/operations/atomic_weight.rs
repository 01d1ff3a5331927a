//! Atomic weights, and companions.

use super::Operations;
use super::error::Result;
use super::work::{TrackedSession, shift, transform};
use crate::{Dyadic, Game, GameOutcome, OperationError, Relation};

impl Operations<'_> {
    /// Returns the atomic weight of an all-small game: its approximate size in ups.
    ///
    /// The weight is `{weight of G^L − 2 | weight of G^R + 2}`, unless that is an integer. In that case, compare the
    /// game with the remote star, a nimber larger than all nimbers among the followers. If they are confused, the
    /// weight is 0. If the game is greater, the weight is the largest integer that is less than or confused with each
    /// weight of G^R + 2. If the game is less, the weight is the mirror image of this.
    ///
    /// Source: Winning Ways, chapter 8; Siegel, section II.7.
    ///
    /// # Errors
    /// [`OperationError::NotAllSmall`]; [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Game, OperationError, Operations};
    ///
    /// let arena = Arena::default();
    /// let (one, two_ups) = (arena.integer(1)?, arena.up(2)?);
    /// let switch = arena.form(&[two_ups], &[-two_ups])?;
    /// let mut operations = Operations::new(arena.session());
    /// assert_eq!(operations.atomic_weight(switch)?, Game::STAR);
    /// let refusal = OperationError::NotAllSmall { follower: Dyadic::from(1) };
    /// assert_eq!(operations.atomic_weight(one), Err(refusal));
    /// # Ok::<(), OperationError>(())
    /// ```
    pub fn atomic_weight(&mut self, game: Game) -> Result<Game> {
        if let Some(&weight) = self.weights.get(&game) {
            return Ok(weight);
        }
        // A multiple of up has as many followers as ups.
        if let Some((number, ups, _)) = self.work.session.as_number_up_star(game)
            && number == Dyadic::ZERO
        {
            return Ok(self.work.session.integer(ups)?);
        }
        if let Some(follower) = self.one_sided_follower(game)? {
            return Err(OperationError::NotAllSmall { follower });
        }
        let Operations { work, weights, .. } = self;
        let largest = work.nimbers_of_followers(game)?.last().copied().unwrap_or(0);
        let remote = work.session.nimber(largest.checked_add(1).ok_or(OperationError::TooLarge)?)?;
        let two = work.session.integer(2)?;
        transform(
            work,
            weights,
            game,
            |work, game| match work.session.as_number_up_star(game) {
                Some((_, ups, _)) => Ok(Some(work.session.integer(ups)?)),
                None => Ok(None),
            },
            |work, game, mut left, mut right| {
                shift(work, &mut left, -two)?;
                shift(work, &mut right, two)?;
                let weight = work.session.form(&left, &right)?;
                match work.session.as_number(weight) {
                    Some(number) if number.is_integer() => {}
                    _ => return Ok(weight),
                }
                match work.session.compare(game, remote)? {
                    Relation::Greater => work.largest_integer_below(&right),
                    Relation::Less => {
                        let mirrored: Vec<Game> = left.iter().map(|&bound| -bound).collect();
                        Ok(-work.largest_integer_below(&mirrored)?)
                    }
                    _ => Ok(Game::ZERO),
                }
            },
        )
    }

    /// Returns the companion of a game: roughly, the game that differs from it by star. The companion of the companion
    /// of an all-small game is the game itself.
    ///
    /// Zero and star are companions of each other. Any other companion is the form of the companions of all options,
    /// with zero as an additional option of Left if the game is greater than zero, and of Right if it is less.
    ///
    /// Source: Siegel, *Combinatorial Game Theory*.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Game, Operations};
    ///
    /// let arena = Arena::default();
    /// let up_star = arena.number_up_star(&Dyadic::ZERO, 1, 1)?;
    /// let up = arena.up(1)?;
    /// let mut operations = Operations::new(arena.session());
    /// assert_eq!(operations.companion(up)?, up_star);
    /// assert_eq!(operations.companion(up_star)?, up);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn companion(&mut self, game: Game) -> Result<Game> {
        let Operations { work, companions, .. } = self;
        transform(
            work,
            companions,
            game,
            |work, game| match work.session.as_number_up_star(game) {
                Some((number, ups, star @ 0..=1)) if number.is_zero() => {
                    Ok(Some(work.session.number_up_star(&number, ups, 1 - star)?))
                }
                Some((number, ups, nimber)) if number.is_zero() || (ups, nimber) == (0, 0) => Ok(Some(game)),
                _ => Ok(None),
            },
            |work, game, mut left, mut right| {
                match work.session.outcome(game) {
                    GameOutcome::Left => left.push(Game::ZERO),
                    GameOutcome::Right => right.push(Game::ZERO),
                    GameOutcome::Next | GameOutcome::Previous => {}
                }
                Ok(work.session.form(&left, &right)?)
            },
        )
    }
}

impl TrackedSession<'_> {
    /// Returns the largest integer such that no bound is less than or equal to it.
    fn largest_integer_below(&mut self, bounds: &[Game]) -> Result<Game> {
        let mut largest: Option<Dyadic> = None;
        for &bound in bounds {
            // A bound is not ≤ any number below its left stop, and is ≤ every number above it.
            let stop = self.session.left_stop(bound);
            let mut integer = stop.floor();
            if integer == stop {
                let at_stop = self.session.number(&stop)?;
                if self.session.le(bound, at_stop)? {
                    integer = integer - Dyadic::from(1);
                }
            }
            largest = Some(largest.map_or(integer.clone(), |largest| largest.min(integer)));
        }
        Ok(self.session.number(&largest.unwrap_or(Dyadic::ZERO))?)
    }
}
