//! Analyses sums of impartial positions, some of which may cycle, with Smith's labels.

use super::analysis::{Analysis, Method, MethodKind, MethodName, MoveList, listed};
use super::question::{Missing, Question};
use super::value::{LoopyPositionValue, Value, ValueKind};
use crate::loopy_positions::{LabelledPositions, labelled, with_value};
use crate::{Outcome, PositionMove};
use winways_kit::{AnyMoves, ImpartialPosition, ImpartialSolver, OPTIONS_TRIED, RankedPosition};
use winways_loopy::{Ending, ImpartialLabel, latex};
use winways_rules::{Meter, Play};
use winways_solve::{Ledger, StopReason, Stopped};
use winways_values::Nimber;

/// The work between two polls of the observer, in steps of about ten nanoseconds.
const INTERVAL: u64 = 1 << 16;

/// Analyses a sum of impartial positions under normal play, if some of them may cycle.
pub(super) fn by_labels(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "labels of impartial loops";
    let request = question.request;
    if request.play == Play::Misere || question.position.only().is_some() {
        return Err(MISSING);
    }
    let parts = parts(question).ok_or(MISSING)?;
    let nodes = |parts: &[Part<'_>]| parts.iter().map(Part::nodes).sum::<u64>();
    let mut sum = match Sum::of(parts) {
        Ok(sum) => sum,
        Err((parts, stopped)) => {
            let stopped = Stopped { nodes: nodes(&parts), ..stopped };
            return Ok(Analysis::stopped(request.play, "labels of impartial loops", stopped));
        }
    };
    let name = MethodName::known("labels of impartial loops (Smith 1966)");
    let mut analysis = Analysis {
        outcome: Some(match sum.total.outcome() {
            Ending::Wins => Outcome::Next,
            Ending::Loses => Outcome::Previous,
            Ending::Draws => Outcome::Draw,
        }),
        value: Some(in_answer(&sum.total)),
        explanation: sum.explanation(),
        ..Analysis::empty(request.play, Method { kind: MethodKind::Theorem, name, nodes: nodes(&sum.parts) })
    };
    if !request.outcome_only {
        match sum.good_moves(request.moves, &question.observer.meter()) {
            Ok(moves) => analysis.moves = Some(moves),
            Err(stopped) => analysis.stopped = Some(stopped),
        }
    }
    Ok(analysis)
}

/// A summand.
enum Part<'p> {
    /// A summand that may cycle, with the labels of all positions reachable from it.
    Loop(&'p dyn RankedPosition, LabelledPositions),
    Plain(&'p dyn ImpartialPosition, Box<dyn ImpartialSolver + 'p>),
    /// A summand that may cycle, whose labels are not computed yet.
    Open(&'p dyn RankedPosition, Ledger<'p>),
}

/// Returns the summands if all are impartial and at least one may cycle.
fn parts<'p>(question: &Question<'p, '_>) -> Option<Vec<Part<'p>>> {
    let (request, observer) = (question.request, question.observer);
    let mut parts = Vec::new();
    for summand in question.position.summands() {
        let ranked = with_value(&**summand).filter(|ranked| ranked.properties().is_impartial);
        parts.push(match (ranked, summand.impartial()) {
            (Some(ranked), _) => Part::Open(ranked, Ledger::new(request.budget, observer, INTERVAL)),
            (None, Some(plain)) => {
                Part::Plain(plain, plain.solver(request.theorems, request.budget, observer))
            }
            (None, None) => return None,
        });
    }
    parts.iter().any(|part| matches!(part, Part::Open(..))).then_some(parts)
}

impl Part<'_> {
    fn nodes(&self) -> u64 {
        match self {
            Part::Loop(_, labels) => labels.count(),
            Part::Plain(_, solver) => solver.nodes(),
            Part::Open(..) => 0,
        }
    }

    /// Returns the label; computes it if necessary.
    fn label(&mut self) -> Result<ImpartialLabel, Stopped> {
        if let Part::Open(position, ledger) = self {
            let labels = labelled(*position, ledger).map_err(|reason| reason.after(0))?;
            *self = Part::Loop(*position, labels);
        }
        match self {
            Part::Loop(position, labels) => Ok(labels.label(position.rank())),
            Part::Plain(_, solver) => solver.value().map(ImpartialLabel::Nimber),
            Part::Open(..) => unreachable!("the labels have been computed"),
        }
    }

    fn text(&self) -> String {
        match self {
            Part::Loop(position, _) | Part::Open(position, _) => position.text(),
            Part::Plain(position, _) => position.text(),
        }
    }
}

struct Sum<'p> {
    parts: Vec<Part<'p>>,
    labels: Vec<ImpartialLabel>,
    total: ImpartialLabel,
}

impl<'p> Sum<'p> {
    fn of(mut parts: Vec<Part<'p>>) -> Result<Sum<'p>, (Vec<Part<'p>>, Stopped)> {
        let labels: Result<Vec<ImpartialLabel>, Stopped> = parts.iter_mut().map(Part::label).collect();
        match labels {
            Ok(labels) => {
                let total = winways_loopy::sum_of_labels(labels.iter().cloned());
                Ok(Sum { parts, labels, total })
            }
            Err(stopped) => Err((parts, stopped)),
        }
    }

    /// Returns the sum of all labels except the label at index `left_out`.
    fn others(&self, left_out: usize) -> ImpartialLabel {
        let others = self.labels.iter().enumerate().filter(|(index, _)| *index != left_out);
        winways_loopy::sum_of_labels(others.map(|(_, label)| label.clone()))
    }

    /// Returns the winning moves, or the moves that hold a draw.
    ///
    /// The moves are sorted by the sum of the nimbers after the move, and then by the step at which Smith's algorithm
    /// labelled the new position. Play ends if a winner always makes the first listed move.
    fn good_moves(&mut self, limit: usize, meter: &Meter) -> Result<MoveList, Stopped> {
        let good = match self.total.outcome() {
            Ending::Wins => Ending::Loses,
            Ending::Loses => return Ok(MoveList::default()),
            Ending::Draws => Ending::Draws,
        };
        let (mut found, mut total) = (Vec::new(), 0u64);
        for index in 0..self.parts.len() {
            let others = self.others(index);
            match &mut self.parts[index] {
                Part::Loop(position, labels) => {
                    for (step, rank) in position.ranked_moves() {
                        let after = labels.label(rank);
                        if others.sum(&after).outcome() == good {
                            let order = (nimber(&after), labels.step(rank));
                            found.push((order, PositionMove::new(index, step)));
                            total += 1;
                        }
                    }
                }
                Part::Plain(position, solver) => {
                    let label = &self.labels[index];
                    let moves =
                        plain_moves(*position, &mut **solver, &others, label, good, limit, meter.clone())?;
                    total = total.saturating_add(moves.total);
                    let after = others.nimber().unwrap_or(Nimber::ZERO);
                    let order = (after.0, 0);
                    found.extend(listed(index, moves).listed.into_iter().map(|step| (order, step)));
                }
                Part::Open(..) => unreachable!("the labels have been computed"),
            }
        }
        let before: Vec<u64> = self.labels.iter().map(nimber).collect();
        // Sorts by the sum of the nimbers of all summands after the move, and then by the step.
        found.sort_by_key(|((after, step), moved)| {
            let all: u128 = before.iter().map(|&nimber| u128::from(nimber)).sum();
            (all - u128::from(before[moved.summand()]) + u128::from(*after), *step)
        });
        found.truncate(limit);
        Ok(MoveList { total, listed: found.into_iter().map(|(_, step)| step).collect() })
    }

    fn explanation(&self) -> Vec<String> {
        let named = self.parts.iter().zip(&self.labels);
        let texts: Vec<String> = named.map(|(part, label)| format!("{} has {label}", part.text())).collect();
        let infinite = self.labels.iter().filter(|label| label.nimber().is_none()).count();
        let verdict = match (self.total.outcome(), infinite) {
            (Ending::Loses, _) => {
                "the nim-sum is zero: every move can be answered by one that makes it zero again"
            }
            (Ending::Wins, 0) => "the nim-sum is not zero: the player to move can make it zero",
            (Ending::Wins, _) => {
                "the summand with ∞ has an option that makes the nim-sum zero: the player to move wins"
            }
            (Ending::Draws, 1) => {
                "no option of the summand with ∞ makes the nim-sum zero: neither player can force a win"
            }
            (Ending::Draws, _) => "with ∞ in two or more summands, neither player can force a win",
        };
        vec![format!("the labels: {}", texts.join(", ")), verdict.to_owned()]
    }
}

/// Returns the nimber of a label, or 0 if it has none.
fn nimber(label: &ImpartialLabel) -> u64 {
    label.nimber().map_or(0, |nimber| nimber.0)
}

/// Returns the moves in a summand without cycles that win or, in a drawn sum, hold the draw.
fn plain_moves(
    position: &dyn ImpartialPosition,
    solver: &mut dyn ImpartialSolver,
    others: &ImpartialLabel,
    label: &ImpartialLabel,
    good: Ending,
    limit: usize,
    meter: Meter,
) -> Result<AnyMoves, Stopped> {
    match (good, others.nimber(), label.nimber()) {
        // The move makes the nim-sum zero.
        (Ending::Loses, Some(rest), Some(value)) => solver.moves_that_change_value_by(rest + value, limit),
        // The other summands together have a label ∞. None of its nimbers may make the nim-sum zero after the move.
        (Ending::Draws, None, Some(_)) => {
            if position.move_bound() > OPTIONS_TRIED {
                return Err(StopReason::Options { limit: OPTIONS_TRIED }.after(solver.nodes()));
            }
            let mut moves = AnyMoves::default();
            for step in position.moves_within(meter)? {
                let Some(after) = solver.value_after(&step)? else { continue };
                if others.sum(&ImpartialLabel::Nimber(after)).outcome() == Ending::Draws {
                    moves.push(limit, || step);
                }
            }
            Ok(moves)
        }
        _ => Ok(AnyMoves::default()),
    }
}

fn in_answer(label: &ImpartialLabel) -> Value {
    match label.nimber() {
        Some(nimber) => Value::Nimber(nimber),
        None => {
            let text = label.to_string();
            let (latex, kind) = (latex(&text), ValueKind::ImpartialLoop);
            Value::Loopy(LoopyPositionValue { text, latex, kind, sides: None })
        }
    }
}
