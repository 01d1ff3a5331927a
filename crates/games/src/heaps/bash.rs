//! Bash's game: one heap, a move takes 1 to m tokens.

use crate::heaps::bash_counting::Counting;
use winways_kit::any::common;
use winways_kit::{Check, Detail, Halt, heaps};
use winways_rules::{ImpartialOutcome, Play};

game!("bash", |_| Ok(common::impartial(Counting::BASH)), &[claim!("bash", "misere-bash", check_misere)]);

/// Returns for each heap from 0 to `up_to` whether the player to move loses, computed from the rules alone.
///
/// A heap is lost if no move leads to a lost heap, but under misère play the empty heap is won.
pub(crate) fn lost_by_search(up_to: u64, most: u64, play: Play) -> Vec<bool> {
    let mut last_lost = None;
    let lost = (0..=up_to).map(|heap| {
        let wins = match heap {
            0 => play == Play::Misere,
            _ => last_lost.is_some_and(|lost| heap - lost <= most),
        };
        if !wins {
            last_lost = Some(heap);
        }
        !wins
    });
    lost.collect()
}

fn check_misere(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let greatest = up_to.saturating_mul(10);
    check.check_memory(greatest, 1)?;
    for most in 1..=up_to {
        let lost = lost_by_search(greatest, most, Play::Misere);
        for (heap, lost) in (0u64..).zip(lost) {
            check.compare(|| format!("heap {heap}, bound {most}"), heap % (most + 1) == 1, lost)?;
        }
    }
    Ok(())
}

/// Returns the nim-value of Bash's game: the heap modulo `most` + 1. O(1); Bachet 1612.
///
/// ```
/// assert_eq!(winways_games::heaps::bash::nim_value(23, 2), 2);
/// assert_eq!(winways_games::heaps::bash::nim_value(u64::MAX, u64::MAX), u64::MAX);
/// ```
pub fn nim_value(heap: u64, most: u64) -> u64 {
    most.checked_add(1).map_or(heap, |period| heap % period)
}

/// Returns the outcome of Bash's game: P if the heap modulo `most` + 1 is 0 in normal play, or 1 in misère play. O(1).
///
/// ```
/// use winways_games::heaps::bash::outcome;
/// use winways_rules::{ImpartialOutcome, Play};
/// assert_eq!(outcome(21, 2, Play::Normal), ImpartialOutcome::Previous);
/// assert_eq!(outcome(1, 2, Play::Misere), ImpartialOutcome::Previous);
/// assert_eq!(outcome(0, 2, Play::Misere), ImpartialOutcome::Next); // the opponent took the last token
/// ```
pub fn outcome(heap: u64, most: u64, play: Play) -> ImpartialOutcome {
    let lost = match play {
        Play::Normal => 0,
        Play::Misere => 1,
    };
    ImpartialOutcome::next_if(nim_value(heap, most) != lost)
}

/// Returns the number of tokens that the only winning move takes; `None` if no move wins. O(1).
///
/// ```
/// use winways_games::heaps::bash::winning_step;
/// use winways_rules::Play;
/// assert_eq!(winning_step(100, 10, Play::Normal), Some(1));
/// assert_eq!(winning_step(100, 10, Play::Misere), None);
/// ```
pub fn winning_step(heap: u64, most: u64, play: Play) -> Option<u64> {
    let spare = match play {
        Play::Normal => heap,
        Play::Misere => heap.checked_sub(1)?,
    };
    Some(nim_value(spare, most)).filter(|&taken| taken > 0)
}

/// Returns the only step from `heap` to a heap of nim-value `value`, if there is one.
pub(crate) fn step_to_value(heap: u64, most: u64, value: u64) -> Option<u64> {
    if value > most {
        return None;
    }
    let own = nim_value(heap, most);
    // (own - value) modulo most + 1, without overflow.
    let step = if own >= value { own - value } else { most - value + own + 1 };
    (1..=heap).contains(&step).then_some(step)
}

/// Explains the outcome when the number `left` remains. `act` is the verb for a move.
pub(crate) fn explain(act: &str, left: u64, most: u64, play: Play, detail: Detail) -> Vec<String> {
    if left == 0 {
        return vec![heaps::explain_no_move(play)];
    }
    if left == 1 && play == Play::Misere {
        return vec!["one is left: the player to move must make the last move, and loses".to_owned()];
    }
    let period = u128::from(most) + 1;
    let (spare, last) = match play {
        Play::Normal => (left, "nothing"),
        Play::Misere => (left - 1, "one"),
    };
    let (times, rest) = (u128::from(spare) / period, u128::from(spare) % period);
    let mut lines = vec![match play {
        Play::Normal => format!("{left} = {times} x {period} + {rest}, where {period} = {most} + 1"),
        Play::Misere => {
            format!(
                "the last one loses: {left} - 1 = {times} x {period} + {rest}, where {period} = {most} + 1"
            )
        }
    }];
    lines.push(match rest {
        0 => format!(
            "a multiple of {period}: the opponent answers a move of t with a move of {period} - t, and leaves {last} in the end"
        ),
        _ => format!("{act} {rest}; then answer every move of t with a move of {period} - t"),
    });
    if detail == Detail::Full {
        lines.push(format!("together, a move and its answer {act} {period}, for every t from 1 to {most}"));
        lines.push(match (play, rest) {
            (Play::Normal, 0) => {
                format!(
                    "after {times} such rounds nothing is left, and the player who moves now is to move again"
                )
            }
            (Play::Normal, _) => {
                format!("after {times} such rounds nothing is left, and the opponent is to move")
            }
            (Play::Misere, 0) => {
                format!("after {times} such rounds one is left, and the player who moves now must {act} it")
            }
            (Play::Misere, _) => {
                format!("after {times} such rounds one is left, and the opponent must {act} it")
            }
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_kit::Game;

    #[test]
    fn huge_numbers_do_not_overflow() {
        assert_eq!(step_to_value(u64::MAX, u64::MAX, 0), Some(u64::MAX));
        assert_eq!(step_to_value(5, u64::MAX, 7), None);
        assert_eq!(step_to_value(u64::MAX, u64::MAX - 1, 1), Some(u64::MAX - 1));
        assert_eq!(outcome(u64::MAX, u64::MAX, Play::Misere), ImpartialOutcome::Next);
    }

    #[test]
    fn wrong_positions_are_reported() {
        for text in ["5", "5 0", "5 1 2", "", "x 1"] {
            assert!(Counting::BASH.parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn explanations_contain_the_numbers() {
        let position = Counting::BASH.parse("23 2").unwrap();
        let lines = Counting::BASH.explain(&position, Play::Normal, Detail::Brief);
        assert_eq!(
            lines,
            ["23 = 7 x 3 + 2, where 3 = 2 + 1", "take 2; then answer every move of t with a move of 3 - t"]
        );
    }
}
