//! Explanations of an outcome: the reason, the line of best play, and the counts of all positions of the board.

mod points;

use super::verdict::Verdict;
use crate::analyse::request::Request;
use crate::counts::plies;
use crate::{counts_lines, farthest_line};
use winways_kit::Detail;
use winways_kit::{AnyPosition, RankedPosition};
use winways_rules::{Objective, Play, Player};
use winways_solve::{RecordKind, SolvedRanks, SolvedValue, StorageError};

/// The maximum number of moves shown in the line of best play.
const MOVES_SHOWN: usize = 240;
/// The number of moves per line of text.
const MOVES_IN_A_LINE: usize = 4;

/// Returns the explanation in sentences.
///
/// # Errors
/// Returns an error if the table is damaged.
pub(super) fn why(
    position: &dyn RankedPosition,
    verdict: &Verdict,
    request: &Request,
    table: &dyn SolvedRanks,
) -> Result<Vec<String>, StorageError> {
    let mut lines = match verdict.objective {
        Objective::Moves => vec![reason(&Names::of(position), verdict)],
        Objective::Points => points::reasons(&Names::of(position), verdict),
    };
    if request.detail == Detail::Full {
        lines.extend(line_of_play(position, verdict, request.play, table)?);
        // A draw is explained by the moves that hold it instead.
        if verdict.value != SolvedValue::Drawn {
            lines.extend(among_all(position, verdict, table));
        }
    }
    Ok(lines)
}

/// The names of the players.
struct Names {
    mover: &'static str,
    other: &'static str,
    /// `true` if either player may be to move. The sentences then omit the clause that names the player to move.
    is_either: bool,
}

impl Names {
    fn of(position: &dyn RankedPosition) -> Names {
        let [left, right] = position.board().players();
        let (mover, other) = match position.player() {
            Player::Either => ("the player to move", "the opponent"),
            Player::Left => (left, right),
            Player::Right => (right, left),
        };
        Names { mover, other, is_either: position.player() == Player::Either }
    }
}

fn reason(&Names { mover, other, is_either }: &Names, verdict: &Verdict) -> String {
    let count = verdict.moves.len();
    let good = verdict.good_moves();
    if count == 0 {
        return match verdict.value {
            SolvedValue::Won(_) if verdict.has_ended => format!("play has ended, and {mover} has won"),
            SolvedValue::Lost(_) if verdict.has_ended => format!("play has ended, and {other} has won"),
            SolvedValue::Won(_) => format!("{mover} cannot move, which wins"),
            SolvedValue::Lost(_) => format!("{mover} cannot move"),
            SolvedValue::Drawn => "play has ended, and nobody has won".to_owned(),
        };
    }
    let takes = verdict.remoteness(verdict.value).map(plies);
    let (moves, each) = (share(good, count), each(count));
    let why = match (verdict.value, takes, good) {
        (SolvedValue::Won(_), None, 1) => format!("{moves} wins"),
        (SolvedValue::Won(_), None, _) => format!("{moves} win"),
        (SolvedValue::Won(_), Some(takes), 1) => format!("{moves} wins, in {takes}"),
        (SolvedValue::Won(_), Some(takes), _) => format!("{moves} win, the fastest in {takes}"),
        (SolvedValue::Lost(_), None, _) => format!("after {each} {other} wins"),
        (SolvedValue::Lost(_), Some(takes), _) => {
            format!("after {each}, {other} wins in at most {takes}")
        }
        (SolvedValue::Drawn, _, 1) => format!("no move wins, and {moves} keeps {other} from winning"),
        (SolvedValue::Drawn, ..) => format!("no move wins, and {moves} keep {other} from winning"),
    };
    to_move(mover, is_either, why)
}

fn to_move(mover: &str, is_either: bool, why: String) -> String {
    if is_either { why } else { format!("{mover} is to move: {why}") }
}

/// Formats a number of moves out of all moves, such as `3 of 4 moves`.
fn share(good: usize, count: usize) -> String {
    match (good, count) {
        (1, 1) => "the only move".to_owned(),
        (2, 2) => "both moves".to_owned(),
        _ if good == count => format!("all {count} moves"),
        _ => format!("{good} of {count} moves"),
    }
}

fn each(count: usize) -> String {
    if count == 1 { "the only move".to_owned() } else { format!("each of the {count} moves") }
}

/// Lists the moves of best play: the winner hurries, the loser delays.
fn line_of_play(
    position: &dyn RankedPosition,
    verdict: &Verdict,
    play: Play,
    table: &dyn SolvedRanks,
) -> Result<Vec<String>, StorageError> {
    // In a game of points there is no such line, because best moves may cycle before points are taken.
    let Some(remoteness) = verdict.remoteness(verdict.value).filter(|&remoteness| remoteness > 0) else {
        return Ok(Vec::new());
    };
    let mut moves: Vec<String> = Vec::new();
    let mut next: Option<(Box<dyn AnyPosition>, String)> = best(position, verdict);
    while let Some((after, text)) = next.take() {
        moves.push(text);
        if moves.len() < MOVES_SHOWN
            && let Some(after) = after.ranked()
        {
            next = best(after, &Verdict::new(after, play, table)?);
        }
    }
    let width = moves.iter().map(String::len).max().unwrap_or(0);
    let numbered: Vec<String> =
        (1..).zip(&moves).map(|(number, text)| format!("{number:>3} {text:width$}")).collect();
    let mut lines = vec![
        "best play: the winner ends play as soon as possible, the loser as late as possible:".to_owned(),
    ];
    lines.extend(numbered.chunks(MOVES_IN_A_LINE).map(|line| line.join("  ").trim_end().to_owned()));
    let rest = (remoteness as usize).saturating_sub(moves.len());
    if rest > 0 {
        lines.push(format!("  and {rest} more"));
    }
    Ok(lines)
}

/// Returns the position after the best move, and the name of the move.
fn best(position: &dyn RankedPosition, verdict: &Verdict) -> Option<(Box<dyn AnyPosition>, String)> {
    verdict.moves.first().map(|(step, _)| (position.after(step), step.text.clone()))
}

/// Returns sentences about all positions of the board: the number of positions with the same value, the farthest position, and
/// all counts.
fn among_all(position: &dyn RankedPosition, verdict: &Verdict, table: &dyn SolvedRanks) -> Vec<String> {
    let (board, counts) = (position.board(), table.counts());
    let count_of = |counts: &[u64], number: u32| counts.get(number as usize).copied().unwrap_or(0);
    let same = |counts: &[u64]| match (verdict.records, verdict.value.remoteness()) {
        (RecordKind::Values, Some(moves)) => {
            format!(", {} of them in {}", count_of(counts, moves), plies(moves))
        }
        (RecordKind::Points, Some(count)) => {
            format!(", {} of them by {}", count_of(counts, count), points::points(count.into()))
        }
        _ => String::new(),
    };
    let alike = match verdict.value {
        SolvedValue::Won(_) => {
            format!("{} won for the player to move{}", are(counts.won.iter().sum()), same(&counts.won))
        }
        SolvedValue::Lost(_) => {
            format!("{} lost for the player to move{}", are(counts.lost.iter().sum()), same(&counts.lost))
        }
        SolvedValue::Drawn => format!("{} drawn", are(counts.drawn)),
    };
    // Nothing is claimed about positions that are not solved yet.
    let so_far = if table.is_complete() { "" } else { " solved so far" };
    let (positions, name) = (counts.positions(), board.name());
    let mut lines = vec![format!("of the {positions} positions of {name}{so_far}, {alike}")];
    if verdict.records != RecordKind::Outcomes {
        lines.extend(farthest_line(counts, verdict.objective, board).filter(|_| table.is_complete()));
        lines.extend(counts_lines(counts, verdict.objective));
    }
    lines
}

fn are(count: u64) -> String {
    if count == 1 { "1 is".to_owned() } else { format!("{count} are") }
}
