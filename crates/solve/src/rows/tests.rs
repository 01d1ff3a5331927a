//! Tests of rows against the definition, and of the certificates of their periods.

use super::*;
use crate::certificate::{CheckFailure, Checked};
use crate::{NoObserver, Quota};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use winways_rules::{LargeRows, RowMoves, RowPart};

/// The number of tokens taken, the memory left, and optionally another heap with memory 0.
type Step = (u64, u64, Option<u64>);

/// Moves by remainder of the heap and by memory. A move is possible if the heap has enough tokens.
#[derive(Clone, Debug)]
struct Moves {
    heap: usize,
    table: Vec<Vec<Vec<Step>>>,
    /// Heaps below this size have no moves.
    quiet: u64,
}

impl Moves {
    fn of(&self, heap: u64, memory: u64) -> &[Step] {
        let by_memory = &self.table[(heap % self.table.len() as u64) as usize];
        by_memory.get(memory as usize).map_or(&[], |moves| moves)
    }

    /// Returns the least heap from which all moves are possible.
    fn regular_from(&self) -> u64 {
        let all = self.table.iter().flatten().flatten();
        all.map(|&(taken, _, beside)| taken.max(beside.map_or(0, |beside| beside + 1))).max().unwrap_or(0)
    }
}

impl PairRules for Moves {
    fn options(
        &self,
        given: [u64; 2],
        _: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        let (heap, memory) = (given[self.heap], given[1 - self.heap]);
        for &(taken, left, beside) in self.of(heap, memory) {
            let Some(rest) = heap.checked_sub(taken).filter(|_| heap >= self.quiet) else { continue };
            let mut parts = vec![shape::pair(self.heap, rest, left)];
            match beside {
                Some(beside) if beside >= heap => continue,
                Some(beside) => parts.push(shape::pair(self.heap, beside, 0)),
                None => {}
            }
            if visit(&parts).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn row_moves(&self, row: LargeRows, _: &mut Meter) -> Result<RowMoves, NoRowMoves> {
        let modulus = self.table.len() as u64;
        if !row.modulus.is_multiple_of(modulus) {
            return Err(NoRowMoves::Modulus(modulus * row.modulus));
        }
        assert_eq!(row.heap, self.heap);
        let option = |&(taken, memory, beside): &Step| {
            let first = RowPart { heap: RowHeap::Less(taken), memory };
            let second = beside.map(|beside| RowPart { heap: RowHeap::Fixed(beside), memory: 0 });
            [Some(first), second].into_iter().flatten().collect()
        };
        let options = self.of(row.remainder, row.memory).iter().map(option).collect();
        Ok(RowMoves { from: self.regular_from().max(self.quiet), options })
    }
}

fn moves() -> impl Strategy<Value = Moves> {
    let step = |memory: u64| {
        // A move within a row must lower the memory.
        (0..4u64, 0..4u64, prop::option::weighted(0.2, 0..3u64)).prop_filter_map("no progress", move |step| {
            let (taken, left, beside) = step;
            (taken > 0 || left < memory && beside.is_none()).then_some((taken, left, beside))
        })
    };
    let of_memory = move |memory| prop::collection::vec(step(memory), 0..4);
    let row = move || (0..4).map(of_memory).collect::<Vec<_>>();
    let table = prop_oneof![
        3 => row().prop_map(|row| vec![row]),
        1 => (row(), row()).prop_map(|(a, b)| vec![a, b]),
        1 => (row(), row(), row()).prop_map(|(a, b, c)| vec![a, b, c]),
    ];
    (0..2usize, table, prop_oneof![3 => Just(0), 1 => 0..9u64]).prop_map(|(heap, table, quiet)| Moves {
        heap,
        table,
        quiet,
    })
}

/// Returns the values of pairs with memories below 4, by the definition.
fn by_definition(rules: &Moves, heaps: u64) -> BTreeMap<(u64, u64), u16> {
    let mut values = BTreeMap::new();
    for heap in 0..heaps {
        for memory in 0..4 {
            let mut excluded = BTreeSet::new();
            let _ =
                rules.options(shape::pair(rules.heap, heap, memory), &mut Meter::default(), &mut |parts| {
                    let of = |part: &[u64; 2]| values[&(part[rules.heap], part[1 - rules.heap])];
                    excluded.insert(parts.iter().map(of).fold(0, |sum, value| sum ^ value));
                    ControlFlow::Continue(())
                });
            let value = (0..).find(|value| !excluded.contains(value)).unwrap();
            values.insert((heap, memory), value);
        }
    }
    values
}

fn sequence(rules: &Moves) -> RowSequence<'_> {
    RowSequence::new(rules, rules.heap, &[0, 1, 2, 3], &mut Meter::default()).unwrap()
}

fn check(certificate: &Certificate, rules: &Moves) -> Result<Checked, CheckFailure> {
    let read: Certificate = certificate.to_string().parse().unwrap();
    assert_eq!(read, *certificate);
    read.check_rows(rules, 1 << 26, &NoObserver)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn rows_agree_with_the_definition(rules in moves()) {
        let mut rows = sequence(&rules);
        let status = rows.prove(3000, Budget::DEFAULT, &NoObserver).unwrap();
        for ((heap, memory), value) in by_definition(&rules, 400) {
            prop_assert_eq!(rows.value(heap, memory), Some(value), "{} {}", heap, memory);
        }
        prop_assert_eq!(rows.value(5, 4), None);
        if status == ProofStatus::Proved {
            let certificate = rows.certificate("game").unwrap();
            let checked = check(&certificate, &rules);
            prop_assert!(matches!(checked, Ok(Checked::Whole { .. })), "{:?}\n{}", checked, certificate);
        }
    }

    /// Every claim that the check accepts is true and minimal.
    #[test]
    fn forged_certificates_are_refused(
        rules in moves(),
        (preperiod, period, apart, length) in (0..9u64, 1..9u64, 1..4u64, 0..9u64),
    ) {
        let proof = RowProof { heap: rules.heap, length, apart: apart * period, columns: vec![0, 1, 2, 3] };
        let forged = Certificate { game: "game".to_owned(), preperiod, period, proof: Proof::Rows(proof) };
        if check(&forged, &rules).is_ok() {
            let values = by_definition(&rules, 300);
            let repeats = |from: u64, period: u64| {
                (from..300 - period).all(|n| (0..4).all(|m| values[&(n, m)] == values[&(n + period, m)]))
            };
            prop_assert!(repeats(preperiod, period));
            prop_assert!(preperiod == 0 || !repeats(preperiod - 1, period));
            prop_assert!((1..period).all(|less| !repeats(preperiod, less)));
        }
    }
}

/// Returns the rules of the game in which a move takes one, two or three tokens, but not the number just taken.
fn no_repeats() -> Moves {
    let of_memory =
        |memory| (1..4).filter(|taken| *taken != memory).map(|taken| (taken, taken, None)).collect();
    Moves { heap: 0, table: vec![(0..4).map(of_memory).collect()], quiet: 0 }
}

#[test]
fn every_hypothesis_of_a_certificate_is_checked() {
    let rules = no_repeats();
    let mut rows = RowSequence::of_bounded_memory(&rules, 0, &mut Meter::default()).unwrap();
    assert_eq!(rows.columns(), [0, 1, 2, 3]);
    assert_eq!(rows.prove(1000, Budget::DEFAULT, &NoObserver), Ok(ProofStatus::Proved));
    assert_eq!(rows.period(), Some(Period { preperiod: 4, period: 4 }));
    let honest = rows.certificate("no-repeats").unwrap();
    assert_eq!(
        honest.to_string(),
        "winways period certificate 1\ngame no-repeats\npreperiod 4\nperiod 4\nproof rows\nlength 3\napart 4\nheap 1\n\
         columns 0 1 2 3\nend\n"
    );
    let refused = |change: &dyn Fn(&mut Certificate, &mut RowProof), rules: &Moves, message: &str| {
        let Proof::Rows(mut proof) = honest.proof.clone() else { unreachable!("the proof is one of rows") };
        let mut forged = honest.clone();
        change(&mut forged, &mut proof);
        forged.proof = Proof::Rows(proof);
        let checked = forged.check_rows(rules, 1 << 26, &NoObserver);
        assert!(matches!(&checked, Err(CheckFailure::Refused(why)) if why.contains(message)), "{checked:?}");
    };
    refused(&|forged, _| forged.preperiod = 3, &rules, "on differ");
    refused(&|forged, proof| (forged.period, proof.apart) = (8, 8), &rules, "4 is also a period");
    refused(&|forged, _| forged.preperiod = 5, &rules, "begins before row 5");
    refused(&|forged, proof| (forged.period, proof.apart) = (3, 3), &rules, "on differ");
    refused(&|_, proof| proof.apart = 0, &rules, "multiple of the period");
    refused(&|forged, _| forged.period = 0, &rules, "multiple of the period");
    refused(&|_, proof| proof.apart = 6, &rules, "multiple of the period");
    refused(&|_, proof| proof.length = 2, &rules, "apply only from row 3");
    refused(&|_, proof| proof.columns = vec![0, 1, 2], &rules, "the memory 3, which has no column");
    refused(&|_, proof| proof.columns = vec![0, 2, 1, 3], &rules, "out of order");
    refused(&|_, proof| proof.columns.clear(), &rules, "out of order");
    refused(&|forged, proof| (forged.preperiod, proof.length) = (u64::MAX, 9), &rules, "too large");
    let mut by_parity = no_repeats();
    by_parity.table.push(by_parity.table[0].clone());
    refused(&|forged, proof| (forged.period, proof.apart) = (1, 1), &by_parity, "not a multiple of 2");

    /// Rules whose row moves disagree with their options for heap 5.
    struct Inconsistent(Moves);
    impl PairRules for Inconsistent {
        fn options(
            &self,
            pair: [u64; 2],
            meter: &mut Meter,
            visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
        ) -> Result<(), RuleFault> {
            if pair[0] == 5 { Ok(()) } else { self.0.options(pair, meter, visit) }
        }
        fn row_moves(&self, row: LargeRows, meter: &mut Meter) -> Result<RowMoves, NoRowMoves> {
            self.0.row_moves(row, meter)
        }
    }
    let checked = honest.check_rows(&Inconsistent(rules.clone()), 1 << 26, &NoObserver);
    assert!(
        matches!(&checked, Err(CheckFailure::Refused(why)) if why.contains("the moves of row 5")),
        "{checked:?}"
    );
    let too_large = Certificate { preperiod: 1 << 40, ..honest.clone() };
    let stopped = too_large.check_rows(&rules, 1 << 26, &NoObserver);
    assert!(matches!(stopped, Err(CheckFailure::Stopped(StopReason::Memory { .. }))), "{stopped:?}");
}

#[test]
fn budgets_hold() {
    let rules = no_repeats();
    let mut rows = sequence(&rules);
    // The rows have so few options that only the first poll is due.
    let stopped = rows.prove(9, Budget::DEFAULT, &Quota::new(1).interrupt()).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Timeout);
    let small = Budget { memory: 100, ..Budget::DEFAULT };
    let stopped = rows.prove(1000, small, &NoObserver).unwrap_err();
    assert!(matches!(stopped.reason, StopReason::Memory { limit: 100 }));
    let few = Budget { options: Some(20), ..Budget::DEFAULT };
    let stopped = rows.prove(1000, few, &NoObserver).unwrap_err();
    assert!(matches!(stopped.reason, StopReason::Options { limit: 20 }));
    assert_eq!(rows.prove(9, Budget::DEFAULT, &NoObserver), Ok(ProofStatus::Open));
}
