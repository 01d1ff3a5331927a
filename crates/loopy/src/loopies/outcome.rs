//! Outcomes of games that may be drawn.

use super::{Form, Loopies, Loopy, Side};
use crate::graph::{Graph, Player};
use crate::order::Order;
use std::fmt;
use winways_solve::{Ledger, StopReason};

/// The result of best play for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// The player loses.
    Loses,
    /// Neither player can force a win.
    Draws,
    /// The player wins.
    Wins,
}

/// The outcome of a game that may be drawn: a result for each player moving first, nine outcomes in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopyOutcome {
    /// The result for Left if Left moves first.
    pub left_first: Ending,
    /// The result for Right if Right moves first.
    pub right_first: Ending,
}

impl LoopyOutcome {
    /// Returns the letter of the winner, or `D` for a draw, if the given player moves first.
    #[must_use]
    pub fn letter(self, first: Player) -> char {
        let (ending, wins, loses) = match first {
            Player::Left => (self.left_first, 'L', 'R'),
            Player::Right => (self.right_first, 'R', 'L'),
        };
        match ending {
            Ending::Wins => wins,
            Ending::Draws => 'D',
            Ending::Loses => loses,
        }
    }
}

/// Writes `L`, `R`, `N`, `P` or `D` for the outcomes with a name, and otherwise the letters for Left and for Right moving first: `LD`,
/// `DL`, `RD` or `DR`.
impl fmt::Display for LoopyOutcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.letter(Player::Left), self.letter(Player::Right)) {
            ('L', 'R') => formatter.write_str("N"),
            ('R', 'L') => formatter.write_str("P"),
            (left, right) if left == right => write!(formatter, "{left}"),
            (left, right) => write!(formatter, "{left}{right}"),
        }
    }
}

impl Loopies {
    /// Returns the outcome of a value.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(e) steps for e moves, times the number of rounds of the Büchi game.
    ///
    /// ```
    /// use winways_loopy::{Loopies, Loopy};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    ///
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut loopies = Loopies::new();
    /// for (name, outcome) in [("dud", "D"), ("over", "L"), ("tis", "DL")] {
    ///     let value = loopies.named(name, &ledger)?.unwrap_or(Loopy::ZERO);
    ///     assert_eq!(loopies.outcome(value, &ledger)?.to_string(), outcome);
    /// }
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn outcome(&self, value: Loopy, ledger: &Ledger<'_>) -> Result<LoopyOutcome, StopReason> {
        let (on_first, on_second) = self.survives(value.onside, Side::Onside, ledger)?;
        let (off_first, off_second) = self.survives(value.offside, Side::Offside, ledger)?;
        let left_first = match (off_first, on_first) {
            (true, _) => Ending::Wins,
            (false, true) => Ending::Draws,
            (false, false) => Ending::Loses,
        };
        let right_first = match (on_second, off_second) {
            (false, _) => Ending::Wins,
            (true, false) => Ending::Draws,
            (true, true) => Ending::Loses,
        };
        Ok(LoopyOutcome { left_first, right_first })
    }

    /// Returns two flags, for Left moving first and for Left moving second: `true` if Left wins this side.
    fn survives(&self, form: Form, side: Side, ledger: &Ledger<'_>) -> Result<(bool, bool), StopReason> {
        let (graph, root) = self.graph(form, ledger)?;
        let mut zero = Graph::new();
        let end = zero.add_vertex();
        let order = Order::with_work(&zero, &graph, side.rule(), self.work(ledger).with(graph.bytes()))?;
        Ok((order.is_less_or_confused(end, root), order.is_at_most(end, root)))
    }
}
