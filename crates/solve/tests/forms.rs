//! Tests of canonical forms if a theorem states the values of some components.

use proptest::prelude::*;
use std::collections::BTreeMap;
use winways_rules::{Options, PartizanRuleset, RuleFault, Side};
use winways_solve::{Budget, CanonicalSearch, NoObserver, Theorems};
use winways_values::{Arena, ArenaError, Game, Session};

/// The options of Left and of Right, each a sum of smaller components.
type Moves = [Vec<Vec<u64>>; 2];

/// Rules in which component v has the listed moves. A theorem states the values in `stated`.
#[derive(Clone, Debug, Default)]
struct Rules {
    moves: Vec<Moves>,
    stated: BTreeMap<u64, Game>,
}

impl PartizanRuleset for Rules {
    type Component = u64;

    fn options(&self, component: &u64, side: Side, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for option in &self.moves[*component as usize][usize::from(side == Side::Right)] {
            options.push(option.iter().copied());
        }
        Ok(())
    }

    fn option_bound(&self, component: &u64) -> u64 {
        let [left, right] = &self.moves[*component as usize];
        left.len().max(right.len()) as u64
    }

    fn value_by_theorem(&self, component: &u64, _: &mut Session<'_>) -> Result<Option<Game>, ArenaError> {
        Ok(self.stated.get(component).copied())
    }
}

/// Generates the moves of a few components; options are sums of at most two smaller components.
fn rules() -> impl Strategy<Value = Rules> {
    let option = |v: u64| prop::collection::vec(0..v.max(1), 0..if v == 0 { 1 } else { 3 });
    let moves = move |v: u64| prop::collection::vec(option(v), 0..if v == 0 { 1 } else { 3 });
    let components: Vec<_> = (0..7).map(|v| (moves(v), moves(v)).prop_map(|(l, r)| [l, r])).collect();
    components.prop_map(|moves| Rules { moves, ..Rules::default() })
}

proptest! {
    /// Components of stated value are not searched, and all other values are the same as without the theorem.
    #[test]
    fn stated_values_are_not_searched(rules in rules(), known in prop::collection::btree_set(0u64..7, 0..5)) {
        let arena = Arena::default();
        let mut search = CanonicalSearch::new(&rules, &arena, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        let values: Vec<Game> = (0..7).map(|v| search.value(&v).unwrap()).collect();
        let searched = search.nodes();
        let stated = known.iter().map(|&v| (v, values[v as usize])).collect();
        let helped = Rules { stated, ..rules.clone() };
        let mut search = CanonicalSearch::new(&helped, &arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
        for v in 0..7 {
            prop_assert_eq!(search.value(&v).unwrap(), values[v as usize]);
        }
        prop_assert_eq!(search.nodes(), searched - known.len() as u64);
        // The same rules, with theorems ignored.
        let mut plain = CanonicalSearch::new(&helped, &arena, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        prop_assert_eq!(plain.value(&6).unwrap(), values[6]);
    }
}
