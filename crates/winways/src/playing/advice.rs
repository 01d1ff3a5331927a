//! What the player to move can reach, and by which moves.

use super::matches::{may_make, moves_of};
use crate::{AfterMove, Analyst, Position, PositionMove, Prospect, Value};
use winways_rules::Player;
use winways_solve::{Observer, Stopped};

/// Whether the player to move can win, and the best moves.
#[derive(Clone)]
pub struct Advice {
    /// What the player reaches; in a game of points, of those that are left.
    pub prospect: Prospect,
    /// The winning moves, of a drawn position those that hold the draw; of a lost one those that delay the end longest where
    /// that is known, else none. In a game of points those that bring most.
    pub moves: Vec<PositionMove>,
    /// How many of them there are, listed or not.
    pub total: u64,
    /// How many of them, the first ones, are as good as any: among winning moves those that win fastest, where that is known.
    pub best: usize,
    /// How many points more than the opponent the player gets from here on, in a game of points.
    pub points: Option<i64>,
    /// How many moves of both players there are to the end, where that is known.
    pub remoteness: Option<u32>,
}

/// The advice of an analyst to `player`, who is to move.
pub(crate) fn advise(
    analyst: &mut Analyst<'_>,
    position: &Position,
    player: Player,
    observer: &dyn Observer,
) -> Result<Advice, Stopped> {
    let analysis = analyst.analyse(position, observer);
    let is_cut = analysis.moves.as_ref().is_some_and(|all| all.total > all.listed.len() as u64);
    let (mut moves, total) = match &analysis.moves {
        // The moves of one player may fill the list, and those of the other be left out.
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
            // Winning moves that are listed win, also where not all of them are known.
            Some(_) if !moves.is_empty() => Prospect::Wins,
            Some(stopped) => return Err(stopped),
            None => Prospect::Loses,
        },
    };
    if let (Some(stopped), true, Prospect::Wins) = (analysis.stopped, moves.is_empty(), prospect) {
        return Err(stopped);
    }
    let points = match analysis.value {
        Some(Value::Points(points)) => Some(points),
        _ => None,
    };
    let mut best = moves.len();
    if let Some(ranked) = position.ranked() {
        // The winner hurries, the loser delays.
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

/// All winning moves of `player`, each found by what it leaves.
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
