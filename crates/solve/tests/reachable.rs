//! Tests of the reachable ranks against a search over positions straight from the rules.

mod graphs;

use graphs::{Graph, Listing, random_graph};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use winways_rules::{End, Play, RankedRuleset, Status};
use winways_solve::{
    Budget, NoObserver, Observer, PAGE, Progress, ReachableSet, StopReason, reachable_ranks,
};

fn reachable<R: RankedRuleset>(rules: &R, play: Play, starts: &[u64], threads: usize) -> ReachableSet {
    let budget = Budget { threads, ..Budget::DEFAULT };
    reachable_ranks(rules, play, starts, budget, &NoObserver).expect("nothing is in the way")
}

/// The slow reference implementation, on positions instead of ranks.
fn plainly_reachable<R: RankedRuleset<Position = u64>>(
    rules: &R,
    play: Play,
    starts: &[u64],
) -> BTreeSet<u64> {
    let mut known = BTreeSet::new();
    let mut waiting: Vec<u64> = starts.iter().map(|&start| rules.position(start).expect("no hole")).collect();
    while let Some(position) = waiting.pop() {
        if known.insert(position) && rules.end(&position, play).is_none() {
            rules.options(&position, &mut waiting);
        }
    }
    known.iter().map(|position| rules.rank(position)).collect()
}

/// Compares all results of the public interface.
fn compare(graph: &Graph, starts: &[u64], threads: usize) -> Result<(), TestCaseError> {
    let expected = plainly_reachable(graph, Play::Normal, starts);
    let reachable = reachable(graph, Play::Normal, starts, threads);
    let count = graph.statuses.len() as u64;
    prop_assert!(reachable.ranks(0..count + 70).eq(expected.iter().copied()));
    prop_assert!((0..count + 70).all(|rank| reachable.contains(rank) == expected.contains(&rank)));
    let counts: Vec<u64> = reachable.layers().map(|ranks| reachable.count(ranks)).collect();
    let mut start = 0;
    let layer = |&size: &u64| {
        start += size;
        expected.range(start - size..start).count() as u64
    };
    prop_assert_eq!(counts, graph.layers.iter().map(layer).collect::<Vec<_>>());
    for range in [0..0, 1..64, 63..65, 64..128, count / 9..count, count..u64::MAX, 0..u64::MAX] {
        prop_assert_eq!(reachable.count(range.clone()), expected.range(range).count() as u64);
    }
    Ok(())
}

/// Selects ranks that are not holes.
fn starts(graph: &Graph, seeds: &[prop::sample::Index]) -> Vec<u64> {
    let ranks: Vec<u64> =
        (0..graph.statuses.len() as u64).filter(|&rank| graph.position(rank).is_some()).collect();
    if ranks.is_empty() {
        Vec::new()
    } else {
        seeds.iter().map(|seed| ranks[seed.index(ranks.len())]).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn small_graphs(
        graph in random_graph(300),
        seeds in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        compare(&graph, &starts(&graph, &seeds), 1)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn large_graphs_by_several_threads(
        graph in random_graph(900_000),
        seeds in prop::collection::vec(any::<prop::sample::Index>(), 1..2000),
        threads in 1usize..5,
    ) {
        compare(&graph, &starts(&graph, &seeds), threads)?;
    }
}

/// A token moves along a path through all ranks: in ascending order, jumping between pages, or in descending order.
#[test]
fn long_paths_across_pages() {
    let length = 5 * PAGE - 77;
    for stride in [1, 7919, length - 1] {
        let place = |step: u64| step * stride % length;
        let mut moves = vec![Vec::new(); length as usize];
        for step in 0..length - 1 {
            moves[place(step) as usize].push(place(step + 1));
        }
        let graph = Graph { layers: vec![length], moves, listing: Listing::Nothing, ..Graph::of_moves(&[]) };
        for (start, expected) in [(0, length), (length / 2, length - length / 2), (length - 1, 1)] {
            assert_eq!(reachable(&graph, Play::Normal, &[place(start)], 3).count(0..length), expected);
        }
    }
}

/// A graph in which play ends in some positions under normal play only.
struct ByPlay(Graph);

impl RankedRuleset for ByPlay {
    type Position = u64;
    fn layers(&self) -> Vec<u64> {
        RankedRuleset::layers(&self.0)
    }
    fn rank(&self, position: &u64) -> u64 {
        *position
    }
    fn position(&self, rank: u64) -> Option<u64> {
        self.0.position(rank)
    }
    fn end(&self, position: &u64, play: Play) -> Option<End> {
        self.0.end(position, play).filter(|_| play == Play::Normal)
    }
    fn options(&self, position: &u64, options: &mut Vec<u64>) {
        self.0.options(position, options);
    }
}

#[test]
fn ended_positions_have_no_successors() {
    let mut graph = Graph::of_moves(&[&[], &[0], &[1, 3], &[2], &[3]]);
    graph.statuses = vec![Status::Open; 5];
    graph.statuses[1] = Status::Ended(End::Lost);
    let graph = ByPlay(graph);
    assert!(reachable(&graph, Play::Normal, &[3], 1).ranks(0..5).eq([1, 2, 3]));
    assert!(reachable(&graph, Play::Misere, &[3], 1).ranks(0..5).eq([0, 1, 2, 3]));
}

#[test]
fn limits_and_faults_are_reported() {
    let stopped = |graph: &Graph, starts: &[u64], memory: u64, observer: &dyn Observer| {
        let budget = Budget { memory, ..Budget::DEFAULT };
        reachable_ranks(graph, Play::Normal, starts, budget, observer).map(|_| ()).unwrap_err().reason
    };
    let graph = Graph::of_moves(&[&[1], &[0]]);
    assert!(matches!(stopped(&graph, &[2], 1 << 20, &NoObserver), StopReason::Rules(_)));
    assert!(matches!(stopped(&graph, &[u64::MAX], 1 << 20, &NoObserver), StopReason::Rules(_)));
    assert_eq!(stopped(&graph, &[1], 8, &NoObserver), StopReason::Memory { limit: 8 });
    for layers in [vec![1 << 40], vec![u64::MAX], vec![u64::MAX, u64::MAX]] {
        let huge = Graph { layers, ..Graph::of_moves(&[]) };
        assert_eq!(
            stopped(&huge, &[(1 << 40) - 1], 1 << 30, &NoObserver),
            StopReason::Memory { limit: 1 << 30 }
        );
    }
    // Layers after the layer of the start need no memory.
    let huge = Graph { layers: vec![2, 1 << 40], ..Graph::of_moves(&[&[1], &[0]]) };
    assert!(reachable(&huge, Play::Normal, &[1], 1).ranks(0..u64::MAX).eq([0, 1]));

    // Faults: a hole, a rank that does not exist, a later layer.
    let mut faulty = Graph::of_moves(&[&[1], &[0]]);
    faulty.statuses = vec![Status::Hole, Status::Open];
    assert!(matches!(stopped(&faulty, &[1], 1 << 20, &NoObserver), StopReason::Rules(_)));
    assert!(matches!(
        stopped(&Graph::of_moves(&[&[2], &[0]]), &[1], 1 << 20, &NoObserver),
        StopReason::Rules(_)
    ));
    let later = Graph { layers: vec![1, 1], ..graph.clone() };
    assert!(matches!(stopped(&later, &[0, 1], 1 << 20, &NoObserver), StopReason::Rules(_)));

    struct Impatient(u64);
    impl Observer for Impatient {
        fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
            assert!(progress.bytes > 0);
            match progress.positions >= self.0 {
                true => ControlFlow::Break(StopReason::Interrupted),
                false => ControlFlow::Continue(()),
            }
        }
    }
    assert_eq!(stopped(&graph, &[0], 1 << 20, &Impatient(0)), StopReason::Interrupted);
    let moves = (0..40_000).map(|rank: u64| vec![rank.saturating_sub(1)]).collect();
    let path = Graph { layers: vec![40_000], moves, ..Graph::of_moves(&[]) };
    assert_eq!(stopped(&path, &[39_999], 1 << 20, &Impatient(20_000)), StopReason::Interrupted);
}
