//! Quotients against outcomes by search, and against known orders.

use std::collections::HashMap;
use winways_misere::{Heaps, Powers, QuotientPeriod, QuotientSearch, Sum, period};
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

fn search(code: &str, last: u32) -> (Heaps, QuotientSearch) {
    let (mut heaps, mut search) = (Heaps::new(), QuotientSearch::new());
    let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    for heap in 1..=last {
        heaps.push(options(code, heap)).unwrap();
        search.add(&heaps, &ledger).unwrap();
    }
    (heaps, search)
}

/// Returns whether the player to move loses, by search.
fn is_previous(heaps: &Heaps, sum: &Sum, known: &mut HashMap<Sum, bool>) -> bool {
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
    known.insert(sum.clone(), lost);
    lost
}

#[test]
fn outcomes_are_those_of_a_search() {
    for code in ["77", "71", "72", "53", "52", "75", "34", "351", "123", "44", "15"] {
        let last = 16;
        let (heaps, search) = search(code, last);
        let quotient = search.quotient();
        let mut known = HashMap::new();
        for a in 0..=last {
            for b in a..=last {
                for c in b..=last {
                    let sum: Sum = [a, b, c].into_iter().filter(|&heap| heap > 0).collect();
                    let expected = is_previous(&heaps, &sum, &mut known);
                    assert_eq!(quotient.is_previous(quotient.element(&sum)), expected, "{code}: {sum:?}");
                }
            }
        }
    }
}

#[test]
fn orders_are_those_of_the_literature() {
    // Plambeck and Siegel, and Siegel's MisereSolver.
    for (code, last, order, previous) in [
        ("77", 30, 40, 9),
        ("123", 20, 20, 5),
        ("34", 20, 12, 3),
        ("351", 20, 22, 6),
        ("52", 20, 6, 2),
        ("53", 30, 16, 3),
        ("71", 20, 36, 9),
        ("72", 30, 24, 5),
        ("75", 20, 8, 2),
        ("144", 40, 30, 5),
    ] {
        let (_, search) = search(code, last);
        let quotient = search.quotient();
        assert_eq!((quotient.order(), quotient.previous_count()), (order, previous), "{code}");
    }
}

#[test]
fn presentations_reduce_every_product() {
    for code in ["77", "53", "71", "123"] {
        let (_, search) = search(code, 30);
        let quotient = search.quotient();
        let presentation = quotient.presentation();
        let heaps = &presentation.generators;
        let element = |powers: &Powers| {
            let power = |(&heap, &count): (&u32, &u32)| vec![heap; count as usize];
            quotient.element(&heaps.iter().zip(powers).flat_map(power).collect::<Vec<u32>>())
        };
        for (number, least) in presentation.elements.iter().enumerate() {
            assert_eq!(usize::from(element(least)), number, "{code}");
            for place in 0..heaps.len() {
                let mut powers = least.clone();
                powers[place] += 1;
                let product = element(&powers);
                while let Some((from, to)) = presentation
                    .relations
                    .iter()
                    .find(|(from, _)| from.iter().zip(&powers).all(|(part, own)| part <= own))
                {
                    powers =
                        powers.iter().zip(from).zip(to).map(|((own, from), to)| own - from + to).collect();
                }
                assert_eq!(powers, presentation.elements[usize::from(product)], "{code}");
            }
        }
    }
}

#[test]
fn periods_are_those_of_the_literature() {
    // Kayles: Sibert and Conway. A shorter computation proves nothing.
    let (_, long) = search("77", 168);
    let recurrence = Recurrence::Octal { last_digit: 2 };
    let phi = long.quotient().phi();
    assert_eq!(period(phi, recurrence), Some(QuotientPeriod { start: 71, length: 12 }));
    assert_eq!(period(&phi[..167], recurrence), None);
    // Taking one or two: the elements repeat at once.
    let (_, short) = search("33", 12);
    assert_eq!(
        period(short.quotient().phi(), Recurrence::Window { length: 2 }),
        Some(QuotientPeriod { start: 1, length: 3 })
    );
}
