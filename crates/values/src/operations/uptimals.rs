//! Tiny games, powers of up, and their sums.

use super::Operations;
use super::error::Result;
use super::style::Style;
use super::work::TrackedSession;
use crate::{ArenaError, Dyadic, Game, GameOutcome, OperationError};

/// The maximum number of nimbers subtracted from a game to find out whether the rest is a sum of ups.
const MOST_NIMBERS: usize = 1 << 16;

/// A sum of a number, multiples of powers of up, and a nimber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// The multiples of ↑, ↑², ↑³, …; the last multiple is not zero.
    pub ups: Vec<i64>,
    /// The size of the nimber.
    pub nimber: u128,
}

impl Uptimal {
    /// Formats the sum for the math mode of LaTeX.
    ///
    /// ```
    /// use winways_values::{Dyadic, Uptimal};
    ///
    /// let sum = Uptimal { number: Dyadic::from(3), ups: vec![1, -1, 2], nimber: 1 };
    /// assert_eq!(sum.latex(), r"3{\uparrow}{\ast} - {\uparrow}^{2} + 2\cdot{\uparrow}^{3}");
    /// ```
    #[must_use]
    pub fn latex(&self) -> String {
        let up = self.ups.first().copied().unwrap_or(0);
        let mut latex = Style::Latex.number_up_star(&self.number, up, self.nimber);
        let powers = self.ups.iter().zip(1..).skip(1).filter(|(factor, _)| **factor != 0);
        for (factor, exponent) in powers {
            if latex == "0" {
                latex.clear();
            }
            latex += match (latex.is_empty(), *factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            if factor.unsigned_abs() > 1 {
                latex += &format!(r"{}\cdot", factor.unsigned_abs());
            }
            latex += &format!(r"{{\uparrow}}^{{{exponent}}}");
        }
        latex
    }
}

impl Operations<'_> {
    /// Returns tiny of a game: `{0||0|−G}`.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    pub fn tiny(&mut self, game: Game) -> Result<Game> {
        let threat = self.work.session.form(&[Game::ZERO], &[-game])?;
        Ok(self.work.session.form(&[Game::ZERO], &[threat])?)
    }

    /// Returns miny of a game, the negative of tiny: `{G|0||0}`.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    pub fn miny(&mut self, game: Game) -> Result<Game> {
        Ok(-self.tiny(game)?)
    }

    /// Returns the power ↑ⁿ = `{0|* − ↑ − … − ↑ⁿ⁻¹}`, compared with which all multiples of ↑ⁿ⁺¹ are infinitesimal.
    ///
    /// Source: Conway, *On Numbers and Games*, chapter 16; Siegel, section II.4.
    ///
    /// # Errors
    /// [`OperationError::NotPositive`] for n = 0; [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Game, Operations};
    ///
    /// let arena = Arena::default();
    /// let down_star = arena.number_up_star(&Dyadic::ZERO, -1, 1)?;
    /// let square = arena.form(&[Game::ZERO], &[down_star])?;
    /// assert_eq!(Operations::new(arena.session()).up_power(2)?, square);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn up_power(&mut self, exponent: u32) -> Result<Game> {
        let before = exponent.checked_sub(1).ok_or(OperationError::NotPositive)?;
        let before = self.up_power_to(before)?;
        let answer = self.work.session.sub(Game::STAR, before)?;
        Ok(self.work.session.form(&[Game::ZERO], &[answer])?)
    }

    /// Returns the sum of powers ↑ + ↑² + … + ↑ⁿ, which is `{↑ + … + ↑ⁿ⁻¹|*}`; zero for n = 0.
    ///
    /// Source: Siegel, section II.4.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    pub fn up_power_to(&mut self, exponent: u32) -> Result<Game> {
        let mut sum = Game::ZERO;
        for _ in 0..exponent {
            sum = self.work.session.form(&[sum], &[Game::STAR])?;
        }
        Ok(sum)
    }

    /// Returns the number, the multiples of powers of up, and the nimber whose sum is the game, if there are any.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Operations, Uptimal};
    ///
    /// let arena = Arena::default();
    /// let mut operations = Operations::new(arena.session());
    /// let square = operations.up_power(2)?;
    /// let session = operations.session();
    /// let game = session.number_up_star(&Dyadic::from(3), -1, 1)?;
    /// let game = session.add(game, square)?;
    /// let expansion = Uptimal { number: Dyadic::from(3), ups: vec![-1, 1], nimber: 1 };
    /// assert_eq!(operations.uptimal_expansion(game)?, Some(expansion));
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn uptimal_expansion(&mut self, game: Game) -> Result<Option<Uptimal>> {
        if let Some((number, ups, nimber)) = self.work.session.as_number_up_star(game) {
            let ups = if ups == 0 { Vec::new() } else { vec![ups] };
            return Ok(Some(Uptimal { number, ups, nimber }));
        }
        let number = self.work.session.left_stop(game);
        let translation = self.work.session.number(&number)?;
        let rest = self.work.session.sub(game, translation)?;
        if !self.is_infinitesimal(rest) || !self.is_all_small(rest)? {
            return Ok(None);
        }
        // The rest is a sum of ups only after the right nimber is subtracted. That nimber is nearly always a term of a
        // follower.
        let likely = self.work.nimbers_of_followers(rest)?;
        let all = 0..=likely.last().copied().unwrap_or(0);
        for (tried, nimber) in likely.iter().copied().chain(all).enumerate() {
            if tried > MOST_NIMBERS {
                return Err(ArenaError::TooManyOptions { limit: MOST_NIMBERS as u64 }.into());
            }
            let star = self.work.session.nimber(nimber)?;
            let rest = self.work.session.add(rest, star)?;
            if let Some(ups) = self.ups(rest)? {
                return Ok(Some(Uptimal { number, ups, nimber }));
            }
        }
        Ok(None)
    }

    /// Returns the multiples of the powers of up whose sum is the game, if there are any.
    fn ups(&mut self, game: Game) -> Result<Option<Vec<i64>>> {
        // Each further power or multiple adds at least a day to the birthday, so the birthday bounds their number.
        let most = self.work.session.birthday(game)?.unwrap_or(0).min(u64::from(u32::MAX));
        let (mut rest, mut ups) = (game, Vec::new());
        while rest != Game::ZERO {
            if ups.len() as u64 >= most {
                return Ok(None);
            }
            let power = self.up_power(ups.len() as u32 + 1)?;
            let sign = match self.work.session.outcome(rest) {
                GameOutcome::Left => 1,
                GameOutcome::Right => -1,
                _ => return Ok(None),
            };
            let magnitude = if sign > 0 { rest } else { -rest };
            let multiple = self.work.nearest_multiple(magnitude, power, most)?;
            let taken = self.work.session.multiple(multiple as i64, power)?;
            let left = self.work.session.sub(magnitude, taken)?;
            if !self.work.is_half_less(-left, power)? {
                return Ok(None);
            }
            ups.push(sign * multiple as i64);
            rest = if sign > 0 { left } else { -left };
        }
        Ok(Some(ups))
    }
}

impl TrackedSession<'_> {
    /// Returns `true` if twice `game` is less than `power`.
    fn is_half_less(&mut self, game: Game, power: Game) -> Result<bool> {
        let double = self.session.add(game, game)?;
        let difference = self.session.sub(power, double)?;
        Ok(self.session.outcome(difference) == GameOutcome::Left)
    }

    /// Returns the least m for which `game` − m·`power` is less than half of `power`, or `most` if m would be larger.
    fn nearest_multiple(&mut self, game: Game, power: Game, most: u64) -> Result<u64> {
        let (mut low, mut high) = (0, 1);
        while high < most && !self.is_near(game, high, power)? {
            (low, high) = (high + 1, (2 * high).min(most));
        }
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) = if self.is_near(game, middle, power)? { (low, middle) } else { (middle + 1, high) };
        }
        Ok(low)
    }

    fn is_near(&mut self, game: Game, multiple: u64, power: Game) -> Result<bool> {
        let taken = self.session.multiple(multiple as i64, power)?;
        let rest = self.session.sub(game, taken)?;
        self.is_half_less(rest, power)
    }
}
