//! Stops, degrees, varieties, and kinds of stoppers.

use super::{Form, Loopies, Loopy, Stopper};
use crate::graph::{PLAYERS, Player, components, place};
use winways_solve::{Ledger, StopReason};

impl Loopies {
    /// Returns the onside of the sum of two values.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn upsum(&mut self, one: Loopy, other: Loopy, ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        Ok(self.sum(one, other, ledger)?.onside)
    }

    /// Returns the offside of the sum of two values.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn downsum(&mut self, one: Loopy, other: Loopy, ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        Ok(self.sum(one, other, ledger)?.offside)
    }

    /// Returns the degree of a stopper: the onside of the stopper minus itself. It is 0 for short games.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn degree(&mut self, stopper: Stopper, ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        let value = Loopy::from(stopper);
        Ok(self.difference(value, value, ledger)?.onside)
    }

    /// Returns the variety of a stopper, if it is defined.
    ///
    /// Let G be a stopper with the degree d. The variety is the upsum of G and −(the upsum of G and d), provided that it equals the downsum
    /// of G and −(the downsum of G and −d). For 5 + over it is over, for short games it is 0, and for upon it is `{upon*|0}`.
    ///
    /// Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 11.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn variety(&mut self, stopper: Stopper, ledger: &Ledger<'_>) -> Result<Option<Stopper>, StopReason> {
        let value = Loopy::from(stopper);
        let degree = Loopy::from(self.degree(stopper, ledger)?);
        let lowered = self.negative(degree, ledger)?;
        let raised = self.upsum(value, degree, ledger)?;
        let lowered = self.downsum(value, lowered, ledger)?;
        let above = self.difference(value, raised.into(), ledger)?.onside;
        let below = self.difference(value, lowered.into(), ledger)?.offside;
        Ok(Loopy { onside: above, offside: below }.as_stopper())
    }

    /// Returns `true` if the value plus itself equals the value.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn is_idempotent(&mut self, value: Loopy, ledger: &Ledger<'_>) -> Result<bool, StopReason> {
        let double = self.sum(value, value, ledger)?;
        self.is_equal(double, value, ledger)
    }

    /// Returns `true` if the stopper is a pseudonumber: a number, a number plus over or under, on or off.
    #[must_use]
    pub fn is_pseudonumber(&self, stopper: Stopper) -> bool {
        if self.as_number(stopper).is_some() {
            return true;
        }
        let is_number = |option: &Stopper| self.as_number(*option).is_some();
        match PLAYERS.map(|player| self.options(player, stopper)) {
            [&[left], []] => left == stopper,
            [[], &[right]] => right == stopper,
            [&[left], &[right]] => {
                left == stopper && is_number(&right) || right == stopper && is_number(&left)
            }
            _ => false,
        }
    }

    /// Returns the stop of a stopper with the given player moving first: the first pseudonumber in best alternating play.
    ///
    /// Returns `None` if, in some alternating play, a player runs out of moves before a pseudonumber occurs.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// One comparison per move of the followers.
    pub fn stop(
        &self,
        first: Player,
        stopper: Stopper,
        ledger: &Ledger<'_>,
    ) -> Result<Option<Stopper>, StopReason> {
        let followers = self.followers(stopper, ledger)?;
        let (graph, root) = self.graph(Form::Stopper(stopper), ledger)?;
        // A state is 2·vertex + the index of the player to move. Alternating play is finite, so `components` yields the options
        // of a state before the state.
        let options = |state: u32| {
            let at = (state & 1) as usize;
            graph.options(PLAYERS[at], state / 2).iter().map(move |&option| 2 * option + 1 - at as u32)
        };
        let mut stops: Vec<Option<Stopper>> = vec![None; 2 * graph.len()];
        for state in components(stops.len(), options).into_iter().flatten() {
            let follower = followers[(state / 2) as usize];
            stops[state as usize] = if self.is_pseudonumber(follower) {
                Some(follower)
            } else {
                let of_options: Option<Vec<Stopper>> =
                    options(state).map(|next| stops[next as usize]).collect();
                self.best(PLAYERS[(state & 1) as usize], &of_options.unwrap_or_default(), ledger)?
            };
        }
        Ok(stops[2 * root as usize + place(first)])
    }

    /// Returns the stop that a player prefers, or `None` if there are no stops.
    fn best(
        &self,
        player: Player,
        stops: &[Stopper],
        ledger: &Ledger<'_>,
    ) -> Result<Option<Stopper>, StopReason> {
        let Some((&first, rest)) = stops.split_first() else { return Ok(None) };
        let mut best = first;
        for &stop in rest {
            let is_better = match player {
                Player::Left => self.is_stopper_at_most(best, stop, ledger)?,
                Player::Right => self.is_stopper_at_most(stop, best, ledger)?,
            };
            if is_better {
                best = stop;
            }
        }
        Ok(Some(best))
    }
}
