//! Problems on Wythoff's game.

use crate::{Input, Problem};
use winways_games::heaps::wythoff;
use winways_notation::Diagnostic;

pub(crate) const PROBLEMS: &[Problem] = &[
    Problem {
        name: "poj1067",
        title: "Taking stones (POJ 1067, HDU 1527)",
        statement: "Two piles; a move takes any number of stones from one, or the same number from both; the player \
                    who takes the last stone wins. Input, until it ends: two sizes. Output: 1 if the first player \
                    wins, else 0.",
        sample: ("2 1\n8 4\n4 7\n", "0\n1\n0\n"),
        judge: |input, output| {
            input.until_end(|input| {
                let (a, b) = piles(input)?;
                output.line(if wythoff::is_lost(a, b) { "0" } else { "1" });
                Ok(())
            })
        },
    },
    Problem {
        name: "hdu2177",
        title: "Taking stones, with the first moves (HDU 2177)",
        statement: "The game of poj1067. Input: two sizes a <= b for each case; 0 0 ends the input. Output: 0 if the \
                    first player loses; otherwise 1 and then the piles after each winning first move, the smaller pile \
                    first: after taking from both piles, after reducing a, after reducing b (omitted if a = b).",
        sample: ("1 2\n5 8\n4 7\n2 2\n0 0\n", "0\n1\n4 7\n3 5\n0\n1\n0 0\n1 2\n"),
        judge: |input, output| {
            loop {
                let (a, b) = piles(input)?;
                if b == 0 && a == 0 {
                    return Ok(());
                }
                let (a, b) = (a.min(b), a.max(b));
                output.line(if wythoff::is_lost(a, b) { "0" } else { "1" });
                // If the piles are equal, the third move, which reduces b, mirrors the second.
                let distinct = if a == b { 2 } else { 3 };
                for (x, y) in wythoff::winning_moves(a, b).take(distinct) {
                    output.numbers([x.min(y), x.max(y)]);
                }
            }
        },
    },
    Problem {
        name: "wythoff_pairs",
        title: "The lost pairs of Wythoff's game",
        statement: "Input, until it ends: k. Output: the k-th lost pair, floor(k phi) and floor(k phi) + k.",
        sample: ("0\n1\n2\n3\n", "0 0\n1 2\n3 5\n4 7\n"),
        judge: |input, output| {
            input.until_end(|input| {
                let (a, b) = wythoff::lost_pair(input.number("the index of a lost pair")?);
                output.numbers([a, b]);
                Ok(())
            })
        },
    },
];

fn piles(input: &mut Input<'_>) -> Result<(u64, u64), Diagnostic> {
    Ok((input.number("the size of the first pile")?, input.number("the size of the second pile")?))
}
