//! Test helpers that find the winner by searching the options directly, without values.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use winways_rules::{Options, PartizanRuleset, Side, Sign};
use winways_values::Arena;

/// A term of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term<C> {
    /// A component, or its negative if the flag is `true`.
    Component(C, bool),
    /// An integer.
    Integer(i64),
}

type Sum<R> = Vec<Term<<R as PartizanRuleset>::Component>>;

/// A solver that plays sums of components to the end.
pub struct Sums<'g, R: PartizanRuleset> {
    rules: &'g R,
    memo: HashMap<(Sum<R>, Side), bool>,
}

impl<'g, R: PartizanRuleset> Sums<'g, R> {
    /// Creates a solver for sums of components of `rules`.
    pub fn new(rules: &'g R) -> Self {
        Sums { rules, memo: HashMap::new() }
    }

    /// Returns `true` if `side` wins when it moves first.
    pub fn wins(&mut self, sum: &[Term<R::Component>], side: Side) -> bool {
        let mut sum = sum.to_vec();
        sum.sort();
        if let Some(&known) = self.memo.get(&(sum.clone(), side)) {
            return known;
        }
        let wins = self.moves(&sum, side).iter().any(|next| !self.wins(next, side.opponent()));
        self.memo.insert((sum, side), wins);
        wins
    }

    fn moves(&self, sum: &[Term<R::Component>], side: Side) -> Vec<Sum<R>> {
        let mut moves = Vec::new();
        for (index, term) in sum.iter().enumerate() {
            let mut rest = sum.to_vec();
            rest.remove(index);
            match term {
                Term::Component(component, is_negative) => {
                    let mut options = Options::new();
                    let mover = if *is_negative { side.opponent() } else { side };
                    self.rules.options(component, mover, &mut options).unwrap();
                    assert!(options.len() as u64 <= self.rules.option_bound(component), "{component:?}");
                    for option in options.iter() {
                        let terms = option.iter().map(|part| Term::Component(part.clone(), *is_negative));
                        moves.push(rest.iter().cloned().chain(terms).collect());
                    }
                }
                Term::Integer(number) => {
                    let step = if side == Side::Left { 1 } else { -1 };
                    if number.signum() == step {
                        rest.push(Term::Integer(number - step));
                        moves.push(rest);
                    }
                }
            }
        }
        moves
    }

    /// Returns `true` if the player who moves first loses the sum.
    pub fn is_zero(&mut self, sum: &[Term<R::Component>]) -> bool {
        Side::BOTH.iter().all(|&side| !self.wins(sum, side))
    }

    /// Checks a component against the two hooks for values. The component must equal its representative from
    /// [`PartizanRuleset::canonicalise_value`], up to the returned sign. It must also equal its value from
    /// [`PartizanRuleset::value_by_theorem`], if that value is an integer.
    pub fn check_component(&mut self, component: &R::Component) {
        let mut representative = component.clone();
        let sign = self.rules.canonicalise_value(&mut representative);
        let mut again = representative.clone();
        self.rules.canonicalise_value(&mut again);
        assert_eq!(again, representative, "canonical twice: {component:?}");
        let difference =
            [Term::Component(component.clone(), false), Term::Component(representative, sign == Sign::Same)];
        assert!(self.is_zero(&difference), "{component:?} is not {sign:?} {:?}", difference[1]);
        let arena = Arena::default();
        let value = self.rules.value_by_theorem(component, &mut arena.session()).unwrap();
        let number = value.and_then(|value| arena.as_number(value));
        if let Some(number) = number.and_then(|number| i64::try_from(&number).ok()) {
            let difference = [Term::Component(component.clone(), false), Term::Integer(-number)];
            assert!(self.is_zero(&difference), "{component:?} is not {number}");
        }
    }
}

/// Returns the components of a position as terms.
pub fn terms<C: Clone>(position: &[C]) -> Vec<Term<C>> {
    position.iter().map(|component| Term::Component(component.clone(), false)).collect()
}

/// A brute-force solver for whole boards, given a function that generates moves.
pub struct Boards<B, M> {
    /// A function that returns all boards after one move of a side.
    pub moves: M,
    /// A cache of results: `true` if the side wins when it moves first.
    pub memo: HashMap<(B, Side), bool>,
}

impl<B: Clone + Eq + Hash + Debug, M: Fn(&B, Side) -> Vec<B>> Boards<B, M> {
    /// Creates a solver for boards with these moves.
    pub fn new(moves: M) -> Self {
        Boards { moves, memo: HashMap::new() }
    }

    /// Returns `true` if `side` wins when it moves first.
    pub fn wins(&mut self, board: &B, side: Side) -> bool {
        if let Some(&known) = self.memo.get(&(board.clone(), side)) {
            return known;
        }
        let wins = (self.moves)(board, side).iter().any(|next| !self.wins(next, side.opponent()));
        self.memo.insert((board.clone(), side), wins);
        wins
    }
}
