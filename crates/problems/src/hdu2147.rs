//! Kiki's game.

use crate::Problem;
use winways_games::coins::board_coin::nim_value;

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "hdu2147",
    title: "kiki's game (HDU 2147)",
    statement: "A coin starts in the top right corner of a board of n rows and m columns; a move shifts it one cell \
                left, down, or diagonally down to the left; the player who cannot move loses; kiki begins. Input: n \
                and m for each case; 0 0 ends the input. Output: Wonderful! if kiki wins, else What a pity!.",
    sample: ("5 3\n5 4\n6 6\n0 0\n", "What a pity!\nWonderful!\nWonderful!\n"),
    judge: |input, output| {
        loop {
            let rows = input.number("the number of rows")?;
            let columns = input.number("the number of columns")?;
            match (rows, columns) {
                (0, 0) => return Ok(()),
                (0, _) | (_, 0) => {
                    return Err(input
                        .wrong(format!("a board of {rows} by {columns} has no cells"))
                        .label("expected two positive numbers, or 0 0 at the end"));
                }
                _ => output.line(if nim_value(rows, columns) != 0 { "Wonderful!" } else { "What a pity!" }),
            }
        }
    },
}];
