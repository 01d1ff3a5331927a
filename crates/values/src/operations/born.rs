//! All games born by a day.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::Operations;
use super::error::Result;
use crate::{Game, OperationError, Relation};

/// The last day whose games can be listed: more than 10^11 games are born by the next day.
const LAST_DAY: u32 = 3;

impl Operations<'_> {
    /// Returns all games born by a day, in structural order: 1, 4, 22 and 1474 games by the days 0 to 3.
    ///
    /// The options of a canonical form are antichains of games born the day before, so the method tries each pair of
    /// antichains.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), section III.1.
    ///
    /// # Errors
    /// [`OperationError::TooLarge`] for days after 3; [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Operations};
    ///
    /// let arena = Arena::default();
    /// let mut operations = Operations::new(arena.session());
    /// assert_eq!(operations.born_by(2)?.len(), 22);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn born_by(&mut self, day: u32) -> Result<Vec<Game>> {
        if day > LAST_DAY {
            return Err(OperationError::TooLarge);
        }
        let mut games = vec![Game::ZERO];
        for _ in 0..day {
            let antichains = self.antichains(&games)?;
            let mut born: HashSet<Game, FixedState> = HashSet::default();
            for left in &antichains {
                for right in &antichains {
                    born.insert(self.work.session.form(left, right)?);
                }
            }
            games = born.into_iter().collect();
        }
        self.work.session.sort(&mut games)?;
        Ok(games)
    }

    /// Returns all sets of games that are pairwise confused.
    fn antichains(&mut self, games: &[Game]) -> Result<Vec<Vec<Game>>> {
        let mut all = vec![Vec::new()];
        for &game in games {
            for index in 0..all.len() {
                let mut larger: Vec<Game> = all[index].clone();
                if self.is_confused_with_all(&larger, game)? {
                    larger.push(game);
                    all.push(larger);
                }
            }
        }
        Ok(all)
    }

    fn is_confused_with_all(&mut self, games: &[Game], game: Game) -> Result<bool> {
        for &other in games {
            if self.work.session.compare(other, game)? != Relation::Confused {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
