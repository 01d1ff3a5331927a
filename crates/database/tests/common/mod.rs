//! Tables with random codes, and a second implementation of the file format, written from its description.

#![allow(dead_code, reason = "not every test file asks all questions")]

use proptest::prelude::*;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use winways_database::{Identity, Store};
use winways_rules::Play;
use winways_solve::{CheckpointStore, Layout, Milestone, RecordKind};
use xxhash_rust::xxh3::xxh3_64;

pub(crate) fn identity(layers: &[u64], shards: u32, records: RecordKind) -> Identity {
    let (game, board) = ("fake".to_owned(), "7 \"quoted\"".to_owned());
    Identity { game, board, play: Play::Normal, records, layers: layers.to_vec(), shards, rules: None }
}

/// Returns random codes for all ranks, with remotenesses of at most `greatest`. As in every real table, the remotenesses
/// that occur up to the end of any layer have no gaps. The first layers have small codes, so that records of all widths
/// occur.
pub(crate) fn codes(seed: u64, layers: &[u64], greatest: u32) -> Vec<u32> {
    let mut state = SplitMix64::seed_from_u64(seed);
    let mut codes = Vec::new();
    // All remotenesses below this one have occurred.
    let mut known = 0u64;
    for (layer, &size) in layers.iter().enumerate() {
        let last_layer = layer + 1 == layers.len();
        let aim = if last_layer { u64::from(greatest) + 1 } else { (u64::from(greatest) + 1).min(100) };
        let new = known..aim.max(known).min(known + size);
        known = new.end;
        let mut of_layer: Vec<u64> =
            new.map(|remoteness| 2 + 2 * remoteness + state.next_u64() % 2).collect();
        let bound = 2 + 2 * known;
        of_layer.extend((of_layer.len() as u64..size).map(|_| state.next_u64() % bound));
        for index in (1..of_layer.len()).rev() {
            of_layer.swap(index, (state.next_u64() % (index as u64 + 1)) as usize);
        }
        codes.extend(of_layer.into_iter().map(|code| code as u32));
    }
    codes
}

/// Returns the codes of a shard of a layer, in the order in which the shard stores them.
pub(crate) fn of_shard(layout: &Layout, codes: &[u32], layer: usize, shard: u32) -> Vec<u32> {
    layout.runs(layer, shard).flatten().map(|rank| codes[rank as usize]).collect()
}

/// Stores and commits all layers.
pub(crate) fn build(directory: &Path, identity: &Identity, codes: &[u32]) {
    let store = Store::create(directory, identity.clone(), || false).expect("a table begins");
    for layer in 0..identity.layers.len() {
        for shard in 0..identity.shards {
            let codes = of_shard(store.layout(), codes, layer, shard);
            store.store_codes(layer, shard, &codes).expect("codes are kept");
        }
        store.commit(Milestone::Layer(layer)).expect("a layer is committed");
    }
}

/// Returns the names and bytes of all files in a directory.
pub(crate) fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let entry = entry.expect("a file");
        let name = entry.file_name().into_string().expect("a name of text");
        files.insert(name, fs::read(entry.path()).expect("a file that can be read"));
    }
    files
}

/// Replaces the contents of a directory with these files.
pub(crate) fn restore(directory: &Path, files: &BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        fs::remove_file(entry.expect("a file").path()).expect("the file can be removed");
    }
    for (name, bytes) in files {
        fs::write(directory.join(name), bytes).expect("the file can be written");
    }
}

/// Creates a temporary directory, in memory if the system supports it: the tests commit thousands of times.
pub(crate) fn temporary() -> tempfile::TempDir {
    let in_memory = tempfile::tempdir_in("/dev/shm");
    in_memory.or_else(|_| tempfile::tempdir()).expect("there is room for a directory")
}

/// Overwrites a file in place. Truncating it first would make some systems wait for the disk.
pub(crate) fn overwrite(path: &Path, bytes: &[u8]) {
    let mut file = fs::File::options().create(true).write(true).truncate(false).open(path).expect("a file");
    file.write_all(bytes).and_then(|()| file.set_len(bytes.len() as u64)).expect("the file can be written");
}

/// A strategy for layouts with edge cases: empty layers, layers of about a page, one shard and many.
pub(crate) fn layers_and_shards() -> impl Strategy<Value = (Vec<u64>, u32)> {
    let size = prop_oneof![0u64..4, 1u64..200, 8190u64..8195, 16_380u64..16_390, 20_000u64..70_000];
    (prop::collection::vec(size, 1..4), prop_oneof![Just(1u32), 2u32..5, Just(17u32)])
}

/// The parts of a file of records, parsed only from the description of the format.
pub(crate) struct Parts {
    pub(crate) header: Vec<u8>,
    pub(crate) blocks: Vec<Vec<u8>>,
}

impl Parts {
    pub(crate) fn read(bytes: &[u8]) -> Parts {
        assert_eq!(&bytes[..8], b"WINWAYS\n");
        let length = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
        let header = bytes[12..12 + length].to_vec();
        assert_eq!(bytes[12 + length..20 + length], xxh3_64(&bytes[..12 + length]).to_le_bytes());
        assert_eq!(&bytes[bytes.len() - 8..], b"\nTHE END");
        let value: serde_json::Value = serde_json::from_slice(&header).expect("a header in JSON");
        let (ranks, bits) = (value["ranks"].as_u64().unwrap(), value["bits"].as_u64().unwrap());
        let count = (ranks * bits).div_ceil(8 * 16_384) as usize;
        let index = &bytes[bytes.len() - 16 - 20 * count..bytes.len() - 16];
        assert_eq!(bytes[bytes.len() - 16..bytes.len() - 8], xxh3_64(index).to_le_bytes());
        let mut blocks = Vec::new();
        for entry in index.chunks(20) {
            let offset = u64::from_le_bytes(entry[..8].try_into().unwrap()) as usize;
            let length = u32::from_le_bytes(entry[8..12].try_into().unwrap()) as usize;
            let block = &bytes[offset..offset + length];
            assert_eq!(entry[12..], xxh3_64(block).to_le_bytes());
            blocks.push(block.to_vec());
        }
        Parts { header, blocks }
    }

    /// Returns the bytes of a file with these parts and correct checksums.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"WINWAYS\n".to_vec();
        bytes.extend((self.header.len() as u32).to_le_bytes());
        bytes.extend(&self.header);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        let mut index = Vec::new();
        for block in &self.blocks {
            index.extend((bytes.len() as u64).to_le_bytes());
            index.extend((block.len() as u32).to_le_bytes());
            index.extend(xxh3_64(block).to_le_bytes());
            bytes.extend(block);
        }
        bytes.extend(&index);
        bytes.extend(xxh3_64(&index).to_le_bytes());
        bytes.extend(b"\nTHE END");
        bytes
    }

    /// Returns the checksum that the manifest stores for the file.
    pub(crate) fn seal(&self) -> String {
        let bytes = self.bytes();
        let blocks: usize = self.blocks.iter().map(Vec::len).sum();
        let front = 12 + self.header.len() + 8;
        let rest = [&bytes[..front], &bytes[front + blocks..]].concat();
        format!("{:016x}", xxh3_64(&rest))
    }

    /// Decodes the records.
    pub(crate) fn codes(&self) -> Vec<u32> {
        let header: serde_json::Value = serde_json::from_slice(&self.header).expect("a header in JSON");
        let (ranks, bits) =
            (header["ranks"].as_u64().unwrap() as usize, header["bits"].as_u64().unwrap() as usize);
        let blocks = self.blocks.iter().map(|block| zstd::decode_all(&block[..]).expect("a block"));
        let bytes: Vec<u8> = blocks.flatten().collect();
        let bit = |place: usize| u32::from(bytes[place / 8] >> (place % 8) & 1);
        let record = |rank: usize| (0..bits).map(|place| bit(rank * bits + place) << place).sum();
        (0..ranks).map(record).collect()
    }
}

/// Returns the text of a manifest with a corrected checksum.
pub(crate) fn sealed(manifest: &str) -> String {
    let start = manifest.rfind("\"checksum\": \"").expect("a manifest has a checksum") + 13;
    let zeros = [&manifest[..start], "0000000000000000", &manifest[start + 16..]].concat();
    let seal = format!("{:016x}", xxh3_64(zeros.as_bytes()));
    [&manifest[..start], &seal, &manifest[start + 16..]].concat()
}
