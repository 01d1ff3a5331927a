//! The multiplication game.

use crate::Problem;
use winways_games::numbers::multiplication;
use winways_rules::Play;

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "hdu1517",
    title: "A Multiplication Game (HDU 1517 = POJ 2505 = UVa 847)",
    statement: "From p = 1 the players multiply p by 2 to 9 in turn; the player who first reaches p >= n wins; Stan \
                begins. Input, until it ends: n. Output: Stan wins. or Ollie wins.",
    sample: ("162\n17\n34012226\n", "Stan wins.\nOllie wins.\nStan wins.\n"),
    judge: |input, output| {
        input.until_end(|input| {
            let target = input.number_in("the target n", 2, u64::MAX)?;
            let stan_wins = multiplication::outcome(target, Play::Normal).is_next();
            output.line(if stan_wins { "Stan wins." } else { "Ollie wins." });
            Ok(())
        })
    },
}];
