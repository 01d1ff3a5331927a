//! CPU time of whole processes: `judge` on the largest legal input of each problem, and `solve` on large positions.
//!
//! Run with `cargo bench -p winways-cli --bench whole_process`. Each line shows the least and the median CPU time (user and
//! system) of several runs, and the target if there is one. Times on a shared machine are noisy: compare lines of the same run.

use nix::sys::resource::{UsageWho, getrusage};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const RUNS: usize = 9;

/// A command to measure.
struct Case {
    name: String,
    arguments: Vec<String>,
    input: String,
    target: Option<Duration>,
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the inputs");
    println!("{:28} {:>10} {:>10} {:>10} {:>10}", "CPU time, ms", "least", "median", "target", "input");
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for case in cases() {
        if wanted.is_empty() || wanted.iter().any(|word| case.name.contains(word.as_str())) {
            measure(&case, folder.path());
        }
    }
}

fn measure(case: &Case, folder: &Path) {
    let path: PathBuf = folder.join("input");
    fs::write(&path, &case.input).expect("the input can be written");
    let mut times: Vec<Duration> = (0..RUNS).map(|_| cpu_time(&case.arguments, &path)).collect();
    times.sort();
    let milliseconds = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
    let target = case.target.map_or(String::new(), milliseconds);
    let size = format!("{} KiB", case.input.len().div_ceil(1024));
    let (least, median) = (milliseconds(times[0]), milliseconds(times[RUNS / 2]));
    println!("{:28} {least:>10} {median:>10} {target:>10} {size:>10}", case.name);
}

fn cpu_time(arguments: &[String], input: &Path) -> Duration {
    let before = children_cpu_time();
    let status = Command::new(env!("CARGO_BIN_EXE_winways"))
        .args(arguments)
        .stdin(fs::File::open(input).expect("the input"))
        .stdout(Stdio::null())
        .status()
        .expect("the program runs");
    assert!(status.success(), "{arguments:?} fails");
    let after = children_cpu_time();
    after - before
}

fn children_cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the kernel reports the CPU time");
    let time =
        |time: nix::sys::time::TimeVal| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000);
    time(usage.user_time()) + time(usage.system_time())
}

/// A random number generator with a fixed seed, so that the inputs are the same in every run.
struct Random(SplitMix64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(SplitMix64::seed_from_u64(seed))
    }

    /// Returns a number from `least` to `most`.
    fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.0.next_u64() % (most - least + 1)
    }

    fn numbers(&mut self, count: usize, least: u64, most: u64) -> String {
        let numbers: Vec<String> = (0..count).map(|_| self.between(least, most).to_string()).collect();
        numbers.join(" ")
    }

    fn ascending(&mut self, count: usize, least: u64, most: u64) -> String {
        let mut numbers: Vec<u64> = (0..count).map(|_| self.between(least, most)).collect();
        numbers.sort_unstable();
        numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }
}

fn cases() -> Vec<Case> {
    let mut random = Random::new(2026);
    let problems = LARGEST.iter().map(|(name, generate)| Case {
        name: (*name).to_owned(),
        arguments: vec!["judge".to_owned(), (*name).to_owned()],
        input: generate(&mut random),
        target: Some(Duration::from_millis(if *name == "hdu2176" { 100 } else { 50 })),
    });
    let mut cases: Vec<Case> = problems.collect();
    let solve = |game: &str| vec!["solve".to_owned(), game.to_owned()];
    cases.push(Case {
        name: "solve nim, 10^7 heaps".to_owned(),
        arguments: solve("nim"),
        input: random.numbers(10_000_000, 0, u64::MAX - 1),
        target: Some(Duration::from_millis(500)),
    });
    for (what, vertices) in [("5*10^5", 500_000), ("10^6", 1_000_000)] {
        cases.push(Case {
            name: format!("hackenbush 10^6 e, {what} v"),
            arguments: solve("hackenbush-green"),
            input: graph(&mut random, vertices, 1_000_000),
            target: Some(Duration::from_millis(500)),
        });
    }
    cases
}

fn graph(random: &mut Random, vertices: u64, edges: usize) -> String {
    let edge = |random: &mut Random| {
        format!("{}-{}:g", random.between(0, vertices - 1), random.between(0, vertices - 1))
    };
    (0..edges).map(|_| edge(random)).collect::<Vec<_>>().join(" ")
}

fn lines(cases: usize, mut line: impl FnMut() -> String) -> String {
    (0..cases).map(|_| line() + "\n").collect()
}

type Generate = fn(&mut Random) -> String;

/// Generators of the largest legal input of each problem. A problem whose input extends to the end of the file gets 1,000
/// cases.
const LARGEST: &[(&str, Generate)] = &[
    ("hdu1846", |r| format!("100\n{}", lines(100, || r.numbers(2, 1, 1000)))),
    ("u66339", |r| format!("1000\n{}", lines(1000, || r.numbers(2, 1, 1_000_000_000_000_000_000)))),
    ("count_to_n", |r| lines(1000, || r.numbers(2, 1, 1_000_000_000_000_000_000))),
    ("hdu1847", |r| lines(1000, || r.numbers(1, 1, 1000))),
    ("hdu2149", |r| lines(1000, || format!("{} 1099", r.between(1, 20)))),
    ("hdu2188", |r| {
        format!("1000\n{}", lines(1000, || format!("{} {}", r.between(1, 9999), r.between(1, 10))))
    }),
    ("poj1067", |r| lines(1000, || r.numbers(2, 0, 1_000_000_000))),
    ("hdu2177", |r| format!("{}0 0\n", lines(1000, || r.ascending(2, 1, 1_000_000)))),
    ("wythoff_pairs", |r| lines(1000, || r.numbers(1, 0, 1_000_000_000_000_000_000))),
    ("p2197", |r| format!("10\n{}", lines(10, || format!("10000\n{}", r.numbers(10_000, 0, 9_999))))),
    ("hdu1849", |r| format!("{}0\n", lines(1000, || format!("1000\n{}", r.numbers(1000, 0, 1000))))),
    ("hdu1850", |r| format!("{}0\n", lines(1000, || format!("100\n{}", r.numbers(100, 1, 1_000_000))))),
    ("hdu2176", |r| format!("200000\n{}\n0\n", r.numbers(200_000, 1, 2_000_000_000))),
    ("hdu1907", |r| format!("474\n{}", lines(474, || format!("47\n{}", r.numbers(47, 1, 4747))))),
    ("hdu2509", |r| lines(1000, || format!("100\n{}", r.numbers(100, 1, 100)))),
    ("match_nim", |r| lines(1000, || format!("100\n{}", r.numbers(100, 0, 1000)))),
    ("staircase_nim", |r| format!("1000\n{}", lines(1000, || format!("100 {}", r.numbers(100, 0, 1000))))),
    ("p2575", |r| format!("100\n{}", lines(100, || format!("1000\n{}", lines(1000, || full_row(r)))))),
    ("p3480", |r| format!("10\n{}", lines(10, || format!("1000\n{}", r.ascending(1000, 0, 10))))),
    ("hdu1536", |r| format!("{}0\n", lines(10, || s_nim(r)))),
    ("hdu1848", |r| format!("{}0 0 0\n", lines(1000, || r.numbers(3, 1, 1000)))),
    ("hdu2147", |r| format!("{}0 0\n", lines(1000, || r.numbers(2, 1, 2000)))),
    ("hdu1079", |r| format!("1000\n{}", lines(1000, || format!("{} 1 1", r.between(1900, 2001))))),
    ("hdu1517", |r| lines(1000, || r.numbers(1, 2, 4_294_967_294))),
    ("hdu1404", |r| lines(1000, || r.between(100_000, 999_999).to_string())),
    ("bamboo_green", |r| {
        format!("10\n{}", lines(10, || format!("100000\n{}", r.numbers(100_000, 0, 2_147_483_647))))
    }),
    ("sg_dag", acyclic_graph),
    ("grundy_split", |r| {
        let far = |r: &mut Random| r.between(1, 1_000_000_000_000);
        lines(200, || {
            format!(
                "kayles {}\ndawson {}\nlasker {}\ngrundy {}\nsub 1,3,4,{} {}",
                far(r),
                far(r),
                far(r),
                r.between(9_000, 10_000),
                r.between(5, 100),
                r.between(1, 10_000)
            )
        })
    }),
];

fn full_row(random: &mut Random) -> String {
    let cells: Vec<String> =
        (1..=20u64).filter(|_| random.between(0, 3) > 0).map(|cell| cell.to_string()).collect();
    format!("{} {}", cells.len(), cells.join(" "))
}

fn s_nim(random: &mut Random) -> String {
    let set = random.numbers(100, 1, 10_000);
    let positions = lines(100, || format!("100 {}", random.numbers(100, 0, 10_000)));
    format!("100 {set}\n100\n{positions}")
}

fn acyclic_graph(random: &mut Random) -> String {
    let (vertices, edges, tokens) = (1000, 5000, 1000);
    let edges = lines(edges, || {
        let u = random.between(0, vertices - 2);
        format!("{u} {}", random.between(u + 1, vertices - 1))
    });
    format!("{vertices} 5000 {tokens}\n{edges}{}\n", Random::new(7).numbers(tokens, 0, vertices - 1))
}
