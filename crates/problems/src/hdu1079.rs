//! The Calendar Game.

use crate::{Input, Problem};
use winways_games::numbers::calendar::{date, days_in_month, outcome};
use winways_notation::Diagnostic;

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "hdu1079",
    title: "Calendar Game (HDU 1079, POJ 1082)",
    statement: "A move goes from a date to the next day, or to the same day of the next month if there is one; the \
                player who reaches 4 November 2001 wins; the player who passes it loses; Adam begins. Input: the \
                number of cases, then a date YYYY MM DD from 1900 1 1 to 2001 11 4 for each case. Output: YES if Adam \
                wins, else NO.",
    sample: ("3\n2001 11 3\n2001 11 2\n2001 10 3\n", "YES\nNO\nNO\n"),
    judge: |input, output| {
        input.for_each_case(|input| {
            output.line(if outcome(read_date(input)?).is_next() { "YES" } else { "NO" });
            Ok(())
        })
    },
}];

fn read_date(input: &mut Input<'_>) -> Result<u32, Diagnostic> {
    let year = input.number_in("the year", 1900, 2001)?;
    let month = input.number_in("the month", 1, 12)?;
    let day = input.number_in("a day of this month", 1, days_in_month(year, month))?;
    date(year, month, day).ok_or_else(|| {
        input
            .wrong(format!("{year}-{month}-{day} is after the end of the game"))
            .label("expected a date up to 2001-11-4")
    })
}
