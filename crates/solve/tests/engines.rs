//! Tests of the engines against naive recursion, on random rulesets without cycles.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_solve::{Budget, GrundySearch, Interned, MixedRules, NoObserver, OutcomeSearch, Theorems};
use winways_values::Nimber;

/// Rules in which component v has the listed options, each a sum of components less than v.
#[derive(Clone, Debug)]
struct Rules {
    options: Vec<Vec<Vec<u64>>>,
}

impl Ruleset for Rules {
    type Component = u64;

    fn options(&self, component: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for option in &self.options[*component as usize] {
            options.push(option.iter().copied());
        }
        Ok(())
    }

    fn option_bound(&self, component: &u64) -> u64 {
        self.options[*component as usize].len() as u64
    }
}

impl Rules {
    /// Computes nim-values from the bottom up, using only sets.
    fn naive_values(&self) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for options in &self.options {
            let excluded: BTreeSet<u64> = options
                .iter()
                .map(|option| option.iter().fold(0, |sum, &part| sum ^ values[part as usize]))
                .collect();
            values.push((0..).find(|value| !excluded.contains(value)).unwrap_or(0));
        }
        values
    }

    /// Computes the outcome of a sum by the definition.
    fn naive_outcome(
        &self,
        sum: &[u64],
        play: Play,
        memo: &mut BTreeMap<Vec<u64>, ImpartialOutcome>,
    ) -> ImpartialOutcome {
        if let Some(&outcome) = memo.get(sum) {
            return outcome;
        }
        let mut has_options = false;
        let mut wins = false;
        for (index, &component) in sum.iter().enumerate() {
            for option in &self.options[component as usize] {
                has_options = true;
                let mut after = [&sum[..index], option, &sum[index + 1..]].concat();
                after.sort_unstable();
                wins |= self.naive_outcome(&after, play, memo) == ImpartialOutcome::Previous;
            }
        }
        let outcome =
            if has_options { ImpartialOutcome::next_if(wins) } else { play.outcome_without_moves() };
        memo.insert(sum.to_vec(), outcome);
        outcome
    }

    fn last(&self) -> u64 {
        self.options.len() as u64 - 1
    }
}

/// Generates rules with up to `size` components and options of at most `parts` parts.
fn rules(size: usize, parts: usize) -> impl Strategy<Value = Rules> {
    let option = proptest::collection::vec(any::<u64>(), 0..=parts);
    let options = proptest::collection::vec(option, 0..6);
    proptest::collection::vec(options, 1..=size).prop_map(|mut options| {
        for (component, options) in options.iter_mut().enumerate() {
            if component == 0 {
                options.clear();
            }
            for part in options.iter_mut().flatten() {
                *part %= component as u64;
            }
        }
        Rules { options }
    })
}

fn with_threads(threads: usize) -> Budget {
    Budget { threads, ..Budget::DEFAULT }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn results_do_not_depend_on_the_number_of_threads(rules in rules(60, 3)) {
        let values = rules.naive_values();
        let mut nodes = Vec::new();
        for threads in [1, 2, 4] {
            let mut search = GrundySearch::new(&rules, Theorems::Ignore, with_threads(threads), &NoObserver);
            prop_assert_eq!(search.nim_value(&rules.last()).unwrap(), Nimber(values[rules.last() as usize]));
            nodes.push(search.nodes());
            for (component, &value) in values.iter().enumerate() {
                prop_assert_eq!(search.nim_value(&(component as u64)).unwrap(), Nimber(value));
            }
            prop_assert_eq!(search.nodes(), values.len() as u64);
        }
        prop_assert!(nodes.iter().all(|&count| count == nodes[0]), "{:?}", nodes);
    }

    #[test]
    fn outcomes_agree_with_the_definition(rules in rules(7, 2), other in any::<u64>()) {
        let sum = [rules.last(), other % (rules.last() + 1)];
        for play in Play::BOTH {
            let mut search = OutcomeSearch::new(&rules, play, Budget::DEFAULT, &NoObserver);
            let mut sorted = sum.to_vec();
            sorted.sort_unstable();
            let expected = rules.naive_outcome(&sorted, play, &mut BTreeMap::new());
            prop_assert_eq!(search.outcome(&sum).unwrap(), expected);
            if play == Play::Normal {
                let values = rules.naive_values();
                let total = values[sum[0] as usize] ^ values[sum[1] as usize];
                prop_assert_eq!(expected, ImpartialOutcome::next_if(total != 0));
            }
        }
    }

    #[test]
    fn sums_of_different_games(first in rules(7, 2), second in rules(7, 2)) {
        let games = [Interned::new(Arc::new(first.clone())), Interned::new(Arc::new(second.clone()))];
        let sum = [(0, games[0].id_as_it_is(&first.last())), (1, games[1].id_as_it_is(&second.last()))]
            .map(|(game, id)| MixedRules::component(game, id));
        let [one, two] = games;
        let mixed = MixedRules::new(vec![Arc::new(one), Arc::new(two)]);
        // The same sum in a single ruleset: the components of the second game follow those of the first.
        let shift = first.options.len() as u64;
        let shifted = |part: &u64| part + shift;
        let later = second.options.iter().map(|options| {
            options.iter().map(|option| option.iter().map(shifted).collect()).collect()
        });
        let both = Rules { options: first.options.iter().cloned().chain(later).collect() };
        let plain = [first.last(), second.last() + shift];
        let mut values = GrundySearch::new(&mixed, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        let naive = both.naive_values();
        let total = naive[plain[0] as usize] ^ naive[plain[1] as usize];
        prop_assert_eq!(values.nim_value_of_sum(&sum).unwrap(), Nimber(total));
        for play in Play::BOTH {
            let found = OutcomeSearch::new(&mixed, play, Budget::DEFAULT, &NoObserver).outcome(&sum).unwrap();
            prop_assert_eq!(found, both.naive_outcome(&plain, play, &mut BTreeMap::new()));
        }
    }
}
