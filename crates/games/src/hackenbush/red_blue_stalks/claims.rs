//! Checks the theorems on red-blue stalks against play and against the definition of numbers.

use super::{RedBlueStalks, Stalk, sign, stalk_multisets, stalks};
use crate::theory::by_definition::{Numbers, Play};
use std::cmp::Ordering;
use winways_kit::{Check, Claim, Halt, WholePositions};
use winways_rules::Side;

pub(crate) const CLAIMS: &[Claim] = &[
    claim!("red-blue-stalks", "hackenbush-stalk", hackenbush_stalk),
    claim!("red-blue-stalks", "procrastination", procrastination),
];

fn hackenbush_stalk(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let mut numbers = Numbers::new(&RedBlueStalks);
    for (index, stalk) in stalks(up_to).enumerate() {
        if index.is_multiple_of(64) {
            check.charge(numbers.bytes())?;
        }
        let found = numbers.value(&stalk).map_err(|stalk| {
            Halt::Counterexample(format!("{stalk}: the theorem gives a number, but the options do not"))
        })?;
        check.compare(|| format!("the value of {stalk}"), stalk.value(), found)?;
    }
    let mut play = Play::new(&RedBlueStalks);
    for (count, most) in [(2, up_to / 2), (3, up_to / 3)] {
        for sum in stalk_multisets(count, most) {
            let found = [play.wins(Side::Left, &sum, check)?, play.wins(Side::Right, &sum, check)?];
            let theorem = match sign(&sum) {
                Ordering::Greater => [true, false],
                Ordering::Less => [false, true],
                Ordering::Equal => [false, false],
            };
            let case = || format!("whether Left and Right win {} moving first", RedBlueStalks.write(&sum));
            check.compare(case, theorem, found)?;
        }
    }
    Ok(())
}

fn procrastination(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let towers = |segments: u64| (2u64 << segments.min(40)) - 1;
    let triples = (towers(up_to).saturating_pow(3) / 6).saturating_add(towers(up_to).saturating_pow(2)); // or slightly fewer
    let row = size_of::<[Vec<u8>; 2]>() + 3 * size_of::<Stalk>() + 3 * (up_to as usize).div_ceil(8);
    check.check_memory(triples, (row as u64).saturating_add(towers(up_to.saturating_mul(3))))?;
    let configurations: Vec<Vec<Stalk>> =
        stalk_multisets(3, up_to).filter(|configuration| configuration.len() == 3).collect();
    let mut play = Play::new(&RedBlueStalks);
    let mut won_with = Vec::new();
    for configuration in &configurations {
        let mut won = Vec::new();
        for tower in stalks(up_to.saturating_mul(3)) {
            let four = [&configuration[..], &[tower]].concat();
            // Left wins moving first or second.
            won.push(play.wins(Side::Left, &four, check)? && !play.wins(Side::Right, &four, check)?);
        }
        won_with.push(won);
    }
    for (first, won_with_first) in configurations.iter().zip(&won_with) {
        check.poll()?;
        for (second, won_with_second) in configurations.iter().zip(&won_with) {
            let theorem = super::value(first) >= super::value(second);
            let found = won_with_second.iter().zip(won_with_first).all(|(second, first)| !second || *first);
            let case = || {
                let [first, second] = [first, second].map(|stalks| RedBlueStalks.write(stalks));
                format!("whether {first} is no worse for Left than {second}")
            };
            check.compare(case, theorem, found)?;
        }
    }
    Ok(())
}
