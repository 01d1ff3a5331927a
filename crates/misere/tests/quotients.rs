//! Compares quotients with outcomes found by search, and with known orders.

mod common;

use common::{games, heaps_of, is_previous, ledger, quotient_of, small_ledger};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use winways_misere::{
    CertificateGame, Closure, Element, Form, Forms, Halt, Heaps, MisereCertificate, Powers, Quotient,
    QuotientPeriod, QuotientSearch, Sum, period,
};
use winways_rules::Recurrence;
use winways_solve::{Budget, Ledger, NoObserver, StopReason};

fn search(code: &str, last: u32) -> (Heaps, Quotient) {
    let heaps = heaps_of(code, last);
    let quotient = quotient_of(&heaps);
    (heaps, quotient)
}

#[test]
fn outcomes_are_those_of_a_search() {
    for code in ["77", "71", "72", "53", "52", "75", "34", "351", "123", "44", "15"] {
        let last = 16;
        let (heaps, quotient) = search(code, last);
        let mut known = HashMap::new();
        for a in 0..=last {
            for b in a..=last {
                // The search takes long for larger sums.
                for c in b..=last.min(34_u32.saturating_sub(a + b)) {
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
    // Sources: Plambeck and Siegel, and Siegel's MisereSolver.
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
        ("44", 60, 40, 9),
        ("15", 40, 42, 12),
        ("115", 60, 42, 12),
        ("152", 60, 34, 6),
        ("241", 40, 36, 9),
    ] {
        let (_, quotient) = search(code, last);
        assert_eq!((quotient.order(), quotient.previous_count()), (order, previous), "{code}");
    }
}

#[test]
fn orders_of_long_searches() {
    // More than 200 changes of beliefs for one heap, and thousands of distinct words.
    for (code, last, order, previous) in [("54", 24, 64, 13), ("07", 30, 360, 65)] {
        let (heaps, quotient) = search(code, last);
        assert_eq!((quotient.order(), quotient.previous_count()), (order, previous), "{code}");
        let game = CertificateGame::Named(format!("octal(0.{code})"));
        let certificate = MisereCertificate::new(game, &quotient, None);
        certificate.check(&heaps, Recurrence::Unknown, &ledger()).unwrap();
    }
}

#[test]
fn presentations_reduce_every_product() {
    for code in ["77", "53", "71", "123"] {
        let (_, quotient) = search(code, 30);
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
    // Kayles, by Sibert and Conway. Fewer heaps prove no period.
    let (_, long) = search("77", 168);
    let recurrence = Recurrence::Octal { last_digit: 2 };
    let phi = long.phi();
    assert_eq!(period(phi, recurrence), Some(QuotientPeriod { start: 71, length: 12 }));
    assert_eq!(period(&phi[..167], recurrence), None);
    // Taking one or two: the elements repeat at once.
    let (_, short) = search("33", 12);
    assert_eq!(
        period(short.phi(), Recurrence::Window { length: 2 }),
        Some(QuotientPeriod { start: 1, length: 3 })
    );
}

/// Returns, for each sum of up to `count` heaps, the outcomes of its sums with all such sums, by search.
fn rows(heaps: &Heaps, count: usize) -> Vec<Vec<bool>> {
    let mut sums: Vec<Sum> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..count {
        let longer: Vec<Sum> = sums[from..]
            .iter()
            .flat_map(|sum| {
                let first = sum.last().copied().unwrap_or(1);
                (first..=heaps.last()).map(move |heap| [&sum[..], &[heap]].concat())
            })
            .collect();
        from = sums.len();
        sums.extend(longer);
    }
    let mut known = HashMap::new();
    let mut row = |one: &Sum| {
        let outcome = |other: &Sum| {
            let mut sum = [&one[..], other].concat();
            sum.sort_unstable();
            is_previous(heaps, &sum, &mut known)
        };
        sums.iter().map(outcome).collect()
    };
    sums.iter().map(&mut row).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn quotients_of_random_games_tell_all_outcomes(heaps in games(6)) {
        let mut search = QuotientSearch::new();
        for _ in 0..heaps.last() {
            match search.add(&heaps, &small_ledger()) {
                Ok(()) => {}
                // The quotient may be infinite.
                Err(Halt::Order | Halt::Words | Halt::Stopped(StopReason::Memory { .. })) => break,
                Err(Halt::Stopped(reason)) => panic!("{reason:?}"),
            }
        }
        let quotient = search.quotient();
        let mut known = HashMap::new();
        let mut sums: Vec<Sum> = vec![Vec::new()];
        while let Some(sum) = sums.pop() {
            let expected = is_previous(&heaps, &sum, &mut known);
            prop_assert_eq!(quotient.is_previous(quotient.element(&sum)), expected, "{:?}", sum);
            if sum.len() < 5 {
                let first = sum.last().copied().unwrap_or(1);
                sums.extend((first..=quotient.last()).map(|heap| [&sum[..], &[heap]].concat()));
            }
        }
        // The kernel is a group in which each element is its own inverse.
        let kernel = quotient.kernel();
        let identity = quotient.kernel_identity();
        prop_assert!(kernel.len().is_power_of_two());
        prop_assert!(kernel.iter().all(|&x| quotient.product(x, x) == identity));
    }

    #[test]
    fn orders_are_those_of_outcomes_of_small_sums(heaps in games(5)) {
        let mut search = QuotientSearch::new();
        prop_assume!((0..heaps.last()).all(|_| search.add(&heaps, &small_ledger()).is_ok()));
        let order = search.quotient().order();
        let mut last = 0;
        for count in 1..=5 {
            // Rows of outcomes of longer sums separate at least as many elements, never more than the quotient has.
            let distinct = rows(&heaps, count).into_iter().collect::<HashSet<_>>().len();
            prop_assert!(last <= distinct && distinct <= order);
            if distinct == last && count > 2 {
                // Longer sums separate no more elements.
                prop_assert_eq!(distinct, order, "sums of up to {} heaps", count);
                break;
            }
            last = distinct;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn quotients_of_forms_tell_the_outcomes_of_sums(heaps in games(7)) {
        let mut forms = Forms::new();
        let mut closure = Closure::new();
        let mut all = vec![(Form::ZERO, Vec::new())];
        for heap in 1..=heaps.last() {
            let mut options = Vec::new();
            for sum in heaps.options(heap) {
                let parts = sum.iter().map(|&part| all[part as usize].0);
                options.push(parts.fold(Form::ZERO, |one, other| forms.sum(one, other, &ledger()).unwrap()));
            }
            let form = forms.from_options(options, &ledger()).unwrap();
            all.push((form, closure.add_form(&forms, form, &ledger()).unwrap()));
        }
        let mut search = QuotientSearch::new();
        prop_assume!((0..closure.heaps().last()).all(|_| search.add(closure.heaps(), &small_ledger()).is_ok()));
        let quotient = search.quotient();
        for (one, first) in &all {
            for (other, second) in &all {
                for (third, last) in &all {
                    let element = quotient.element(&[&first[..], &second[..], &last[..]].concat());
                    let expected = forms.is_sum_previous(&[*one, *other, *third], &ledger()).unwrap();
                    prop_assert_eq!(quotient.is_previous(element), expected);
                }
            }
        }
    }
}

#[test]
fn quotients_are_reduced_and_commutative() {
    for code in ["77", "15", "72", "04", "26"] {
        let (_, quotient) = search(code, 20);
        let elements = 0..quotient.order() as Element;
        let rows: BTreeSet<Vec<bool>> = elements
            .clone()
            .map(|x| elements.clone().map(|z| quotient.is_previous(quotient.product(x, z))).collect())
            .collect();
        assert_eq!(rows.len(), quotient.order(), "{code}");
        for x in elements.clone() {
            for y in elements.clone() {
                assert_eq!(quotient.product(x, y), quotient.product(y, x));
                for z in quotient.generators().iter().map(|&heap| quotient.phi()[heap as usize]) {
                    let product = |x, y| quotient.product(x, y);
                    assert_eq!(product(product(x, y), z), product(x, product(y, z)));
                }
            }
        }
        let graph = quotient.cayley_graph();
        assert_eq!(graph.arrows.len(), quotient.order());
        let idempotents = quotient.idempotents();
        assert!(idempotents.contains(&0) && idempotents.contains(&quotient.kernel_identity()));
    }
}

#[test]
fn the_kernel_of_kayles_is_the_group_of_nim_values() {
    // The nim-values of Kayles are at most 8, and generate a group of 16 elements.
    let (heaps, quotient) = search("77", 60);
    let mut values: Vec<u32> = vec![0];
    for heap in 1..=60 {
        let taken: BTreeSet<u32> = heaps
            .options(heap)
            .iter()
            .map(|sum| sum.iter().fold(0, |value, &part| value ^ values[part as usize]))
            .collect();
        values.push((0..).find(|value| !taken.contains(value)).unwrap());
    }
    let identity = quotient.kernel_identity();
    assert_eq!(quotient.kernel().len(), 16);
    let mut of_value = HashMap::new();
    for (value, &element) in values.into_iter().zip(quotient.phi()) {
        let image = quotient.product(element, identity);
        assert_eq!(*of_value.entry(value).or_insert(image), image, "value {value}");
    }
}

#[test]
fn limits_are_errors() {
    let long = heaps_of("77", 30);
    let small = Ledger::new(Budget { memory: 1 << 12, ..Budget::DEFAULT }, &NoObserver, 1 << 4);
    let mut search = QuotientSearch::new();
    let stopped = (0..30).find_map(|_| search.add(&long, &small).err());
    assert!(matches!(stopped, Some(Halt::Stopped(StopReason::Memory { .. }))), "{stopped:?}");
    // The quotient of the heaps before is kept.
    let last = search.quotient().last();
    assert_eq!(*search.quotient(), quotient_of(&heaps_of("77", last)));
}
