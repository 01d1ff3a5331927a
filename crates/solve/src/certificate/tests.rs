use super::*;
use crate::{Budget, Keep, NoObserver, SparseSequence};
use std::sync::LazyLock;
use winways_rules::{Excluded, HeapRules, Recurrence, RuleFault, TakeAndBreak};

/// The octal game 0.16, whose period is proved by a sparse space.
struct Game;

impl HeapRules for Game {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        if heap == 1 {
            excluded.nothing();
        }
        if heap >= 2 {
            excluded.pairs(heap - 2, 1)?;
        }
        if heap > 2 {
            excluded.heap(heap - 2);
        }
        Ok(())
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Octal { last_digit: 2 }
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        Some(TakeAndBreak { takes: vec![2], splits: vec![2], unequal: false, regular_from: 3 })
    }
}

const MEMORY: u64 = 1 << 30;
/// A memory limit so low that heaps of a sparse space are checked singly, not in blocks.
const FOR_SINGLE_HEAPS: u64 = 3 << 20;

/// Returns the certificate of 0.16, computed once for all tests.
fn sparse() -> Certificate {
    static CERTIFICATE: LazyLock<Certificate> = LazyLock::new(|| {
        let mut sequence = SparseSequence::new(&Game, Keep::All).unwrap();
        sequence.extend_to(1_000_000, Budget::DEFAULT, &NoObserver).unwrap();
        sequence.certificate("octal(0.16)", &NoObserver).unwrap().expect("the period is proved")
    });
    CERTIFICATE.clone()
}

/// Kayles (0.77), whose period is proved by the theorem of Guy and Smith.
struct Kayles;

impl HeapRules for Kayles {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        for taken in 1..=heap.min(2) {
            match heap - taken {
                0 => excluded.nothing(),
                rest => {
                    excluded.heap(rest);
                    excluded.pairs(rest, 1)?;
                }
            }
        }
        Ok(())
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Octal { last_digit: 2 }
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        Some(TakeAndBreak { takes: vec![1, 2], splits: vec![1, 2], unequal: false, regular_from: 3 })
    }
}

fn kayles() -> Certificate {
    let proof = Proof::GuySmith { last_digit: 2 };
    Certificate { game: "octal(0.77)".to_owned(), preperiod: 71, period: 12, proof }
}

#[test]
fn honest_certificates_are_accepted_and_read_back() {
    let certificate = sparse();
    assert_eq!((certificate.preperiod, certificate.period), (105_351, 149_459));
    assert_eq!(certificate.to_string().parse(), Ok(certificate.clone()));
    let singly = certificate.check(&Game, None, FOR_SINGLE_HEAPS, &NoObserver);
    let checked = certificate.check(&Game, None, MEMORY, &NoObserver);
    assert_eq!(singly, checked);
    assert!(matches!(checked, Ok(Checked::Whole { values }) if values > 254_810), "{checked:?}");
    assert_eq!(kayles().to_string().parse(), Ok(kayles()));
    assert_eq!(kayles().check(&Kayles, None, MEMORY, &NoObserver), Ok(Checked::Whole { values: 168 }));
}

#[test]
fn tampered_texts_are_refused_where_they_are_wrong() {
    let text = sparse().to_string();
    let cases: &[(&str, &str, usize, &str)] = &[
        ("certificate 1", "certificate 2", 1, "unsupported version"),
        ("winways", "losing", 1, "not a certificate"),
        ("game ", "name ", 2, "expected `game`"),
        ("preperiod 105351", "preperiod x", 3, "expected a number"),
        ("preperiod 105351", "preperiod -1", 3, "expected a number"),
        ("\nperiod 149459", "\nperiod 0", 4, "at least 1"),
        ("\nperiod 149459", "", 4, "expected `period`"),
        ("proof sparse", "proof dense", 5, "expected the proof"),
        ("length ", "length 1e", 6, "expected a number"),
        ("apart ", "apart ?", 8, "expected a number"),
        ("mask ", "mask 99999", 9, "expected a number"),
        ("parity none", "parity 2", 10, "expected the parity"),
        ("rare ", "rare x ", 11, "expected `rare`"),
        ("end\n", "", 12, "expected `end`"),
        ("end\n", "end\nmore\n", 13, "expected nothing after the line `end`"),
    ];
    for &(from, to, line, message) in cases {
        let tampered = text.replacen(from, to, 1);
        assert_ne!(tampered, text, "{from}");
        let error = tampered.parse::<Certificate>().unwrap_err();
        assert_eq!(error.line, line, "{to}: {error}");
        assert!(error.message.contains(message), "{to}: {error}");
    }
}

fn change(certificate: &Certificate, change: impl Fn(&mut SparseProof)) -> Certificate {
    let mut changed = certificate.clone();
    match &mut changed.proof {
        Proof::Sparse(proof) => change(proof),
        _ => unreachable!("the certificate is by a sparse space"),
    }
    assert_ne!(&changed, certificate);
    changed
}

#[test]
fn false_claims_are_refused() {
    let honest = sparse();
    let refused = |certificate: &Certificate, message: &str| {
        for memory in [MEMORY, FOR_SINGLE_HEAPS] {
            match certificate.check(&Game, None, memory, &NoObserver) {
                Err(CheckFailure::Refused(why)) => assert!(why.contains(message), "{why}"),
                // Some claims need more values than fit into the memory.
                Err(CheckFailure::Stopped(_)) if memory == FOR_SINGLE_HEAPS => {}
                other => panic!("{message}: {other:?}"),
            };
        }
    };
    refused(&Certificate { preperiod: 105_350, ..honest.clone() }, "differs in value");
    refused(&Certificate { preperiod: 105_352, ..honest.clone() }, "begins before");
    let twice = Certificate { period: 2 * 149_459, ..honest.clone() };
    refused(&change(&twice, |proof| proof.apart *= 2), "is also a period");
    refused(&Certificate { period: 149_460, ..honest.clone() }, "multiple of the period");
    refused(
        &change(&Certificate { period: 149_460, ..honest.clone() }, |proof| proof.apart = 149_460),
        "differ",
    );
    refused(&change(&honest, |proof| proof.mask = 0), "mask is zero");
    refused(&change(&honest, |proof| proof.mask = 31), "rare");
    let other_parity = change(&honest, |proof| (proof.parity, proof.apart) = (Some(1), 2 * proof.apart));
    refused(&other_parity, "splits of one parity");
    refused(&change(&honest, |proof| proof.parity = Some(0)), "even in the positional kind");
    refused(&change(&honest, |proof| proof.rare.truncate(proof.rare.len() - 1)), "rare");
    refused(&change(&honest, |proof| proof.rare = proof.rare.split_off(1)), "rare");
    refused(&change(&honest, |proof| proof.rare.insert(0, 9_999)), "out of order");
    let not_rare = change(&honest, |proof| {
        let place = proof.rare.partition_point(|&rare| rare < 9_999);
        proof.rare.insert(place, 9_999);
    });
    refused(&not_rare, "not rare");
    refused(&change(&honest, |proof| proof.rare.push(20_000)), "not rare");
    refused(&change(&honest, |proof| proof.rare.push(u64::MAX)), "rare");
    refused(&change(&honest, |proof| proof.rare.push(13_935)), "out of order");
    refused(&change(&honest, |proof| proof.rare.swap(0, 1)), "out of order");
    refused(&change(&honest, |proof| proof.length = 20), "too short");
    refused(&change(&honest, |proof| proof.length = 13_938), "do not determine its value");
    refused(&change(&honest, |proof| proof.repeats_from = 105_351), "begins before the period");
    refused(&change(&honest, |proof| proof.repeats_from = u64::MAX - 5), "too large");
    refused(&change(&honest, |proof| proof.apart = 0), "multiple of the period");
    refused(&Certificate { period: 0, ..honest.clone() }, "at least 1");
    let guy_smith = Certificate { proof: Proof::GuySmith { last_digit: 3 }, ..honest.clone() };
    refused(&guy_smith, "last digit");
    refused(&Certificate { proof: Proof::Window { length: 10 }, ..honest.clone() }, "such a window");
    let too_large = change(&honest, |proof| proof.repeats_from = 1 << 50);
    let stopped = too_large.check(&Game, None, MEMORY, &NoObserver);
    assert!(matches!(stopped, Err(CheckFailure::Stopped(_))), "{stopped:?}");

    for (preperiod, period, message) in
        [(70, 12, "differs in value"), (72, 12, "begins before"), (71, 24, "also a period")]
    {
        let wrong = Certificate { preperiod, period, ..kayles() }.check(&Kayles, None, MEMORY, &NoObserver);
        assert!(matches!(&wrong, Err(CheckFailure::Refused(why)) if why.contains(message)), "{wrong:?}");
    }
}

/// Kayles (0.77), except that heaps below 400 have no moves.
struct Irregular;

impl HeapRules for Irregular {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        match heap {
            0..400 => Ok(()),
            _ => Kayles.exclude_options(heap, excluded),
        }
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        Some(TakeAndBreak { takes: vec![1, 2], splits: vec![1, 2], unequal: false, regular_from: 400 })
    }
}

/// Forgeries in which no heap is settled, or none after the window.
#[test]
fn a_claim_that_no_derived_value_supports_is_refused() {
    let proof = SparseProof {
        mask: 1,
        parity: None,
        rare: Vec::new(),
        length: 10,
        repeats_from: 400,
        apart: 0,
        windows: Vec::new(),
    };
    let certificate = |preperiod, period, proof: &SparseProof| Certificate {
        game: "octal(0.77)".to_owned(),
        preperiod,
        period,
        proof: Proof::Sparse(proof.clone()),
    };
    let refused = |rules: &dyn HeapRules, forged: &Certificate, message: &str| {
        let checked = forged.check(rules, None, MEMORY, &NoObserver);
        assert!(matches!(&checked, Err(CheckFailure::Refused(why)) if why.contains(message)), "{checked:?}");
    };
    refused(&Kayles, &certificate(225, 174, &proof), "multiple of the period");
    // All heaps below 400 have value 0 and larger ones do not; the windows end before 400.
    let turned =
        SparseProof { mask: 1, parity: None, length: 10, repeats_from: 20, apart: 1, ..proof.clone() };
    refused(&Irregular, &certificate(0, 1, &turned), "too short for the moves");
    // In 0.4, heaps 0 to 2 have value 0, and heap 3 does not.
    struct OneLess;
    impl HeapRules for OneLess {
        fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
            if heap > 2 { excluded.pairs(heap - 1, 1) } else { Ok(()) }
        }

        fn recurrence(&self) -> Recurrence {
            Recurrence::Octal { last_digit: 1 }
        }
    }
    let zeros = Certificate { proof: Proof::GuySmith { last_digit: 1 }, ..certificate(0, 1, &proof) };
    refused(&OneLess, &zeros, "heap 2 differs in value from heap 3");
}

#[test]
fn samples_are_checked_and_false_ones_refused() {
    let mut sequence = SparseSequence::new(&Game, Keep::All).unwrap();
    sequence.extend_to(300_000, Budget::DEFAULT, &NoObserver).unwrap();
    let values: Vec<u8> = (0..250_000).map(|heap| sequence.value(heap).unwrap() as u8).collect();
    let next = crc32fast::hash(&values[150_000..150_000 + Window::NEXT as usize]);
    let length = match sparse().proof {
        Proof::Sparse(proof) => proof.length,
        _ => unreachable!("the certificate is by a sparse space"),
    };
    let window =
        Window { heap: 150_000, values: values[150_000 - length as usize..150_000].to_vec(), sum: next };
    let honest = change(&sparse(), |proof| proof.windows = vec![window.clone()]);
    assert_eq!(honest.to_string().parse(), Ok(honest.clone()));
    let sample = |certificate: &Certificate| certificate.check(&Game, Some((1, 7)), MEMORY, &NoObserver);
    let derived = |windows: u64, of: u64| {
        Ok(Checked::Sample { windows, of, values: 2 * length + windows * Window::NEXT })
    };
    assert_eq!(sample(&honest), derived(1, 1));
    // Each window is drawn once, and only derived values are counted.
    let twice = change(&honest, |proof| proof.windows.push(window.clone()));
    for (count, windows) in [(0, 0), (1, 1), (2, 2), (u64::MAX, 2)] {
        assert_eq!(twice.check(&Game, Some((count, 7)), MEMORY, &NoObserver), derived(windows, 2));
    }
    let wrong_value = change(&honest, |proof| proof.windows[0].values[29_990 % length as usize] ^= 1);
    let wrong_class = change(&honest, |proof| {
        let bit = proof.mask.trailing_zeros();
        proof.windows[0].values[0] ^= 1 << bit;
    });
    let wrong_sum = change(&honest, |proof| proof.windows[0].sum ^= 1);
    let too_long = change(&honest, |proof| proof.windows[0].heap = 7);
    let nothing = |heap: u64| {
        change(&honest, |proof| proof.windows = vec![Window { heap, values: Vec::new(), sum: 0 }])
    };
    let beyond = change(&honest, |proof| proof.windows[0].heap = u64::MAX);
    let no_length = change(&nothing(5), |proof| (proof.length, proof.rare) = (0, Vec::new()));
    let long_list = change(&honest, |proof| proof.rare.push(u64::MAX - 1));
    let other_head = change(&honest, |proof| {
        proof.windows[0].heap = length + 1000;
        proof.windows[0].sum = 0;
    });
    for wrong in [wrong_class, nothing(u64::MAX), nothing(0), beyond, no_length, long_list, other_head] {
        assert!(matches!(sample(&wrong), Err(CheckFailure::Refused(_))), "{:?}", sample(&wrong));
    }
    let far = change(&honest, |proof| {
        (proof.length, proof.repeats_from, proof.apart) = (1 << 50, 1 << 60, 149_459 << 30);
    });
    assert!(matches!(sample(&far), Err(CheckFailure::Stopped(_))), "{:?}", sample(&far));
    // Without windows, everything is derived.
    assert!(matches!(sample(&sparse()), Ok(Checked::Whole { .. })));
    for wrong in [wrong_value, wrong_sum, too_long] {
        assert!(matches!(sample(&wrong), Err(CheckFailure::Refused(_))), "{:?}", sample(&wrong));
    }
    let kayles = kayles().check(&Kayles, Some((1, 7)), MEMORY, &NoObserver);
    assert!(matches!(kayles, Ok(Checked::Whole { .. })), "{kayles:?}");
}
