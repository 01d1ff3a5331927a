//! Compares genera of the literature with genera computed from canonical forms of heaps.

mod common;

use common::{heaps_of, ledger};
use winways_misere::{Form, Forms, Genus, Heaps, TameHeaps};

/// Compares the genera of heaps with expected ones.
fn check(heaps: &Heaps, expected: &[(u32, &str)]) {
    let mut forms = Forms::new();
    let mut all = vec![Form::ZERO];
    for heap in 1..=heaps.last() {
        let mut options = Vec::new();
        for sum in heaps.options(heap) {
            let mut form = Form::ZERO;
            for &part in sum {
                form = forms.sum(form, all[part as usize], &ledger()).unwrap();
            }
            options.push(form);
        }
        all.push(forms.from_options(options, &ledger()).unwrap());
    }
    for &(heap, genus) in expected {
        assert_eq!(forms.genus_symbol(all[heap as usize], &ledger()).unwrap(), genus, "heap {heap}");
    }
}

#[test]
fn kayles() {
    // Winning Ways, chapter 13.
    let expected = [
        (1, "1^{031}"),
        (3, "3^{31}"),
        (5, "4^{146}"),
        (7, "2^{2}"),
        (9, "4^{046}"),
        (11, "6^{46}"),
        (13, "1^{1}"),
        (15, "7^{57}"),
        (17, "4^{64}"),
        (19, "2^{20}"),
    ];
    check(&heaps_of("77", 19), &expected);
    // Heaps 7 and 13 are tame, and heap 19 is not. The short and the long notation of a genus parse to the same genus.
    for (short, long) in [("2^{2}", "2^{20}"), ("1^{1}", "1^{13}")] {
        assert_eq!(short.parse::<Genus>(), long.parse());
    }
}

#[test]
fn dawson_kayles() {
    // A row of n pins: two neighbouring pins fall.
    let expected = [
        (0, "0^{120}"),
        (2, "1^{031}"),
        (4, "2^{20}"),
        (6, "3^{31}"),
        (8, "1^{031}"),
        (10, "3^{1431}"),
        (12, "2^{0520}"),
        (14, "4^{146}"),
        (16, "5^{057}"),
        (18, "2^{20}"),
        (20, "3^{31}"),
    ];
    check(&heaps_of("07", 20), &expected);
}

#[test]
fn subtraction() {
    let mut heaps = Heaps::new();
    for heap in 1..=19u32 {
        heaps.push([2, 3, 7].iter().filter(|&&taken| taken <= heap).map(|taken| vec![heap - taken])).unwrap();
    }
    let expected = [
        (1, "0^{120}"),
        (3, "1^{031}"),
        (5, "0^{120}"),
        (7, "1^{031}"),
        (9, "2^{20}"),
        (11, "0^{120}"),
        (13, "1^{031}"),
        (15, "0^{120}"),
        (17, "1^{031}"),
        (19, "2^{20}"),
    ];
    check(&heaps, &expected);
    let tame = TameHeaps::of(&heaps, &ledger()).unwrap();
    for (heap, genus) in expected {
        assert_eq!(tame.genus_of(&[heap]).map(|found| found.to_string()), Some(genus.to_owned()));
    }
}
