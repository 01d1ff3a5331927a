//! Files of rules as pictures, compiled, against a slow reading of the same files: cell by cell, with lists and recursion, straight
//! from what the manual says of pictures. Nothing is shared with the compiler but the tree that the parser makes.

mod board;
mod compare;
mod known;
mod matching;
mod moves;
mod play;
mod random;

use compare::{Limits, Report, compare};
use random::{Random, board, file, image};
use winways_notation::parse_pictures;

/// How many files at random are compared, if `WINWAYS_RULESETS` does not say.
const RULESETS: u64 = 3000;

/// Files at random, of all shapes of boards.
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
