//! Octal games and their quotients.

#![allow(dead_code, reason = "each test uses some of these functions")]

use winways_misere::{Heaps, Quotient, QuotientSearch, Sum};
use winways_solve::{Budget, Ledger, NoObserver};

pub(crate) fn ledger() -> Ledger<'static> {
    Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20)
}

/// Returns the options of a heap by the octal code without its `0.`.
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
