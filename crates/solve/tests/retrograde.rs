//! Tests of the engines for games that may cycle, against plain iteration from the definition.

mod graphs;

use graphs::{Graph, Listing, random_graph};
use proptest::prelude::*;
use std::ops::ControlFlow;
use winways_rules::{Meter, Play, RuleFault};
use winways_solve::{
    Budget, Counts, NoObserver, RecordKind, Solution, SolvedRanks, SolvedValue, plain_values,
    plain_values_metered, solve_ranks,
};
use winways_values::{Interrupt, Interruption};

fn solved(graph: &Graph, play: Play, threads: usize) -> Solution {
    solve_ranks(graph, play, Budget { threads, ..Budget::DEFAULT }, &NoObserver).expect("there is room")
}

#[test]
fn a_cycle_with_an_exit() {
    // Position 0 is lost. Positions 1 and 2 can move to 0. Position 3 can move to 1 or 2, both won, so it is
    // lost. Positions 4 and 5 move to each other, and 5 can also move to 3.
    let graph = Graph::of_moves(&[&[], &[0], &[0, 3], &[1, 2], &[5], &[4, 3]]);
    let solution = solved(&graph, Play::Normal, 1);
    let value = |rank| solution.value(rank).unwrap().unwrap();
    assert_eq!(value(0), SolvedValue::Lost(0));
    assert_eq!(value(1), SolvedValue::Won(1));
    assert_eq!(value(2), SolvedValue::Won(1));
    assert_eq!(value(3), SolvedValue::Lost(2));
    assert_eq!(value(5), SolvedValue::Won(3));
    assert_eq!(value(4), SolvedValue::Lost(4));
    assert_eq!(solution.counts().greatest_remoteness(), Some(4));
    assert_eq!(solution.counts().farthest, Some(4));
    let circle = solved(&Graph::of_moves(&[&[1], &[0]]), Play::Normal, 1);
    assert_eq!(circle.value(0), Ok(Some(SolvedValue::Drawn)));
    assert!(circle.value(2).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn messages_agree_with_plain_iteration(graph in random_graph(60), misere: bool, threads in 1usize..4) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let expected = Solution::of_codes(RecordKind::Values, &plain_values(&graph, play));
        prop_assert_eq!(&solved(&graph, play, threads), &expected);
        let silent = Graph { listing: Listing::Nothing, ..graph };
        prop_assert_eq!(&solved(&silent, play, threads), &expected);
    }
}

proptest! {
    #[test]
    fn counts_agree_with_counting_one_by_one(codes in prop::collection::vec(prop_oneof![0u32..6, 0u32..300], 0..200)) {
        let mut counts = Counts::default();
        (0..).zip(&codes).for_each(|(rank, &code)| counts.count(rank, code));
        let solution = Solution::of_codes(RecordKind::Values, &codes);
        prop_assert_eq!(solution.counts(), &counts);
        let mut sum = Counts::default();
        for (part, codes) in codes.chunks(7).enumerate() {
            let mut counts = Counts::default();
            (7 * part as u64..).zip(codes).for_each(|(rank, &code)| counts.count(rank, code));
            sum.add(&counts);
        }
        prop_assert_eq!(&sum, &counts);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn large_graphs_agree_with_plain_iteration(graph in random_graph(2000), threads in 1usize..4) {
        let expected = Solution::of_codes(RecordKind::Values, &plain_values(&graph, Play::Normal));
        prop_assert_eq!(&solved(&graph, Play::Normal, threads), &expected);
    }
}

#[test]
fn a_long_path_in_many_shards() {
    // A path through 30,000 positions on four pages, in an order that jumps between them.
    let length = 30_000u64;
    let place = |step: u64| step * 7919 % length;
    let mut moves = vec![Vec::new(); length as usize];
    for step in 1..length {
        moves[place(step) as usize].push(place(step - 1));
    }
    let graph = Graph { layers: vec![length], moves, listing: Listing::Nothing, ..Graph::of_moves(&[]) };
    for threads in [1, 3] {
        let solution = solved(&graph, Play::Normal, threads);
        for step in 0..length {
            let expected = match step % 2 {
                0 => SolvedValue::Lost(step as u32),
                _ => SolvedValue::Won(step as u32),
            };
            assert_eq!(solution.value(place(step)), Ok(Some(expected)));
        }
    }
}

/// A long line: 20,000 rounds over 20,000 positions.
#[test]
fn plain_iteration_can_be_interrupted() {
    let moves: Vec<Vec<u64>> = (0..20_000u64).map(|rank| rank.checked_sub(1).into_iter().collect()).collect();
    let moves: Vec<&[u64]> = moves.iter().map(Vec::as_slice).collect();
    let graph = Graph::of_moves(&moves);
    let mut late = Meter::new(Interrupt::new(|| ControlFlow::Break(Interruption::Timeout)));
    assert_eq!(
        plain_values_metered(&graph, Play::Normal, &mut late),
        Err(RuleFault::Interrupted(Interruption::Timeout))
    );
}
