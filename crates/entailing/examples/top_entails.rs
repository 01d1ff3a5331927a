//! Extends a table of Top Entails in a file, prints its loony stacks, and recomputes a sample of the values.
//!
//! `cargo run --release -p winways-entailing --example top_entails -- FILE STACKS [SAMPLE]`
//!
//! The file is a checkpoint, which is replaced every 50,000 stacks. The next run continues from it.

use std::error::Error;
use std::io::ErrorKind;
use std::time::Instant;
use std::{env, fs};
use winways_entailing::{EntailingValue, TopEntailsTable};
use winways_solve::{Budget, Ledger, NoObserver};
use winways_values::Nimber;

/// The number of stacks between two checkpoints.
const PART: u64 = 50_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, stacks, rest @ ..] = &arguments[..] else {
        return Err("expected a file and a number of stacks".into());
    };
    let last: u64 = stacks.parse()?;
    let sample: u64 = rest.first().map_or(Ok(0), |count| count.parse())?;
    let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    let mut table = match fs::read(file) {
        Ok(bytes) => TopEntailsTable::resume(&bytes, &ledger)?,
        Err(error) if error.kind() == ErrorKind::NotFound => TopEntailsTable::new(),
        Err(error) => return Err(error.into()),
    };
    while table.count() <= last {
        let start = Instant::now();
        table.extend_to(last.min(table.count() + PART), &ledger)?;
        let temporary = format!("{file}.new");
        fs::write(&temporary, table.checkpoint())?;
        fs::rename(&temporary, file)?;
        let loony: Vec<u64> = table.loony_stacks().collect();
        println!(
            "{} stacks, {:.1} s for the last part, loony: {loony:?}",
            table.count(),
            start.elapsed().as_secs_f64()
        );
    }
    check(&table, sample)
}

/// Recomputes the values of a sample of stacks from the definition and the values of smaller stacks, and compares them with the
/// table.
fn check(table: &TopEntailsTable, sample: u64) -> Result<(), Box<dyn Error>> {
    let values: Vec<Option<u64>> =
        table.values().map(|value| value.nimber().map(|Nimber(nimber)| nimber)).collect();
    let mut state = 1_u64;
    for _ in 0..sample {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let stack = 1 + (state >> 16) as usize % values.len().saturating_sub(1).max(1);
        let expected =
            value_by_definition(&values, stack).map_or(EntailingValue::Loony, |value| Nimber(value).into());
        if table.known_value(stack as u64) != Some(expected) {
            return Err(format!("stack {stack} is {expected} by the definition").into());
        }
        println!("stack {stack} is {expected}, also by the definition");
    }
    Ok(())
}

/// Returns the nimber of a stack of at least one coin, or `None` if it is loony.
///
/// The value is the least nimber x that is not a value of a split and that lies in W(n − 1), where n is the size of the stack. x lies in
/// W(n − 1) if the largest stack k < n with a split of value x is at an even distance from n − 1. If there is no such k, x lies in W(n − 1)
/// if n − 1 is odd.
fn value_by_definition(values: &[Option<u64>], stack: usize) -> Option<u64> {
    // A power of two above all values of splits.
    let bound = values.iter().flatten().max().map_or(1, |greatest| greatest + 1).next_power_of_two();
    let splits = values_of_splits(values, stack, bound);
    // Nimbers that are not values of splits. The flag is `true` if the nimber lies in W(n − 1), and `None` while this is unknown.
    let mut candidates: Vec<(u64, Option<bool>)> =
        (0..bound).filter(|&nimber| !splits[nimber as usize]).map(|nimber| (nimber, None)).collect();
    for smaller in (1..stack).rev() {
        candidates.retain(|&(_, wins)| wins != Some(false));
        match candidates.first() {
            Some((_, None)) => {}
            Some(&(nimber, _)) => return Some(nimber),
            None => break,
        }
        let found = values_of_splits(values, smaller, bound);
        for (nimber, wins) in &mut candidates {
            if wins.is_none() && found[*nimber as usize] {
                *wins = Some((stack - 1 - smaller).is_multiple_of(2));
            }
        }
    }
    let wins_without_split = stack.is_multiple_of(2);
    let value = candidates.iter().find(|(_, wins)| wins.unwrap_or(wins_without_split));
    value.map(|&(nimber, _)| nimber).or(wins_without_split.then_some(bound))
}

/// Returns a flag for each nimber below `bound`: `true` if it is the value of a split of the stack.
fn values_of_splits(values: &[Option<u64>], stack: usize, bound: u64) -> Vec<bool> {
    let mut marks = vec![false; bound as usize];
    for part in 1..=stack / 2 {
        if let (Some(one), Some(other)) = (values[part], values[stack - part]) {
            marks[(one ^ other) as usize] = true;
        }
    }
    marks
}
