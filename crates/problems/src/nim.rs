//! Problems that are Nim.

use crate::{Input, Problem};
use winways_games::nim;
use winways_notation::Diagnostic;

pub(crate) const PROBLEMS: &[Problem] = &[
    Problem {
        name: "p2197",
        title: "Nim (Luogu P2197)",
        statement: "In: the number of cases; for each the number of heaps and their sizes. Out: Yes if the first player wins, else No.",
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
        statement: "Pieces on cells 0, 1, 2, ...; a move shifts one piece any distance towards 0; who makes the last move \
                    wins; Rabbit begins. In: the number of pieces and their cells, until it is 0. Out: Rabbit Win! or Grass Win!.",
        sample: ("2\n3 5\n3\n3 5 6\n0\n", "Rabbit Win!\nGrass Win!\n"),
        judge: |input, output| {
            until_no_heaps(input, |heaps| {
                output.line(if nim::nim_sum(heaps) != 0 { "Rabbit Win!" } else { "Grass Win!" });
            })
        },
    },
];

/// A number of heaps and their sizes.
fn heaps(input: &mut Input<'_>) -> Result<Vec<u64>, Diagnostic> {
    let count = input.number("the number of heaps")?;
    input.numbers(count, "a heap size")
}

/// Calls `case` with the heaps of each case, until a case has none.
fn until_no_heaps(input: &mut Input<'_>, mut case: impl FnMut(&[u64])) -> Result<(), Diagnostic> {
    loop {
        let heaps = heaps(input)?;
        if heaps.is_empty() {
            return Ok(());
        }
        case(&heaps);
    }
}
