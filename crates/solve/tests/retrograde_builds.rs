//! Tests of builds that are interrupted, resumed, or too large for the memory budget.

mod graphs;

use graphs::{Graph, Listing, random_graph};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_rules::Play;
use winways_solve::{
    Budget, Build, BuildError, CheckpointStore, Layout, Milestone, Observer, Progress, StopReason,
    StorageError, build_ranks, plain_values,
};

/// The key of a shard: layer, round (`None` if the layer is solved) and shard.
type Key = (usize, Option<u32>, u32);

type Kept = BTreeMap<Key, Vec<u32>>;

/// A store in memory. [`MemoryStore::after_crash`] discards uncommitted data.
#[derive(Default)]
struct MemoryStore {
    kept: Mutex<Kept>,
    committed: Mutex<(Option<Milestone>, Kept)>,
    spilled: Mutex<BTreeMap<u32, Vec<u32>>>,
    spills: AtomicU64,
    every_round: bool,
}

impl CheckpointStore for MemoryStore {
    fn committed(&self) -> Option<Milestone> {
        self.committed.lock().unwrap().0
    }

    fn is_commit_due(&self) -> bool {
        self.every_round
    }

    fn store_states(&self, layer: usize, round: u32, shard: u32, states: &[u32]) -> Result<(), StorageError> {
        self.kept.lock().unwrap().insert((layer, Some(round), shard), states.to_vec());
        Ok(())
    }

    fn store_codes(&self, layer: usize, shard: u32, codes: &[u32]) -> Result<(), StorageError> {
        self.kept.lock().unwrap().insert((layer, None, shard), codes.to_vec());
        Ok(())
    }

    fn commit(&self, milestone: Milestone) -> Result<(), StorageError> {
        *self.committed.lock().unwrap() = (Some(milestone), self.kept.lock().unwrap().clone());
        Ok(())
    }

    fn states(&self, shard: u32) -> Result<Vec<u32>, StorageError> {
        let committed = self.committed.lock().unwrap();
        let Some(Milestone::Round { layer, round }) = committed.0 else {
            return Err(StorageError::new("no round"));
        };
        committed.1.get(&(layer, Some(round), shard)).cloned().ok_or_else(|| StorageError::new("not kept"))
    }

    fn codes(&self, layer: usize, shard: u32) -> Result<Vec<u32>, StorageError> {
        self.kept
            .lock()
            .unwrap()
            .get(&(layer, None, shard))
            .cloned()
            .ok_or_else(|| StorageError::new("not kept"))
    }

    fn can_spill(&self) -> bool {
        true
    }

    fn spill(&self, shard: u32, states: &[u32]) -> Result<(), StorageError> {
        self.spills.fetch_add(1, Ordering::Relaxed);
        self.spilled.lock().unwrap().insert(shard, states.to_vec());
        Ok(())
    }

    fn spilled(&self, shard: u32) -> Result<Vec<u32>, StorageError> {
        self.spilled.lock().unwrap().get(&shard).cloned().ok_or_else(|| StorageError::new("not spilled"))
    }
}

impl MemoryStore {
    /// Returns the store as it is after a crash: only committed data remains.
    fn after_crash(self) -> MemoryStore {
        let committed = self.committed.into_inner().unwrap();
        MemoryStore {
            kept: Mutex::new(committed.1.clone()),
            committed: Mutex::new(committed),
            ..MemoryStore::default()
        }
    }

    fn codes_of_all(&self, layout: &Layout) -> Vec<u32> {
        let place = |rank| layout.locate(rank);
        let code =
            |rank| self.codes(place(rank).layer, place(rank).shard).unwrap()[place(rank).index as usize];
        (0..layout.rank_count()).map(code).collect()
    }
}

/// An observer that ends the work after a number of polls.
struct Countdown(AtomicU64);

impl Observer for Countdown {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        let before = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        match before {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(StopReason::Interrupted),
        }
    }
}

fn build(
    graph: &Graph,
    layout: &Layout,
    checkpoints: &MemoryStore,
    budget: Budget,
    polls: u64,
) -> Result<(), BuildError> {
    let observer = Countdown(AtomicU64::new(polls));
    build_ranks(&Build { rules: graph, play: Play::Normal, layout, checkpoints, budget, observer: &observer })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn resumed_builds_end_the_same(
        graph in random_graph(300),
        polls in prop::collection::vec(0u64..12, 1..12),
        shards in 1u32..5,
        threads in 1usize..4,
        every_round: bool,
        memory in prop::sample::select(vec![0u64, 1 << 30]),
        silent: bool,
    ) {
        let graph = if silent { Graph { listing: Listing::Nothing, ..graph } } else { graph };
        let layout = Layout::new(&graph.layers, shards);
        let budget = Budget { threads, memory, ..Budget::DEFAULT };
        let mut checkpoints = MemoryStore { every_round, ..MemoryStore::default() };
        for polls in polls {
            let result = build(&graph, &layout, &checkpoints, budget, polls);
            let stopped = matches!(&result, Err(BuildError::Stopped(stopped)) if stopped.reason == StopReason::Interrupted);
            prop_assert!(result.is_ok() || stopped, "{:?}", result);
            checkpoints = MemoryStore { every_round, ..checkpoints.after_crash() };
        }
        prop_assert_eq!(build(&graph, &layout, &checkpoints, budget, u64::MAX), Ok(()));
        prop_assert_eq!(checkpoints.codes_of_all(&layout), plain_values(&graph, Play::Normal));
        prop_assert!(memory > 0 || checkpoints.spills.into_inner() > 0 || checkpoints.committed.into_inner().unwrap().0.is_some());
    }
}

#[test]
fn memory_is_limited() {
    let graph = Graph::of_moves(&[&[1], &[0]]);
    let budget = Budget { memory: 1, ..Budget::DEFAULT };
    let stopped =
        winways_solve::solve_ranks(&graph, Play::Normal, budget, &winways_solve::NoObserver).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Memory { limit: 1 });
}

/// A store that cannot write states, nor the codes of shard 1.
struct FullDisk;

impl CheckpointStore for FullDisk {
    fn store_states(&self, _: usize, _: u32, _: u32, _: &[u32]) -> Result<(), StorageError> {
        Err(StorageError::new("the disk is full"))
    }
    fn store_codes(&self, _: usize, shard: u32, _: &[u32]) -> Result<(), StorageError> {
        if shard == 1 { Err(StorageError::new("the disk is full")) } else { Ok(()) }
    }
    fn commit(&self, _: Milestone) -> Result<(), StorageError> {
        Ok(())
    }
    fn codes(&self, _: usize, _: u32) -> Result<Vec<u32>, StorageError> {
        Err(StorageError::new("nothing was kept"))
    }
}

#[test]
fn a_failing_worker_ends_all_workers() {
    let graph = Graph::of_moves(&[&[1], &[0]]);
    let layout = Layout::new(&graph.layers, 3);
    let budget = Budget { threads: 3, ..Budget::DEFAULT };
    let build = Build {
        rules: &graph,
        play: Play::Normal,
        layout: &layout,
        checkpoints: &FullDisk,
        budget,
        observer: &winways_solve::NoObserver,
    };
    assert_eq!(build_ranks(&build), Err(BuildError::Checkpoint(StorageError::new("the disk is full"))));
}
