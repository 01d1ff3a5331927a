//! Explanations of the values of positions in a game of points.

use super::{Names, Verdict, share, to_move};
use winways_solve::RecordKind;

/// The maximum number of moves whose points a sentence lists.
const MOST_SHOWN: usize = 100;

/// Returns sentences about the values of the moves.
pub(super) fn reasons(&Names { mover, other, is_either }: &Names, verdict: &Verdict) -> Vec<String> {
    let value = verdict.value.points();
    let all = points(value.abs());
    if verdict.moves.is_empty() {
        let who = if value > 0 { mover } else { other };
        let why =
            if verdict.has_ended { "play has ended".to_owned() } else { format!("{mover} cannot move") };
        return match value {
            0 => vec![format!("{why}, and neither player gains more points")],
            1 | -1 => vec![format!("{why}, and {who} gets the remaining point")],
            _ => vec![format!("{why}, and {who} gets the remaining {all}")],
        };
    }
    if verdict.records == RecordKind::Outcomes {
        return vec![to_move(mover, is_either, "the table does not store the points".to_owned())];
    }
    let good = verdict.good_moves();
    let moves = share(good, verdict.moves.len());
    let give = if good == 1 { "gives" } else { "give" };
    let balance = match value {
        0 => format!("{mover} as many points as {other}"),
        1.. => format!("{mover} {all} more than {other}"),
        _ => format!("{mover} {all} fewer than {other}"),
    };
    let why = match good == verdict.moves.len() {
        true => format!("{moves} {give} {balance}"),
        false => format!("{moves} {give} {balance}, and no move is better"),
    };
    let shown = verdict.moves.iter().take(MOST_SHOWN);
    let mut each: Vec<String> =
        shown.map(|(step, worth)| format!("{}: {}", step.text, signed(worth.points()))).collect();
    if let Some(others) = verdict.moves.len().checked_sub(MOST_SHOWN).filter(|&others| others > 0) {
        each.push(format!("and {others} more"));
    }
    vec![to_move(mover, is_either, why), format!("points by move: {}", each.join("; "))]
}

/// Formats a number of points: `1 point`, `7 points`.
pub(super) fn points(count: i64) -> String {
    if count == 1 { "1 point".to_owned() } else { format!("{count} points") }
}

/// Formats a number with its sign: `+3`, `0`, `-2`.
fn signed(points: i64) -> String {
    if points > 0 { format!("+{points}") } else { points.to_string() }
}
