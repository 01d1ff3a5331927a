//! Problems that reduce to Nim.

use crate::{Input, Problem};
use winways_games::heaps::nim;
use winways_games::heaps::nim_classes::Class;
use winways_notation::Diagnostic;
use winways_rules::Play;

pub(crate) const PROBLEMS: &[Problem] = &[
    Problem {
        name: "p2197",
        title: "Nim (Luogu P2197)",
        statement: "Nim. Input: the number of cases, then the number of heaps and their sizes for each case. Output: \
                    Yes if the first player wins, else No.",
        sample: ("2\n2\n1 1\n2\n1 0\n", "No\nYes\n"),
        judge: |input, output| {
            input.for_each_case(|input| {
                let heaps = heaps(input)?;
                output.line(if nim::nim_sum(&heaps) != 0 { "Yes" } else { "No" });
                Ok(())
            })
        },
    },
    Problem {
        name: "hdu1849",
        title: "Rabbit and Grass (HDU 1849)",
        statement: "Pieces on cells 0, 1, 2, ...; a move shifts one piece any distance towards 0; the player who makes \
                    the last move wins; Rabbit begins. Input: test cases, each with the number of pieces and then \
                    their cells; a number of 0 ends the input. Output: Rabbit Win! or Grass Win!.",
        sample: ("2\n3 5\n3\n3 5 6\n0\n", "Rabbit Win!\nGrass Win!\n"),
        judge: |input, output| {
            until_no_heaps(input, |heaps| {
                output.line(if nim::nim_sum(heaps) != 0 { "Rabbit Win!" } else { "Grass Win!" });
            })
        },
    },
    Problem {
        name: "hdu1850",
        title: "Being a Good Boy in Spring Festival (HDU 1850)",
        statement: "Nim with piles of cards. Input: test cases, each with the number of piles and then their sizes; a \
                    number of 0 ends the input. Output: the number of winning first moves.",
        sample: ("3\n5 7 9\n0\n", "1\n"),
        judge: |input, output| {
            until_no_heaps(input, |heaps| output.numbers([nim::winning_moves(heaps).count()]))
        },
    },
    Problem {
        name: "hdu2176",
        title: "m piles of stones, printing the moves (HDU 2176)",
        statement: "Nim. Input: test cases, each with the number of piles and then their sizes; a number of 0 ends the \
                    input. Output: No if the first player loses; otherwise Yes and, for each winning first move in the \
                    order of the piles, the size of the pile before and after the move.",
        sample: ("2\n45 45\n3\n3 6 9\n5\n5 7 8 9 10\n0\n", "No\nYes\n9 5\nYes\n8 1\n9 0\n10 3\n"),
        judge: |input, output| {
            until_no_heaps(input, |heaps| {
                output.line(if nim::nim_sum(heaps) != 0 { "Yes" } else { "No" });
                for (index, rest) in nim::winning_moves(heaps) {
                    output.numbers([heaps[index], rest]);
                }
            })
        },
    },
    Problem {
        name: "hdu1907",
        title: "John (HDU 1907, POJ 3480)",
        statement: "Nim with sweets where the player who eats the last one loses; John begins. Input: the number of \
                    cases, then the number of piles and their sizes for each case. Output: the winner, John or \
                    Brother.",
        sample: ("2\n3\n3 5 1\n1\n1\n", "John\nBrother\n"),
        judge: |input, output| {
            input.for_each_case(|input| {
                let heaps = heaps(input)?;
                output.line(if nim::misere_outcome(&heaps).is_next() { "John" } else { "Brother" });
                Ok(())
            })
        },
    },
    Problem {
        name: "match_nim",
        title: "Matches: the classes T and S",
        statement: "Nim under normal and misere play. Input, until it ends: the number of piles and their sizes. \
                    Output: the class (T if the xor is 0, else S; then the number of piles of more than one match, \
                    where 2 stands for two or more), then the winners under normal play and under misere play: first \
                    or second.",
        sample: ("5\n1 2 3 4 5\n", "S2 first first\n"),
        judge: |input, output| {
            input.until_end(|input| {
                let class = Class::of(&heaps(input)?);
                output.text(class.name());
                for play in Play::BOTH {
                    output.text(if class.outcome(play).is_next() { " first" } else { " second" });
                }
                output.line("");
                Ok(())
            })
        },
    },
    Problem {
        name: "bamboo_green",
        title: "Green stalks of bamboo",
        statement: "A move cuts one segment of a stalk, and everything above it falls; the player who cannot cut \
                    loses; L begins. Input: the number of cases, then the number of stalks and their heights for each \
                    case. Output: the winner, L or R.",
        sample: ("2\n3\n1 2 3\n1\n4\n", "R\nL\n"),
        judge: |input, output| {
            input.for_each_case(|input| {
                // A green stalk equals a heap of Nim of the same size.
                output.line(if nim::nim_sum(&heaps(input)?) != 0 { "L" } else { "R" });
                Ok(())
            })
        },
    },
];

/// Reads a number of heaps and their sizes.
fn heaps(input: &mut Input<'_>) -> Result<Vec<u64>, Diagnostic> {
    let count = input.number("the number of heaps")?;
    input.numbers(count, "a heap size")
}

/// Calls `case` with the heaps of each case, until a case has no heaps.
fn until_no_heaps(input: &mut Input<'_>, mut case: impl FnMut(&[u64])) -> Result<(), Diagnostic> {
    loop {
        let heaps = heaps(input)?;
        if heaps.is_empty() {
            return Ok(());
        }
        case(&heaps);
    }
}
