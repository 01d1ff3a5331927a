use crate::{Meter, RuleFault};
use std::ops::ControlFlow;
use winways_values::Nimber;

/// The moves of a game on pairs of numbers, for tables of all pairs up to a size.
///
/// It tells the same moves as [`crate::Ruleset::options`] with pairs as components; the tests compare the two.
pub trait PairRules: Send + Sync {
    /// Gives every option of a pair to `visit`: the pairs it consists of. The same option may come more than once; after
    /// a `Break` none comes any more. What is tried in vain is counted on `meter`.
    ///
    /// # Errors
    /// [`RuleFault`] if the rules go wrong there, or the work is to end; what was given before then means nothing.
    fn options(
        &self,
        pair: [u64; 2],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault>;

    /// The nim-value of a pair by a theorem, if there is one for it.
    fn nim_value(&self, pair: [u64; 2]) -> Option<Nimber> {
        let _ = pair;
        None
    }

    /// Directions (u, v), not (0, 0), such that all (a - k u, b - k v) with k ≥ 1 and no negative number are options of
    /// (a, b): those of a rook are (1, 0) and (0, 1).
    fn rays(&self) -> &[[u64; 2]] {
        &[]
    }

    /// As [`PairRules::options`], those on [`PairRules::rays`] left out.
    fn options_off_rays(
        &self,
        pair: [u64; 2],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        if self.rays().is_empty() {
            return self.options(pair, meter, visit);
        }
        Ok(())
    }
}
