//! Tests that engines build tables with correct values, and with the same bytes for any number of threads, memory limit
//! and interruptions.

mod common;

use common::files;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_database::{Error, Identity, Store, Table, verify};
use winways_rules::{End, Play, Ranks, Shifts, Status};
use winways_solve::{
    Budget, Build, BuildError, NoObserver, Observer, Progress, RecordKind, SolvedRanks, StopReason,
    build_ranks, check_values, plain_values,
};

/// A random game: moves and ends of play are drawn with the rank as the seed.
#[derive(Clone)]
struct RandomGame {
    layers: Vec<u64>,
    seed: u64,
}

impl RandomGame {
    /// Creates a random generator for a rank: purpose 0 is its status, purpose 1 its moves.
    fn random(&self, rank: u64, purpose: u64) -> SplitMix64 {
        let seed = self.seed.wrapping_mul(0x1234_5678_9ABC_DEF1) ^ rank.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        SplitMix64::seed_from_u64(seed ^ purpose)
    }

    fn status(&self, rank: u64) -> Status {
        match self.random(rank, 0).next_u64() % 100 {
            0 => Status::Hole,
            1 | 2 => Status::Ended(End::Lost),
            3 => Status::Ended(End::Won),
            4 => Status::Ended(End::Drawn),
            _ => Status::Open,
        }
    }
}

impl Ranks for RandomGame {
    fn layers(&self) -> Vec<u64> {
        self.layers.clone()
    }

    fn statuses(&self, ranks: Range<u64>, _: Play, statuses: &mut [Status]) {
        for (rank, status) in ranks.zip(statuses) {
            *status = self.status(rank);
        }
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        let mut end = 0;
        for &size in &self.layers {
            end += size;
            if rank < end {
                break;
            }
        }
        let mut random = self.random(rank, 1);
        let number = 1 + random.next_u64() % 3;
        let start = moves.len();
        for _ in 0..number {
            let to = random.next_u64() % end;
            if self.status(to) != Status::Hole && !moves[start..].contains(&to) {
                moves.push(to);
            }
        }
    }

    fn predecessors(&self, _: &[u64], _: &mut Vec<u64>) -> bool {
        false
    }

    fn shifts(&self) -> Option<Shifts> {
        None
    }
}

fn identity(rules: &RandomGame, records: RecordKind) -> Identity {
    common::identity(&rules.layers, 5, records)
}

/// An observer that stops the work after a number of polls.
struct PollLimit(AtomicU64);

impl Observer for PollLimit {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        let ended =
            self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err();
        if ended { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
    }
}

fn build(
    store: &Store,
    rules: &RandomGame,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<(), BuildError> {
    let layout = store.layout();
    build_ranks(&Build { rules, play: Play::Normal, layout, checkpoints: store, budget, observer })
}

fn budget(memory: u64, threads: usize) -> Budget {
    Budget { memory, threads, ..Budget::DEFAULT }
}

/// Builds a table with many interruptions, and returns their number.
fn build_in_pieces(
    directory: &Path,
    rules: &RandomGame,
    records: RecordKind,
    budget: Budget,
    seed: u64,
) -> u64 {
    let mut random = SplitMix64::seed_from_u64(seed);
    for interruptions in 0.. {
        let due = AtomicU64::new(random.next_u64());
        let is_due = move || due.fetch_add(1, Ordering::SeqCst).is_multiple_of(3);
        let store = match Store::resume(directory, identity(rules, records), is_due) {
            Err(Error::Complete { .. }) => return interruptions,
            store => store.unwrap(),
        };
        // Each attempt may run longer than the last, so that the build ends.
        let limit = PollLimit(AtomicU64::new(random.next_u64() % (20 + 10 * interruptions)));
        match build(&store, rules, budget, &limit) {
            Ok(()) => assert!(store.is_complete()),
            Err(BuildError::Stopped(stopped)) => assert_eq!(stopped.reason, StopReason::Interrupted),
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!("the loop ends with the table")
}

#[test]
fn bytes_do_not_depend_on_threads_memory_or_interruptions() {
    for records in [RecordKind::Values, RecordKind::Outcomes] {
        let rules = RandomGame { layers: vec![40_000, 0, 30_000, 100], seed: 3 };
        let parent = common::temporary();
        let whole = parent.path().join("whole");
        let store = Store::create(&whole, identity(&rules, records), || false).unwrap();
        build(&store, &rules, Budget::DEFAULT, &NoObserver).unwrap();
        assert!(store.is_complete() && store.bytes_written() > 0);
        drop(store);
        let mut total = 0;
        for (number, budget) in
            [budget(1 << 30, 1), budget(1 << 30, 3), budget(200_000, 1), budget(200_000, 2)]
                .into_iter()
                .enumerate()
        {
            let directory = parent.path().join(number.to_string());
            total += build_in_pieces(&directory, &rules, records, budget, number as u64);
            assert_eq!(files(&whole), files(&directory), "{records:?} {budget:?}");
        }
        assert!(total > 8, "only {total} interruptions");
    }
}

#[test]
fn tables_have_the_values_of_plain_iteration() {
    for seed in 0..4 {
        let rules = RandomGame { layers: vec![20_000, 9000], seed };
        let codes = plain_values(&rules, Play::Normal);
        for records in [RecordKind::Values, RecordKind::Outcomes] {
            let parent = common::temporary();
            let store = Store::create(parent.path(), identity(&rules, records), || true).unwrap();
            build(&store, &rules, budget(1 << 28, 2), &NoObserver).unwrap();
            drop(store);
            let table = Table::open(parent.path()).unwrap();
            let mut kept = vec![0; codes.len()];
            table.codes(table.ranks(), &mut kept).unwrap();
            let expected: Vec<u32> = codes.iter().map(|&code| records.of_code(code)).collect();
            assert!(kept == expected, "{records:?}, seed {seed}");
            let checked = check_values(&rules, Play::Normal, &table, budget(100_000, 2), &NoObserver);
            assert_eq!(checked, Ok(table.counts().positions()));
            assert!(verify(parent.path(), 2, &NoObserver).unwrap().damage.is_empty());
            let other = RandomGame { seed: seed + 1, ..rules.clone() };
            assert!(check_values(&other, Play::Normal, &table, Budget::DEFAULT, &NoObserver).is_err());
        }
    }
}
