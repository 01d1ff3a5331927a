//! Advice to the player to move: the result under best play and the best moves.

use super::matches::{may_make, moves_of};
use crate::{AfterMove, Analyst, Position, PositionMove, Prospect};
use winways_rules::Player;
use winways_solve::{Observer, Quota, Stopped, Until};

/// The result for the player to move under best play, and the best moves.
#[derive(Clone)]
pub struct Advice {
    /// The result for the player; in a game of points, the result for the remaining points.
    pub prospect: Prospect,
    /// The winning moves or, in a drawn position, the moves that hold the draw.
    ///
    /// In a lost position, these are the moves that delay the end longest, or no moves if the remoteness is unknown. In a game
    /// of points, these are the moves that gain the most points. A winning player gets only those that take points soonest.
    pub moves: Vec<PositionMove>,
    /// The number of such moves, including moves that are not listed.
    pub total: u64,
    /// The number of best moves, which come first in `moves`. If the remoteness is known, the best winning moves are the
    /// fastest.
    pub best: usize,
    /// The points that the player gains from here on, minus the points that the opponent gains, in a game of points.
    pub points: Option<i64>,
    /// The number of moves by both players until play ends, if known.
    pub remoteness: Option<u32>,
}

/// Returns the advice of `analyst` to `player`, who is to move.
pub(crate) fn advise(
    analyst: &mut Analyst<'_>,
    position: &Position,
    player: Player,
    observer: &dyn Observer,
) -> Result<Advice, Stopped> {
    let analysis = analyst.analyse(position, observer);
    let is_cut = analysis.moves.as_ref().is_some_and(|all| all.total > all.listed.len() as u64);
    let (mut moves, total) = match &analysis.moves {
        // One player's moves may fill the list, so that moves of the other player are missing.
        Some(all) if is_cut && all.listed.iter().any(|step| step.player() != Player::Either) => {
            let moves = winning_moves(analyst, position, player, observer)?;
            let total = moves.len() as u64;
            (moves, total)
        }
        Some(all) => {
            let moves: Vec<_> = all.listed.iter().filter(|step| may_make(step, player)).cloned().collect();
            let total = if is_cut { all.total } else { moves.len() as u64 };
            (moves, total)
        }
        None => (Vec::new(), 0),
    };
    let prospect = match analysis.outcome {
        Some(outcome) => outcome.for_mover(player).unwrap_or(Prospect::Loses),
        None => match analysis.stopped {
            // Listed winning moves are correct even if the list is incomplete.
            Some(_) if !moves.is_empty() => Prospect::Wins,
            Some(stopped) => return Err(stopped),
            None => Prospect::Loses,
        },
    };
    if let (Some(stopped), true, Prospect::Wins) = (analysis.stopped, moves.is_empty(), prospect) {
        return Err(stopped);
    }
    let points = analysis.value.as_ref().and_then(|value| value.points());
    // Where play may cycle, a winning move need not bring the end nearer. In sums, the first listed one does.
    let may_cycle = position.summands().iter().any(|summand| summand.properties().may_cycle);
    let mut best = if may_cycle && prospect == Prospect::Wins { moves.len().min(1) } else { moves.len() };
    if let Some(ranked) = position.ranked() {
        // The best moves win as fast as possible, hold the draw, or delay a loss as long as possible.
        let fastest = analyst.best_loopy_moves(ranked, observer)?;
        moves.retain(|step| fastest.iter().all(|other| other.text() != step.text()));
        if prospect == Prospect::Loses || points.is_some() {
            moves.clear();
        }
        best = fastest.len();
        moves = [fastest, moves].concat();
    }
    let total = total.max(moves.len() as u64);
    Ok(Advice { prospect, moves, total, best, points, remoteness: analysis.remoteness })
}

/// The number of polls of the observer (a few hundredths of a second) before a search for a winning move replaces the search
/// for the value.
const POLLS: u64 = 1 << 4;

/// Returns the advice to `player` like [`advise`], or at most one winning move if the value of a partizan position takes too
/// long to compute.
pub(super) fn advise_soon(
    analyst: &mut Analyst<'_>,
    position: &Position,
    player: Player,
    observer: &dyn Observer,
) -> Result<Advice, Stopped> {
    if position.ranked().is_some() || position.impartial().is_some() {
        return advise(analyst, position, player, observer);
    }
    let quota = Quota::new(POLLS);
    // With cached results, the quota would suffice for more positions. Equal seeds could then lead to different moves.
    let mut fresh = analyst.without_cache();
    let advice = advise(&mut fresh, position, player, &Until::new(observer, quota.interrupt()));
    if advice.is_ok() || !quota.is_exhausted() {
        return advice;
    }
    let Some(found) = analyst.winning_move(position, player, observer) else {
        return advise(analyst, position, player, observer);
    };
    let moves: Vec<_> = found?.into_iter().collect();
    let prospect = if moves.is_empty() { Prospect::Loses } else { Prospect::Wins };
    let total = moves.len();
    Ok(Advice { prospect, moves, total: total as u64, best: total, points: None, remoteness: None })
}

/// Returns the winning moves of `player`, determined from the outcome after each move. If the work was stopped, moves may be
/// missing.
fn winning_moves(
    analyst: &mut Analyst<'_>,
    position: &Position,
    player: Player,
    observer: &dyn Observer,
) -> Result<Vec<PositionMove>, Stopped> {
    let moves = moves_of(position, player, observer)?;
    let (after, stopped) = analyst.after_moves(position, &moves, observer);
    let wins = |known: &AfterMove| known.result(player) == Some(Prospect::Wins);
    let winning = moves.into_iter().zip(&after).filter(|(_, known)| wins(known)).map(|(step, _)| step);
    match (winning.collect::<Vec<_>>(), stopped) {
        (none, Some(stopped)) if none.is_empty() => Err(stopped),
        (winning, _) => Ok(winning),
    }
}
