//! Top Entails.

mod pairs;
mod splits;
mod storage;
mod table;

pub use storage::TopEntailsTableError;
pub use table::TopEntailsTable;

use crate::rules::{EntailingMove, EntailingRules, Moves};
use winways_rules::{Meter, RuleFault};

/// The [`Meter`] steps charged for a split.
const MOVE_STEPS: u64 = 16;

/// The rules of Top Entails, for the general solver. [`TopEntailsTable`] is faster.
///
/// The components are stacks of coins. A move splits a stack into two non-empty stacks, or takes the top coin of a stack. Taking a coin is
/// entailing: the opponent must move in the same stack. Move 0 of a stack takes the top coin, and move `i` splits off `i` coins, where `i`
/// is at most half of the stack.
///
/// A player who takes the only coin of a stack wins, because the opponent must move in an empty stack. Hence this stack is loony.
///
/// Source: *Winning Ways*, chapter 12; J. West, New values for Top Entails, in: Games of No Chance (1996).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TopEntails;

impl EntailingRules for TopEntails {
    type Position = u64;

    fn moves(&self, &stack: &u64, meter: &mut Meter) -> Result<Moves<u64>, RuleFault> {
        meter.spend(MOVE_STEPS.saturating_mul(stack / 2))?;
        let taken =
            stack.checked_sub(1).map(|entailed| EntailingMove::Entailing { entailed, others: vec![] });
        let splits = (1..=stack / 2).map(|part| EntailingMove::Ordinary(vec![part, stack - part]));
        Ok(taken.into_iter().chain(splits).collect())
    }

    fn move_bound(&self, stack: &u64) -> u64 {
        1 + stack / 2
    }
}
