//! Computes lines of best play for both players, from a position to the end of play.

use super::advice::{Advice, advise};
use super::matches::{moves_of, other, player_after, stated_player, winner_by_rule};
use crate::Prospect;
use crate::{Analyst, Position, PositionMove};
use std::collections::HashSet;
use winways_rules::{Objective, Play, Player, RuleFault};
use winways_solve::{Observer, Progress, Stopped};

/// A line of play in which both players make their best moves.
pub struct BestLine {
    /// The player who moves first.
    pub first: Player,
    /// The winner, or `Some(None)` for a draw; `None` if the work was stopped before the first move was found.
    pub winner: Option<Option<Player>>,
    /// The moves in order.
    pub moves: Vec<LineMove>,
    /// `true` if the line continues to the end of play or to a repeated position.
    pub is_complete: bool,
    /// The reason the work was stopped early; `None` if the line is complete or has the requested length.
    pub stopped: Option<Stopped>,
}

/// A move of a [`BestLine`].
pub struct LineMove {
    /// The player who makes the move.
    pub player: Player,
    /// The position before the move.
    pub before: Position,
    /// The move.
    pub step: PositionMove,
    /// The result for the player; in a game of points, the result for the remaining points.
    pub prospect: Prospect,
    /// The number of moves until play ends, counted from the position before this move, if known.
    pub remoteness: Option<u32>,
}

impl Analyst<'_> {
    /// Returns a line of best play from `position` with at most `most` moves. `first` moves first unless the
    /// position states the player to move.
    ///
    /// The line ends when a position is repeated, which happens only in drawn positions.
    ///
    /// Among equally good moves, the line contains the first listed move. The loser delays the end if the remoteness is
    /// known, and otherwise makes the first listed move.
    ///
    /// Analyses every position of the line.
    ///
    /// ```
    /// use winways::{Analyst, Catalogue, NoObserver, Player, Position, Request};
    /// let position = Position::of_expression(&Catalogue::new(), "nim(1,2,4)")?;
    /// let line = Analyst::new(Request::default()).best_line(&position, Player::Left, 100, &NoObserver);
    /// assert_eq!(line.winner, Some(Some(Player::Left)));
    /// assert_eq!(line.moves[0].step.text(), "heap 4 -> 3");
    /// assert!(line.is_complete && line.moves.len() % 2 == 1);
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn best_line(
        &mut self,
        position: &Position,
        first: Player,
        most: usize,
        observer: &dyn Observer,
    ) -> BestLine {
        let first = stated_player(position).unwrap_or(first);
        let mut line = BestLine { first, winner: None, moves: Vec::new(), is_complete: false, stopped: None };
        let (mut now, mut player) = (position.copy(), first);
        let mut seen = HashSet::from([now.to_string()]);
        loop {
            let progress = Progress { positions: line.moves.len() as u64, ..Progress::default() };
            if let Err(reason) = observer.poll(&progress) {
                return BestLine { stopped: Some(reason.after(progress.positions)), ..line };
            }
            let step = match self.next_of_line(&now, player, observer) {
                Ok(Next::Move(step)) => step,
                Ok(Next::End(winner)) => {
                    // In a game of points, the first advice has already determined the winner: the player who is ahead.
                    line.winner.get_or_insert(winner);
                    return BestLine { is_complete: true, ..line };
                }
                Err(stopped) => return BestLine { stopped: Some(stopped), ..line },
            };
            line.winner.get_or_insert(winner_of(step.prospect, player));
            if line.moves.len() >= most {
                return line;
            }
            let after = now.after(&step.step);
            player = player_after(&now, &step.step, player, &after);
            now = after;
            line.moves.push(step);
            if !seen.insert(now.to_string()) {
                return BestLine { is_complete: true, ..line };
            }
        }
    }

    /// Returns the next move of `player`, or the winner if play has ended.
    fn next_of_line(
        &mut self,
        position: &Position,
        player: Player,
        observer: &dyn Observer,
    ) -> Result<Next, Stopped> {
        if let Some(winner) = ended(position, player, self.play(), observer)? {
            return Ok(Next::End(winner));
        }
        let advice = advise(self, position, player, observer)?;
        let Advice { prospect, remoteness, .. } = advice;
        let step = match advice.moves.into_iter().next() {
            Some(step) => Some(step),
            None => moves_of(position, player, observer)?.into_iter().next(),
        };
        Ok(match step {
            Some(step) => {
                Next::Move(LineMove { player, before: position.copy(), step, prospect, remoteness })
            }
            None => Next::End(winner_of(prospect, player)),
        })
    }
}

enum Next {
    Move(LineMove),
    /// The winner; `None` in a draw.
    End(Option<Player>),
}

fn winner_of(prospect: Prospect, player: Player) -> Option<Player> {
    match prospect {
        Prospect::Wins => Some(player),
        Prospect::Draws => None,
        Prospect::Loses => Some(other(player)),
    }
}

/// Returns the winner if play has ended.
fn ended(
    position: &Position,
    player: Player,
    play: Play,
    observer: &dyn Observer,
) -> Result<Option<Option<Player>>, RuleFault> {
    if let Some(ranked) = position.ranked() {
        if let Some(end) = ranked.end(play) {
            return Ok(Some(winner_by_rule(end, player)));
        }
        if ranked.board().ranks().objective() == Objective::Points {
            return Ok(moves_of(position, player, observer)?.is_empty().then_some(None));
        }
    }
    let has_lost = if play == Play::Misere { player } else { other(player) };
    Ok(moves_of(position, player, observer)?.is_empty().then_some(Some(has_lost)))
}
