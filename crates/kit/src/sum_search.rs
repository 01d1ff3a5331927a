//! Sums of positions of several impartial games, searched as a whole: the way to answer under misère play.

use crate::any::AnyMoves;
use crate::any::impartial::ImpartialPosition;
use winways_rules::{ImpartialOutcome, Options, Play, Ruleset};
use winways_solve::{Budget, MixedRules, Observer, OutcomeSearch, StopReason, Stopped};

/// The outcome of a sum of positions of any games by search over sums, and its winning moves.
pub struct SumSearch {
    /// The components of each summand, as components of the mixed rules.
    summands: Vec<Vec<u64>>,
    rules: MixedRules<'static>,
}

/// What [`SumSearch::solve`] found.
pub struct SumSolved {
    /// The outcome of the sum.
    pub outcome: ImpartialOutcome,
    /// For each summand, its winning moves; or why the work ended before they were known.
    pub moves: Result<Vec<AnyMoves>, Stopped>,
    /// Distinct sums looked at.
    pub nodes: u64,
}

/// What a listed move takes, with its text and what it leaves, or hardly more.
const MOVE_BYTES: u64 = 256;

impl SumSearch {
    /// A search for the sum of `summands`.
    pub fn new(summands: &[&dyn ImpartialPosition]) -> Self {
        let (games, ids): (Vec<_>, Vec<_>) = summands.iter().map(|summand| summand.interned()).unzip();
        let component = |(game, ids): (usize, Vec<u32>)| {
            ids.into_iter().map(|id| MixedRules::component(game, id)).collect()
        };
        SumSearch {
            summands: ids.into_iter().enumerate().map(component).collect(),
            rules: MixedRules::new(games),
        }
    }

    /// The outcome, and which moves win.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work before the outcome is known.
    pub fn solve(
        &self,
        summands: &[&dyn ImpartialPosition],
        play: Play,
        limit: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<SumSolved, Stopped> {
        let mut search = OutcomeSearch::new(&self.rules, play, budget, observer);
        let outcome = search.outcome(&self.summands.concat())?;
        let moves = match outcome {
            ImpartialOutcome::Next => self.winning_moves(summands, limit, budget, &mut search),
            ImpartialOutcome::Previous => Ok(vec![AnyMoves::default(); summands.len()]),
        };
        Ok(SumSolved { outcome, moves, nodes: search.nodes() })
    }

    fn winning_moves(
        &self,
        summands: &[&dyn ImpartialPosition],
        limit: usize,
        budget: Budget,
        search: &mut OutcomeSearch<'_, MixedRules<'static>>,
    ) -> Result<Vec<AnyMoves>, Stopped> {
        let whole = self.summands.concat();
        let mut all = Vec::new();
        let mut first = 0;
        for (summand, components) in summands.iter().zip(&self.summands) {
            if summand.move_bound().saturating_mul(MOVE_BYTES) > budget.memory {
                let reason = StopReason::Memory { limit: budget.memory };
                return Err(Stopped { reason, nodes: search.nodes() });
            }
            let mut moves = AnyMoves::default();
            // The options of one component, and which one that is.
            let mut options = Options::new();
            let mut listed = None;
            for step in summand.moves() {
                let component = first + step.component;
                if listed.replace(component) != Some(component) {
                    options.clear();
                    self.rules.options(&whole[component], &mut options);
                }
                // Moves that are listed from the rules know their option.
                let Some(option) = step.option else { continue };
                let after = [&whole[..component], options.get(option), &whole[component + 1..]].concat();
                if search.outcome(&after)? == ImpartialOutcome::Previous {
                    moves.total += 1;
                    if moves.listed.len() < limit {
                        moves.listed.push(step);
                    }
                }
            }
            all.push(moves);
            first += components.len();
        }
        Ok(all)
    }
}
