//! Staircase Nim.

use crate::Problem;
use winways_games::staircases::staircase_nim::nim_value;

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "staircase_nim",
    title: "Staircase Nim",
    statement: "Stones lie on steps 1 to n; a move carries one or more stones from one step to the step below, or from \
                step 1 to the ground; the player who cannot move loses. Input: the number of cases; for each case the \
                number of steps, then the numbers of stones on step 1, step 2, ... Output: the winner, first or \
                second.",
    sample: ("2\n2\n1 5\n3\n2 9 2\n", "first\nsecond\n"),
    judge: |input, output| {
        input.for_each_case(|input| {
            let count = input.number("the number of steps")?;
            let steps = input.numbers(count, "the number of stones on a step")?;
            output.line(if nim_value(&steps) != 0 { "first" } else { "second" });
            Ok(())
        })
    },
}];
