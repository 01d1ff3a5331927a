//! The catalogue entries of partizan games on heaps, and their claims.

use super::{OCTAL, PartizanHeaps, SUBTRACTION};
use crate::heaps::octal::Octal;
use crate::heaps::subtract::{Subtract, parse_set, sets_up_to};
use winways_kit::{Check, Claim, Entry, Halt};
use winways_rules::Recurrence;
use winways_solve::Period;

pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        page: &SUBTRACTION,
        make: |sets| PartizanHeaps::parse_two(&SUBTRACTION, sets, parse_set),
        claims: CLAIMS,
    },
    Entry { page: &OCTAL, make: |codes| PartizanHeaps::parse_two(&OCTAL, codes, Octal::parse), claims: &[] },
];

const CLAIMS: &[Claim] = &[claim!("partizan-subtract", "partizan-subtraction-outcomes", check_outcomes)];

impl PartizanHeaps {
    /// Creates the game of two octal codes.
    pub fn octal(left: Octal, right: Octal) -> Self {
        PartizanHeaps::new(&OCTAL, left, right)
    }

    /// Creates the game of two sets of numbers that may be taken.
    pub fn subtraction(left: Subtract, right: Subtract) -> Self {
        PartizanHeaps::new(&SUBTRACTION, left, right)
    }
}

pub(super) fn check_outcomes(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    for left in sets_up_to(up_to) {
        for right in sets_up_to(up_to) {
            let window = left.iter().chain(&right).copied().max().unwrap_or(0);
            // Each heap has one of four outcomes, so there are 4^window different windows. Among this many heaps, one window
            // occurs twice.
            let proof = 4u64.saturating_pow(window as u32).saturating_add(window + 1);
            let outcomes = plain_outcomes(&left, &right, proof.saturating_mul(2), check)?;
            let found = Period::of(&outcomes[..proof as usize], Recurrence::Window { length: window });
            let name = || format!("{left:?} against {right:?}");
            check.compare(|| format!("a proof for {}", name()), found.is_some(), true)?;
            let Some(Period { preperiod, period }) = found else { continue };
            let tail = &outcomes[preperiod as usize..];
            let continues = tail.iter().zip(&tail[period as usize..]).all(|(heap, later)| heap == later);
            check.compare(|| format!("the outcomes of {}", name()), continues, true)?;
        }
    }
    Ok(())
}

/// Computes the outcomes straight from the definition: 1 if Left wins moving first, plus 2 if Right wins moving first.
fn plain_outcomes(left: &[u64], right: &[u64], heaps: u64, check: &Check<'_>) -> Result<Vec<u16>, Halt> {
    check.check_memory(heaps, 2)?;
    let mut outcomes: Vec<u16> = Vec::new();
    for heap in 0..heaps {
        if heap.is_multiple_of(1 << 16) {
            check.poll()?;
        }
        let wins = |set: &[u64], opponent: u16| {
            let rests = set.iter().filter_map(|taken| heap.checked_sub(*taken));
            rests.map(|rest| outcomes[rest as usize]).any(|outcome| outcome & opponent == 0)
        };
        outcomes.push(u16::from(wins(left, 2)) + 2 * u16::from(wins(right, 1)));
    }
    Ok(outcomes)
}
