//! Play of sums straight from the rules, without values.

#![allow(dead_code, reason = "each test uses some of these functions")]

use std::collections::HashMap;
use std::hash::Hash;
use winways_entailing::EntailingMove;
use winways_solve::{Budget, Ledger, NoObserver};

pub(crate) fn ledger() -> Ledger<'static> {
    Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20)
}

/// A sum: its free components, sorted, and the component in which the player to move must move, if any.
type State<C> = (Vec<C>, Option<C>);

/// A search of sums of components, with the moves of each component.
pub(crate) struct Play<C, F> {
    moves: F,
    results: HashMap<State<C>, bool>,
}

impl<C: Clone + Ord + Hash, F: Fn(&C) -> Vec<EntailingMove<C>>> Play<C, F> {
    pub(crate) fn new(moves: F) -> Self {
        Play { moves, results: HashMap::new() }
    }

    /// Returns `true` if the player to move wins a sum. This player must move in the component `entailed`, if there is one.
    pub(crate) fn wins(&mut self, free: &[C], entailed: Option<&C>) -> bool {
        let mut free = free.to_vec();
        free.retain(|component| !(self.moves)(component).is_empty());
        free.sort();
        let state = (free, entailed.cloned());
        if let Some(&result) = self.results.get(&state) {
            return result;
        }
        let (free, entailed) = &state;
        let wins = match entailed {
            Some(component) => self.wins_in(component, free),
            None => (0..free.len()).any(|index| {
                let rest = [&free[..index], &free[index + 1..]].concat();
                self.wins_in(&free[index], &rest)
            }),
        };
        self.results.insert(state, wins);
        wins
    }

    fn wins_in(&mut self, component: &C, rest: &[C]) -> bool {
        (self.moves)(component).iter().any(|step| self.wins_by(step, rest))
    }

    /// Returns `true` if a move of a component wins, where `rest` are the other components.
    pub(crate) fn wins_by(&mut self, step: &EntailingMove<C>, rest: &[C]) -> bool {
        match step {
            EntailingMove::Ordinary(free) => !self.wins(&[rest, free].concat(), None),
            EntailingMove::Entailing { entailed, others } => {
                !self.wins(&[rest, others].concat(), Some(entailed))
            }
            EntailingMove::Complimenting(free) => self.wins(&[rest, free].concat(), None),
        }
    }
}

/// A component of a sum with Nim heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part<P> {
    Heap(u64),
    Position(P),
}

/// Returns the moves of a component of a sum with Nim heaps, given the moves of positions.
pub(crate) fn with_heaps<P>(
    moves: impl Fn(&P) -> Vec<EntailingMove<P>>,
) -> impl Fn(&Part<P>) -> Vec<EntailingMove<Part<P>>> {
    let list = |positions: Vec<P>| positions.into_iter().map(Part::Position).collect();
    move |part| match part {
        Part::Heap(size) => {
            (0..*size).map(|smaller| EntailingMove::Ordinary(vec![Part::Heap(smaller)])).collect()
        }
        Part::Position(position) => moves(position)
            .into_iter()
            .map(|step| match step {
                EntailingMove::Ordinary(free) => EntailingMove::Ordinary(list(free)),
                EntailingMove::Complimenting(free) => EntailingMove::Complimenting(list(free)),
                EntailingMove::Entailing { entailed, others } => {
                    EntailingMove::Entailing { entailed: Part::Position(entailed), others: list(others) }
                }
            })
            .collect(),
    }
}
