//! Chooses a move after a full search was stopped, by a search two moves deep that uses only the rules.
//!
//! Outside ranked games, positions at the end of the search are scored by the difference between the numbers of moves of the
//! two players.

use super::end::points_taken;
use super::matches::{may_make, moves_of, other, player_after};
use crate::{Position, PositionMove};
use winways_rules::{End, Play, Player};
use winways_solve::{Observer, Progress};

/// The maximum number of positions searched.
const POSITIONS: usize = 20_000;
/// The approximate maximum total size of these positions, in words.
const WORDS: usize = 20_000_000;
/// The score of a win, greater than any number of points.
const WIN: i64 = 1 << 40;

/// Returns the moves with the best score in a search of the moves and of the replies to them, or of the moves alone if there are
/// too many replies.
///
/// If `observer` stops the search, returns the best of the moves that have a score. Returns all moves if no move has a score.
pub(super) fn best_so_far(
    position: &Position,
    moves: &[PositionMove],
    player: Player,
    play: Play,
    observer: &dyn Observer,
) -> Vec<PositionMove> {
    let scored = |further| {
        let left = POSITIONS.min(WORDS / position.size().max(1));
        let mut search = Lookahead { play, left, observer, is_stopped: false, is_exhausted: false };
        let mut scores = Vec::new();
        for step in moves {
            let score = search.score(position, step, player, further);
            // Without all replies the score of a move is meaningless.
            if search.is_stopped || search.is_exhausted {
                break;
            }
            scores.push(score);
        }
        // Moves that were searched before the positions ran out cannot be compared with the others.
        (!search.is_exhausted).then_some(scores)
    };
    let scores = scored(1).or_else(|| scored(0)).unwrap_or_default();
    if scores.is_empty() {
        return moves.to_vec();
    }
    let best = scores.iter().max();
    let good = moves.iter().zip(&scores).filter(|(_, score)| Some(*score) == best);
    good.map(|(step, _)| step.clone()).collect()
}

struct Lookahead<'o> {
    play: Play,
    /// The number of positions that may still be searched.
    left: usize,
    observer: &'o dyn Observer,
    /// `true` if the observer has stopped the work.
    is_stopped: bool,
    /// `true` if there were more positions to search than `left`.
    is_exhausted: bool,
}

impl Lookahead<'_> {
    /// Returns the score of a move for the player who makes it, after a search `further` moves deeper.
    fn score(&mut self, position: &Position, step: &PositionMove, player: Player, further: u32) -> i64 {
        self.is_stopped |= self.observer.poll(&Progress::default()).is_err();
        self.is_exhausted |= self.left == 0;
        if self.is_stopped || self.is_exhausted {
            return 0;
        }
        self.left -= 1;
        let after = position.after(step);
        let taken = points_taken(position, &after);
        let next = player_after(position, step, player, &after);
        let value = self.value(&after, next, further);
        taken + if next == player { value } else { -value }
    }

    /// Returns the score of a position for the player to move.
    fn value(&mut self, position: &Position, mover: Player, further: u32) -> i64 {
        match position.ranked().and_then(|ranked| ranked.end(self.play)) {
            Some(End::Won) => return WIN,
            Some(End::Lost) => return -WIN,
            Some(End::Drawn) => return 0,
            None => {}
        }
        if position.move_bound() > self.left as u64 {
            self.is_exhausted = true;
            return 0;
        }
        // Rule faults are reported when the position occurs in the match.
        let Ok(mut moves) = moves_of(position, Player::Either, self.observer) else { return 0 };
        let others = moves.iter().filter(|step| may_make(step, other(mover))).count() as i64;
        moves.retain(|step| may_make(step, mover));
        if moves.is_empty() {
            return if self.play == Play::Misere { WIN } else { -WIN };
        }
        if further == 0 {
            // Moves that both players may make cancel out, so impartial positions score 0.
            let more = moves.len() as i64 - others;
            return match (position.ranked(), self.play) {
                (Some(_), _) => 0,
                (None, Play::Misere) => -more,
                (None, Play::Normal) => more,
            };
        }
        let scores = moves.iter().map(|step| self.score(position, step, mover, further - 1));
        scores.max().unwrap_or(0)
    }
}
