//! Prints the misère quotients of octal games, and the time that each takes: `quotients CODE HEAPS ...`, without the `0.` of the codes.

use std::time::Instant;
use winways_misere::{Heaps, QuotientSearch, Sum, period};
use winways_rules::Recurrence;
use winways_solve::{Budget, Ledger, NoObserver};

/// Returns the options of a heap by the octal code without its `0.`.
fn options(code: &str, heap: u32) -> Vec<Sum> {
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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_verbose = std::env::var_os("STEPS").is_some();
    for pair in arguments.chunks(2) {
        let [code, last] = pair else { continue };
        let last: u32 = last.parse().unwrap_or(40);
        let start = Instant::now();
        let (mut heaps, mut search) = (Heaps::new(), QuotientSearch::new());
        let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
        let mut end = String::new();
        for heap in 1..=last {
            heaps.push(options(code, heap)).expect("options are smaller");
            let before = search.quotient().order();
            if let Err(halt) = search.add(&heaps, &ledger) {
                end = format!(", {halt:?}");
                break;
            }
            let quotient = search.quotient();
            if is_verbose && quotient.order() != before {
                println!(
                    "  {heap}: {}/{} {:.2?}",
                    quotient.order(),
                    quotient.previous_count(),
                    start.elapsed()
                );
            }
            let recurrence = Recurrence::Octal { last_digit: code.len() as u64 };
            if let Some(found) = period(quotient.phi(), recurrence) {
                end = format!(", period {} from {}", found.length, found.start);
                break;
            }
        }
        let quotient = search.quotient();
        let (order, lost) = (quotient.order(), quotient.previous_count());
        println!("{code}: {order}/{lost} at heap {} in {:.3?}{end}", quotient.last(), start.elapsed());
    }
}
