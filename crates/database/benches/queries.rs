//! Benchmarks queries of a table in the page cache, and sequential writes and reads of a table.

#![allow(missing_docs, reason = "criterion's macros make functions without")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use winways_database::{Identity, Store, Table, verify};
use winways_rules::Play;
use winways_solve::{CheckpointStore, Milestone, NoObserver, RecordKind, SolvedRanks};

/// The number of ranks. They occupy twice as many blocks as a table caches.
const RANKS: u64 = 1 << 25;

fn identity() -> Identity {
    let (game, board, play, records) = ("bench".to_owned(), String::new(), Play::Normal, RecordKind::Values);
    Identity { game, board, play, records, layers: vec![RANKS], shards: 32, rules: None }
}

/// Returns the two-byte code of a rank. The codes are about as irregular as those of games: wins and losses alternate, and
/// the remoteness drifts.
fn code(rank: u64) -> u32 {
    let (row, column) = (rank >> 12, rank & 0xFFF);
    let noise = (rank.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u32;
    let remoteness = ((row / 37 + column / 91) % 280) as u32 + noise / 6;
    2 + 2 * remoteness + (rank & 1) as u32
}

fn shard_codes(store: &Store, shard: u32) -> Vec<u32> {
    store.layout().runs(0, shard).flatten().map(code).collect()
}

fn build(directory: &std::path::Path) {
    let store = Store::create(directory, identity(), || false).expect("a table begins");
    for shard in 0..identity().shards {
        store.store_codes(0, shard, &shard_codes(&store, shard)).expect("codes are kept");
    }
    store.commit(Milestone::Layer(0)).expect("the layer is committed");
}

fn queries(criterion: &mut Criterion) {
    let parent = tempfile::tempdir().expect("a directory");
    let directory = parent.path().join("table");
    build(&directory);
    let table = Table::open(&directory).expect("the table opens");
    let info = table.info().expect("the table is whole");
    println!("{} ranks in {} bytes", RANKS, info.bytes);

    let mut group = criterion.benchmark_group("query");
    let mut rank = 0u64;
    group.bench_function("block not kept", |bencher| {
        bencher.iter(|| {
            // The same block is not read again soon, so nearly every read misses the cache.
            rank = (rank + 8192 + 7) % RANKS;
            black_box(table.code(rank).expect("a code"))
        });
    });
    group.bench_function("random rank", |bencher| {
        bencher.iter(|| {
            rank = rank.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            black_box(table.code(rank >> 39).expect("a code"))
        });
    });
    group.bench_function("block kept", |bencher| {
        bencher.iter(|| black_box(table.code(12_345).expect("a code")));
    });
    group.bench_function("first of a table", |bencher| {
        bencher.iter(|| {
            black_box(Table::open(&directory).expect("the table opens").code(12_345).expect("a code"))
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("whole table");
    group.sample_size(10).throughput(Throughput::Elements(RANKS));
    group.bench_function("read in order", |bencher| {
        let mut codes = vec![0; 1 << 20];
        bencher.iter(|| {
            for start in (0..RANKS).step_by(codes.len()) {
                table.codes(start..start + codes.len() as u64, &mut codes).expect("codes");
            }
        });
    });
    group.bench_function("verify", |bencher| {
        bencher.iter(|| verify(&directory, 1, &NoObserver).expect("a table").records);
    });
    group.finish();

    let mut group = criterion.benchmark_group("shard");
    let store = Store::create(&parent.path().join("other"), identity(), || false).expect("a table begins");
    let codes = shard_codes(&store, 0);
    group.sample_size(10).throughput(Throughput::Elements(codes.len() as u64));
    group.bench_function("keep codes", |bencher| {
        bencher.iter_batched(
            || (),
            |()| store.store_codes(0, 0, &codes).expect("kept"),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, queries);
criterion_main!(benches);
