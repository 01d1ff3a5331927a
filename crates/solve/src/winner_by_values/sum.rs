//! Sums as the search sees them: always with Left to move, values in closed form added up, opposites cancelled.

use winways_rules::Component;
use winways_values::Game;

/// A part of a sum that is neither a number nor ups and nimbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Term<C> {
    /// A component whose value is known, less its number.
    Value(Game),
    /// A component, with the players exchanged or not.
    Board(C, bool),
}

impl<C> Term<C> {
    /// The same with the players exchanged.
    pub(super) fn negative(self) -> Self {
        match self {
            Term::Value(value) => Term::Value(-value),
            Term::Board(board, is_exchanged) => Term::Board(board, !is_exchanged),
        }
    }
}

/// A sum without its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key<C> {
    /// Ups and nimbers, all together.
    pub(super) plain: Game,
    /// Sorted.
    pub(super) terms: Box<[Term<C>]>,
}

impl<C: Component> Key<C> {
    /// What it owns, with what an allocator takes beside a short list.
    pub(super) fn bytes(&self) -> u64 {
        let owned = |term: &Term<C>| match term {
            Term::Value(_) => 0,
            Term::Board(board, _) => board.owned_bytes(),
        };
        (size_of_val(&*self.terms) + self.terms.iter().map(owned).sum::<usize>() + 16) as u64
    }
}

/// A sum; Left is to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum<C> {
    pub(super) key: Key<C>,
    pub(super) number: Game,
}

/// A sum that is being put together.
pub(super) struct Parts<C> {
    pub(super) number: Game,
    pub(super) plain: Game,
    pub(super) terms: Vec<Term<C>>,
}

impl<C: Component> Parts<C> {
    pub(super) fn new() -> Self {
        Parts { number: Game::ZERO, plain: Game::ZERO, terms: Vec::new() }
    }

    /// The sum; under normal play opposite terms cancel.
    pub(super) fn into_sum(mut self, cancels: bool) -> Sum<C> {
        self.terms.sort_unstable();
        if cancels {
            self.cancel();
        }
        Sum { key: Key { plain: self.plain, terms: self.terms.into_boxed_slice() }, number: self.number }
    }

    fn cancel(&mut self) {
        let mut place = 0;
        while place < self.terms.len() {
            let opposite = self.terms[place].clone().negative();
            // The opposite of a value may stand anywhere, and may be the value itself.
            let partner = (place + 1..self.terms.len()).find(|&other| self.terms[other] == opposite);
            match partner {
                Some(partner) => {
                    self.terms.remove(partner);
                    self.terms.remove(place);
                }
                None => place += 1,
            }
        }
    }
}
