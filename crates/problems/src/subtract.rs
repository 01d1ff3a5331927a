//! Problems that reduce to subtraction games.

use crate::{Input, Problem};
use winways_games::heaps::subtract;
use winways_games::heaps::subtract::{NamedSet, Subtract};
use winways_notation::Diagnostic;
use winways_solve::{Budget, NimSequence};

pub(crate) const PROBLEMS: &[Problem] = &[
    Problem {
        name: "hdu1847",
        title: "Good Luck in CET-4 Everybody! (HDU 1847)",
        statement: "One pile of n cards; a move takes a power of two; the player who takes the last card wins; Kiki \
                    begins. Input, until it ends: n. Output: the winner, Kiki or Cici.",
        sample: ("1\n3\n", "Kiki\nCici\n"),
        judge: |input, output| {
            input.until_end(|input| {
                let cards = input.number("the number of cards")?;
                output.line(if subtract::powers_of_two(cards) != 0 { "Kiki" } else { "Cici" });
                Ok(())
            })
        },
    },
    Problem {
        name: "hdu1848",
        title: "Fibonacci again and again (HDU 1848)",
        statement: "Three piles; a move takes 1, 2, 3, 5, 8, ... from one of them; the player who takes the last one \
                    wins; Fibo begins. Input: three sizes for each case; 0 0 0 ends the input. Output: the winner, \
                    Fibo or Nacci.",
        sample: ("1 1 1\n1 4 1\n0 0 0\n", "Fibo\nNacci\n"),
        judge: |input, output| {
            let game = Subtract::named(NamedSet::Fibonacci);
            let mut sequence = NimSequence::new(&game);
            loop {
                let mut all = 0;
                let mut sum = 0;
                for _ in 0..3 {
                    let pile = input.number("the size of a pile")?;
                    all |= pile;
                    sum ^= nim_value(&mut sequence, pile, input)?;
                }
                if all == 0 {
                    return Ok(());
                }
                output.line(if sum != 0 { "Fibo" } else { "Nacci" });
            }
        },
    },
    Problem {
        name: "hdu1536",
        title: "S-Nim (HDU 1536, 1944; POJ 2960)",
        statement: "A move takes a number of tokens that a set contains from one heap; the player who moves last wins. \
                    Input: for each set the number of its numbers and the numbers, then the number of positions, then \
                    for each position the number of heaps and their sizes; a set of 0 numbers ends the input. Output: \
                    a line for each set, with W for each position that the first player wins, else L.",
        sample: (
            "2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n",
            "LWW\nWWL\n",
        ),
        judge: |input, output| {
            loop {
                let count = input.number("the number of numbers in the set, or 0 at the end")?;
                if count == 0 {
                    return Ok(());
                }
                let mut set = Vec::new();
                for _ in 0..count {
                    set.push(input.number_in("a number of the set", 1, u64::MAX)?);
                }
                let game = Subtract::of_numbers(&set);
                let mut sequence = NimSequence::new(&game);
                let positions = input.number("the number of positions")?;
                for _ in 0..positions {
                    let heaps = input.number("the number of heaps")?;
                    let mut sum = 0;
                    for _ in 0..heaps {
                        let heap = input.number("the size of a heap")?;
                        sum ^= nim_value(&mut sequence, heap, input)?;
                    }
                    output.text(if sum != 0 { "W" } else { "L" });
                }
                output.line("");
            }
        },
    },
];

/// A budget for about ten million heaps. A proved period gives the values of larger heaps.
const BUDGET: Budget = Budget { memory: 64 << 20, ..Budget::DEFAULT };

/// Returns the nim-value of the heap that was read last.
fn nim_value(sequence: &mut NimSequence<'_>, heap: u64, input: &mut Input<'_>) -> Result<u16, Diagnostic> {
    sequence.nim_value(heap, input.budget(BUDGET), input.observer()).map_err(|stopped| {
        let wrong = input.wrong(format!("a heap of {heap} is too large for this set of moves"));
        input.search_ended(stopped, wrong)
    })
}
