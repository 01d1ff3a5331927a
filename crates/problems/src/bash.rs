//! Problems that reduce to Bash's game.

use crate::{Input, Problem};
use winways_games::heaps::{bash, bash_counting};
use winways_notation::Diagnostic;
use winways_rules::Play;
use winways_solve::StopReason;

pub(crate) const PROBLEMS: &[Problem] = &[
    Problem {
        name: "hdu1846",
        title: "Brave Game (HDU 1846)",
        statement: "One pile of n stones; a move takes 1 to m stones; the player who takes the last stone wins. Input: \
                    the number of cases, then n and m for each case. Output: the winner, first or second.",
        sample: ("2\n23 2\n4 3\n", "first\nsecond\n"),
        judge: |input, output| {
            input.for_each_case(|input| {
                let (heap, most) = heap_and_most(input)?;
                output.line(winner(bash::outcome(heap, most, Play::Normal).is_next()));
                Ok(())
            })
        },
    },
    Problem {
        name: "u66339",
        title: "Bash's game, the last one loses (Luogu U66339)",
        statement: "One pile of n stones; a move takes 1 to k stones; the player who takes the last stone loses; if n \
                    = 0, the first player has already won. Input: the number of cases, then n and k for each case. \
                    Output: the winner, first or second.",
        sample: ("3\n1 1\n2 1\n0 5\n", "second\nfirst\nfirst\n"),
        judge: |input, output| {
            input.for_each_case(|input| {
                let (heap, most) = heap_and_most(input)?;
                output.line(winner(bash::outcome(heap, most, Play::Misere).is_next()));
                Ok(())
            })
        },
    },
    Problem {
        name: "count_to_n",
        title: "Counting to N by 1 to m",
        statement: "A counter starts at 0; a move adds 1 to m, never beyond N; the player who reaches N wins. Input, \
                    until it ends: N and m. Output: second if the second player wins, else first and the winning first \
                    addition.",
        sample: ("100 10\n", "first 1\n"),
        judge: |input, output| {
            input.until_end(|input| {
                let target = input.number("the number to count to")?;
                let most = input.number_in("the most that a move adds", 1, u64::MAX)?;
                match bash::winning_step(target, most, Play::Normal) {
                    None => output.line("second"),
                    Some(step) => {
                        output.text("first ");
                        output.numbers([step]);
                    }
                }
                Ok(())
            })
        },
    },
    Problem {
        name: "hdu2149",
        title: "Public Sale (HDU 2149)",
        statement: "A price starts at 0; a move raises it by 1 to N; the player who raises it to M or more wins. \
                    Input, until it ends: M and N. Output: every winning first raise in ascending order, or none.",
        sample: ("4 2\n3 2\n3 5\n", "1\nnone\n3 4 5\n"),
        judge: |input, output| {
            let mut raises_left = MAX_RAISES;
            input.until_end(|input| {
                let goal = input.number_in("the price to be reached", 1, u64::MAX)?;
                let most = input.number_in("the greatest raise", 1, u64::MAX)?;
                let raises = bash_counting::winning_raises(goal, most);
                if raises.is_empty() {
                    output.line("none");
                    return Ok(());
                }
                raises_left =
                    raises_left.checked_sub(raises.end() - raises.start() + 1).ok_or_else(|| {
                        let message = format!(
                            "more than {MAX_RAISES} raises win in all cases together, too many to list"
                        );
                        let exceeding = input.wrong(message);
                        let reason = StopReason::Options { limit: MAX_RAISES };
                        input.search_ended(reason.after(0), exceeding)
                    })?;
                output.numbers(raises);
                Ok(())
            })
        },
    },
    Problem {
        name: "hdu2188",
        title: "Selection of volunteers (HDU 2188)",
        statement: "A donation box is empty; a move adds 1 to m; the player who first brings the sum to n or more \
                    wins. Input: the number of cases, then n and m for each case. Output: Grass if the first player \
                    wins, else Rabbit.",
        sample: ("2\n8 10\n11 10\n", "Grass\nRabbit\n"),
        judge: |input, output| {
            input.for_each_case(|input| {
                let goal = input.number_in("the sum to be reached", 1, u64::MAX)?;
                let most = input.number_in("the most that a move adds", 1, u64::MAX)?;
                let wins = !bash_counting::winning_raises(goal, most).is_empty();
                output.line(if wins { "Grass" } else { "Rabbit" });
                Ok(())
            })
        },
    },
];

/// The maximum number of raises listed in all cases together.
const MAX_RAISES: u64 = 10_000_000;

fn heap_and_most(input: &mut Input<'_>) -> Result<(u64, u64), Diagnostic> {
    let heap = input.number("the size of the pile")?;
    Ok((heap, input.number_in("the most that a move takes", 1, u64::MAX)?))
}

fn winner(first_wins: bool) -> &'static str {
    if first_wins { "first" } else { "second" }
}
