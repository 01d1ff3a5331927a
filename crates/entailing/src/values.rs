//! Queries about values, independent of the solver.

use crate::rules::EntailingMove;
use crate::value::EntailingValue;
use winways_solve::{Ledger, StopReason};

/// The values of the components of a game, computed on demand and cached.
///
/// The methods return the [`StopReason`] if the ledger stops the work, or [`StopReason::Rules`] if the rules fail or a play may never
/// end. Results computed so far are retained.
pub trait EntailingValues<P> {
    /// Returns the value of a component.
    ///
    /// # Errors
    /// As stated for [`EntailingValues`].
    fn value(&mut self, component: &P, ledger: &Ledger<'_>) -> Result<EntailingValue, StopReason>;

    /// Returns `true` if a player who must move in a component wins, where `rest` is the value of the other components.
    ///
    /// # Errors
    /// As stated for [`EntailingValues`].
    fn wins_by_move_in(
        &mut self,
        component: &P,
        rest: EntailingValue,
        ledger: &Ledger<'_>,
    ) -> Result<bool, StopReason>;

    /// Returns the number of components whose values are known.
    fn nodes(&self) -> u64;

    /// Returns the value of a sum of components.
    ///
    /// # Errors
    /// As stated for [`EntailingValues`].
    fn value_of_sum(&mut self, sum: &[P], ledger: &Ledger<'_>) -> Result<EntailingValue, StopReason> {
        sum.iter().try_fold(EntailingValue::ZERO, |total, part| Ok(total + self.value(part, ledger)?))
    }

    /// Returns `true` if a move of a component wins, where `rest` is the value of the other components.
    ///
    /// # Errors
    /// As stated for [`EntailingValues`].
    fn wins_by(
        &mut self,
        step: &EntailingMove<P>,
        rest: EntailingValue,
        ledger: &Ledger<'_>,
    ) -> Result<bool, StopReason> {
        Ok(match step {
            EntailingMove::Ordinary(free) => {
                let sum = self.value_of_sum(free, ledger)? + rest;
                sum == EntailingValue::ZERO
            }
            EntailingMove::Complimenting(free) => {
                let sum = self.value_of_sum(free, ledger)? + rest;
                sum != EntailingValue::ZERO
            }
            EntailingMove::Entailing { entailed, others } => {
                let rest = self.value_of_sum(others, ledger)? + rest;
                !self.wins_by_move_in(entailed, rest, ledger)?
            }
        })
    }
}
