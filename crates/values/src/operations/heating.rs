//! Cooling and heating.

use super::Operations;
use super::error::Result;
use super::work::{shift, transform};
use crate::{Dyadic, Game, OperationError};

impl Operations<'_> {
    /// Returns the game cooled by `temperature`: every move costs this tax until the position is a number.
    ///
    /// A number is unchanged. With t = `temperature`, a game whose temperature is below t becomes its mean. Any other game
    /// becomes `{cooled G^L − t | cooled G^R + t}`.
    ///
    /// Source: Winning Ways, chapter 6.
    ///
    /// # Errors
    /// [`OperationError::TooCold`] for a negative temperature; [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Game, Operations};
    ///
    /// let arena = Arena::default();
    /// let switch = arena.form(&[arena.integer(1)?], &[arena.integer(-1)?])?;
    /// let mut operations = Operations::new(arena.session());
    /// assert_eq!(operations.cool(switch, &Dyadic::from(1))?, Game::STAR);
    /// assert_eq!(operations.cool(switch, &Dyadic::from(2))?, Game::ZERO);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn cool(&mut self, game: Game, temperature: &Dyadic) -> Result<Game> {
        match temperature.sign() {
            std::cmp::Ordering::Less => return Err(OperationError::TooCold { lowest: Dyadic::ZERO }),
            std::cmp::Ordering::Equal => return Ok(game),
            std::cmp::Ordering::Greater => {}
        }
        self.thermograph(game)?;
        let Operations { work, thermographs, cooled, .. } = self;
        let cost = work.session.number(temperature)?;
        let memo = cooled.with(cost, work);
        transform(
            work,
            memo,
            game,
            |work, game| match work.session.as_number_up_star(game) {
                // The temperature of such a game is at most 0.
                Some((number, ..)) => Ok(Some(work.session.number(&number)?)),
                None => {
                    let thermograph = &thermographs[&game];
                    let is_mast = thermograph.temperature() < temperature;
                    Ok(if is_mast { Some(work.session.number(thermograph.mean())?) } else { None })
                }
            },
            |work, _, mut left, mut right| {
                shift(work, &mut left, -cost)?;
                shift(work, &mut right, cost)?;
                Ok(work.session.form(&left, &right)?)
            },
        )
    }

    /// Returns the game cooled by its own temperature: its mean plus an infinitesimal. A number is unchanged.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    pub fn freeze(&mut self, game: Game) -> Result<Game> {
        let temperature = self.temperature(game)?;
        if temperature.sign().is_gt() { self.cool(game, &temperature) } else { Ok(game) }
    }

    /// Returns the game heated by `by`: every move earns this bonus until the position is a number.
    ///
    /// A number is unchanged; any other game becomes `{heated G^L + t | heated G^R − t}`, where t is `by`. For a
    /// positive number t, cooling by t undoes this.
    ///
    /// Source: Winning Ways, chapter 6; Siegel, section II.5.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Game, Operations};
    ///
    /// let arena = Arena::default();
    /// let one = arena.integer(1)?;
    /// let switch = arena.form(&[one], &[-one])?;
    /// assert_eq!(Operations::new(arena.session()).heat(Game::STAR, one)?, switch);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn heat(&mut self, game: Game, by: Game) -> Result<Game> {
        self.warm(game, None, by)
    }

    /// Returns the game overheated from `from` to `by`. An integer n becomes n copies of `from`, and any other game
    /// becomes `{overheated G^L + by | overheated G^R − by}`.
    ///
    /// Source: Winning Ways, chapter 6; Siegel, section II.5.
    ///
    /// # Errors
    /// [`OperationError::Arena`]; [`OperationError::TooLarge`] for too many copies.
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Operations};
    ///
    /// let arena = Arena::default();
    /// let (half, one) = (arena.number(&Dyadic::new(1, 1))?, arena.integer(1)?);
    /// // 1/2 = {0|1} becomes {0 + 1 | 1 - 1}.
    /// let switch = arena.form(&[one], &[arena.integer(0)?])?;
    /// assert_eq!(Operations::new(arena.session()).overheat(half, one, one)?, switch);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn overheat(&mut self, game: Game, from: Game, by: Game) -> Result<Game> {
        self.warm(game, Some(from), by)
    }

    /// Heats or overheats a game. Without `from`, numbers are unchanged.
    fn warm(&mut self, game: Game, from: Option<Game>, by: Game) -> Result<Game> {
        let Operations { work, overheated, .. } = self;
        // Cooling by a positive number keeps the order and undoes heating by it. So a heated option is dominated or
        // reversible only if the original option is. The heated form is therefore canonical too.
        let by_number = work.session.as_number(by).is_some_and(|by| by.sign().is_gt());
        let is_canonical = from.is_none() && by_number;
        let memo = overheated.with((from, by), work);
        transform(
            work,
            memo,
            game,
            |work, game| match (work.session.as_number(game), from) {
                (Some(number), Some(from)) if number.is_integer() => work.times(&number, from).map(Some),
                (Some(_), None) => Ok(Some(game)),
                _ => Ok(None),
            },
            |work, _, mut left, mut right| {
                shift(work, &mut left, by)?;
                shift(work, &mut right, -by)?;
                Ok(match is_canonical {
                    true => work.session.canonical_form(&left, &right)?,
                    false => work.session.form(&left, &right)?,
                })
            },
        )
    }
}
