//! Compares the general solver with searches of sums, on random games.

mod common;

use common::{Part, WithHeaps, ledger};
use proptest::prelude::*;
use winways_entailing::{
    EntailingMove, EntailingRules, EntailingSolver, EntailingSums, EntailingValue, EntailingValues, Moves,
};
use winways_rules::{ImpartialOutcome, Meter, Play, RuleFault};
use winways_solve::{Budget, Ledger, NoObserver, StopReason};
use winways_values::Nimber;

/// A game on a graph: the moves of each vertex, to vertices with smaller numbers.
#[derive(Clone, Debug)]
struct Graph(Vec<Vec<EntailingMove<usize>>>);

impl EntailingRules for Graph {
    type Position = usize;

    fn moves(&self, &vertex: &usize, _: &mut Meter) -> Result<Moves<usize>, RuleFault> {
        Ok(self.0[vertex].clone())
    }
}

/// Random moves to vertices below `below`.
fn moves(below: usize) -> BoxedStrategy<EntailingMove<usize>> {
    let complimenting = if below == 0 {
        Just(EntailingMove::Complimenting(vec![])).boxed()
    } else {
        prop::collection::vec(0..below, 0..=2).prop_map(EntailingMove::Complimenting).boxed()
    };
    if below == 0 {
        return prop_oneof![Just(EntailingMove::Ordinary(vec![])), complimenting].boxed();
    }
    let entailing = (0..below, prop::collection::vec(0..below, 0..=1))
        .prop_map(|(entailed, others)| EntailingMove::Entailing { entailed, others });
    let ordinary = prop::collection::vec(0..below, 0..=2).prop_map(EntailingMove::Ordinary);
    prop_oneof![3 => ordinary, 3 => entailing, 1 => complimenting].boxed()
}

/// Random graphs of 1 to 6 vertices.
fn graphs() -> impl Strategy<Value = Graph> {
    (1..=6_usize).prop_flat_map(|count| {
        let lists: Vec<_> = (0..count)
            .map(|vertex| prop::collection::vec(moves(vertex), 0..=if vertex == 0 { 1 } else { 4 }))
            .collect();
        lists.prop_map(Graph)
    })
}

/// The greatest Nim heap beside the vertices.
const HEAP: u64 = 5;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if option_env!("WINWAYS_FULL_TESTS").is_some() { 3000 } else { 300 }))]

    #[test]
    fn sums_with_heaps_are_played_as_their_values_predict(graph in graphs()) {
        let mut solver = EntailingSolver::new(graph.clone());
        let mut play = EntailingSums::new(WithHeaps(&graph), Play::Normal);
        let count = graph.0.len();
        for one in 0..count {
            for other in (0..count).map(Some).chain([None]) {
                for heap in 0..=HEAP {
                    let rest: Vec<Part<usize>> =
                        other.map(Part::Position).into_iter().chain([Part::Heap(heap)]).collect();
                    let mut rest_value = EntailingValue::Nimber(Nimber(heap));
                    if let Some(other) = other {
                        rest_value = rest_value + solver.value(&other, &ledger()).unwrap();
                    }
                    let must = play.outcome(&rest, Some(&Part::Position(one)), &ledger()).unwrap();
                    let predicted = solver.winning_set(&one, &ledger()).unwrap().contains(rest_value);
                    prop_assert_eq!(ImpartialOutcome::next_if(predicted), must);
                    let value = solver.value(&one, &ledger()).unwrap() + rest_value;
                    let sum = [rest, vec![Part::Position(one)]].concat();
                    prop_assert_eq!(value.outcome(), play.outcome(&sum, None, &ledger()).unwrap());
                }
            }
        }
    }

    #[test]
    fn winning_moves_win(graph in graphs(), sum in prop::collection::vec(any::<prop::sample::Index>(), 1..=3)) {
        let sum: Vec<usize> = sum.into_iter().map(|index| index.index(graph.0.len())).collect();
        let mut solver = EntailingSolver::new(graph.clone());
        let mut play = EntailingSums::new(&graph, Play::Normal);
        for component in 0..sum.len() {
            let rest = [&sum[..component], &sum[component + 1..]].concat();
            let rest_value = solver.value_of_sum(&rest, &ledger()).unwrap();
            for step in &graph.0[sum[component]] {
                let predicted = solver.wins_by(step, rest_value, &ledger()).unwrap();
                prop_assert_eq!(predicted, play.wins_by(step, &rest, &ledger()).unwrap(), "{:?}", step);
            }
        }
        let value = solver.value_of_sum(&sum, &ledger()).unwrap();
        prop_assert_eq!(value.outcome(), play.outcome(&sum, None, &ledger()).unwrap());
    }

    #[test]
    fn misere_play_follows_the_rules(graph in graphs(), heap in 0..=HEAP) {
        let mut play = EntailingSums::new(WithHeaps(&graph), Play::Misere);
        for vertex in 0..graph.0.len() {
            let free = [Part::Position(vertex), Part::Heap(heap)];
            let steps = WithHeaps(&graph).moves(&free[0], &mut Meter::default()).unwrap();
            let in_vertex = steps.iter().any(|step| play.wins_by(step, &free[1..], &ledger()).unwrap());
            let smaller = |size| EntailingMove::Ordinary(vec![Part::Heap(size)]);
            let in_heap = (0..heap).any(|size| play.wins_by(&smaller(size), &free[..1], &ledger()).unwrap());
            let wins = in_vertex || in_heap || steps.is_empty() && heap == 0;
            let outcome = play.outcome(&free, None, &ledger()).unwrap();
            prop_assert_eq!(outcome, ImpartialOutcome::next_if(wins));
            let outcome = play.outcome(&free[1..], Some(&free[0]), &ledger()).unwrap();
            prop_assert_eq!(outcome, ImpartialOutcome::next_if(in_vertex || steps.is_empty()));
        }
    }
}

#[test]
fn cycles_are_errors() {
    let ordinary = |to: usize| EntailingMove::Ordinary(vec![to]);
    let graph = Graph(vec![vec![], vec![ordinary(0), ordinary(2)], vec![ordinary(1)], vec![ordinary(0)]]);
    let mut sums = EntailingSums::new(&graph, Play::Normal);
    assert!(matches!(sums.outcome(&[1], None, &ledger()), Err(StopReason::Rules(_))));
    assert_eq!(sums.outcome(&[3], None, &ledger()), Ok(ImpartialOutcome::Next));
    let mut solver = EntailingSolver::new(&graph);
    for _ in 0..2 {
        let stopped = solver.value(&1, &ledger());
        assert!(matches!(stopped, Err(StopReason::Rules(RuleFault::Rules(_)))), "{stopped:?}");
    }
    assert_eq!(solver.value(&3, &ledger()), Ok(Nimber(1).into()));
}

/// A game whose values double: the winning set of position 3n consists of the nimbers below 2ⁿ.
struct Doubling;

impl EntailingRules for Doubling {
    type Position = usize;

    fn moves(&self, &position: &usize, _: &mut Meter) -> Result<Moves<usize>, RuleFault> {
        let entailing = |entailed: usize, others: Vec<usize>| EntailingMove::Entailing { entailed, others };
        Ok(match (position, position % 3) {
            (0, _) => vec![EntailingMove::Ordinary(vec![])],
            // The complement of the set of the previous position.
            (_, 1) => vec![entailing(position - 1, vec![])],
            // The union of the set of position 3n − 3 and its shift by the value of that position, 2ⁿ⁻¹.
            (_, 0) => vec![entailing(position - 2, vec![]), entailing(position - 2, vec![position - 3])],
            _ => vec![],
        })
    }
}

#[test]
fn large_nimbers_are_exact_and_limited_by_memory() {
    let mut solver = EntailingSolver::new(Doubling);
    for exponent in 0..16 {
        let value = solver.value(&(3 * exponent), &ledger()).unwrap();
        assert_eq!(value, EntailingValue::Nimber(Nimber(1 << exponent)));
    }
    let budget = Budget { memory: 1 << 20, ..Budget::DEFAULT };
    let ledger = Ledger::new(budget, &NoObserver, 1);
    let limited = EntailingSolver::new(Doubling).value(&180, &ledger);
    assert_eq!(limited, Err(StopReason::Memory { limit: 1 << 20 }));
}

#[test]
fn long_chains_need_no_deep_stack() {
    /// A heap from which one counter is taken; each tenth move is entailing.
    struct Chain;
    impl EntailingRules for Chain {
        type Position = u32;
        fn moves(&self, &heap: &u32, _: &mut Meter) -> Result<Moves<u32>, RuleFault> {
            let step = |smaller: u32| match heap % 10 {
                0 => EntailingMove::Entailing { entailed: smaller, others: vec![] },
                _ => EntailingMove::Ordinary(vec![smaller]),
            };
            Ok(heap.checked_sub(1).map(step).into_iter().collect())
        }
    }
    let mut solver = EntailingSolver::new(Chain);
    assert_eq!(solver.value(&1, &ledger()), Ok(Nimber(1).into()));
    assert!(solver.value(&300_000, &ledger()).is_ok());
    assert_eq!(solver.count(), 300_001);
}
