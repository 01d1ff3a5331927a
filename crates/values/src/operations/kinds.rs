//! Predicates for kinds of games.

use super::Operations;
use super::error::Result;
use super::parity::{self, Parity};
use super::work::bottom_up;
use crate::{Dyadic, Game};

impl Operations<'_> {
    /// Returns `true` if the game is an integer.
    pub fn is_integer(&mut self, game: Game) -> bool {
        self.work.session.as_number(game).is_some_and(|number| number.is_integer())
    }

    /// Returns `true` if the game is a number, which is then dyadic.
    pub fn is_number(&mut self, game: Game) -> bool {
        self.work.session.as_number(game).is_some()
    }

    /// Returns `true` if the game is a nimber; zero is a nimber.
    pub fn is_nimber(&mut self, game: Game) -> bool {
        matches!(self.work.session.as_number_up_star(game), Some((number, 0, _)) if number.is_zero())
    }

    /// Returns `true` if the game lies between all negative and all positive numbers.
    pub fn is_infinitesimal(&mut self, game: Game) -> bool {
        let stops = [self.work.session.left_stop(game), self.work.session.right_stop(game)];
        stops.iter().all(Dyadic::is_zero)
    }

    /// Returns `true` if the game is a number plus an infinitesimal: its temperature is at most zero.
    pub fn is_numberish(&mut self, game: Game) -> bool {
        self.work.session.left_stop(game) == self.work.session.right_stop(game)
    }

    /// Returns `true` if the game is a number plus a nonzero infinitesimal: its temperature is zero.
    pub fn is_tepid(&mut self, game: Game) -> bool {
        self.is_numberish(game) && !self.is_number(game)
    }

    /// Returns the simplest number that is neither at most `left` nor at least `right`, if there is one. This number is
    /// then the value of `{left|right}` (the simplicity theorem).
    ///
    /// Source: Conway, *On Numbers and Games*, chapter 2.
    ///
    /// # Errors
    /// [`OperationError::Arena`](crate::OperationError).
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Game, Operations};
    ///
    /// let arena = Arena::default();
    /// let (up, one) = (arena.up(1)?, arena.integer(1)?);
    /// let mut operations = Operations::new(arena.session());
    /// assert_eq!(operations.simplest(up, one)?, Some(Dyadic::new(1, 1)));
    /// assert_eq!(operations.simplest(one, up)?, None);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn simplest(&mut self, left: Game, right: Game) -> Result<Option<Dyadic>> {
        let form = self.work.session.form(&[left], &[right])?;
        Ok(self.work.session.as_number(form))
    }

    /// Returns `true` if the temperature is above zero: the player who moves first gains.
    pub fn is_hot(&mut self, game: Game) -> bool {
        !self.is_numberish(game)
    }

    /// Returns `true` if in every follower both players can move or neither can. Such games are also called dicotic.
    ///
    /// # Errors
    /// [`OperationError::Arena`](crate::OperationError).
    ///
    /// ```
    /// use winways_values::{Arena, Game, Operations};
    ///
    /// let arena = Arena::default();
    /// let tiny = arena.form(&[Game::ZERO], &[arena.form(&[Game::ZERO], &[arena.integer(-2)?])?])?;
    /// let up = arena.up(1)?;
    /// let mut operations = Operations::new(arena.session());
    /// assert!(operations.is_all_small(up)?);
    /// assert!(operations.is_infinitesimal(tiny) && !operations.is_all_small(tiny)?);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn is_all_small(&mut self, game: Game) -> Result<bool> {
        Ok(self.one_sided_follower(game)?.is_none())
    }

    /// Returns the nonzero integer nearest to zero among the followers, if there is one. In canonical form, every follower
    /// in which just one player can move is an integer.
    pub(super) fn one_sided_follower(&mut self, game: Game) -> Result<Option<Dyadic>> {
        if let Some((number, ..)) = self.work.session.as_number_up_star(game)
            && number.is_zero()
        {
            return Ok(None);
        }
        let [greatest, least] = self.work.followers(game)?.integers;
        // The followers of an integer are all integers from zero to the integer itself.
        Ok(match (greatest.is_zero(), least.is_zero()) {
            (false, _) => Some(Dyadic::from(1)),
            (true, false) => Some(Dyadic::from(-1)),
            (true, true) => None,
        })
    }

    /// Returns the parity of a game, if it has one. A game has a parity if all lines of play of its canonical form have
    /// numbers of moves that are congruent modulo 2.
    ///
    /// # Errors
    /// [`OperationError::Arena`](crate::OperationError).
    ///
    /// ```
    /// use winways_values::{Arena, Game, Operations, Parity};
    ///
    /// let arena = Arena::default();
    /// let (two, up) = (arena.integer(2)?, arena.up(1)?);
    /// let mut operations = Operations::new(arena.session());
    /// assert_eq!(operations.parity(two)?, Some(Parity::Even));
    /// assert_eq!(operations.parity(Game::STAR)?, Some(Parity::Odd));
    /// assert_eq!(operations.parity(up)?, None);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn parity(&mut self, game: Game) -> Result<Option<Parity>> {
        bottom_up(&mut self.work, &mut self.parities, game, parity::start, parity::finish)?;
        Ok(self.parities[&game])
    }
}
