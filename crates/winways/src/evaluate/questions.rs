//! Answers questions about positions that cannot be answered from their values.

use super::context::Context;
use super::engine::Engine;
use super::error::{EvaluationError, Result};
use super::lazy;
use super::list::ListBuilder;
use super::placed::LazyPosition;
use super::value::Value;
use crate::{Analysis, Outcome, Request, analyse};
use std::collections::BTreeSet;
use winways_kit::{AnyPosition, SumSearch};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Play, Player};
use winways_solve::{Budget, Observer, StopReason, Stopped};
use winways_values::Operations;

/// A question about a position, with the resources for answering it.
pub(super) struct PositionQuestion<'q, 'c> {
    pub(super) context: &'q Context<'c>,
    pub(super) observer: &'q dyn Observer,
    /// An example of a correct call.
    pub(super) example: &'static str,
}

/// Returns `true` if no search can find the outcome of a position, so that it must be derived from the value: the summands
/// need several engines.
fn is_determined_by_value(placed: &LazyPosition) -> bool {
    let engines = placed.position.summands().iter().filter_map(|summand| Engine::of(&**summand));
    engines.collect::<BTreeSet<Engine>>().len() > 1
}

/// The maximum number of winning moves in a list.
const MOVES_LISTED: usize = 100_000;

impl PositionQuestion<'_, '_> {
    /// Returns the outcome, computed with the cheapest method. For a partizan position without a known value, this method is an
    /// outcome search.
    pub(super) fn outcome(&self, value: &Value, span: Span) -> Result<Value> {
        // Values determine outcomes only under normal play.
        if let Value::Position(placed) = value
            && placed.position.usual_play(span)? == Play::Misere
        {
            return self.outcome_of(placed, Play::Misere, span);
        }
        // Such a position may state who is to move, which its value does not.
        if let Value::Position(placed) = value
            && placed.position.ranked().is_some()
        {
            return self.outcome_of(placed, Play::Normal, span);
        }
        if let Some(large) = value.large_number() {
            return Ok(Value::Outcome(large.outcome()));
        }
        if let Some(loopy) = value.loopy() {
            return Value::of_loopy_outcome(&mut self.context.arena.session(), loopy.outcome());
        }
        if let Some(infinite) = value.infinite() {
            return Ok(Value::Outcome(infinite.outcome()));
        }
        let terms = match (value.terms(), value) {
            (Some(terms), _) => terms,
            (None, Value::Position(placed)) if is_determined_by_value(placed) => {
                self.context.evaluate_position(placed, span, self.observer)?;
                return self.outcome(value, span);
            }
            (None, Value::Position(placed)) => return self.outcome_of(placed, Play::Normal, span),
            (None, other) => return Err(self.wrong(other, span, "a game or a position")),
        };
        let mut operations = Operations::new(self.context.arena.session());
        Ok(Value::Outcome(lazy::outcome(&mut operations, &terms)?.into()))
    }

    pub(super) fn misere_outcome(&self, value: &Value, span: Span) -> Result<Value> {
        if let Value::MisereForm(_) = value {
            let (_, is_previous) = self.facts_of_form(value, span)?;
            return Ok(Value::Outcome(if is_previous { Outcome::Previous } else { Outcome::Next }));
        }
        self.outcome_of(self.position_of(value, span)?, Play::Misere, span)
    }

    pub(super) fn winning_moves(&self, value: &Value, span: Span) -> Result<Value> {
        let placed = self.position_of(value, span)?;
        let play = placed.position.usual_play(span)?;
        let request = Request { play, moves: MOVES_LISTED, budget: self.rest(), ..Request::default() };
        let analysis = analyse(&placed.position, &request, self.observer);
        let Some(moves) = &analysis.moves else { return Err(self.unanswered(&analysis, span)) };
        if moves.total > moves.listed.len() as u64 {
            let message = format!("there are {} winning moves, too many for a list", moves.total);
            return Err(Diagnostic::new(message, span).into());
        }
        // In other positions, the listed moves hold a draw or gain the most points.
        let is_lost = matches!(analysis.outcome, Some(Outcome::Draw | Outcome::Previous));
        let winning = if is_lost { &[][..] } else { &moves.listed[..] };
        let session = &mut self.context.arena.session();
        let mut names = ListBuilder::new(session, winning.len())?;
        for step in winning {
            let player = match step.player() {
                _ if placed.position.ranked().is_some() => String::new(),
                Player::Either => String::new(),
                player => format!("{}: ", player.name()),
            };
            let name = Value::text(session, player + &placed.position.move_name(step))?;
            names.push(session, name)?;
        }
        names.finish(span)
    }

    fn outcome_of(&self, placed: &LazyPosition, play: Play, span: Span) -> Result<Value> {
        let position = &placed.position;
        position.check_play(play, span)?;
        let summands = || position.summands().iter().map(|summand| &**summand);
        let is_partizan =
            |summand: &dyn AnyPosition| summand.impartial().is_none() && summand.partizan().is_some();
        let known = |summand: &dyn AnyPosition| match summand.partizan() {
            Some(partizan) => partizan.is_known_by_theorem(&self.context.arena),
            None => summand.impartial().is_some(),
        };
        // No outcome search is needed if theorems give the values of the summands.
        let is_known = play == Play::Normal && summands().all(known);
        if summands().any(is_partizan)
            && !is_known
            && let Some(search) = SumSearch::new(summands().collect())
        {
            let (outcome, _) = search.outcome(play, self.rest(), self.observer)?;
            return Ok(Value::Outcome(outcome.into()));
        }
        let request = Request { play, moves: 1, budget: self.rest(), ..Request::default() };
        let analysis = analyse(position, &request, self.observer);
        analysis.outcome.map(Value::Outcome).ok_or_else(|| self.unanswered(&analysis, span))
    }

    /// Returns the budget, reduced by the memory that values use.
    pub(super) fn rest(&self) -> Budget {
        let budget = self.context.budget;
        Budget { memory: budget.memory.saturating_sub(self.context.arena.bytes()), ..budget }
    }

    fn position_of<'v>(&self, value: &'v Value, span: Span) -> Result<&'v LazyPosition> {
        match value {
            Value::Position(placed) => Ok(placed),
            other => Err(self.wrong(other, span, "a position, such as `nim(3,5)`")),
        }
    }

    pub(super) fn wrong(&self, value: &Value, span: Span, expected: &str) -> EvaluationError {
        let help = format!("for example {}", self.example);
        value.is_kind(span).label(format!("expected {expected}")).help(help).into()
    }

    /// Returns the error for work that was stopped. A memory error states the full memory limit, not the part that was left.
    pub(super) fn stopped(&self, reason: StopReason, nodes: u64) -> EvaluationError {
        match reason {
            StopReason::Memory { .. } => self.context.budget.out_of_memory().after(nodes).into(),
            reason => reason.after(nodes).into(),
        }
    }

    /// Returns the error for a question without an answer.
    fn unanswered(&self, analysis: &Analysis, span: Span) -> EvaluationError {
        match &analysis.stopped {
            Some(Stopped { reason: reason @ StopReason::Unsupported(_), nodes: 0 }) => {
                Diagnostic::new(reason.to_string(), span).label("expected another position").into()
            }
            Some(stopped) => self.stopped(stopped.reason.clone(), stopped.nodes),
            None => Diagnostic::new(analysis.explanation.join("; "), span).into(),
        }
    }
}
