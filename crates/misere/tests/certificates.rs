//! Tests of certificates: generated certificates are accepted, and changed certificates are rejected or true.

mod common;

use common::{heaps_of, ledger, quotient_of};
use proptest::prelude::*;
use winways_misere::{
    CertificateFault, CertificateGame, CertificateStop, Element, Heaps, MisereCertificate, Quotient,
    QuotientPeriod, QuotientSearch, period,
};
use winways_rules::Recurrence;

fn octal(code: &str) -> Recurrence {
    Recurrence::Octal { last_digit: code.len() as u64 }
}

/// Returns the heaps of an octal game up to `last`, and the certificate of their quotient.
fn certificate(code: &str, last: u32, is_listed: bool) -> (Heaps, MisereCertificate) {
    let heaps = heaps_of(code, last);
    let quotient = quotient_of(&heaps);
    let game = match is_listed {
        true => CertificateGame::Listed(heaps.clone()),
        false => CertificateGame::Named(format!("octal(0.{code})")),
    };
    let period = period(quotient.phi(), octal(code));
    (heaps, MisereCertificate::new(game, &quotient, period))
}

#[test]
fn written_certificates_are_accepted() {
    for (code, last) in [
        ("77", 168),
        ("15", 60),
        ("115", 40),
        ("123", 24),
        ("144", 48),
        ("152", 40),
        ("241", 32),
        ("34", 33),
        ("351", 28),
        ("44", 60),
        ("52", 23),
        ("53", 30),
        ("71", 21),
        ("72", 30),
        ("75", 23),
        ("0", 5),
        ("3", 9),
        ("644", 40),
        ("56", 40),
    ] {
        for is_listed in [false, true] {
            let (heaps, certificate) = certificate(code, last, is_listed);
            let read: MisereCertificate = certificate.to_string().parse().unwrap();
            assert_eq!(read, certificate);
            assert_eq!(read.check(&heaps, octal(code), &ledger()), Ok(()), "{code}");
        }
    }
}

#[test]
fn the_period_of_kayles_is_claimed() {
    let (heaps, certificate) = certificate("77", 168, false);
    assert_eq!(certificate.period, Some(QuotientPeriod { start: 71, length: 12 }));
    let text = certificate.to_string();
    assert!(text.starts_with("winways misere certificate 1\ngame octal(0.77)\norder 40\ngenerator 1 "));
    assert!(text.ends_with("\nend\n"));
    let fault = |period: QuotientPeriod, recurrence| {
        let changed = MisereCertificate { period: Some(period), ..certificate.clone() };
        match changed.check(&heaps, recurrence, &ledger()) {
            Err(CertificateStop::Fault(CertificateFault::Period(why))) => why,
            other => panic!("{other:?}"),
        }
    };
    let period = |start, length| QuotientPeriod { start, length };
    assert_eq!(fault(period(70, 12), octal("77")), "the elements do not repeat");
    assert_eq!(fault(period(72, 12), octal("77")), "too few heaps are known");
    assert_eq!(fault(period(71, 12), Recurrence::Unknown), "no theorem applies to the game");
    assert_eq!(fault(period(u64::MAX, u64::MAX), octal("77")), "too few heaps are known");
    let window = Recurrence::Window { length: 1 };
    assert_eq!(fault(period(72, 12), window), "the period begins earlier");
    assert_eq!(fault(period(71, 24), window), "a shorter period exists");
}

#[test]
fn the_first_condition_that_fails_is_named() {
    let (heaps, good) = certificate("77", 12, false);
    let check = |change: &dyn Fn(&mut MisereCertificate)| {
        let mut changed = good.clone();
        change(&mut changed);
        match changed.check(&heaps, octal("77"), &ledger()) {
            Err(CertificateStop::Fault(fault)) => fault,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(check(&|it| it.phi.push(0)), CertificateFault::Heap(13));
    assert_eq!(check(&|it| it.generators[0].0 = 0), CertificateFault::Generator(0));
    assert_eq!(check(&|it| it.generators[1].1.swap(0, 1)), CertificateFault::Generator(2));
    assert!(matches!(check(&|it| it.generators[1].1.swap(1, 2)), CertificateFault::Commutativity(..)));
    assert!(matches!(check(&|it| drop(it.generators.pop())), CertificateFault::Unreached(_)));
    assert!(matches!(check(&|it| it.previous.clear()), CertificateFault::NotReduced(0, 1)));
    assert!(matches!(check(&|it| it.phi[10] = it.phi[2]), CertificateFault::LostWithLostOption(..)));
    let others = (0..good.order as Element).filter(|&x| x != good.phi[10]);
    let faults: Vec<CertificateFault> = others.map(|x| check(&|it| it.phi[10] = x)).collect();
    assert!(
        faults.iter().any(|fault| matches!(fault, CertificateFault::WonWithoutLostOption(..))),
        "{faults:?}"
    );
    assert_eq!(check(&|it| it.previous.insert(0, 0)), CertificateFault::Identity);
    let mut dead = Heaps::new();
    dead.push([]).unwrap();
    let fault = good.clone();
    let fault = MisereCertificate { phi: vec![1], ..fault };
    let fault = MisereCertificate { order: 2, generators: vec![(1, vec![1, 0])], previous: vec![1], ..fault };
    assert_eq!(fault.check(&dead, octal("77"), &ledger()), Err(CertificateFault::Dead(1).into()));
}

#[test]
fn wrong_texts_are_refused() {
    let text = certificate("77", 5, true).1.to_string();
    let error = |text: String| text.parse::<MisereCertificate>().unwrap_err().to_string();
    assert_eq!(
        error(String::new()),
        "line 1: not a certificate: expected the line `winways misere certificate 1`"
    );
    assert_eq!(error(text.replacen('1', "2", 1)), "line 1: an unsupported version of certificates");
    assert_eq!(error(text.replace("game listed", "game")), "line 2: expected `game`");
    assert_eq!(
        error(text.replace("options 2", "options 3")),
        "line 4: expected heap 2 and sums of smaller heaps"
    );
    assert_eq!(error(text.replace("order 12", "order 70000")), "line 8: expected an order from 1 to 65535");
    assert_eq!(error(text.replace("order 12", "order 13")), "line 9: expected a heap and 13 elements");
    assert_eq!(error(text.replace("\nend\n", "\n")), "line 17: expected `end`");
    let generator = text.lines().find(|line| line.starts_with("generator ")).unwrap();
    let twice = error(text.replacen(generator, &format!("{generator}\n{generator}"), 1));
    assert!(twice.starts_with("line 10: expected one generator for heap "), "{twice}");
    let lost = text.lines().find(|line| line.starts_with("lost ")).unwrap();
    let first = lost.split(' ').nth(1).unwrap();
    let twice = error(text.replacen(lost, &lost.replacen(first, &format!("{first} {first}"), 1), 1));
    assert!(twice.ends_with("expected each element once, in ascending order"), "{twice}");
    assert_eq!(error(format!("{text}x\n")), "line 18: expected nothing after the line `end`");
    assert_eq!(error(text.replace("heaps 5", "heaps 6")), "line 14: expected 6 elements");
    let damaged = text.replace("period none", "period 3 from 4");
    assert_eq!(error(damaged), "line 16: the checksum does not match the lines before");
}

/// Returns the text with its checksum corrected.
fn with_checksum(text: &str) -> String {
    let body = &text[..text.find("checksum ").unwrap_or(text.len())];
    format!("{body}checksum {:08x}\nend\n", crc32fast::hash(body.as_bytes()))
}

/// An edit of a text: a line, a word in this line, a number, and the kind of the edit.
type Edit = (usize, usize, u32, u8);

fn edited(text: &str, &(line, word, number, kind): &Edit) -> String {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    // The header and the name of the game stay, and the checksum is corrected afterwards.
    let line = 2 + line % (lines.len() - 4);
    let words = &mut lines[line];
    let word = word % words.len();
    match kind {
        0..=5 => words[word] = (number % 14).to_string(),
        6 => drop(words.remove(word)),
        7 => words.insert(word, (number % 14).to_string()),
        8 => {
            let other = number as usize % words.len();
            words.swap(word, other);
        }
        9 => drop(lines.remove(line)),
        _ => {
            let copy = lines[line].clone();
            lines.insert(line, copy);
        }
    }
    lines.iter().map(|words| words.join(" ") + "\n").collect()
}

/// Returns `true` if the certificate describes the quotient of the heaps, up to isomorphism, and claims no period or the proved period.
fn is_true(certificate: &MisereCertificate, heaps: &Heaps, recurrence: Recurrence) -> bool {
    let last = certificate.phi.len() as u32;
    let mut search = QuotientSearch::new();
    (0..last).for_each(|_| search.add(heaps, &ledger()).unwrap());
    let quotient = search.quotient();
    let expected = period(quotient.phi(), recurrence);
    (certificate.period.is_none() || certificate.period == expected) && is_isomorphic(certificate, quotient)
}

fn is_isomorphic(certificate: &MisereCertificate, quotient: &Quotient) -> bool {
    let mut images: Vec<Option<Element>> = vec![None; certificate.order];
    images[0] = Some(0);
    let mut queue = vec![0usize];
    while let Some(x) = queue.pop() {
        for (heap, times) in &certificate.generators {
            let next = usize::from(times[x]);
            let image = quotient.product(images[x].unwrap(), quotient.phi()[*heap as usize]);
            if images[next].is_some_and(|known| known != image) {
                return false;
            }
            if images[next].replace(image).is_none() {
                queue.push(next);
            }
        }
    }
    let lost: Vec<bool> =
        (0..certificate.order).map(|x| certificate.previous.contains(&(x as Element))).collect();
    certificate.order == quotient.order()
        && images
            .iter()
            .zip(&lost)
            .all(|(image, &lost)| image.is_some_and(|x| quotient.is_previous(x) == lost))
        && certificate
            .phi
            .iter()
            .zip(&quotient.phi()[1..])
            .all(|(&x, &own)| images[usize::from(x)] == Some(own))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn changed_certificates_are_rejected_or_true(
        game in prop::sample::select(vec![("77", 12), ("34", 33), ("75", 23), ("3", 9), ("53", 14)]),
        is_listed in any::<bool>(),
        edits in proptest::collection::vec((0..1000usize, 0..1000usize, 0..1000u32, 0..11u8), 1..3),
    ) {
        let (code, last) = game;
        let (heaps, certificate) = certificate(code, last, is_listed);
        let text = edits.iter().fold(certificate.to_string(), |text, edit| edited(&text, edit));
        if let Ok(changed) = with_checksum(&text).parse::<MisereCertificate>() {
            let heaps = match &changed.game {
                CertificateGame::Listed(heaps) => heaps.clone(),
                CertificateGame::Named(_) => heaps,
            };
            if changed.check(&heaps, octal(code), &ledger()).is_ok() {
                prop_assert!(is_true(&changed, &heaps, octal(code)), "{}", text);
            }
        }
    }
}
