//! Compares compiled picture files with a slow reference implementation of the manual, which works cell by cell with
//! lists and recursion. The two share only the parser.

mod board;
mod compare;
mod findings;
mod known;
mod matching;
mod moves;
mod play;
mod random;

use compare::{Limits, Report, compare};
use random::{Random, board, file, image};
use winways_notation::parse_pictures;

/// The default number of random files; `WINWAYS_RULESETS` overrides it.
const RULESETS: u64 = 3000;

/// Compares random files for all shapes of boards.
#[test]
fn random_files_agree() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
    };
    let (first, wanted) = (number("WINWAYS_FIRST", 0), number("WINWAYS_RULESETS", RULESETS));
    let most = number("WINWAYS_FAILURES", 1) as usize;
    let limits = Limits { tree: 150, moves: 20, values: 4, sums: 2 };
    let (mut total, mut files, mut failures) = (Report::default(), 0, Vec::new());
    let mut seed = first;
    while files < wanted && failures.len() < most {
        seed += 1;
        let mut random = Random::new(seed);
        let (text, shape, is_fixed) = file(&mut random);
        if parse_pictures(&text).is_err() {
            continue;
        }
        files += 1;
        let mut boards: Vec<_> = (0..2).map(|_| board(&mut random, &text, shape, is_fixed)).collect();
        boards.push(image(&mut random, &boards[0]));
        match compare(&text, &boards, limits) {
            Ok(report) => total.add(report),
            Err(wrong) => failures.push(format!("seed {seed}: {wrong}")),
        }
    }
    println!("{files} files of {}, {total:?}", seed - first);
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(files * 10 > seed - first, "too few files are well formed: {files} of {}", seed - first);
}
