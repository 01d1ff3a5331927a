//! Tests that interrupted and resumed builds arrive at the same bytes.

mod common;

use common::{codes, files, identity, of_shard};
use proptest::prelude::*;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fs;
use std::path::Path;
use winways_database::{Error, Identity, Info, Store, Table, verify};
use winways_solve::{CheckpointStore, Layout, Milestone, NoObserver, RecordKind, StorageError};

/// Returns random states of a shard at the end of a round.
fn states(layout: &Layout, layer: usize, round: u32, shard: u32) -> Vec<u32> {
    let seed = (layer as u64) << 40 | u64::from(round) << 20 | u64::from(shard);
    let mut random = SplitMix64::seed_from_u64(seed);
    let width = random.next_u64() % 33;
    (0..layout.len(layer, shard))
        .map(|_| (random.next_u64() & 0xFFFF_FFFF).wrapping_shr(32 - width as u32) as u32)
        .collect()
}

/// A substitute for an engine. It stores the given codes, and random states, shard by shard in random order, and stops
/// after `steps` steps.
struct Engine<'a> {
    codes: &'a [u32],
    steps: u64,
    random: SplitMix64,
}

impl Engine<'_> {
    /// Takes a step; returns `None` if none are left.
    fn step(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        Some(())
    }

    fn in_random_order(&mut self, shards: u32) -> Vec<u32> {
        let mut shards: Vec<u32> = (0..shards).collect();
        shards.sort_by_cached_key(|_| self.random.next_u64());
        shards
    }

    /// Continues from the last commit of `store`. Returns `None` if the engine stops before the table is complete.
    fn run(&mut self, store: &Store) -> Option<()> {
        let layout = store.layout();
        let (mut layer, mut round) = match store.committed() {
            None => (0, 0),
            Some(Milestone::Layer(layer)) => (layer + 1, 0),
            Some(Milestone::Round { layer, round }) => {
                for shard in 0..layout.shards() {
                    assert_eq!(store.states(shard).unwrap(), states(layout, layer, round, shard));
                }
                (layer, round + 1)
            }
        };
        while layer < layout.layers() {
            for earlier in 0..layer {
                let shard = (self.random.next_u64() % u64::from(layout.shards())) as u32;
                assert_eq!(
                    store.codes(earlier, shard).unwrap(),
                    of_shard(layout, self.codes, earlier, shard)
                );
            }
            // The committed rounds differ from run to run.
            for round in round..4 {
                if self.random.next_u64().is_multiple_of(2) {
                    continue;
                }
                for shard in self.in_random_order(layout.shards()) {
                    self.step()?;
                    store.store_states(layer, round, shard, &states(layout, layer, round, shard)).unwrap();
                }
                self.step()?;
                store.commit(Milestone::Round { layer, round }).unwrap();
            }
            for shard in self.in_random_order(layout.shards()) {
                self.step()?;
                store.store_codes(layer, shard, &of_shard(layout, self.codes, layer, shard)).unwrap();
            }
            self.step()?;
            store.commit(Milestone::Layer(layer)).unwrap();
            (layer, round) = (layer + 1, 0);
        }
        Some(())
    }
}

fn undisturbed(directory: &Path, identity: &Identity, codes: &[u32]) {
    let store = Store::create(directory, identity.clone(), || false).unwrap();
    Engine { codes, steps: u64::MAX, random: SplitMix64::seed_from_u64(0) }.run(&store).unwrap();
    assert!(store.is_complete());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn interrupted_builds_have_the_same_bytes(
        seed in any::<u64>(),
        layers in prop::collection::vec(prop_oneof![0u64..100, 8000u64..30_000], 1..4),
        shards in 1u32..4,
        most in 1u64..30,
    ) {
        let parent = common::temporary();
        let (whole, broken) = (parent.path().join("whole"), parent.path().join("broken"));
        let identity = identity(&layers, shards, RecordKind::Values);
        let codes = codes(seed, &layers, 300);
        undisturbed(&whole, &identity, &codes);
        let mut engine = Engine { codes: &codes, steps: 0, random: SplitMix64::seed_from_u64(seed) };
        let mut attempts = 0;
        loop {
            let store = Store::resume(&broken, identity.clone(), || false).unwrap();
            engine.steps = engine.random.next_u64() % (most + attempts);
            attempts += 1;
            let ended = engine.run(&store).is_some();
            drop(store);
            if ended {
                break;
            }
            // Files that a build may leave if it is interrupted in the middle of a write.
            let garbage = ["manifest.json.partial", "layer-0-shard-0.codes.partial", "layer-7-round-9-shard-1.states"];
            let name = garbage[(engine.random.next_u64() % 3) as usize];
            fs::write(broken.join(name), b"half a fi").unwrap();
            let found = verify(&broken, 1, &NoObserver).unwrap();
            prop_assert!(found.damage.is_empty(), "{:?}", found.damage);
            let info = Info::read(&broken).unwrap();
            prop_assert!(!info.is_complete);
            let table = Table::open(&broken).unwrap();
            for rank in table.ranks().step_by(997) {
                prop_assert_eq!(table.code(rank).unwrap(), codes[rank as usize]);
            }
            let unsolved = table.code(table.ranks().end);
            prop_assert!(unsolved.is_err());
        }
        prop_assert_eq!(files(&whole), files(&broken));
        let again = Store::resume(&broken, identity.clone(), || false);
        prop_assert!(matches!(again, Err(Error::Complete { .. })), "{:?}", again);
        prop_assert_eq!(files(&whole), files(&broken));
    }
}

#[test]
fn a_build_ended_after_any_single_step_comes_to_the_same_bytes() {
    let parent = common::temporary();
    let identity = identity(&[20_000, 3, 9000], 2, RecordKind::Values);
    let codes = codes(3, &identity.layers, 100);
    let whole = parent.path().join("whole");
    undisturbed(&whole, &identity, &codes);
    let expected = files(&whole);
    for steps in 0.. {
        let directory = parent.path().join(steps.to_string());
        let store = Store::create(&directory, identity.clone(), || false).unwrap();
        let ended =
            Engine { codes: &codes, steps, random: SplitMix64::seed_from_u64(0) }.run(&store).is_some();
        drop(store);
        if ended {
            assert!(steps > 10, "only {steps} steps were tried");
            break;
        }
        let store = Store::resume(&directory, identity.clone(), || false).unwrap();
        Engine { codes: &codes, steps: u64::MAX, random: SplitMix64::seed_from_u64(1) }.run(&store).unwrap();
        assert_eq!(files(&directory), expected, "after {steps} steps");
    }
}

#[test]
fn several_processes_may_keep_shards() {
    let parent = common::temporary();
    let (alone, together) = (parent.path().join("alone"), parent.path().join("together"));
    let identity = identity(&[30_000, 9000], 3, RecordKind::Outcomes);
    let codes = codes(3, &identity.layers, 100);
    common::build(&alone, &identity, &codes);
    let first = Store::create(&together, identity.clone(), || false).unwrap();
    let stores =
        [&first, &Store::join(&together, &identity).unwrap(), &Store::join(&together, &identity).unwrap()];
    for layer in 0..2 {
        for shard in 0..3 {
            let codes = of_shard(first.layout(), &codes, layer, shard);
            stores[shard as usize].store_codes(layer, shard, &codes).unwrap();
        }
        first.commit(Milestone::Layer(layer)).unwrap();
        let kept: Vec<u32> = of_shard(first.layout(), &codes, layer, 0);
        let kept: Vec<u32> = kept.into_iter().map(|code| RecordKind::Outcomes.of_code(code)).collect();
        assert_eq!(stores[2].codes(layer, 0).unwrap(), kept);
    }
    drop(first);
    assert_eq!(files(&alone), files(&together));
}

#[test]
fn calls_out_of_order_are_refused() {
    let parent = common::temporary();
    let identity = identity(&[10, 10], 1, RecordKind::Values);
    let store = Store::create(parent.path(), identity.clone(), || true).unwrap();
    assert!(store.is_commit_due());
    let refused = |result: Result<(), StorageError>| result.expect_err("it is refused").to_string();
    assert!(refused(store.commit(Milestone::Layer(0))).contains("cannot open"));
    assert!(refused(store.commit(Milestone::Layer(1))).contains("cannot be committed"));
    assert!(refused(store.commit(Milestone::Round { layer: 1, round: 0 })).contains("cannot be committed"));
    assert!(refused(store.store_codes(0, 0, &[0; 9])).contains("10 ranks"));
    assert!(refused(store.store_codes(0, 1, &[0; 10])).contains("no shard"));
    assert!(refused(store.store_codes(2, 0, &[])).contains("no shard"));
    assert!(refused(store.store_codes(0, 0, &[u32::MAX; 10])).contains("no value"));
    assert!(store.states(0).is_err());
    assert!(store.codes(0, 0).is_err());
    store.store_states(0, 5, 0, &[u32::MAX; 10]).unwrap();
    store.commit(Milestone::Round { layer: 0, round: 5 }).unwrap();
    assert_eq!(store.states(0).unwrap(), [u32::MAX; 10]);
    assert!(refused(store.commit(Milestone::Round { layer: 0, round: 4 })).contains("cannot be committed"));
    assert!(store.states(1).is_err());
    // A build that is resumed and interrupted at once may commit the same round again.
    store.commit(Milestone::Round { layer: 0, round: 5 }).unwrap();
    assert_eq!(store.states(0).unwrap(), [u32::MAX; 10]);

    assert!(store.can_spill() && store.spilled(0).is_err());
    store.spill(0, &[1, 2, u32::MAX]).unwrap();
    store.spill(0, &[3]).unwrap();
    assert_eq!(store.spilled(0).unwrap(), [3]);
    common::overwrite(&parent.path().join("shard-0.spill"), &[0; 12]);
    assert!(refused(store.spilled(0).map(drop)).contains("damaged"));
    common::overwrite(&parent.path().join("shard-0.spill"), &[0; 3]);
    assert!(refused(store.spilled(0).map(drop)).contains("damaged"));
}
