//! Sums of positions of several games, searched as a whole: the way to answer under misère play, where values do not add.

use crate::any::{AnyMove, AnyMoves, AnyPosition, InternedPosition};
use winways_rules::{ImpartialOutcome, Play, Player, Side};
use winways_solve::{Budget, MixedRules, Observer, OutcomeSearch, StopReason, Stopped, WinnerSearch};
use winways_values::GameOutcome;

/// The outcome of a sum of positions of any games in which the last player is decided, by search over sums, and its winning moves.
pub struct SumSearch<'s> {
    positions: Vec<&'s dyn AnyPosition>,
    summands: Vec<Box<dyn InternedPosition + 's>>,
    rules: MixedRules<'static>,
}

/// What [`SumSearch::solve`] found.
pub struct SumSolved {
    /// The outcome of the sum.
    pub outcome: GameOutcome,
    /// For each summand, its winning moves; or why the work ended before they were known.
    pub moves: Result<Vec<AnyMoves>, Stopped>,
    /// Distinct sums looked at; of partizan games each with a player to move.
    pub nodes: u64,
}

/// What a listed move takes, with its text and what it leaves, or hardly more.
const MOVE_BYTES: u64 = 256;

impl<'s> SumSearch<'s> {
    /// A search for the sum of `positions`; `None` if one of them cannot be searched in this way: play may cycle, or ends otherwise
    /// than by a player who cannot move.
    pub fn new(positions: Vec<&'s dyn AnyPosition>) -> Option<Self> {
        let summands: Vec<_> = positions.iter().map(|position| position.interned()).collect::<Option<_>>()?;
        let rules = MixedRules::new(summands.iter().map(|summand| summand.rules()).collect());
        Some(SumSearch { positions, summands, rules })
    }

    /// The outcome, and which moves win.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work before the outcome is known.
    pub fn solve(
        &self,
        play: Play,
        limit: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<SumSolved, Stopped> {
        if self.positions.iter().all(|position| position.impartial().is_some()) {
            self.solve_impartial(play, limit, budget, observer)
        } else {
            self.solve_partizan(play, limit, budget, observer)
        }
    }

    /// The outcome alone, which costs less than its winning moves.
    ///
    /// # Errors
    /// As [`SumSearch::solve`].
    pub fn outcome(
        &self,
        play: Play,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<GameOutcome, Stopped> {
        let whole = self.components(None);
        if self.positions.iter().all(|position| position.impartial().is_some()) {
            return Ok(OutcomeSearch::new(&self.rules, play, budget, observer).outcome(&whole)?.into());
        }
        outcome_of_both(&mut WinnerSearch::new(&self.rules, play, budget, observer), &whole)
    }

    fn solve_impartial(
        &self,
        play: Play,
        limit: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<SumSolved, Stopped> {
        let mut search = OutcomeSearch::new(&self.rules, play, budget, observer);
        let outcome = search.outcome(&self.components(None))?;
        let moves = match outcome {
            ImpartialOutcome::Next => self.winning_moves(limit, budget, |step, after| {
                Ok((search.outcome(after)? == ImpartialOutcome::Previous).then_some(step.player))
            }),
            ImpartialOutcome::Previous => Ok(vec![AnyMoves::default(); self.positions.len()]),
        };
        Ok(SumSolved { outcome: outcome.into(), moves, nodes: search.nodes() })
    }

    fn solve_partizan(
        &self,
        play: Play,
        limit: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<SumSolved, Stopped> {
        let mut search = WinnerSearch::new(&self.rules, play, budget, observer);
        let whole = self.components(None);
        let outcome = outcome_of_both(&mut search, &whole)?;
        let moves = self.winning_moves(limit, budget, |step, after| {
            let mut wins = |player: Player, opponent| -> Result<bool, Stopped> {
                let may = step.player == Player::Either || step.player == player;
                Ok(may && !search.mover_wins(after, opponent)?)
            };
            Ok(match (wins(Player::Left, Side::Right)?, wins(Player::Right, Side::Left)?) {
                (true, true) => Some(Player::Either),
                (true, false) => Some(Player::Left),
                (false, true) => Some(Player::Right),
                (false, false) => None,
            })
        });
        Ok(SumSolved { outcome, moves, nodes: search.nodes() })
    }

    /// The moves of each summand for which `winner` returns the player who wins by it.
    fn winning_moves(
        &self,
        limit: usize,
        budget: Budget,
        mut winner: impl FnMut(&AnyMove, &[u64]) -> Result<Option<Player>, Stopped>,
    ) -> Result<Vec<AnyMoves>, Stopped> {
        let mut all = Vec::new();
        for (number, position) in self.positions.iter().enumerate() {
            if position.move_bound().saturating_mul(MOVE_BYTES) > budget.memory {
                let reason = StopReason::Memory { limit: budget.memory };
                return Err(Stopped { reason, nodes: 0 });
            }
            let mut moves = AnyMoves::default();
            for step in position.moves()? {
                if let Some(player) = winner(&step, &self.components(Some((number, &step))))? {
                    moves.total += 1;
                    if moves.listed.len() < limit {
                        moves.listed.push(step.by(player));
                    }
                }
            }
            all.push(moves);
        }
        Ok(all)
    }

    /// The components of the whole sum, after a move of one summand if there is one.
    fn components(&self, after: Option<(usize, &AnyMove)>) -> Vec<u64> {
        let mut all = Vec::new();
        for (number, summand) in self.summands.iter().enumerate() {
            let ids = match after {
                Some((moved, step)) if moved == number => summand.ids_after(step),
                _ => summand.ids(),
            };
            all.extend(ids.into_iter().map(|id| MixedRules::component(number, id)));
        }
        all
    }
}

/// Who wins, from who wins if Left and if Right begins.
fn outcome_of_both(
    search: &mut WinnerSearch<'_, MixedRules<'_>>,
    whole: &[u64],
) -> Result<GameOutcome, Stopped> {
    let (left, right) = (search.mover_wins(whole, Side::Left)?, search.mover_wins(whole, Side::Right)?);
    Ok(match (left, right) {
        (true, true) => GameOutcome::Next,
        (true, false) => GameOutcome::Left,
        (false, true) => GameOutcome::Right,
        (false, false) => GameOutcome::Previous,
    })
}
