//! The interface of a game: the moves of its components.

use std::hash::Hash;
use std::mem::size_of;
use std::sync::Arc;
use winways_rules::{Meter, RuleFault};
use winways_solve::{Ledger, StopReason};

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
    /// Returns the components of the new sum, the entailed component first.
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
/// use winways_entailing::{EntailingMove, EntailingRules, EntailingSolver, EntailingValues};
/// use winways_rules::{Meter, RuleFault};
/// use winways_solve::{Budget, Ledger, NoObserver, StopReason};
///
/// /// Heaps of counters. A move takes one or two counters; the player who empties a heap moves again.
/// struct Generous;
///
/// impl EntailingRules for Generous {
///     type Position = u32;
///
///     fn moves(&self, &heap: &u32, _: &mut Meter) -> Result<Vec<EntailingMove<u32>>, RuleFault> {
///         let take = |taken: u32| match heap.checked_sub(taken)? {
///             0 => Some(EntailingMove::Complimenting(vec![])),
///             left => Some(EntailingMove::Ordinary(vec![left])),
///         };
///         Ok([1, 2].into_iter().filter_map(take).collect())
///     }
/// }
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut solver = EntailingSolver::new(Generous);
/// let texts: Vec<String> = (0..6)
///     .map(|heap| Ok(solver.value(&heap, &ledger)?.to_string()))
///     .collect::<Result<_, StopReason>>()?;
/// assert_eq!(texts, ["0", "0", "loony", "*", "0", "*2"].map(str::to_owned));
/// # Ok::<(), StopReason>(())
/// ```
pub trait EntailingRules {
    /// A component.
    type Position: Clone + Ord + Hash;

    /// Returns the moves of a component, in an order that depends only on the component. Long listings charge their work to `meter`.
    ///
    /// # Errors
    /// Returns a [`RuleFault`] if the rules fail for this component, or if the meter ends the work.
    fn moves(&self, position: &Self::Position, meter: &mut Meter)
    -> Result<Moves<Self::Position>, RuleFault>;

    /// Returns an upper bound on the number of moves of a component. Solvers use it to check the memory before they list the moves.
    /// The default, 0, skips the check and suits games with few moves.
    fn move_bound(&self, position: &Self::Position) -> u64 {
        let _ = position;
        0
    }
}

/// A list of moves.
pub type Moves<P> = Vec<EntailingMove<P>>;

/// Lists the moves of a component, if there is memory for them in addition to the `used` bytes.
///
/// # Errors
/// Returns [`StopReason::Memory`], or [`StopReason::Rules`] if the rules fail.
pub(crate) fn listed<R: EntailingRules>(
    rules: &R,
    position: &R::Position,
    ledger: &Ledger<'_>,
    used: impl FnOnce() -> u64,
) -> Result<Moves<R::Position>, StopReason> {
    let bytes = (size_of::<EntailingMove<R::Position>>() + 2 * size_of::<R::Position>()) as u64;
    ledger.check_more(rules.move_bound(position).saturating_mul(bytes), used)?;
    Ok(rules.moves(position, &mut ledger.meter())?)
}

/// Shared rules of a game.
impl<R: EntailingRules + ?Sized> EntailingRules for Arc<R> {
    type Position = R::Position;

    fn move_bound(&self, position: &R::Position) -> u64 {
        (**self).move_bound(position)
    }

    fn moves(&self, position: &R::Position, meter: &mut Meter) -> Result<Moves<R::Position>, RuleFault> {
        (**self).moves(position, meter)
    }
}

/// Borrowed rules of a game.
impl<R: EntailingRules + ?Sized> EntailingRules for &R {
    type Position = R::Position;

    fn move_bound(&self, position: &R::Position) -> u64 {
        (**self).move_bound(position)
    }

    fn moves(&self, position: &R::Position, meter: &mut Meter) -> Result<Moves<R::Position>, RuleFault> {
        (**self).moves(position, meter)
    }
}
