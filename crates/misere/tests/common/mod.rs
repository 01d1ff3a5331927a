//! Octal games and random games on heaps, their quotients, and outcomes by search.

#![allow(dead_code, reason = "each test uses some of these functions")]

use proptest::prelude::*;
use std::collections::HashMap;
use winways_misere::{Heaps, Quotient, QuotientSearch, Sum};
use winways_solve::{Budget, Ledger, NoObserver};

pub(crate) fn ledger() -> Ledger<'static> {
    Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20)
}

/// Returns a ledger with 1 MiB of memory, which soon ends a search for an infinite quotient.
pub(crate) fn small_ledger() -> Ledger<'static> {
    Ledger::new(Budget { memory: 1 << 20, ..Budget::DEFAULT }, &NoObserver, 1 << 16)
}

/// Returns the options of a heap in the octal game with this code, which is given without its `0.`.
pub(crate) fn options(code: &str, heap: u32) -> Vec<Sum> {
    let mut options = Vec::new();
    for (digit, taken) in code.chars().filter_map(|digit| digit.to_digit(8)).zip(1..=heap) {
        let rest = heap - taken;
        if digit & 1 != 0 && rest == 0 {
            options.push(Vec::new());
        }
        if digit & 2 != 0 && rest > 0 {
            options.push(vec![rest]);
        }
        if digit & 4 != 0 {
            options.extend((1..=rest / 2).map(|one| vec![one, rest - one]));
        }
    }
    options
}

/// Returns the heaps of an octal game.
pub(crate) fn heaps_of(code: &str, last: u32) -> Heaps {
    let mut heaps = Heaps::new();
    (1..=last).for_each(|heap| heaps.push(options(code, heap)).unwrap());
    heaps
}

/// Returns the quotient of all heaps.
pub(crate) fn quotient_of(heaps: &Heaps) -> Quotient {
    let mut search = QuotientSearch::new();
    (0..heaps.last()).for_each(|_| search.add(heaps, &ledger()).unwrap());
    search.quotient().clone()
}

/// Returns `true` if the player to move loses, by search.
pub(crate) fn is_previous(heaps: &Heaps, sum: &[u32], known: &mut HashMap<Sum, bool>) -> bool {
    if let Some(&lost) = known.get(sum) {
        return lost;
    }
    let (mut has_options, mut is_won) = (false, false);
    for place in 0..sum.len() {
        for option in heaps.options(sum[place]) {
            has_options = true;
            let mut after = [&sum[..place], &sum[place + 1..], option].concat();
            after.sort_unstable();
            is_won |= is_previous(heaps, &after, known);
        }
    }
    let lost = has_options && !is_won;
    known.insert(sum.to_vec(), lost);
    lost
}

/// Random games on up to `most` heaps. Each option of a heap is a sum of at most two smaller heaps.
pub(crate) fn games(most: usize) -> impl Strategy<Value = Heaps> {
    let option = (0..100u32, 0..100u32, any::<bool>());
    proptest::collection::vec(proptest::collection::vec(option, 0..4), 1..=most).prop_map(|lists| {
        let mut heaps = Heaps::new();
        for (heap, options) in (1u32..).zip(lists) {
            let sum = |(one, other, is_pair): (u32, u32, bool)| match is_pair {
                true => vec![one % heap, other % heap],
                false => vec![one % heap],
            };
            heaps.push(options.into_iter().map(sum)).unwrap();
        }
        heaps
    })
}
