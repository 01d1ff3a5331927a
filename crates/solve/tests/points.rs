//! Tests of the engine for games of points against plain iteration, and of the check of their values.

mod graphs;

use graphs::{Graph, Listing, random_graph};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use winways_rules::{End, Objective, Play, RankedRuleset, Ranks, Status};
use winways_solve::SolvedValue::{Drawn, Lost, Won};
use winways_solve::{
    Budget, HOLE, NoObserver, RecordKind, Solution, SolvedRanks, SolvedValue, StopReason, ValueCheckFailure,
    check_values, plain_values, solve_ranks,
};

/// A token on a graph. The number of its layer is the number of points left.
#[derive(Clone, Debug)]
struct Points(Graph);

impl RankedRuleset for Points {
    type Position = u64;

    fn layers(&self) -> Vec<u64> {
        RankedRuleset::layers(&self.0)
    }

    fn rank(&self, position: &u64) -> u64 {
        self.0.rank(position)
    }

    fn position(&self, rank: u64) -> Option<u64> {
        self.0.position(rank)
    }

    fn end(&self, position: &u64, play: Play) -> Option<End> {
        self.0.end(position, play)
    }

    fn options(&self, position: &u64, options: &mut Vec<u64>) {
        self.0.options(position, options);
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        RankedRuleset::predecessors(&self.0, rank, predecessors)
    }

    fn objective(&self) -> Objective {
        Objective::Points
    }
}

/// Returns consistent codes: every value equals the best value of the position's moves. They are computed by iteration
/// over all layers from random values. Returns `None` if the iteration does not converge.
fn consistent_codes(rules: &Points, seed: u64) -> Option<Vec<u32>> {
    let graph = &rules.0;
    let count = graph.moves.len() as u64;
    let layer = |rank: u64| Ranks::layer(rules, rank) as i64;
    let mut state = seed;
    let mut values: Vec<i64> = (0..count)
        .map(|rank| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % (2 * layer(rank) + 1) - layer(rank)
        })
        .collect();
    for _ in 0..200 {
        // Positions are updated in place, from the newest values, so cycles keep their initial values.
        let before = values.clone();
        for rank in 0..count {
            values[rank as usize] = match graph.statuses[rank as usize] {
                Status::Ended(End::Won) => layer(rank),
                Status::Ended(End::Drawn) | Status::Hole => 0,
                Status::Ended(End::Lost) => -layer(rank),
                Status::Open => {
                    let moves = graph.moves[rank as usize].iter();
                    let move_values = moves.map(|&to| layer(rank) - layer(to) - values[to as usize]);
                    move_values.max().unwrap_or(-layer(rank))
                }
            };
        }
        if values == before {
            let code = |(value, status): (i64, &Status)| match (status, value) {
                (Status::Hole, _) => HOLE,
                (_, 0) => Drawn.code(),
                (_, 1..) => Won(value as u32).code(),
                _ => Lost(value.unsigned_abs() as u32).code(),
            };
            return Some(values.into_iter().zip(&graph.statuses).map(code).collect());
        }
    }
    None
}

fn solved(rules: &Points, threads: usize) -> Solution {
    solve_ranks(rules, Play::Normal, Budget { threads, ..Budget::DEFAULT }, &NoObserver)
        .expect("there is room")
}

/// Generates games with layers of a few positions each, so that there are many points and many cycles.
fn points(most: usize) -> impl Strategy<Value = Points> {
    (random_graph(most), prop::collection::vec(1u64..9, 1..12)).prop_map(|(graph, sizes)| {
        let (mut layers, mut left) = (Vec::new(), graph.moves.len() as u64);
        let mut sizes = sizes.into_iter().cycle();
        while left > 0 {
            let size = sizes.next().map_or(left, |size| size.min(left));
            layers.push(size);
            left -= size;
        }
        // Moves may lead into earlier layers, but not into later ones.
        let layer = |rank: u64| {
            let ends = layers.iter().scan(0, |end, size| {
                *end += size;
                Some(*end)
            });
            ends.take_while(|&end| end <= rank).count()
        };
        let moves = graph.moves.iter().enumerate().map(|(from, moves)| {
            moves.iter().copied().filter(|&to| layer(to) <= layer(from as u64)).collect()
        });
        let moves = moves.collect();
        Points(Graph { layers: layers.clone(), moves, ..graph })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_agrees_with_plain_iteration(rules in points(60), threads in 1usize..4) {
        let expected = Solution::of_codes(RecordKind::Points, &plain_values(&rules, Play::Normal));
        prop_assert_eq!(&solved(&rules, threads), &expected);
        let silent = Points(Graph { listing: Listing::Nothing, ..rules.0.clone() });
        prop_assert_eq!(&solved(&silent, threads), &expected);
        let positions = expected.counts().positions();
        prop_assert_eq!(check_values(&rules, Play::Normal, &expected, Budget::DEFAULT, &NoObserver), Ok(positions));
    }

    #[test]
    fn no_wrong_value_passes(rules in points(40), place: prop::sample::Index, other in 0u32..12) {
        let mut codes = plain_values(&rules, Play::Normal);
        let rank = place.index(codes.len());
        prop_assume!(codes[rank] != other);
        codes[rank] = other;
        let wrong = Solution::of_codes(RecordKind::Points, &codes);
        let found = check_values(&rules, Play::Normal, &wrong, Budget::DEFAULT, &NoObserver);
        prop_assert!(found.is_err(), "rank {} as {} passes", rank, other);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn large_graphs_agree_with_plain_iteration(graph in random_graph(2000), threads in 1usize..4) {
        let rules = Points(graph);
        let expected = Solution::of_codes(RecordKind::Points, &plain_values(&rules, Play::Normal));
        prop_assert_eq!(&solved(&rules, threads), &expected);
    }
}

/// Consistent values that are wrong are refused.
#[test]
fn consistent_but_wrong_values_are_refused() {
    let mut runner = TestRunner::deterministic();
    let mut refused = 0;
    for seed in 0..4000 {
        let rules = points(40).new_tree(&mut runner).unwrap().current();
        let right = plain_values(&rules, Play::Normal);
        let Some(wrong) = consistent_codes(&rules, seed).filter(|wrong| *wrong != right) else { continue };
        let solution = Solution::of_codes(RecordKind::Points, &wrong);
        let found = check_values(&rules, Play::Normal, &solution, Budget::DEFAULT, &NoObserver);
        assert!(matches!(found, Err(ValueCheckFailure::Wrong { .. })), "{found:?}: {rules:?}");
        refused += 1;
    }
    assert!(refused > 40, "only {refused} of 4000");
}

/// Creates a game with two cycles.
///
/// Rank 0 has no points left. Ranks 1 and 2 form a cycle with one point and an exit at rank 2. Ranks 3 and 4 form a cycle
/// with two points and no exit. At rank 5, with three points, a move takes all of them, or takes one and enters the
/// second cycle.
fn cycles() -> Points {
    let moves: &[&[u64]] = &[&[], &[2], &[1, 0], &[4], &[3], &[0, 3]];
    let statuses = vec![Status::Open; moves.len()];
    Points(Graph { layers: vec![1, 2, 2, 1], statuses, ..Graph::of_moves(moves) })
}

#[test]
fn values_in_cycles() {
    let solution = solved(&cycles(), 1);
    let values: Vec<SolvedValue> = (0..6).map(|rank| solution.value(rank).unwrap().unwrap()).collect();
    assert_eq!(values, [Drawn, Lost(1), Won(1), Drawn, Drawn, Won(3)]);
    assert_eq!(solution.records(), RecordKind::Points);
    assert_eq!(solution.counts().won, [0, 1, 0, 1]);
}

/// Values around a cycle that follow from one another, but that nobody can force, are refused.
#[test]
fn values_that_nobody_can_force_are_refused() {
    let codes = [Drawn, Lost(1), Won(1), Won(2), Lost(2), Won(3)].map(SolvedValue::code);
    let wrong = Solution::of_codes(RecordKind::Points, &codes);
    let found = check_values(&cycles(), Play::Normal, &wrong, Budget::DEFAULT, &NoObserver);
    let kept = "won by 2".to_owned();
    let expected = "drawn, because neither player can force an end".to_owned();
    assert_eq!(found, Err(ValueCheckFailure::Wrong { rank: 3, kept, expected }));
}

#[test]
fn sizes_are_checked_first() {
    let mut rules = cycles();
    rules.0.layers = vec![1; 40_000];
    let refused = solve_ranks(&rules, Play::Normal, Budget::DEFAULT, &NoObserver).unwrap_err();
    assert_eq!(refused.reason, StopReason::Unsupported("a game of more than 32,766 points"));
    let refused = solve_ranks(&cycles(), Play::Normal, Budget { memory: 47, ..Budget::DEFAULT }, &NoObserver);
    assert_eq!(refused.unwrap_err().reason, StopReason::Memory { limit: 35 });
    let budget = Budget { memory: 10, ..Budget::DEFAULT };
    match check_values(&cycles(), Play::Normal, &solved(&cycles(), 1), budget, &NoObserver) {
        Err(ValueCheckFailure::Stopped(stopped)) => {
            assert_eq!(stopped.reason, StopReason::Memory { limit: 10 });
        }
        other => panic!("{other:?}"),
    }
}
