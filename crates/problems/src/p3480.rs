//! Pebbles.

use crate::{Input, Problem};
use winways_games::staircases::pebbles::nim_value;
use winways_notation::Diagnostic;

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "p3480",
    title: "KAM-Pebbles (POI 2009, Luogu P3480)",
    statement: "Piles of pebbles in a row, where no pile is smaller than its left neighbour; a move takes one or more \
                pebbles from one pile and must preserve this order; the player who cannot move loses. Input: the \
                number of cases, then the number of piles and their sizes for each case. Output: TAK if the first \
                player wins, else NIE.",
    sample: ("2\n2\n2 2\n3\n1 2 4\n", "NIE\nTAK\n"),
    judge: |input, output| {
        input.for_each_case(|input| {
            output.line(if nim_value(&piles(input)?) != 0 { "TAK" } else { "NIE" });
            Ok(())
        })
    },
}];

/// Reads a number of piles and their sizes, which must not decrease.
fn piles(input: &mut Input<'_>) -> Result<Vec<u64>, Diagnostic> {
    let count = input.number("the number of piles")?;
    let mut piles = Vec::new(); // not preallocated: the announced count may be huge
    let mut left = 0;
    for _ in 0..count {
        let pile = input.number("a pile")?;
        if pile < left {
            let message = format!("a pile of {pile} is to the right of a pile of {left}");
            return Err(input
                .wrong(message)
                .label(format!("expected {left} or more: piles do not decrease")));
        }
        piles.push(pile);
        left = pile;
    }
    Ok(piles)
}
