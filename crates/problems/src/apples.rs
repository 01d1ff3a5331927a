//! Problems on rows that a move may split.

use crate::Problem;
use winways_games::staircases::apples::Apples;
use winways_kit::Game;
use winways_rules::{ImpartialOutcome, Play};

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "hdu2509",
    title: "Be the Winner (HDU 2509)",
    statement: "Rows of apples; a move takes any number of neighbouring apples from one row, which may split the row \
                in two; the player who takes the last apple loses; Fra begins. Input, until it ends: the number of \
                rows and their lengths. Output: Yes if Fra wins, else No.",
    sample: ("2\n2 2\n1\n3\n", "No\nYes\n"),
    judge: |input, output| {
        input.until_end(|input| {
            let count = input.number("the number of rows")?;
            let rows = input.numbers(count, "the length of a row")?;
            let wins = Apples.outcome(&rows, Play::Misere) == Some(ImpartialOutcome::Next);
            output.line(if wins { "Yes" } else { "No" });
            Ok(())
        })
    },
}];
