//! Kinds of games.

use super::Operations;
use super::error::Result;
use super::parity::{self, Parity};
use super::work::bottom_up;
use crate::{Dyadic, Game};

impl Operations<'_> {
    /// Whether the game is an integer.
    pub fn is_integer(&mut self, game: Game) -> bool {
        self.work.session.as_number(game).is_some_and(|number| number.is_integer())
    }

    /// Whether the game is a number; it then is dyadic.
    pub fn is_number(&mut self, game: Game) -> bool {
        self.work.session.as_number(game).is_some()
    }

    /// Whether the game is a nimber, zero among them.
    pub fn is_nimber(&mut self, game: Game) -> bool {
        matches!(self.work.session.as_number_up_star(game), Some((number, 0, _)) if number.is_zero())
    }

    /// Whether the game lies between all negative and all positive numbers.
    pub fn is_infinitesimal(&mut self, game: Game) -> bool {
        let stops = [self.work.session.left_stop(game), self.work.session.right_stop(game)];
        stops.iter().all(Dyadic::is_zero)
    }

    /// Whether the game is a number plus something infinitesimal: its temperature is not above zero.
    pub fn is_numberish(&mut self, game: Game) -> bool {
        self.work.session.left_stop(game) == self.work.session.right_stop(game)
    }

    /// Whether the game is a number plus something infinitesimal that is not zero: its temperature is zero.
    pub fn is_tepid(&mut self, game: Game) -> bool {
        self.is_numberish(game) && !self.is_number(game)
    }

    /// The simplest number that is neither at most `left` nor at least `right`, if there is one: then it is the value of
    /// `{left|right}` (the simplicity theorem).
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

    /// Whether the temperature is above zero: the player who moves first gains.
    pub fn is_hot(&mut self, game: Game) -> bool {
        !self.is_numberish(game)
    }

    /// Whether in every follower both players can move or neither (dicotic games).
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

    /// An integer that is a follower and not zero: in canonical form there is no other kind of follower in which just
    /// one player can move. The one nearest to zero.
    pub(super) fn one_sided_follower(&mut self, game: Game) -> Result<Option<Dyadic>> {
        if let Some((number, ..)) = self.work.session.as_number_up_star(game)
            && number.is_zero()
        {
            return Ok(None);
        }
        let [greatest, least] = self.work.followers(game)?.integers;
        // Before an integer come all that are nearer to zero.
        Ok(match (greatest.is_zero(), least.is_zero()) {
            (false, _) => Some(Dyadic::from(1)),
            (true, false) => Some(Dyadic::from(-1)),
            (true, true) => None,
        })
    }

    /// Whether the game is even or odd, if it is either: then, in canonical form, every line of play has the same
    /// number of moves but for twos.
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
