//! For tests: who wins, by search straight from the options, with no values.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use winways_rules::{Options, PartizanRuleset, Side, Sign};
use winways_values::Arena;

/// A term of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term<C> {
    /// A component, or its negative.
    Component(C, bool),
    /// An integer.
    Integer(i64),
}

type Sum<R> = Vec<Term<<R as PartizanRuleset>::Component>>;

/// Sums of components played to the end.
pub struct Sums<'g, R: PartizanRuleset> {
    rules: &'g R,
    memo: HashMap<(Sum<R>, Side), bool>,
}

impl<'g, R: PartizanRuleset> Sums<'g, R> {
    /// A search of sums of components of `rules`.
    pub fn new(rules: &'g R) -> Self {
        Sums { rules, memo: HashMap::new() }
    }

    /// Whether `side` wins when it moves first.
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

    /// Whether the player who moves first loses the sum.
    pub fn is_zero(&mut self, sum: &[Term<R::Component>]) -> bool {
        Side::BOTH.iter().all(|&side| !self.wins(sum, side))
    }

    /// Whether each component plus or minus its representative is zero, as [`PartizanRuleset::canonicalise_value`] says, and
    /// what [`PartizanRuleset::value_by_theorem`] says is so where it is an integer.
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

/// Components of a position as terms.
pub fn terms<C: Clone>(position: &[C]) -> Vec<Term<C>> {
    position.iter().map(|component| Term::Component(component.clone(), false)).collect()
}

/// Whole boards, for brute force: a board and the boards that a move makes of it.
pub struct Boards<B, M> {
    /// All boards that one move of a side leads to.
    pub moves: M,
    /// What has been found: whether the side wins when it moves first.
    pub memo: HashMap<(B, Side), bool>,
}

impl<B: Clone + Eq + Hash + Debug, M: Fn(&B, Side) -> Vec<B>> Boards<B, M> {
    /// Brute force over boards with these moves.
    pub fn new(moves: M) -> Self {
        Boards { moves, memo: HashMap::new() }
    }

    /// Whether `side` wins when it moves first.
    pub fn wins(&mut self, board: &B, side: Side) -> bool {
        if let Some(&known) = self.memo.get(&(board.clone(), side)) {
            return known;
        }
        let wins = (self.moves)(board, side).iter().any(|next| !self.wins(next, side.opponent()));
        self.memo.insert((board.clone(), side), wins);
        wins
    }
}
