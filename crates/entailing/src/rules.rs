//! Rules of games, as lists of moves.

use std::hash::Hash;

/// A move of a component, which replaces the component by a sum of components.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EntailingMove<P> {
    /// An ordinary move to a sum of components. The opponent moves next, in any component.
    Ordinary(Vec<P>),
    /// An entailing move. The opponent moves next, and must move in one component.
    Entailing {
        /// The component in which the opponent must move.
        entailed: P,
        /// The other components of the new sum.
        others: Vec<P>,
    },
    /// A complimenting move to a sum of components. The same player moves again, in any component.
    Complimenting(Vec<P>),
}

impl<P> EntailingMove<P> {
    /// Returns the components of the new sum, the entailed one first.
    pub fn components(&self) -> impl Iterator<Item = &P> {
        let (entailed, free) = match self {
            EntailingMove::Ordinary(free) | EntailingMove::Complimenting(free) => (None, free),
            EntailingMove::Entailing { entailed, others } => (Some(entailed), others),
        };
        entailed.into_iter().chain(free)
    }
}

/// The rules of an impartial game with entailing and complimenting moves.
///
/// Both players have the same moves. Every play must end.
///
/// ```
/// use winways_entailing::{EntailingMove, EntailingRules, EntailingSolver};
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// /// Heaps of counters. A move takes one or two counters; the player who empties a heap moves again.
/// struct Generous;
///
/// impl EntailingRules for Generous {
///     type Position = u32;
///
///     fn moves(&self, &heap: &u32) -> Vec<EntailingMove<u32>> {
///         let take = |taken: u32| match heap.checked_sub(taken)? {
///             0 => Some(EntailingMove::Complimenting(vec![])),
///             left => Some(EntailingMove::Ordinary(vec![left])),
///         };
///         [1, 2].into_iter().filter_map(take).collect()
///     }
/// }
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut solver = EntailingSolver::new(Generous);
/// let texts: Vec<String> = (0..6)
///     .map(|heap| Ok(solver.value(&heap, &ledger)?.to_string()))
///     .collect::<Result<_, winways_entailing::EntailingError>>()?;
/// assert_eq!(texts, ["0", "0", "loony", "*", "0", "*2"].map(str::to_owned));
/// # Ok::<(), winways_entailing::EntailingError>(())
/// ```
pub trait EntailingRules {
    /// A component.
    type Position: Clone + Eq + Hash;

    /// Returns the moves of a component. The order affects only the indices of winning moves.
    fn moves(&self, position: &Self::Position) -> Vec<EntailingMove<Self::Position>>;
}
