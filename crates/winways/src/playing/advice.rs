//! What the player to move can reach, and by which moves.

use super::matches::may_make;
use crate::{Analyst, Outcome, Position, PositionMove, Value};
use winways_rules::Player;
use winways_solve::{Observer, Stopped};

/// What the player to move reaches under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// A win.
    Wins,
    /// A draw.
    Draws,
    /// A loss.
    Loses,
}

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
pub(super) fn advise(
    analyst: &mut Analyst<'_>,
    position: &Position,
    player: Player,
    observer: &dyn Observer,
) -> Result<Advice, Stopped> {
    let analysis = analyst.analyse(position, observer);
    let listed = analysis.moves.iter().flat_map(|moves| &moves.listed);
    let mut moves: Vec<PositionMove> = listed.filter(|step| may_make(step, player)).cloned().collect();
    let of_one_player = moves.len() as u64;
    let total = match &analysis.moves {
        Some(all) if all.total > all.listed.len() as u64 => all.total,
        _ => of_one_player,
    };
    let prospect = match analysis.outcome {
        Some(Outcome::Next) => Prospect::Wins,
        Some(Outcome::Previous) => Prospect::Loses,
        Some(Outcome::Draw) => Prospect::Draws,
        Some(Outcome::Left) if player == Player::Left => Prospect::Wins,
        Some(Outcome::Right) if player == Player::Right => Prospect::Wins,
        Some(Outcome::Left | Outcome::Right) => Prospect::Loses,
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
