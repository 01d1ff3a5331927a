//! Compares the moves of large pairs with the options of individual pairs.

use super::row_moves;
use crate::rules::tests::{compiled, condition, number};
use crate::rules::{CompiledRules, TextRules};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use winways_notation::parse_rules;
use winways_rules::{LargeRows, Meter, NoRowMoves};

fn options(rules: &TextRules, pair: [u64; 2]) -> BTreeSet<Vec<u64>> {
    let mut options = BTreeSet::new();
    rules
        .options(&pair, &mut Meter::default(), |option| {
            options.insert(option.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    options
}

/// Compares the moves of the large pairs with a given memory with the options of individual pairs. Returns the modulus and
/// the heap from which the moves hold for every remainder, or the reason why there are no such moves.
fn compare(rules: &TextRules, heap: usize, memory: u64) -> Result<(u64, u64), NoRowMoves> {
    let (mut modulus, mut greatest, mut remainder) = (1, 0, 0);
    while remainder < modulus {
        let row = LargeRows { heap, memory, modulus, remainder };
        let moves = match row_moves(&rules.nests, row, &mut Meter::default()) {
            Err(NoRowMoves::Modulus(greater)) => {
                assert!(greater > modulus && greater % modulus == 0);
                (modulus, greatest, remainder) = (greater, 0, 0);
                continue;
            }
            moves => moves?,
        };
        greatest = moves.from.max(greatest);
        remainder += 1;
        let first = moves.from.next_multiple_of(modulus) + row.remainder;
        for size in (0..6).map(|step| first + step * modulus) {
            let written = moves.options.iter().map(|option| {
                let part = |part: &winways_rules::RowPart| {
                    let left = part.heap.of(size).unwrap();
                    if heap == 0 { [left, part.memory] } else { [part.memory, left] }
                };
                option.iter().flat_map(part).collect()
            });
            let pair = if heap == 0 { [size, memory] } else { [memory, size] };
            assert_eq!(written.collect::<BTreeSet<Vec<u64>>>(), options(rules, pair), "{pair:?}");
        }
    }
    Ok((modulus, greatest))
}

#[test]
fn moves_of_large_pairs_are_recognised() {
    let found = |text: &str, heap, memory| compare(&compiled(text), heap, memory);
    let no_repeats = "heap (n, m) -> (n-k, k) where k in {1, 2, 3}, k != m";
    for memory in 0..6 {
        let (modulus, from) = found(no_repeats, 0, memory).unwrap();
        assert!(modulus == 1 && from <= 10, "{from}");
    }
    let swapped = "heap (m, n) -> (k, n-k) where k in {1, 2, 3}, k != m";
    assert_eq!(found(swapped, 1, 2).unwrap().0, 1);
    assert_eq!(found("heap (n, m) -> (n-1, m) where n mod 6 != m | (n-2, 0)", 0, 1).unwrap().0, 6);
    assert_eq!(found("heap (n, m) -> (n-1, 1) where n in odds", 0, 1).unwrap().0, 2);
    assert_eq!(
        found("heap (n, m) -> (n-k, 0) where n-2 <= k <= n, k >= 1 | (m, 0) where m < n", 0, 3).unwrap().0,
        1
    );
    assert_eq!(found("heap (n, m) -> (n-k, 0), (2, k) where k in 1..m, n >= 3", 0, 3).unwrap().0, 1);
    assert_eq!(found("heap (n, m) -> (n-k, 0) where m mod k = 0, 1 <= k <= n", 0, 12).unwrap().0, 1);
    for (text, why) in [
        ("heap (n, m) -> (n-k, m) where k >= 1", "any number of tokens"),
        ("heap (n, m) -> (n-1, n)", "the memory that a move leaves grows"),
        ("heap (n, m) -> (n/2, m) where n >= 1", "the larger the heap is"),
        ("heap (n, m) -> (n-1, m) where n in primes", "infinite set"),
        ("heap (n, m) -> (n-1, m) where n mod 5000 = 1", "remainders modulo too large a number"),
        ("heap (n, m) -> (n-1, m) where n * n > m", "multiply the heap by itself"),
    ] {
        let refused = found(text, 0, 1);
        assert!(
            matches!(refused, Err(NoRowMoves::Because(found)) if found.contains(why)),
            "{text}: {refused:?}"
        );
    }
}

/// Random rules on a heap n and a memory j: the moves of large pairs agree with the options of each pair.
#[test]
fn moves_of_random_large_pairs_are_those_of_each() {
    let heap = prop_oneof![3 => Just("n - 1 - k".to_owned()), 1 => Just("n - k".to_owned()), 2 => number(1)];
    let memory = prop_oneof![2 => Just("k".to_owned()), 1 => Just("j".to_owned()), 1 => number(1)];
    let rules = (heap, memory, prop::collection::vec(condition(), 0..3), 0..3u64);
    let compared = Cell::new(0);
    let run = |(left, after, conditions, memory): (String, String, Vec<String>, u64)| {
        let conditions: String = conditions.iter().map(|condition| format!(", {condition}")).collect();
        let text = format!("heap (n, j) -> ({left}, {after}) where k <= 3, {left} < n{conditions}");
        let file = parse_rules(&text).unwrap();
        if let Ok(CompiledRules::Impartial(rules)) = CompiledRules::of(&file)
            && compare(&rules, 0, memory).is_ok()
        {
            compared.set(compared.get() + 1);
        }
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(600)).run(&rules, run).unwrap();
    assert!(compared.get() > 150, "only {} rules were compared", compared.get());
}
