//! Tests of the check of solved ranks: correct values pass, and no single mistake does.

use proptest::prelude::*;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::ops::{ControlFlow, Range};
use winways_rules::{Play, Ranks, Shifts, Status};
use winways_solve::{
    Budget, Counts, HOLE, NoObserver, Observer, Progress, RecordKind, Solution, SolvedRanks, SolvedValue,
    StopReason, StorageError, ValueCheckFailure, check_values, plain_values,
};

use winways_rules::End;

/// A graph of positions in layers, each with a status and moves.
#[derive(Clone, Debug)]
struct Graph {
    layers: Vec<u64>,
    statuses: Vec<Status>,
    moves: Vec<Vec<u64>>,
}

impl Ranks for Graph {
    fn layers(&self) -> Vec<u64> {
        self.layers.clone()
    }

    fn statuses(&self, ranks: Range<u64>, _: Play, statuses: &mut [Status]) {
        statuses.copy_from_slice(&self.statuses[ranks.start as usize..ranks.end as usize]);
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        moves.extend(&self.moves[rank as usize]);
    }

    fn predecessors(&self, _: &[u64], _: &mut Vec<u64>) -> bool {
        false
    }

    fn shifts(&self) -> Option<Shifts> {
        None
    }
}

/// Creates a random graph with few moves, so that there are draws, and wins and losses of all lengths.
fn graph(seed: u64, layers: Vec<u64>) -> Graph {
    let mut state = SplitMix64::seed_from_u64(seed);
    let count = layers.iter().sum::<u64>();
    let mut statuses = Vec::new();
    for _ in 0..count {
        statuses.push(match state.next_u64() % 40 {
            0 => Status::Hole,
            1 => Status::Ended(End::Won),
            2 => Status::Ended(End::Lost),
            3 => Status::Ended(End::Drawn),
            _ => Status::Open,
        });
    }
    let mut moves = Vec::new();
    let mut end = 0;
    for &size in &layers {
        end += size;
        for _ in 0..size {
            let degree = state.next_u64() % 4;
            let mut targets: Vec<u64> = (0..degree).map(|_| state.next_u64() % end).collect();
            targets.retain(|&to| statuses[to as usize] != Status::Hole);
            targets.sort_unstable();
            targets.dedup();
            moves.push(targets);
        }
    }
    Graph { layers, statuses, moves }
}

fn budget(memory: u64, threads: usize) -> Budget {
    Budget { memory, threads, ..Budget::DEFAULT }
}

/// A table of outcomes without remoteness.
struct Outcomes(Vec<u32>, Counts);

impl Outcomes {
    fn of(codes: &[u32]) -> Outcomes {
        let codes: Vec<u32> = codes.iter().map(|&code| RecordKind::Outcomes.of_code(code)).collect();
        let mut counts = Counts::default();
        for &code in &codes {
            counts.count(0, code);
        }
        counts.farthest = None;
        Outcomes(codes, counts)
    }
}

impl SolvedRanks for Outcomes {
    fn value(&self, _: u64) -> Result<Option<SolvedValue>, StorageError> {
        Err(StorageError::new("outcomes only"))
    }

    fn counts(&self) -> &Counts {
        &self.1
    }

    fn records(&self) -> RecordKind {
        RecordKind::Outcomes
    }

    fn codes(&self, ranks: Range<u64>, codes: &mut [u32]) -> Result<(), StorageError> {
        codes.copy_from_slice(&self.0[ranks.start as usize..ranks.end as usize]);
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn correct_values_pass_and_a_single_wrong_value_does_not(
        seed in any::<u64>(),
        layers in prop::collection::vec(0u64..60, 1..4),
        misere in any::<bool>(),
        (place, other) in (any::<prop::sample::Index>(), 0u32..24),
    ) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let graph = graph(seed, layers);
        let mut codes = plain_values(&graph, play);
        let positions = codes.iter().filter(|&&code| code != HOLE).count() as u64;
        let outcomes = Outcomes::of(&codes);
        let solution = Solution::of_codes(RecordKind::Values, &codes);
        prop_assert_eq!(check_values(&graph, play, &solution, budget(1 << 20, 1), &NoObserver), Ok(positions));
        prop_assert_eq!(check_values(&graph, play, &outcomes, budget(1 << 20, 2), &NoObserver), Ok(positions));
        prop_assume!(!codes.is_empty());
        let rank = place.index(codes.len());
        prop_assume!(codes[rank] != other);
        codes[rank] = other;
        let wrong = check_values(&graph, play, &Solution::of_codes(RecordKind::Values, &codes), budget(1 << 20, 1), &NoObserver);
        prop_assert!(wrong.is_err(), "rank {} as {} passes", rank, other);
    }
}

#[test]
fn the_result_depends_neither_on_threads_nor_on_memory() {
    let graph = graph(7, vec![20_000, 0, 30_000, 5]);
    let codes = plain_values(&graph, Play::Normal);
    let solution = Solution::of_codes(RecordKind::Values, &codes);
    let mut wrong = codes.clone();
    for rank in [9_000, 33_333, 48_000] {
        wrong[rank] ^= 2;
    }
    let wrong = Solution::of_codes(RecordKind::Values, &wrong);
    let expected = check_values(&graph, Play::Normal, &wrong, budget(1 << 30, 1), &NoObserver);
    assert!(matches!(expected, Err(ValueCheckFailure::Wrong { .. })), "{expected:?}");
    for (memory, threads) in [(1, 1), (1, 3), (50_000, 2), (300_000, 4), (1 << 30, 3)] {
        let positions = codes.iter().filter(|&&code| code != HOLE).count() as u64;
        let right = check_values(&graph, Play::Normal, &solution, budget(memory, threads), &NoObserver);
        assert_eq!(right, Ok(positions), "{memory} bytes, {threads} threads");
        assert_eq!(
            check_values(&graph, Play::Normal, &wrong, budget(memory, threads), &NoObserver),
            expected
        );
    }
}

#[test]
fn faults_of_rules_counts_and_stores_are_reported() {
    let mut graph = graph(3, vec![100, 100]);
    let codes = plain_values(&graph, Play::Normal);
    let solution = Solution::of_codes(RecordKind::Values, &codes);
    let short = Solution::of_codes(RecordKind::Values, &codes[..150]);
    let failed = check_values(&graph, Play::Normal, &short, Budget::DEFAULT, &NoObserver);
    assert!(matches!(failed, Err(ValueCheckFailure::Solved(_))), "{failed:?}");

    let mut miscounted = Outcomes::of(&codes);
    miscounted.1.drawn += 1;
    let failed = check_values(&graph, Play::Normal, &miscounted, Budget::DEFAULT, &NoObserver);
    assert_eq!(failed, Err(ValueCheckFailure::Counts));

    struct Impatient;
    impl Observer for Impatient {
        fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
            ControlFlow::Break(StopReason::Timeout)
        }
    }
    let stopped = check_values(&graph, Play::Normal, &solution, Budget::DEFAULT, &Impatient);
    assert!(matches!(stopped, Err(ValueCheckFailure::Stopped(_))), "{stopped:?}");

    let open = graph.statuses[..100].iter().position(|&status| status == Status::Open).expect("an open rank");
    graph.moves[open] = vec![150];
    let failed = check_values(&graph, Play::Normal, &solution, Budget::DEFAULT, &NoObserver);
    assert_eq!(failed, Err(ValueCheckFailure::Move { rank: open as u64, to: 150 }));
}
