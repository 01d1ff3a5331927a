//! Computes outcomes by a search over sums, under normal and misère play. Applies if play always ends and the last move decides
//! who wins.

use super::analysis::{Analysis, Method, MoveList, listed};
use super::question::{Missing, Question};
use super::request::Request;
use crate::playing::moves_of;
use crate::{Position, PositionMove};
use winways_kit::{AnyMoves, SumSearch, SumWinner};
use winways_rules::{Play, Player};
use winways_solve::{EarlyAnswer, Observer, Quota, Stopped, Theorems, Until};
use winways_values::{Arena, GameOutcome};

/// Returns the outcome and the winning moves, without the value.
pub(super) fn by_search(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    let Some(search) = search_of(question.position, question.request) else {
        return Err(
            "a search over sums: in a summand, play may cycle, ends by a goal or points, or has entailing moves",
        );
    };
    let (position, request, observer) = (question.position, question.request, question.observer);
    if request.outcome_only {
        return Ok(match search.outcome(request.play, request.budget, observer) {
            Ok((outcome, nodes)) => SumVerdict { outcome: Some(outcome), first: None, moves: None, nodes }
                .analysis(position, request, None),
            Err(stopped) => SumVerdict::unknown(stopped.nodes).analysis(position, request, Some(stopped)),
        });
    }
    let solved = match search.solve(request.play, request.moves, request.budget, observer) {
        Ok(solved) => solved,
        Err(stopped) => {
            return Ok(SumVerdict::unknown(stopped.nodes).analysis(position, request, Some(stopped)));
        }
    };
    let (moves, stopped) = match solved.moves {
        Ok(moves) => (Some(all_listed(moves, request.moves)), None),
        Err(stopped) => (None, Some(Stopped { nodes: solved.nodes, ..stopped })),
    };
    let verdict = SumVerdict { outcome: Some(solved.outcome), first: None, moves, nodes: solved.nodes };
    Ok(verdict.analysis(position, request, stopped))
}

/// The quota of polls for each move in the first round. Moves that exhaust it are searched again in later rounds with a larger
/// quota.
const FIRST_POLLS: u64 = 1 << 4;

/// Returns a winning move of `player`, who is to move, or `None` if the player loses or cannot move.
pub(super) fn winning_move(
    search: &SumSearch<'_>,
    position: &Position,
    request: &Request<'_>,
    player: Player,
    observer: &dyn Observer,
) -> Result<Option<PositionMove>, Stopped> {
    let (quota, arena) = (Quota::new(u64::MAX), Arena::new(request.budget.memory / 2));
    let within_quota = Until::new(observer, quota.interrupt());
    let mut winner = search.winner(request.play, &arena, request.budget, &within_quota);
    if !winner.wins_first(player)? {
        return Ok(None);
    }
    let mut moves = moves_of(position, player, observer)?;
    let mut polls = FIRST_POLLS;
    // The search above has already found a winning move, but does not return it.
    while !moves.is_empty() {
        let mut open = Vec::new();
        for step in moves {
            quota.grant(polls);
            match winner.wins_by(step.summand(), &step.step, player) {
                Ok(true) => return Ok(Some(step)),
                Ok(false) => {}
                Err(_) if quota.is_exhausted() => open.push(step),
                Err(stopped) => return Err(stopped),
            }
        }
        moves = open;
        polls = polls.saturating_mul(4);
    }
    // Under misère play, a player without moves wins.
    Ok(None)
}

/// Creates a search over the sum, or returns `None` if a summand does not support it.
pub(super) fn search_of<'p>(position: &'p Position, request: &Request) -> Option<SumSearch<'p>> {
    let summands = position.summands().iter().map(|summand| &**summand).collect();
    Some(SumSearch::new(summands)?.with_theorems(request.theorems))
}

/// The outcome and the winning moves that a search without values has found so far.
pub(super) struct SumVerdict {
    outcome: Option<GameOutcome>,
    /// A winning move, found before the full list.
    first: Option<PositionMove>,
    moves: Option<MoveList>,
    /// The number of distinct sums searched.
    nodes: u64,
}

impl SumVerdict {
    /// Creates the verdict of a search that has found nothing after `nodes` sums.
    pub(super) fn unknown(nodes: u64) -> Self {
        SumVerdict { outcome: None, first: None, moves: None, nodes }
    }

    /// Returns `true` if the outcome is known.
    pub(super) fn has_outcome(&self) -> bool {
        self.outcome.is_some()
    }

    /// Returns `true` if the outcome and the winning moves are known.
    pub(super) fn is_complete(&self) -> bool {
        self.moves.is_some()
    }

    /// Continues the search until everything is known or `winner` is stopped. Finds first the outcome, then one winning move,
    /// then all winning moves. `begin` grants the search its quota; `observer` receives the early answers.
    pub(super) fn advance(
        &mut self,
        winner: &mut SumWinner<'_>,
        position: &Position,
        limit: usize,
        begin: &dyn Fn(),
        observer: &dyn Observer,
    ) {
        begin();
        if self.outcome.is_none() {
            self.outcome = winner.outcome().ok();
            self.report(position, observer);
        }
        if self.has_winner() && self.first.is_none() {
            let found = winner.winning_move(begin).ok().flatten();
            self.first = found.map(|(summand, step)| PositionMove::new(summand, step));
            if self.first.is_some() {
                self.report(position, observer);
            }
            begin();
        }
        if self.outcome.is_some() && self.moves.is_none() {
            self.moves = winner.winning_moves(limit).ok().map(|moves| all_listed(moves, limit));
        }
        self.nodes = winner.nodes();
    }

    /// Returns `true` if some player has a winning move.
    fn has_winner(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome != GameOutcome::Previous)
    }

    fn report(&self, position: &Position, observer: &dyn Observer) {
        if let Some(outcome) = self.outcome {
            let winning_move = self.first.as_ref().map(|step| named(position, step));
            observer.found(&EarlyAnswer { outcome, winning_move });
        }
    }

    /// Converts the verdict to an analysis; `stopped` is the reason if the work was stopped.
    pub(super) fn analysis(
        self,
        position: &Position,
        request: &Request,
        stopped: Option<Stopped>,
    ) -> Analysis {
        let is_impartial = position.impartial().is_some();
        let uses_values = !is_impartial && request.play == Play::Normal && request.theorems == Theorems::Use;
        let mut explanation = Vec::new();
        if let Some(outcome) = self.outcome {
            let how =
                if uses_values { "with the values of small components" } else { "straight from the rules" };
            explanation.push(format!("searched: {}, {how}", positions(self.nodes)));
            explanation.push(reason(outcome, self.moves.as_ref(), request.play));
            if let (Some(first), None) = (&self.first, &self.moves) {
                explanation.push(format!("a winning move: {}", named(position, first)));
            }
            if request.play == Play::Misere {
                let why = match is_impartial {
                    true => "under misère play nim-values do not decide the outcome of a sum",
                    false => {
                        "there is no canonical form under misère play: values do not decide the outcome of a sum"
                    }
                };
                explanation.push(why.to_owned());
            }
        }
        let method = Method::search("outcomes of sums", self.nodes);
        Analysis {
            outcome: self.outcome.map(Into::into),
            moves: self.moves,
            explanation,
            stopped,
            ..Analysis::empty(request.play, method)
        }
    }
}

/// Returns the name of a move, prefixed with its player if only one player may make it.
fn named(position: &Position, step: &PositionMove) -> String {
    match step.player() {
        Player::Either => position.move_name(step),
        player => format!("{}: {}", player.name(), position.move_name(step)),
    }
}

/// Concatenates the moves of all summands. At most `limit` moves are listed.
pub(super) fn all_listed(found: Vec<AnyMoves>, limit: usize) -> MoveList {
    let mut moves = MoveList::default();
    for (index, found) in found.into_iter().enumerate() {
        moves.append(listed(index, found));
    }
    moves.listed.truncate(limit);
    moves
}

fn reason(outcome: GameOutcome, moves: Option<&MoveList>, play: Play) -> String {
    match (outcome, moves) {
        (GameOutcome::Next, Some(moves)) if moves.total == 0 && play == Play::Misere => {
            "no move is left: the other player made the last move and has lost".to_owned()
        }
        (GameOutcome::Next, Some(moves)) => {
            format!("number of winning moves: {}", moves.total)
        }
        (GameOutcome::Next, None) if play == Play::Misere => {
            "some move leads to a position that is lost for the opponent, or no move is left".to_owned()
        }
        (GameOutcome::Next, None) => "some move leads to a position that is lost for the opponent".to_owned(),
        (GameOutcome::Previous, _) => {
            "every move leads to a position that is won for the opponent".to_owned()
        }
        (GameOutcome::Left, _) => {
            "Left wins moving first, and has an answer to every move of Right".to_owned()
        }
        (GameOutcome::Right, _) => {
            "Right wins moving first, and has an answer to every move of Left".to_owned()
        }
    }
}

/// Formats a number of positions.
fn positions(count: u64) -> String {
    if count == 1 { "1 position".to_owned() } else { format!("{count} positions") }
}
