//! Tests of directories that contain no valid table, and of forged files with correct checksums.

mod common;

use common::{Parts, build, codes, files, identity, of_shard, sealed};
use std::fs;
use std::path::Path;
use winways_database::{Error, Info, Store, Table, list, verify, verify_within};
use winways_rules::Play;
use winways_solve::{Budget, CheckpointStore, NoObserver, RecordKind, StopReason};

/// Reads a directory in every way, and returns the error messages.
fn error_messages(directory: &Path) -> String {
    let mut error_messages = String::new();
    match Table::open(directory) {
        Err(error) => error_messages += &error.to_string(),
        Ok(table) => {
            for rank in (0..200).chain([u64::MAX]) {
                if let Err(error) = table.code(rank) {
                    error_messages += &error.to_string();
                }
            }
        }
    }
    match verify(directory, 1, &NoObserver) {
        Err(error) => error_messages += &error.to_string(),
        Ok(found) => error_messages.extend(found.damage.iter().map(Error::to_string)),
    }
    for found in list(directory).into_iter().flatten() {
        error_messages += &found.map_or_else(|error| error.to_string(), |_| String::new());
    }
    error_messages
}

#[test]
fn directories_in_which_no_table_can_begin() {
    let parent = common::temporary();
    let asked = identity(&[10], 1, RecordKind::Values);
    let create = |path: &Path| Store::create(path, asked.clone(), || false).map(drop);

    let file = parent.path().join("file");
    fs::write(&file, "text").unwrap();
    assert!(matches!(create(&file), Err(Error::Io { .. })));
    assert!(matches!(create(&file.join("below")), Err(Error::Io { .. })));
    assert!(matches!(Table::open(&file), Err(Error::Io { .. })));
    assert!(matches!(Table::open(&parent.path().join("nowhere")), Err(Error::Io { .. })));
    assert!(matches!(list(&file), Err(Error::Io { .. })));

    assert!(matches!(create(parent.path()), Err(Error::NotEmpty { other, .. }) if other == "file"));
    assert!(matches!(Table::open(parent.path()), Err(Error::NoTable { .. })));
    assert!(matches!(verify(parent.path(), 1, &NoObserver), Err(Error::NoTable { .. })));
    let orphan = parent.path().join("orphan");
    fs::create_dir(&orphan).unwrap();
    fs::write(orphan.join("layer-0-shard-0.codes"), "").unwrap();
    assert!(matches!(create(&orphan), Err(Error::NotEmpty { .. })));

    let others = [
        winways_database::Identity { game: "other".into(), ..asked.clone() },
        winways_database::Identity { board: "other".into(), ..asked.clone() },
        winways_database::Identity { play: Play::Misere, ..asked.clone() },
        winways_database::Identity { shards: 2, ..asked.clone() },
        winways_database::Identity { layers: vec![11], ..asked.clone() },
        winways_database::Identity { records: RecordKind::Outcomes, ..asked.clone() },
    ];
    let taken = parent.path().join("taken");
    create(&taken).unwrap();
    assert!(matches!(create(&taken), Err(Error::Begun { .. })));
    for other in &others {
        let refused = Store::create(&taken, other.clone(), || false).map(drop);
        assert!(matches!(refused, Err(Error::Other { .. })), "{refused:?}");
        let refused = Store::resume(&taken, other.clone(), || false).map(drop);
        assert!(matches!(refused, Err(Error::Other { .. })), "{refused:?}");
        assert!(matches!(Store::join(&taken, other), Err(Error::Other { .. })));
    }
    let same_size = winways_database::Identity { layers: vec![4, 6], ..asked.clone() };
    assert!(matches!(Store::resume(&taken, same_size, || false), Err(Error::Damaged { .. })));

    fs::remove_file(taken.join("lock")).unwrap();
    let refused = Store::resume(&taken, others[0].clone(), || false);
    assert!(matches!(refused, Err(Error::Other { .. })));
    assert_eq!(files(&taken).len(), 1, "another table is left as it was");
    let store = Store::resume(&taken, asked.clone(), || false).unwrap();
    assert!(matches!(Store::resume(&taken, asked.clone(), || false), Err(Error::Locked { .. })));
    store.store_codes(0, 0, &[0; 10]).unwrap();
    store.commit(winways_solve::Milestone::Layer(0)).unwrap();
    drop(store);
    assert!(matches!(create(&taken), Err(Error::Complete { .. })));
    let identity = winways_database::Identity { shards: 0, ..asked.clone() };
    assert!(matches!(Store::create(&parent.path().join("none"), identity, || false), Err(Error::Refused(_))));
}

#[test]
fn a_directory_without_permission_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let parent = common::temporary();
    let asked = identity(&[10], 1, RecordKind::Values);
    let directory = parent.path().join("table");
    let store = Store::create(&directory, asked.clone(), || false).unwrap();
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o555)).unwrap();
    // A privileged user may write despite the permissions.
    let allowed = fs::write(directory.join("probe"), "").is_ok();
    if !allowed {
        let error = store.store_codes(0, 0, &[0; 10]).unwrap_err().to_string();
        assert!(error.contains("Permission denied") && error.contains("layer-0"), "{error}");
    }
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();

    // A directory in place of the file is refused for every user.
    fs::create_dir_all(directory.join("layer-0-shard-0.codes.partial")).unwrap();
    let error = store.store_codes(0, 0, &[0; 10]).unwrap_err().to_string();
    assert!(error.contains("cannot write") && error.contains("layer-0-shard-0.codes"), "{error}");
}

#[test]
fn tables_of_newer_versions_are_reported() {
    let parent = common::temporary();
    build(parent.path(), &identity(&[100], 1, RecordKind::Values), &codes(1, &[100], 9));
    let original = files(parent.path());
    let manifest = String::from_utf8(original["manifest.json"].clone()).unwrap();
    let newer = manifest.replace("\"version\": 1,", "\"version\": 2,\n  \"colour\": \"blue\",");
    fs::write(parent.path().join("manifest.json"), newer).unwrap();
    assert!(matches!(Table::open(parent.path()), Err(Error::Newer { version: 2, known: 1, .. })));
    let refused = Store::create(parent.path(), identity(&[100], 1, RecordKind::Values), || false);
    assert!(matches!(refused, Err(Error::Newer { .. })));

    let mut parts = Parts::read(&original["layer-0-shard-0.codes"]);
    let (before, header) = (parts.seal(), String::from_utf8(parts.header).unwrap());
    parts.header = header.replacen("{\"version\":1,", "{\"version\":3,\"colour\":\"blue\",", 1).into_bytes();
    fs::write(parent.path().join("layer-0-shard-0.codes"), parts.bytes()).unwrap();
    fs::write(parent.path().join("manifest.json"), sealed(&manifest.replace(&before, &parts.seal())))
        .unwrap();
    let error = Table::open(parent.path()).unwrap().code(0).unwrap_err();
    assert!(matches!(error, Error::Newer { version: 3, .. }), "{error}");
}

/// Replaces texts in the manifest and in the header, and corrects all checksums.
fn forge(
    directory: &Path,
    manifest: &str,
    file: &[u8],
    changes: &[(&str, &str)],
    in_header: &[(&str, &str)],
) {
    let mut parts = Parts::read(file);
    let before = parts.seal();
    let mut header = String::from_utf8(parts.header.clone()).unwrap();
    for (from, to) in in_header {
        assert!(header.contains(from), "{header} has no {from}");
        header = header.replacen(from, to, 1);
    }
    parts.header = header.into_bytes();
    let mut manifest = manifest.replace(&before, &parts.seal());
    for (from, to) in changes {
        assert!(manifest.contains(from), "{manifest} has no {from}");
        manifest = manifest.replacen(from, to, 1);
    }
    fs::write(directory.join("manifest.json"), sealed(&manifest)).unwrap();
    fs::write(directory.join("layer-0-shard-0.codes"), parts.bytes()).unwrap();
}

#[test]
fn forged_numbers_take_neither_memory_nor_the_program() {
    let parent = common::temporary();
    let directory = parent.path();
    let identity = identity(&[100], 1, RecordKind::Values);
    let mut values = vec![0; 97];
    values.extend([2, 3, 5]);
    build(directory, &identity, &values);
    let original = files(directory);
    let manifest = String::from_utf8(original["manifest.json"].clone()).unwrap();
    let file = &original["layer-0-shard-0.codes"];
    let huge = "18446744073709551615";
    let (many, ranks) = ("35184372088832", "\"layers\": [100]");
    let layer_of = |size: &str| format!("\"layers\": [{size}]");
    let (of_many, of_huge, of_two) = (layer_of(many), layer_of(huge), layer_of(&format!("{huge},100")));
    let drawn = format!("\"drawn\":{}", 35_184_372_088_832u64 - 3);
    let one = "\"won\":[[0,1],";
    let (remote, more) = (one.replace("0,", "1073741821,"), one.replace(",1]", &format!(",{huge}]")));
    let [none, most, great, greater] =
        ["0", "65536", "4294967295", huge].map(|shards| format!("\"shards\": {shards}"));
    let header_many = format!("\"ranks\":{many}");
    let header_layers = format!("\"layers\":[{many}]");
    type Changes<'a> = Vec<(&'a str, &'a str)>;
    let forgeries: Vec<(Changes<'_>, Changes<'_>)> = vec![
        (vec![(ranks, &of_many)], vec![]),
        (vec![(ranks, &of_many), ("\"drawn\":97", &drawn)], vec![]),
        (
            vec![(ranks, &of_many), ("\"drawn\":97", &drawn)],
            vec![
                ("\"layers\":[100]", &header_layers),
                ("\"ranks\":100", &header_many),
                ("\"drawn\":97", &drawn),
            ],
        ),
        (vec![(ranks, &of_huge)], vec![]),
        (vec![(ranks, &of_two)], vec![]),
        (vec![("\"shards\": 1", &none)], vec![]),
        (vec![("\"shards\": 1", &most)], vec![]),
        (vec![("\"shards\": 1", &great)], vec![]),
        (vec![("\"shards\": 1", &greater)], vec![]),
        (vec![(one, &remote)], vec![]),
        (vec![(one, &more)], vec![]),
        (vec![], vec![("\"won\":[[0,1],[1,1]]", "\"won\":[[0,1],[1073741821,1]]")]),
        (vec![], vec![("\"ranks\":100", "\"ranks\":18446744073709551615")]),
        (vec![], vec![("\"bits\":8", "\"bits\":32")]),
        (vec![], vec![("\"bits\":8", "\"bits\":4294967295")]),
        (vec![], vec![("\"bits\":8", "\"bits\":2")]),
        (vec![], vec![("\"drawn\":97", "\"drawn\":96")]),
        (vec![], vec![("\"shard\":0", "\"shard\":1")]),
        (vec![], vec![("\"round\":null", "\"round\":1")]),
        (vec![], vec![("\"farthest\":99", "\"farthest\":98")]),
        (vec![], vec![("{\"version\":1,", "{\"version\":1, ")]),
        (vec![("\"farthest\":99", "\"farthest\":98")], vec![]),
        (vec![("\"round\": null", "\"round\": {\n    \"number\": 1,\n    \"files\": []\n  }")], vec![]),
        (vec![("\"play\": \"normal\"", "\"play\": \"strange\"")], vec![]),
        (vec![("\"game\": \"fake\"", "\"game\": \"real\"")], vec![]),
    ];
    for (changes, in_header) in &forgeries {
        forge(directory, &manifest, file, changes, in_header);
        let error_messages = error_messages(directory);
        assert!(error_messages.contains("damaged"), "{changes:?} {in_header:?} passes: {error_messages}");
    }
}

#[test]
fn forged_blocks_and_texts_are_refused() {
    let parent = common::temporary();
    let directory = parent.path();
    build(directory, &identity(&[100], 1, RecordKind::Values), &codes(1, &[100], 9));
    let original = files(directory);
    let manifest = String::from_utf8(original["manifest.json"].clone()).unwrap();
    let file = &original["layer-0-shard-0.codes"];
    let kept = Parts::read(file);
    // A frame that would fill the memory, one that is too short, an invalid one, and an empty block.
    let bomb = zstd::encode_all(&vec![0; 64 << 20][..], 19).unwrap();
    assert!(bomb.len() < 16_384);
    let blocks = [bomb, zstd::encode_all(&[0; 99][..], 3).unwrap(), b"no frame".to_vec(), Vec::new()];
    for block in blocks {
        let parts = Parts { header: kept.header.clone(), blocks: vec![block] };
        fs::write(directory.join("layer-0-shard-0.codes"), parts.bytes()).unwrap();
        let forged = sealed(&manifest.replace(&kept.seal(), &parts.seal()));
        fs::write(directory.join("manifest.json"), forged).unwrap();
        let error_messages = error_messages(directory);
        assert!(error_messages.contains("damaged"), "{error_messages}");
    }
    // Values other than those that the header counts: only `verify` can notice.
    let other = zstd::encode_all(&[0; 100][..], 3).unwrap();
    let parts = Parts { header: kept.header.clone(), blocks: vec![other] };
    fs::write(directory.join("layer-0-shard-0.codes"), parts.bytes()).unwrap();
    fs::write(directory.join("manifest.json"), sealed(&manifest.replace(&kept.seal(), &parts.seal())))
        .unwrap();
    assert!(error_messages(directory).contains("counts of positions"), "{}", error_messages(directory));

    let nested = "[".repeat(100_000);
    let texts =
        ["", "{}", "null", "[]", "\0", &nested, "{\"format\": \"winways table\"}", "{\"version\": 99}"];
    for text in texts {
        fs::write(directory.join("manifest.json"), text).unwrap();
        assert!(error_messages(directory).contains("damaged"), "{text}: {}", error_messages(directory));
    }
    // The same manifest, serialised differently.
    for (from, to) in [("  \"", " \""), ("\n", "\r\n"), ("\"fake\"", "\"\\u0066ake\""), ("100", "1e2")] {
        fs::write(directory.join("manifest.json"), sealed(&manifest.replace(from, to))).unwrap();
        assert!(error_messages(directory).contains("damaged"), "{from}");
    }
}

#[test]
fn tables_below_a_directory_are_listed() {
    let parent = common::temporary();
    let asked = identity(&[10, 20_000], 2, RecordKind::Values);
    let codes = codes(2, &asked.layers, 9);
    build(&parent.path().join("b/whole"), &asked, &codes);
    let store = Store::create(&parent.path().join("a"), asked.clone(), || false).unwrap();
    for shard in 0..2 {
        store.store_codes(0, shard, &of_shard(store.layout(), &codes, 0, shard)).unwrap();
    }
    store.commit(winways_solve::Milestone::Layer(0)).unwrap();
    fs::create_dir_all(parent.path().join("c/empty")).unwrap();
    fs::create_dir_all(parent.path().join("c/broken")).unwrap();
    fs::write(parent.path().join("c/broken/manifest.json"), "{").unwrap();
    let tables = list(parent.path()).unwrap();
    let complete: Vec<Option<bool>> =
        tables.iter().map(|found| found.as_ref().ok().map(|info| info.is_complete)).collect();
    assert_eq!(complete, [Some(false), Some(true), None]);
    let whole = tables[1].as_ref().unwrap();
    assert_eq!(whole, &Info::read(&parent.path().join("b/whole")).unwrap());
    assert_eq!(whole.identity, asked);
    assert_eq!(whole.counts.positions() + whole.counts.holes, 20_010);
}

/// Memory for a long manifest must not be allocated before it is known to fit the limit.
#[test]
fn a_manifest_is_read_only_where_there_is_room_for_it() {
    let parent = common::temporary();
    let directory = parent.path();
    build(directory, &identity(&[10, 20_000], 2, RecordKind::Values), &codes(2, &[10, 20_000], 9));
    let path = directory.join("manifest.json");
    let length = fs::metadata(&path).unwrap().len();
    let within = |memory: u64| {
        let budget = Budget { memory, ..Budget::DEFAULT };
        [
            Table::open_within(directory, memory).map(drop),
            Info::read_within(directory, memory).map(drop),
            verify_within(directory, budget, &NoObserver).map(drop),
        ]
    };
    assert!(within(8 * length).iter().all(Result::is_ok));
    let refuses = |memory: u64| {
        let limit = Some(StopReason::Memory { limit: memory });
        within(memory).into_iter().all(|result| match result {
            Err(Error::Stopped(stopped)) => Some(stopped.reason) == limit,
            _ => false,
        })
    };
    assert!(refuses(8 * length - 1) && refuses(0));
    // A gibibyte of zeros takes no space on the disk, but the system reports the full length.
    fs::File::options().write(true).open(&path).unwrap().set_len(1 << 30).unwrap();
    assert!(refuses(1 << 24));
    fs::File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
    assert!(matches!(Table::open(directory), Err(Error::Damaged { .. })));
}
