//! The thermograph, the mean and the temperature of a game.

use super::Operations;
use super::error::Result;
use super::thermograph::{self, Thermograph};
use super::work::bottom_up;
use crate::{Dyadic, Game, OperationError};

impl Operations<'_> {
    /// Returns the thermograph of a game.
    ///
    /// The temperature of a number m/2ᵏ in lowest terms is −1/2ᵏ; for an integer, this is −1. Takes time
    /// proportional to the product of the numbers of distinct followers, options and breakpoints.
    ///
    /// Source: Winning Ways, chapter 6; Siegel, section II.5.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Operations};
    ///
    /// let arena = Arena::default();
    /// let switch = arena.form(&[arena.integer(3)?], &[arena.integer(1)?])?;
    /// let mut operations = Operations::new(arena.session());
    /// let thermograph = operations.thermograph(switch)?;
    /// assert_eq!(thermograph.left_wall().at(&Dyadic::ZERO), Some(Dyadic::from(3)));
    /// assert_eq!(thermograph.left_wall().at(&Dyadic::new(1, 1)), Some(Dyadic::new(5, 1)));
    /// assert_eq!((thermograph.mean(), thermograph.temperature()), (&Dyadic::from(2), &Dyadic::from(1)));
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn thermograph(&mut self, game: Game) -> Result<&Thermograph> {
        bottom_up(&mut self.work, &mut self.thermographs, game, thermograph::start, thermograph::finish)?;
        Ok(&self.thermographs[&game])
    }

    /// Returns the mean value: `n` copies of the game differ from `n` times the mean by a bounded amount.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    pub fn mean(&mut self, game: Game) -> Result<Dyadic> {
        match self.work.session.as_number_up_star(game) {
            Some((number, ..)) => Ok(number),
            None => Ok(self.thermograph(game)?.mean().clone()),
        }
    }

    /// Returns the temperature: roughly, the value of a move.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    pub fn temperature(&mut self, game: Game) -> Result<Dyadic> {
        match self.work.session.as_number_up_star(game) {
            Some((number, 0, 0)) => Ok(Dyadic::new(-1, number.exponent())),
            Some(_) => Ok(Dyadic::ZERO),
            None => Ok(self.thermograph(game)?.temperature().clone()),
        }
    }

    /// Returns the left wall of the thermograph at a temperature: the left stop of the game cooled by the temperature.
    ///
    /// # Errors
    /// [`OperationError::TooCold`] below −1; [`OperationError::Arena`].
    pub fn left_wall(&mut self, game: Game, temperature: &Dyadic) -> Result<Dyadic> {
        self.thermograph(game)?.left_wall().at(temperature).ok_or_else(too_cold)
    }

    /// Returns the right wall of the thermograph at a temperature: the right stop of the game cooled by the
    /// temperature.
    ///
    /// # Errors
    /// [`OperationError::TooCold`] below −1; [`OperationError::Arena`].
    pub fn right_wall(&mut self, game: Game, temperature: &Dyadic) -> Result<Dyadic> {
        self.thermograph(game)?.right_wall().at(temperature).ok_or_else(too_cold)
    }
}

fn too_cold() -> OperationError {
    OperationError::TooCold { lowest: Dyadic::from(-1) }
}
