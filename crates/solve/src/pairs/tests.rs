use super::*;
use crate::NimSequence;
use crate::budget::NoObserver;
use proptest::prelude::*;
use winways_rules::Recurrence;

/// An octal game by its digits. Grundy's game is the code 4 with unequal parts.
struct Code {
    digits: Vec<u8>,
    unequal: bool,
}

impl HeapRules for Code {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        for (taken, &digit) in self.digits.iter().enumerate().take(heap + 1) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                excluded.nothing();
            }
            if digit & 2 != 0 && rest > 0 {
                excluded.heap(rest);
            }
            if digit & 4 != 0 && self.unequal {
                excluded.unequal_pairs(rest, 1)?;
            } else if digit & 4 != 0 {
                excluded.pairs(rest, 1)?;
            }
        }
        Ok(())
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        let with = |bit: u8| {
            let digits = self.digits.iter().zip(0..);
            digits.filter(|(digit, _)| *digit & bit != 0).map(|(_, taken)| taken).collect()
        };
        Some(TakeAndBreak {
            takes: with(2),
            splits: with(4),
            unequal: self.unequal,
            regular_from: self.digits.len() as u64,
        })
    }
}

fn assert_same(code: &Code, width: Width, up_to: u64) {
    let mut plain = NimSequence::new(code);
    plain.extend_to(up_to, Budget::DEFAULT, &NoObserver).unwrap();
    let mut pairs = PairSequence::with_width(code, width).unwrap();
    pairs.extend_to(up_to, Budget::DEFAULT, &NoObserver).unwrap();
    let differs = (0..=up_to as usize).find(|&heap| plain.values()[heap] != pairs.values()[heap]);
    assert_eq!(differs, None, "{:?} {width:?}", code.digits);
}

#[test]
fn all_codes_of_two_digits_agree_with_the_definition() {
    for code in 0..128u8 {
        let code = Code { digits: vec![code >> 6 << 2, code >> 3 & 7, code & 7], unequal: false };
        assert_same(&code, Width::widest(), 3_000);
    }
}

#[test]
fn all_widths_give_equal_values() {
    for &width in Width::ALL {
        for digits in [vec![0, 0, 6], vec![4, 0, 4, 7], vec![4]] {
            assert_same(&Code { digits: digits.clone(), unequal: false }, width, 1_500);
            assert_same(&Code { digits, unequal: true }, width, 1_500);
        }
    }
}

#[test]
fn budgets_hold() {
    let code = Code { digits: vec![0, 0, 6], unequal: false };
    let mut sequence = PairSequence::new(&code).unwrap();
    let budget = Budget { options: Some(5_000), ..Budget::DEFAULT };
    let stopped = sequence.extend_to(1_000, budget, &NoObserver).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Options { limit: 5_000 });
    assert_eq!(sequence.values().len(), 101);
    let budget = Budget { memory: 100_000, ..Budget::DEFAULT };
    let stopped = sequence.extend_to(u64::MAX, budget, &NoObserver).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Memory { limit: 100_000 });
    assert!(sequence.values().len() > 10_000);
}

proptest! {
    #[test]
    fn all_widths_strike_equal_candidates(
        length in 0..300usize,
        bits in 1..16u32,
        block in 0..3u16,
        seed in any::<u64>(),
        marked in 0..4u64,
    ) {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 40
        };
        let mut values = || -> Vec<u16> { (0..length).map(|_| (next() & ((1 << bits) - 1)) as u16).collect() };
        let (lower, upper) = (values(), values());
        let marks: Vec<bool> = (0..Candidates::VALUES).map(|_| next() % 4 < marked).collect();
        let start = Candidates::unmarked(block, &marks);
        let sums: Vec<u16> = lower.iter().zip(upper.iter().rev()).map(|(a, b)| a ^ b).collect();
        let first = block * Candidates::VALUES as u16;
        let left = (0..).zip(&marks).find(|(offset, marked)| !**marked && !sums.contains(&(first + offset)));
        for &width in Width::ALL {
            let mut candidates = start.clone();
            width.strike(&lower, &upper, &mut candidates);
            prop_assert_eq!(candidates.least(), left.map(|(offset, _)| first + offset), "{:?}", width);
        }
    }
}
