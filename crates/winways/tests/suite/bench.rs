//! The quick cases of `winways bench` reproduce their stored results.

use std::fs;
use std::path::Path;
use winways::internal::{BenchCase, BenchResult, bench_cases};
use winways::{Budget, NoObserver};

fn quick_cases() -> impl Iterator<Item = &'static BenchCase> {
    bench_cases().iter().filter(|case| case.is_quick)
}

fn run(case: &BenchCase, budget: Budget) -> BenchResult {
    case.run(budget, &NoObserver).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

/// Returns the lines of the file: a heading, one line for each quick case, and one line for each of its parts.
fn lines() -> Vec<String> {
    let mut lines = vec!["name\tcount\tchecksum".to_owned()];
    for case in quick_cases() {
        let result = run(case, Budget::DEFAULT);
        lines.push(format!("{}\t{}\t{:016x}", case.name, result.count, result.checksum));
        let part = |part: &winways::internal::BenchPart| {
            format!("{}/{}\t\t{:016x}", case.name, part.name, part.checksum)
        };
        lines.extend(result.parts.iter().map(part));
    }
    lines
}

#[test]
fn checksums_equal_those_in_the_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/data/bench.tsv");
    let found = lines();
    if std::env::var_os("UPDATE_BENCH").is_some() {
        fs::write(&path, found.join("\n") + "\n").expect("the file can be written");
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    let expected: Vec<&str> = text.lines().collect();
    let changed: Vec<&String> = found.iter().filter(|line| !expected.contains(&line.as_str())).collect();
    assert!(
        changed.is_empty(),
        "these differ from {} (UPDATE_BENCH=1 accepts them): {changed:#?}",
        path.display()
    );
    assert_eq!(found.len(), expected.len(), "some cases of {} are gone (UPDATE_BENCH=1)", path.display());
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    for case in quick_cases() {
        let of = |threads| run(case, Budget { threads, ..Budget::DEFAULT });
        let (one, two) = (of(1), of(2));
        assert_eq!((one.checksum, one.parts), (two.checksum, two.parts), "{}", case.name);
    }
}

#[test]
fn names_are_distinct_and_checksums_too() {
    let mut names: Vec<&str> = bench_cases().iter().map(|case| case.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    // Only the two engines for the same board have equal results.
    let results = quick_cases().map(|case| (run(case, Budget::DEFAULT).checksum, case.name));
    let mut results: Vec<(u64, &str)> = results.collect();
    results.sort_unstable();
    let same: Vec<_> =
        results.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[0].1, pair[1].1)).collect();
    assert_eq!(same, [("chase/12-bitmaps", "chase/12-messages")]);
}

#[test]
fn a_stopped_case_has_no_result() {
    let case = bench_cases().iter().find(|case| case.name == "chase/12-messages").expect("it is in the list");
    let budget = Budget { memory: 1000, ..Budget::DEFAULT };
    assert!(matches!(case.run(budget, &NoObserver), Err(winways::internal::BenchError::Stopped(_))));
}
