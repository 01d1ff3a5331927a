//! Problems on red-blue stalks.

use crate::{Input, Problem};
use std::cmp::Ordering;
use winways_games::hackenbush::red_blue_stalks::{SEGMENTS, Stalk, parse_stalk, sign, value};
use winways_notation::Diagnostic;
use winways_rules::Side;

pub(crate) const PROBLEMS: &[Problem] = &[
    Problem {
        name: "bamboo_redblue",
        title: "Two-coloured stalks of bamboo",
        statement: "L cuts a segment L of a stalk, R a segment R, and everything above it falls; the player who cannot \
                    cut loses. Input: the number of cases; for each case the number of stalks, then each stalk as a \
                    word of L and R from the ground up, or - if it is empty. Output: the outcome (L or R if that \
                    player wins moving first or second; P if the second player wins), the winner if L begins, the \
                    winner if R begins, and the value.",
        sample: ("2\n2\nLR RL\n1\nLLR\n", "P R L 0\nL L L 3/2\n"),
        judge: |input, output| {
            input.for_each_case(|input| {
                let count = input.number("the number of stalks")?;
                let mut stalks = Vec::new(); // not preallocated: the announced count may be huge
                for _ in 0..count {
                    stalks.push(stalk(input)?);
                }
                let value = value(&stalks);
                output.text(match value.sign() {
                    Ordering::Greater => "L L L ",
                    Ordering::Less => "R R R ",
                    Ordering::Equal => "P R L ",
                });
                output.line(&value.to_string());
                Ok(())
            })
        },
    },
    Problem {
        name: "poj2931",
        title: "Procrastination (POJ 2931, ZOJ 2693)",
        statement: "Towers of white and black cubes; White takes a white cube and all cubes above it, Black a black \
                    cube and all cubes above it; the player who cannot move loses. C1 and C2 are configurations of \
                    three towers. Is C1 at least as good for White as C2: for every tower T, and no matter who moves \
                    first, does White win C1 with T whenever White wins C2 with T? Input: the number of tests; for \
                    each test a line Test N, then C1 and C2, each as the heights of its towers and their cubes from \
                    the bottom, W or B. Output: Test N: Yes or Test N: No.",
        sample: (
            "2\nTest 1\n1 0 0\nW\n2 0 0\nW B\nTest 2\n1 1 0\nW\nB\n1 0 0\nW\n",
            "Test 1: Yes\nTest 2: No\n",
        ),
        judge: |input, output| {
            input.for_each_case(|input| {
                let word = input.word("`Test`")?;
                if word != "Test" {
                    return Err(input.wrong(format!("`{word}` is not `Test`")));
                }
                let test = input.number("the number of the test")?;
                // C1 minus C2, where White is Left.
                let mut towers = configuration(input, Side::Left)?;
                towers.extend(configuration(input, Side::Right)?);
                output.line(&format!("Test {test}: {}", if sign(&towers).is_ge() { "Yes" } else { "No" }));
                Ok(())
            })
        },
    },
];

fn stalk(input: &mut Input<'_>) -> Result<Stalk, Diagnostic> {
    let word = input.word("a stalk, `-` if it is empty")?;
    parse_stalk(word).map_err(|wrong| {
        let start = input.wrong("").span.start;
        wrong.shifted(start)
    })
}

/// Reads three towers as stalks; the white cubes belong to `white`.
fn configuration(input: &mut Input<'_>, white: Side) -> Result<Vec<Stalk>, Diagnostic> {
    let mut heights = [0; 3];
    for height in &mut heights {
        *height = input.number_in("the height of a tower", 0, SEGMENTS as u64)?;
    }
    let mut towers = Vec::new();
    for height in heights {
        let mut cubes = Vec::new(); // not preallocated: the announced count may be huge
        for _ in 0..height {
            cubes.push(match input.word("a cube, `W` or `B`")? {
                "W" => white,
                "B" => white.opponent(),
                word => return Err(input.wrong(format!("`{word}` is not `W` or `B`"))),
            });
        }
        towers.extend(Stalk::new(cubes)); // it fits: the heights have been checked
    }
    Ok(towers)
}
