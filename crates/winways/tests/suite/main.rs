//! The integration tests of the crate, compiled as one program with a module for each topic.

mod bench;
mod beyond_games;
mod bound_names;
mod brute_force;
mod calculator;
mod certificates;
mod consistency;
mod custom;
mod entailing;
mod expressions;
mod interruptions;
mod large_heaps;
mod library_page;
mod limits;
mod loopy;
mod loopy_sums;
mod loopy_values;
mod misere;
mod numbers;
mod oracle;
mod outcome_first;
mod partizan;
mod partizan_sums;
mod pictures;
mod playing;
mod puzzles;
mod quiz;
mod refutations;
mod requests;
mod rule_files;
mod sessions;
mod unicode;
mod values;
mod views;
mod whole_positions;
mod wrong_input;

/// Returns the number of random cases of a test: `some`, or `all` if `WINWAYS_FULL_TESTS` is `all` at compile time.
const fn cases(some: usize, all: usize) -> usize {
    let is_all = match option_env!("WINWAYS_FULL_TESTS") {
        Some(value) => matches!(value.as_bytes(), b"all"),
        None => false,
    };
    if is_all { all } else { some }
}
