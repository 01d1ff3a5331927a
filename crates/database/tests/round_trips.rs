//! Tests that stored codes are read back, one by one and in ranges, that the description of the format suffices to read a
//! table, and that tables are exported.

mod common;

use common::{Parts, build, codes, files, identity, layers_and_shards, of_shard};
use proptest::prelude::*;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use winways_database::{Store, Table, export_csv, verify};
use winways_solve::{
    CheckpointStore, Counts, HOLE, Layout, Milestone, NoObserver, RecordKind, SolvedRanks, SolvedValue,
};

/// Returns the counts of codes, computed by their definition.
fn counts(records: RecordKind, codes: &[u32]) -> Counts {
    let mut counts = Counts::default();
    for (rank, &code) in codes.iter().enumerate() {
        counts.count(rank as u64, records.of_code(code));
    }
    if records == RecordKind::Outcomes {
        counts.farthest = None;
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_kept_comes_back(
        seed in any::<u64>(),
        (layers, shards) in layers_and_shards(),
        greatest in prop_oneof![Just(0u32), 1u32..200, Just(40_000u32)],
        outcomes in any::<bool>(),
        pieces in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 4),
    ) {
        let parent = common::temporary();
        let directory = parent.path().join("table");
        let records = if outcomes { RecordKind::Outcomes } else { RecordKind::Values };
        let identity = identity(&layers, shards, records);
        let codes = codes(seed, &layers, greatest);
        build(&directory, &identity, &codes);
        let kept: Vec<u32> = codes.iter().map(|&code| records.of_code(code)).collect();

        let table = Table::open(&directory).unwrap();
        prop_assert!(table.is_complete());
        prop_assert_eq!(table.identity(), &identity);
        prop_assert_eq!(table.counts(), &counts(records, &codes));
        let mut all = vec![HOLE; codes.len()];
        table.codes(table.ranks(), &mut all).unwrap();
        prop_assert_eq!(&all, &kept);
        for (start, end) in pieces {
            let (start, end) = (start.index(codes.len() + 1), end.index(codes.len() + 1));
            let (start, end) = (start.min(end), start.max(end));
            let mut piece = vec![7; end - start];
            table.codes(start as u64..end as u64, &mut piece).unwrap();
            prop_assert_eq!(&piece, &kept[start..end]);
            if start < end {
                let value = table.value(start as u64);
                prop_assert_eq!(value.is_err(), outcomes);
                prop_assert!(outcomes || value.unwrap() == SolvedValue::of_code(kept[start]));
                prop_assert_eq!(table.code(start as u64).unwrap(), kept[start]);
            }
        }
        prop_assert!(table.code(codes.len() as u64).is_err());
        prop_assert!(table.code(u64::MAX).is_err());
        let found = verify(&directory, 2, &NoObserver).unwrap();
        prop_assert!(found.damage.is_empty(), "{:?}", found.damage);
        prop_assert_eq!(found.records, codes.len() as u64);
        prop_assert_eq!(found.bytes, table.info().unwrap().bytes);
        prop_assert_eq!(found.bytes, files(&directory).values().map(|bytes| bytes.len() as u64).sum::<u64>());
    }

    #[test]
    fn the_description_of_the_format_suffices_to_read_it(
        seed in any::<u64>(),
        (layers, shards) in layers_and_shards(),
        greatest in prop_oneof![Just(0u32), 1u32..200, Just(40_000u32)],
        outcomes in any::<bool>(),
    ) {
        let parent = common::temporary();
        let records = if outcomes { RecordKind::Outcomes } else { RecordKind::Values };
        let identity = identity(&layers, shards, records);
        let codes = codes(seed, &layers, greatest);
        build(parent.path(), &identity, &codes);
        let layout = Layout::new(&layers, shards);
        let files = files(parent.path());
        let mut expected = 1;
        let manifest = String::from_utf8(files["manifest.json"].clone()).unwrap();
        prop_assert_eq!(&common::sealed(&manifest), &manifest);
        for layer in 0..layers.len() {
            for shard in 0..shards {
                let name = format!("layer-{layer}-shard-{shard}.codes");
                if layout.len(layer, shard) == 0 {
                    prop_assert!(!files.contains_key(&name));
                    continue;
                }
                expected += 1;
                let parts = Parts::read(&files[&name]);
                prop_assert_eq!(&parts.bytes(), &files[&name]);
                prop_assert!(manifest.contains(&parts.seal()));
                let kept = of_shard(&layout, &codes, layer, shard);
                let kept: Vec<u32> = kept.into_iter().map(|code| records.of_code(code)).collect();
                prop_assert_eq!(parts.codes(), kept);
            }
        }
        prop_assert_eq!(files.len(), expected);
    }
}

#[test]
fn threads_can_query_concurrently() {
    let parent = common::temporary();
    let identity = identity(&[150_000], 8, RecordKind::Values);
    let codes = codes(5, &identity.layers, 500);
    build(parent.path(), &identity, &codes);
    let table = Table::open(parent.path()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4u64 {
            let (table, codes) = (&table, &codes);
            scope.spawn(move || {
                let mut random = SplitMix64::seed_from_u64(thread);
                for _ in 0..5000 {
                    let rank = random.next_u64() % codes.len() as u64;
                    assert_eq!(table.code(rank).unwrap(), codes[rank as usize]);
                }
            });
        }
    });
}

#[test]
fn tables_are_exported_as_csv() {
    let parent = common::temporary();
    let values = [Some(SolvedValue::Lost(0)), None, Some(SolvedValue::Won(1)), Some(SolvedValue::Drawn)];
    let codes: Vec<u32> = values.iter().map(|value| value.map_or(HOLE, SolvedValue::code)).collect();
    for (records, expected) in [
        (
            RecordKind::Values,
            "rank,position,outcome,remoteness\n0,\"a, 0\",P,0\n2,\"a, 2\",N,1\n3,\"a, 3\",D,\n",
        ),
        (
            RecordKind::Outcomes,
            "rank,position,outcome,remoteness\n0,\"a, 0\",P,\n2,\"a, 2\",N,\n3,\"a, 3\",D,\n",
        ),
    ] {
        let directory = parent.path().join(format!("{records:?}"));
        build(&directory, &identity(&[3, 1], 2, records), &codes);
        let mut out = Vec::new();
        let table = Table::open(&directory).unwrap();
        let count = export_csv(&table, &mut |rank| format!("a, {rank}"), &mut out, &NoObserver).unwrap();
        assert_eq!((count, String::from_utf8(out).unwrap().as_str()), (3, expected));
    }
}

#[cfg(feature = "parquet")]
#[test]
fn tables_are_exported_as_parquet() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let parent = common::temporary();
    let identity = identity(&[9000, 30], 3, RecordKind::Values);
    let codes = codes(4, &identity.layers, 50);
    build(parent.path(), &identity, &codes);
    let table = Table::open(parent.path()).unwrap();
    let path = parent.path().join("out.parquet");
    let mut out = std::fs::File::create(&path).unwrap();
    let count =
        winways_database::export_parquet(&table, &mut |rank| format!("p{rank}"), &mut out, &NoObserver)
            .unwrap();
    assert_eq!(count, table.counts().positions());
    let reader = SerializedFileReader::try_from(path.as_path()).unwrap();
    let mut rows = reader.get_row_iter(None).unwrap();
    for (rank, &code) in codes.iter().enumerate() {
        let Some(value) = SolvedValue::of_code(code) else { continue };
        let row: Vec<Field> =
            rows.next().unwrap().unwrap().into_columns().into_iter().map(|(_, field)| field).collect();
        let outcome = match value {
            SolvedValue::Won(_) => "N",
            SolvedValue::Lost(_) => "P",
            SolvedValue::Drawn => "D",
        };
        let remoteness = value.remoteness().map_or(Field::Null, Field::UInt);
        let expected = [
            Field::ULong(rank as u64),
            Field::Str(format!("p{rank}")),
            Field::Str(outcome.into()),
            remoteness,
        ];
        assert_eq!(row, expected);
    }
    assert!(rows.next().is_none());
}

#[test]
fn points_are_limited_by_the_number_of_layers() {
    let parent = common::temporary();
    let identity = identity(&[1, 1, 2], 1, RecordKind::Points);
    let directory = parent.path().join("right");
    build(&directory, &identity, &[HOLE, 0, SolvedValue::Lost(2).code(), SolvedValue::Won(1).code()]);
    let table = Table::open(&directory).unwrap();
    assert_eq!(table.value(3), Ok(Some(SolvedValue::Won(1))));
    assert_eq!((&table.counts().lost[..], table.counts().farthest), (&[0, 0, 1][..], Some(2)));
    assert_eq!(table.identity().to_string(), "fake 7 \"quoted\" (normal play, points, 4 ranks in 1 shard)");
    let mut csv = Vec::new();
    export_csv(&table, &mut |rank| format!("p{rank}"), &mut csv, &NoObserver).unwrap();
    let expected = "rank,position,outcome,points\n1,p1,D,0\n2,p2,P,-2\n3,p3,N,1\n";
    assert_eq!(String::from_utf8(csv).unwrap(), expected);

    for wrong in [SolvedValue::Won(3), SolvedValue::Won(0), SolvedValue::Lost(0)] {
        let directory = parent.path().join(wrong.to_string());
        let store = Store::create(&directory, identity.clone(), || false).unwrap();
        for (layer, codes) in [(0, &[HOLE][..]), (1, &[0]), (2, &[0, wrong.code()])] {
            store.store_codes(layer, 0, codes).unwrap();
            let committed = store.commit(Milestone::Layer(layer));
            assert_eq!(committed.is_err(), layer == 2, "{wrong}: {committed:?}");
        }
    }
}
