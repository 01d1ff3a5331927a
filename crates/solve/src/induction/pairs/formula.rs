//! Moves on pairs as formulas.

use super::super::formula::Formula;

/// A kind of moves on a pair of numbers, as a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairMoveFormula {
    /// The condition of the move. Variables 0 and 1 are the pair, and all other variables are existentially quantified.
    pub condition: Formula,
    /// The variables of the pairs that the move leaves, which are distinct and at least 2.
    pub parts: Vec<[usize; 2]>,
}
