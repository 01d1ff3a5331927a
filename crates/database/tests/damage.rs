//! Tests that no damage goes unnoticed: `verify` names the file, and a query returns the correct value or an error.

mod common;

use common::{Parts, build, codes, files, identity, of_shard, overwrite, restore};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use winways_database::{Error, Store, Table, verify};
use winways_solve::{CheckpointStore, Milestone, NoObserver, RecordKind, SolvedRanks};

type Files = BTreeMap<String, Vec<u8>>;

/// Asserts that `verify` names the damaged file `name`, and that every value that can still be read is correct. Returns
/// the number of values that can be read.
fn assert_noticed(directory: &Path, name: &str, codes: &[u32], how: &str) -> usize {
    let errors = match verify(directory, 1, &NoObserver) {
        Err(error) => error.to_string(),
        Ok(found) => found.damage.iter().map(|error| error.to_string() + "\n").collect(),
    };
    assert!(errors.contains(name), "{how}: `{errors}` does not name {name}");
    let Ok(table) = Table::open(directory) else { return 0 };
    assert!(table.ranks().end <= codes.len() as u64, "{how}");
    let (mut piece, mut read) = ([0; 1000], 0);
    for start in table.ranks().step_by(piece.len()) {
        let end = table.ranks().end.min(start + piece.len() as u64);
        let piece = &mut piece[..(end - start) as usize];
        if table.codes(start..end, piece).is_ok() {
            assert_eq!(piece, &codes[start as usize..end as usize], "{how}: ranks from {start} on");
            read += piece.len();
        }
    }
    read
}

/// Creates a table, complete or with a layer in progress. Returns its codes and files.
fn table(directory: &Path, complete: bool) -> (Vec<u32>, Files) {
    let identity = identity(&[40_000, 0, 9000, 70_000], 3, RecordKind::Values);
    let codes = codes(11, &identity.layers, 400);
    if complete {
        build(directory, &identity, &codes);
    } else {
        let store = Store::create(directory, identity, || false).unwrap();
        for layer in 0..3 {
            for shard in 0..3 {
                store.store_codes(layer, shard, &of_shard(store.layout(), &codes, layer, shard)).unwrap();
            }
            store.commit(Milestone::Layer(layer)).unwrap();
        }
        for shard in 0..3 {
            let states: Vec<u32> =
                (0..store.layout().len(3, shard) as u32).map(|state| state * state).collect();
            store.store_states(3, 8, shard, &states).unwrap();
        }
        store.commit(Milestone::Round { layer: 3, round: 8 }).unwrap();
        drop(store);
        fs::remove_file(directory.join("lock")).unwrap();
    }
    (codes, files(directory))
}

/// Returns the name of a random file. With probability 1/2, the choice is weighted by the lengths of the files.
fn random_name<'a>(files: &'a Files, random: &mut SplitMix64) -> &'a str {
    if random.next_u64().is_multiple_of(2) {
        return files.keys().nth(random.next_u64() as usize % files.len()).unwrap();
    }
    let mut byte = random.next_u64() % files.values().map(|bytes| bytes.len() as u64).sum::<u64>();
    for (name, bytes) in files {
        if byte < bytes.len() as u64 {
            return name;
        }
        byte -= bytes.len() as u64;
    }
    unreachable!("the byte is one of all")
}

#[test]
fn every_flipped_bit_is_noticed() {
    for complete in [true, false] {
        let parent = common::temporary();
        let (codes, files) = table(parent.path(), complete);
        let mut random = SplitMix64::seed_from_u64(u64::from(complete));
        let mut read = 0;
        for _ in 0..200 {
            let name = random_name(&files, &mut random);
            let mut bytes = files[name].clone();
            let (byte, bit) = (random.next_u64() as usize % bytes.len(), random.next_u64() % 8);
            bytes[byte] ^= 1 << bit;
            overwrite(&parent.path().join(name), &bytes);
            read +=
                assert_noticed(parent.path(), name, &codes, &format!("bit {bit} of byte {byte} of {name}"));
            overwrite(&parent.path().join(name), &files[name]);
        }
        assert!(verify(parent.path(), 1, &NoObserver).unwrap().damage.is_empty());
        assert!(read > codes.len(), "what is not damaged can be read: {read} values");
    }
}

#[test]
fn every_bit_of_a_small_table_is_noticed() {
    let parent = common::temporary();
    let identity = identity(&[40], 2, RecordKind::Values);
    let codes = codes(1, &identity.layers, 4);
    build(parent.path(), &identity, &codes);
    for (name, bytes) in files(parent.path()) {
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            overwrite(&parent.path().join(&name), &damaged);
            assert_noticed(parent.path(), &name, &codes, &format!("bit {bit} of {name}"));
        }
        overwrite(&parent.path().join(&name), &bytes);
    }
}

#[test]
fn everything_cut_off_and_everything_added_is_noticed() {
    for complete in [true, false] {
        let parent = common::temporary();
        let (codes, files) = table(parent.path(), complete);
        let mut random = SplitMix64::seed_from_u64(5);
        for attempt in 0..200 {
            let name = random_name(&files, &mut random);
            let bytes = &files[name];
            let length = [0, 1, 11, 12, 20, bytes.len() - 1, bytes.len() - 8, bytes.len() - 16];
            let length = match length.get(attempt / 3) {
                Some(&length) => length,
                None => random.next_u64() as usize % bytes.len(),
            };
            let cut = bytes[..length].to_vec();
            let added = [&bytes[..], &bytes[bytes.len() - 1 - length % 40..]].concat();
            for (how, damaged) in [("cut", cut), ("added", added)] {
                overwrite(&parent.path().join(name), &damaged);
                assert_noticed(parent.path(), name, &codes, &format!("{name} {how} at {length}"));
            }
            fs::remove_file(parent.path().join(name)).unwrap();
            assert!(Table::open(parent.path()).is_err(), "{name} is missing");
            assert_noticed(parent.path(), if name == "manifest.json" { "" } else { name }, &codes, "removed");
            overwrite(&parent.path().join(name), bytes);
        }
    }
}

#[test]
fn blocks_that_changed_places_are_noticed() {
    let parent = common::temporary();
    let (codes, files) = table(parent.path(), true);
    let mut swaps = 0;
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".codes")) {
        let parts = Parts::read(bytes);
        for (first, second) in (1..parts.blocks.len()).map(|second| (second - 1, second)) {
            let mut swapped = Parts { header: parts.header.clone(), blocks: parts.blocks.clone() };
            swapped.blocks.swap(first, second);
            // First with a matching index, then with the old one.
            let fitting = swapped.bytes();
            let mut simple = fitting.clone();
            let index = simple.len() - 16 - 20 * parts.blocks.len();
            simple[index..].copy_from_slice(&bytes[index..]);
            for damaged in [fitting, simple] {
                overwrite(&parent.path().join(name), &damaged);
                assert_noticed(
                    parent.path(),
                    name,
                    &codes,
                    &format!("blocks {first} and {second} of {name}"),
                );
                swaps += 1;
            }
            overwrite(&parent.path().join(name), bytes);
        }
    }
    assert!(swaps > 10, "only {swaps} swaps were tried");
}

#[test]
fn files_that_changed_places_are_noticed() {
    let parent = common::temporary();
    let (directory, other) = (parent.path().join("table"), parent.path().join("other"));
    let (codes, files) = table(&directory, true);
    // The same game on the same board, but with other values.
    let others = common::codes(12, &[40_000, 0, 9000, 70_000], 400);
    build(&other, &identity(&[40_000, 0, 9000, 70_000], 3, RecordKind::Values), &others);
    let foreign = common::files(&other);
    for name in files.keys() {
        for source in [&files, &foreign] {
            for (replacement, bytes) in source.iter().filter(|(_, bytes)| **bytes != files[name]) {
                overwrite(&directory.join(name), bytes);
                let how = format!("{name} is {replacement}");
                // With the manifest of another table, the code files are reported instead.
                let named = if replacement == name && name == "manifest.json" { "codes" } else { name };
                assert_noticed(&directory, named, &codes, &how);
            }
        }
        overwrite(&directory.join(name), &files[name]);
    }
}

#[test]
fn states_of_another_round_and_old_manifests_are_noticed() {
    let parent = common::temporary();
    let identity = identity(&[9000], 2, RecordKind::Values);
    let store = Store::create(parent.path(), identity.clone(), || false).unwrap();
    let mut kept = Vec::new();
    for round in [1, 2] {
        for shard in 0..2 {
            let states = vec![round; store.layout().len(0, shard) as usize];
            store.store_states(0, round, shard, &states).unwrap();
        }
        store.commit(Milestone::Round { layer: 0, round }).unwrap();
        kept.push(files(parent.path()));
    }
    let layout = store.layout().clone();
    drop(store);
    let mut shards = 0;
    for shard in 0..2 {
        let [old, new] = [1, 2].map(|round| format!("layer-0-round-{round}-shard-{shard}.states"));
        if !kept[1].contains_key(&new) {
            assert_eq!(layout.len(0, shard), 0);
            continue;
        }
        shards += 1;
        assert!(!kept[1].contains_key(&old), "old states are removed");
        overwrite(&parent.path().join(&new), &kept[0][&old]);
        assert_noticed(parent.path(), &new, &[], "states of the round before");
        // Also try the old states with a header that has the expected round.
        let mut parts = Parts::read(&kept[0][&old]);
        parts.header = Parts::read(&kept[1][&new]).header;
        overwrite(&parent.path().join(&new), &parts.bytes());
        assert_noticed(parent.path(), &new, &[], "states of the round before in new clothes");
        let store = Store::resume(parent.path(), identity.clone(), || false).unwrap();
        assert!(store.states(shard).unwrap_err().to_string().contains(&new));
        drop(store);
        overwrite(&parent.path().join(&new), &kept[1][&new]);
    }
    assert!(shards > 0, "no states were kept");
    restore(parent.path(), &kept[1]);
    overwrite(&parent.path().join("manifest.json"), &kept[0]["manifest.json"]);
    assert_noticed(parent.path(), "round-1", &[], "the manifest of the round before");
}

#[test]
fn resumed_builds_refuse_damage() {
    let parent = common::temporary();
    let (codes, files) = table(parent.path(), false);
    let identity = identity(&[40_000, 0, 9000, 70_000], 3, RecordKind::Values);
    for (name, bytes) in &files {
        let mut damaged = bytes.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 4;
        overwrite(&parent.path().join(name), &damaged);
        match Store::resume(parent.path(), identity.clone(), || false) {
            Err(Error::Damaged { path, .. }) => assert!(path.ends_with(name)),
            Err(error) => panic!("{error}"),
            Ok(store) => {
                let layers = [0, 2].into_iter().flat_map(|layer| (0..3).map(move |shard| (layer, shard)));
                let read = layers.map(|(layer, shard)| {
                    store.codes(layer, shard).map(|read| {
                        assert_eq!(read, of_shard(store.layout(), &codes, layer, shard));
                    })
                });
                let failed: Vec<String> = read
                    .chain((0..3).map(|shard| store.states(shard).map(drop)))
                    .filter_map(|read| Some(read.err()?.to_string()))
                    .collect();
                assert_eq!(failed.len(), 1, "{failed:?}");
                assert!(failed[0].contains(name.as_str()), "{}", failed[0]);
            }
        }
        overwrite(&parent.path().join(name), bytes);
    }
}
