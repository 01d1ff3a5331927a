//! The theorems on red-blue stalks against play and against the definition of numbers.

use super::{RedBlueStalks, Stalk, sign, stalk_multisets, stalks};
use crate::theory::by_definition::{Numbers, Play};
use std::cmp::Ordering;
use winways_kit::{Check, Claim, Halt, WholePositions};
use winways_rules::Side;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        name: "hackenbush-stalk",
        statement: "A red-blue stalk P = {PL | PR} is a number: n equal segments from the ground are n or -n, and the \
                    segments after them count 1/2, 1/4, 1/8, ..., Left's with plus and Right's with minus. Values add: \
                    a sum of stalks is won by Left if it is positive, by Right if it is negative, moving first or second, and by \
                    the second player if it is zero.",
        range: "the values of all stalks of at most N segments, by the simplest number between the options; the \
                outcomes, by trying every move, of all sums of two stalks of at most N/2 segments and of three of at most \
                N/3",
        default_range: 12,
        check: hackenbush_stalk,
    },
    Claim {
        name: "procrastination",
        statement: "Three towers C1 are no worse for Left than three towers C2 - whatever fourth tower T is put beside \
                    both, if Left wins C2 + T moving first or second, then also C1 + T - iff the value of C1 is not less than \
                    that of C2.",
        range: "all pairs of three towers of at most N segments, with all T of at most 3N, by trying every move (the \
                negative of every C1 is worth as much as such a tower)",
        default_range: 2,
        check: procrastination,
    },
];

fn hackenbush_stalk(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let mut numbers = Numbers::new(&RedBlueStalks);
    for (index, stalk) in stalks(up_to).enumerate() {
        poll(index, check)?;
        let found = numbers.value(&stalk).map_err(|stalk| {
            Halt::Counterexample(format!("{stalk}: the theorem says a number, the options say otherwise"))
        })?;
        check.compare(|| format!("the value of {stalk}"), stalk.value(), found)?;
    }
    let mut play = Play::new(&RedBlueStalks);
    for (count, most) in [(2, up_to / 2), (3, up_to / 3)] {
        for (index, sum) in stalk_multisets(count, most).enumerate() {
            poll(index, check)?;
            let found = Side::BOTH.map(|side| play.wins(side, &sum));
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
    let configurations: Vec<Vec<Stalk>> =
        stalk_multisets(3, up_to).filter(|configuration| configuration.len() == 3).collect();
    let mut play = Play::new(&RedBlueStalks);
    let mut won_with = Vec::new();
    for (index, configuration) in configurations.iter().enumerate() {
        poll(index, check)?;
        let with = |tower| [&configuration[..], &[tower]].concat();
        let won = stalks(up_to.saturating_mul(3)).map(with).map(|four| {
            // Left wins moving first or second.
            play.wins(Side::Left, &four) && !play.wins(Side::Right, &four)
        });
        won_with.push(won.collect::<Vec<bool>>());
    }
    for (index, (first, won_with_first)) in configurations.iter().zip(&won_with).enumerate() {
        poll(index, check)?;
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

/// Asks the observer now and then whether to go on.
fn poll(index: usize, check: &Check<'_>) -> Result<(), Halt> {
    if index.is_multiple_of(64) { check.poll() } else { Ok(()) }
}
