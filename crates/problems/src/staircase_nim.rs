//! Staircase Nim.

use crate::Problem;
use winways_games::staircases::staircase_nim::nim_value;

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "staircase_nim",
    title: "Staircase Nim",
    statement: "Stones lie on steps 1 to n; a move carries one or more stones one step down, from step 1 to the ground; the \
                player who cannot move loses. In: the number of cases; for each the number of steps and the stones on step 1, \
                step 2, ... Out: the winner, first or second.",
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
