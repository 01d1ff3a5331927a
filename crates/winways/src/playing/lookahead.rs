//! A look two moves ahead, straight from the rules: what there is to choose by where a search was cut short.

use super::end::left_over;
use super::matches::{moves_of, other};
use crate::{Position, PositionMove};
use winways_rules::{End, Objective, Play, Player};
use winways_solve::{Observer, Progress};

/// How many positions are looked at, at most.
const POSITIONS: usize = 20_000;
/// About how many words they may fill together.
const WORDS: usize = 20_000_000;
/// What a win is worth, more than any points.
const WIN: i64 = 1 << 40;

/// The moves that are best as far as one sees who looks at the answers to them and no further; as much of that as can be
/// done with a bounded number of positions, and before `observer` ends it. None if there are no moves.
pub(super) fn best_so_far(
    position: &Position,
    moves: &[PositionMove],
    player: Player,
    play: Play,
    observer: &dyn Observer,
) -> Vec<PositionMove> {
    let mut look =
        Look { play, left: POSITIONS.min(WORDS / position.size().max(1)), observer, is_over: false };
    let mut scores = Vec::new();
    for step in moves {
        let score = look.score(position, step, player, 1);
        // The score of a move whose answers were not all looked at says nothing.
        if look.is_over {
            break;
        }
        scores.push(score);
    }
    if scores.is_empty() {
        return moves.to_vec();
    }
    let best = scores.iter().max();
    let good = moves.iter().zip(&scores).filter(|(_, score)| Some(*score) == best);
    good.map(|(step, _)| step.clone()).collect()
}

struct Look<'o> {
    play: Play,
    /// How many more positions may be looked at.
    left: usize,
    observer: &'o dyn Observer,
    /// Whether the observer has ended the work.
    is_over: bool,
}

impl Look<'_> {
    /// What a move is worth to the player who makes it, so many moves after it included.
    fn score(&mut self, position: &Position, step: &PositionMove, player: Player, further: u32) -> i64 {
        self.is_over |= self.observer.poll(&Progress::default()).is_err();
        if self.left == 0 || self.is_over {
            return 0;
        }
        self.left -= 1;
        let after = position.after(step);
        let taken = match position.ranked().map(|ranked| ranked.board().ranks().objective()) {
            Some(Objective::Points) => left_over(position).saturating_sub(left_over(&after)) as i64,
            _ => 0,
        };
        taken - self.worth(&after, other(player), further)
    }

    /// What a position is worth to the player who is to move in it.
    fn worth(&mut self, position: &Position, mover: Player, further: u32) -> i64 {
        match position.ranked().and_then(|ranked| ranked.end(self.play)) {
            Some(End::Won) => return WIN,
            Some(End::Lost) => return -WIN,
            Some(End::Drawn) => return 0,
            None => {}
        }
        if position.move_bound() > self.left as u64 {
            return 0;
        }
        // Rules that go wrong are told when the position is reached.
        let Ok(moves) = moves_of(position, mover, self.observer) else { return 0 };
        if moves.is_empty() {
            return if self.play == Play::Misere { WIN } else { -WIN };
        }
        if further == 0 {
            return 0;
        }
        let scores = moves.iter().map(|step| self.score(position, step, mover, further - 1));
        scores.max().unwrap_or(0)
    }
}
