//! Digital Deletions.

use crate::{Input, Problem};
use winways_games::numbers::digital_deletions::{DigitalDeletions, LostStrings};
use winways_kit::Game;
use winways_notation::Diagnostic;
use winways_rules::{ImpartialOutcome, Play};
use winways_solve::{Budget, OutcomeSearch};

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "hdu1404",
    title: "Digital Deletions (HDU 1404)",
    statement: "A string of digits; a move changes a digit to a smaller one, or erases a zero and everything to its \
                right; the player who removes the last digit wins. Input: one string per line. Output: Yes if the \
                first player wins, else No.",
    sample: ("0\n00\n1\n20\n", "Yes\nYes\nNo\nNo\n"),
    judge: |input, output| {
        // Computed lazily, for strings of all lengths in the contest.
        let mut lost: Option<LostStrings> = None;
        input.until_end(|input| {
            let digits = digits(input)?;
            let is_lost = match digits.len() {
                // The first player erases the whole string.
                _ if digits.starts_with('0') => false,
                ..=CONTEST_DIGITS => lost
                    .get_or_insert_with(|| LostStrings::up_to(CONTEST_DIGITS))
                    .contains(digits)
                    .unwrap_or(false),
                _ => search(input, digits)?,
            };
            output.line(if is_lost { "No" } else { "Yes" });
            Ok(())
        })
    },
}];

/// The maximum number of digits in the contest.
const CONTEST_DIGITS: usize = 6;

fn digits<'t>(input: &mut Input<'t>) -> Result<&'t str, Diagnostic> {
    let digits = input.word("a string of digits")?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let word: String = digits.chars().take(40).collect();
        return Err(input.wrong(format!("`{word}` is not a string of digits")).label("expected digits"));
    }
    Ok(digits)
}

/// Returns `true` if the player to move loses. Used for strings that are longer than those in the contest.
fn search(input: &mut Input<'_>, digits: &str) -> Result<bool, Diagnostic> {
    let position = DigitalDeletions.parse(digits).map_err(|wrong| input.wrong(wrong.message))?;
    // Limits the time to a few seconds. Few strings of more than 9 digits can be solved anyway.
    let budget = input.budget(Budget { options: Some(1 << 26), ..Budget::DEFAULT });
    OutcomeSearch::new(&DigitalDeletions, Play::Normal, budget, input.observer())
        .outcome(&position)
        .map(|outcome| outcome == ImpartialOutcome::Previous)
        .map_err(|stopped| {
            let message = format!("the search for this string ended: {stopped}");
            let wrong = input.wrong(message);
            input.search_ended(stopped, wrong)
        })
}
