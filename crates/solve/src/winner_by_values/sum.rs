//! Sums in the form that the search uses: Left to move, values in closed form added up, opposites cancelled.

use winways_rules::Component;
use winways_values::Game;

/// A term of a sum that is not a number, a multiple of up, or a nimber.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Term<C> {
    /// A component of known value, with its number removed.
    Value(Game),
    /// A component; `true` if the players are exchanged.
    Board(C, bool),
}

impl<C> Term<C> {
    /// Returns the negative: the term with the players exchanged.
    pub(super) fn negative(self) -> Self {
        match self {
            Term::Value(value) => Term::Value(-value),
            Term::Board(board, is_exchanged) => Term::Board(board, !is_exchanged),
        }
    }
}

/// A sum with its number removed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key<C> {
    /// The sum of all ups and nimbers.
    pub(super) plain: Game,
    /// The other terms, sorted.
    pub(super) terms: Box<[Term<C>]>,
}

impl<C: Component> Key<C> {
    /// Returns the heap bytes of the key, with an estimate of allocator overhead.
    pub(super) fn bytes(&self) -> u64 {
        let owned = |term: &Term<C>| match term {
            Term::Value(_) => 0,
            Term::Board(board, _) => board.owned_bytes(),
        };
        (size_of_val(&*self.terms) + self.terms.iter().map(owned).sum::<usize>() + 16) as u64
    }
}

/// A sum with Left to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum<C> {
    pub(super) key: Key<C>,
    pub(super) number: Game,
}

/// A sum being assembled.
pub(super) struct Parts<C> {
    pub(super) number: Game,
    pub(super) plain: Game,
    pub(super) terms: Vec<Term<C>>,
}

impl<C: Component> Parts<C> {
    pub(super) fn new() -> Self {
        Parts { number: Game::ZERO, plain: Game::ZERO, terms: Vec::new() }
    }

    /// Returns the sum. Removes pairs of opposite terms if `cancels` is `true`, as under normal play.
    pub(super) fn into_sum(mut self, cancels: bool) -> Sum<C> {
        self.terms.sort_unstable();
        if cancels {
            self.cancel();
        }
        Sum { key: Key { plain: self.plain, terms: self.terms.into_boxed_slice() }, number: self.number }
    }

    fn cancel(&mut self) {
        let mut index = 0;
        while index < self.terms.len() {
            let opposite = self.terms[index].clone().negative();
            // The opposite of a value may be anywhere in the list, and may equal the value itself.
            let partner = (index + 1..self.terms.len()).find(|&other| self.terms[other] == opposite);
            match partner {
                Some(partner) => {
                    self.terms.remove(partner);
                    self.terms.remove(index);
                }
                None => index += 1,
            }
        }
    }
}
