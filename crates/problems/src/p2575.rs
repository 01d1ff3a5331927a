//! Sliding rows.

use crate::{Input, Problem};
use winways_games::staircases::sliding_row::nim_value;
use winways_notation::Diagnostic;

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "p2575",
    title: "Masters Fight (Luogu P2575)",
    statement: "Rows of 20 cells contain pieces; a move takes one piece to the nearest empty cell on its right, over \
                any pieces in between; the player who cannot move loses. Input: the number of cases; for each case the \
                number of rows; for each row the number of its pieces and their cells, 1 to 20, in any order. Output: \
                YES if the first player wins, else NO.",
    sample: ("2\n1\n2 19 20\n2\n1 19\n1 18\n", "NO\nYES\n"),
    judge: |input, output| {
        input.for_each_case(|input| {
            let rows = input.number("the number of rows")?;
            let mut sum = 0;
            for _ in 0..rows {
                sum ^= nim_value(row(input)?);
            }
            output.line(if sum != 0 { "YES" } else { "NO" });
            Ok(())
        })
    },
}];

const WIDTH: u64 = 20;

/// Reads a row as a word: a bit that marks its width, followed by a bit for each cell, set if there is a piece.
fn row(input: &mut Input<'_>) -> Result<u64, Diagnostic> {
    let pieces = input.number("the number of pieces")?;
    let mut row = 1 << WIDTH;
    for _ in 0..pieces {
        let cell = input.number_in("the cell of a piece", 1, WIDTH)?;
        let bit = 1 << (WIDTH - cell);
        if row & bit != 0 {
            return Err(input.wrong(format!("a second piece on cell {cell} of a row")));
        }
        row |= bit;
    }
    Ok(row)
}
