//! Games extended by Nim heaps, for searches of sums straight from the rules.

#![allow(dead_code, reason = "each test uses some of these functions")]

use winways_entailing::{EntailingMove, EntailingRules, Moves};
use winways_rules::{Meter, RuleFault};
use winways_solve::{Budget, Ledger, NoObserver};

pub(crate) fn ledger() -> Ledger<'static> {
    Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20)
}

/// A component of a sum with Nim heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part<P> {
    Heap(u64),
    Position(P),
}

/// The rules of a game and of Nim.
pub(crate) struct WithHeaps<R>(pub(crate) R);

impl<R: EntailingRules> EntailingRules for WithHeaps<R> {
    type Position = Part<R::Position>;

    fn moves(
        &self,
        part: &Part<R::Position>,
        meter: &mut Meter,
    ) -> Result<Moves<Part<R::Position>>, RuleFault> {
        let list = |positions: Vec<R::Position>| positions.into_iter().map(Part::Position).collect();
        let position = match part {
            Part::Heap(size) => {
                let smaller = (0..*size).map(|smaller| EntailingMove::Ordinary(vec![Part::Heap(smaller)]));
                return Ok(smaller.collect());
            }
            Part::Position(position) => position,
        };
        let wrapped = |step| match step {
            EntailingMove::Ordinary(free) => EntailingMove::Ordinary(list(free)),
            EntailingMove::Complimenting(free) => EntailingMove::Complimenting(list(free)),
            EntailingMove::Entailing { entailed, others } => {
                EntailingMove::Entailing { entailed: Part::Position(entailed), others: list(others) }
            }
        };
        Ok(self.0.moves(position, meter)?.into_iter().map(wrapped).collect())
    }
}
