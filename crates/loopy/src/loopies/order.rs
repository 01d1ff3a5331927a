//! The order of values.

use super::{Form, Loopies, Loopy, Side, Stopper};
use crate::order::{Order, Rule};
use winways_solve::{Ledger, StopReason};
use winways_values::Relation;

impl Loopies {
    /// Returns `true` if `low ≤ high`: both the onsides and the offsides are in this order.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(n·e) steps for stoppers with n followers and e moves; for other games, O(n·e) steps in each round of a Büchi game.
    pub fn is_at_most(&self, low: Loopy, high: Loopy, ledger: &Ledger<'_>) -> Result<bool, StopReason> {
        if !self.is_form_at_most(low.onside, high.onside, Side::Onside, ledger)? {
            return Ok(false);
        }
        if low.is_stopper() && high.is_stopper() {
            return Ok(true);
        }
        self.is_form_at_most(low.offside, high.offside, Side::Offside, ledger)
    }

    /// Returns `true` if `low` is at most `high`, where each form is the given side of a game.
    pub(super) fn is_form_at_most(
        &self,
        low: Form,
        high: Form,
        side: Side,
        ledger: &Ledger<'_>,
    ) -> Result<bool, StopReason> {
        if low == high {
            return Ok(true);
        }
        let rule = match (low, high) {
            (Form::Stopper(_), Form::Stopper(_)) => Rule::Stoppers,
            _ => side.rule(),
        };
        let (low, of_low) = self.graph(low, ledger)?;
        let (high, of_high) = self.graph(high, ledger)?;
        let work = self.work(ledger).with(low.bytes() + high.bytes());
        Ok(Order::with_work(&low, &high, rule, work)?.is_at_most(of_low, of_high))
    }

    pub(super) fn is_stopper_at_most(
        &self,
        low: Stopper,
        high: Stopper,
        ledger: &Ledger<'_>,
    ) -> Result<bool, StopReason> {
        self.is_form_at_most(Form::Stopper(low), Form::Stopper(high), Side::Onside, ledger)
    }

    /// Returns `true` if two values are equal.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn is_equal(&self, one: Loopy, other: Loopy, ledger: &Ledger<'_>) -> Result<bool, StopReason> {
        if one == other || one.is_canonical() && other.is_canonical() {
            return Ok(one == other);
        }
        Ok(self.is_at_most(one, other, ledger)? && self.is_at_most(other, one, ledger)?)
    }

    /// Compares two values.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn compare(&self, one: Loopy, other: Loopy, ledger: &Ledger<'_>) -> Result<Relation, StopReason> {
        let (below, above) = (self.is_at_most(one, other, ledger)?, self.is_at_most(other, one, ledger)?);
        Ok(match (below, above) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        })
    }
}
