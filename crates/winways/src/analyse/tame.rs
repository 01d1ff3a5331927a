//! Answers misère play of sums whose components behave like positions of Nim.

use super::analysis::{Analysis, Method, MethodKind, MethodName, MoveList};
use super::question::{Missing, Question};
use super::sums::all_listed;
use crate::playing::moves_of;
use std::sync::Arc;
use winways_kit::{AnyMoves, InternedPosition};
use winways_misere::{Genus, TameComponents};
use winways_rules::{ImpartialOutcome, Play, Player};
use winways_solve::{InternedRules, Ledger, Progress, Quota, StopReason, Stopped, Theorems, Until};

/// The maximum number of polls of the observer for the genera. After that, a search is used instead.
const POLLS: u64 = 1 << 6;
/// The units of work between two polls.
const INTERVAL: u64 = 1 << 10;

/// The maximum number of summands whose genera are listed.
const SUMMANDS_EXPLAINED: usize = 12;

/// Answers misère play of a sum of impartial positions, if a short computation shows that all their components are tame.
pub(super) fn by_tame_genera(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "genera of tame components";
    let request = question.request;
    if request.play == Play::Normal
        || request.theorems == Theorems::Ignore
        || question.position.impartial().is_none()
    {
        return Err(MISSING);
    }
    let summands = question.position.summands().iter().map(|summand| summand.interned());
    let summands: Vec<Box<dyn InternedPosition + '_>> = summands.collect::<Option<_>>().ok_or(MISSING)?;
    let rules: Vec<Arc<dyn InternedRules>> = summands.iter().map(|summand| summand.rules()).collect();
    let mut tame: Vec<TameComponents<'_>> = rules.iter().map(|rules| TameComponents::new(&**rules)).collect();
    let quota = Quota::new(POLLS);
    let observer = Until::new(question.observer, quota.interrupt());
    let ledger = Ledger::new(request.budget, &observer, INTERVAL);
    let mut genera = Vec::new();
    for (summand, tame) in summands.iter().zip(&mut tame) {
        match tame.genus_of(&summand.ids(), &ledger) {
            Ok(genus) => genera.push(genus.ok_or(MISSING)?),
            Err(StopReason::Memory { .. }) => return Err(MISSING),
            Err(_) if quota.is_exhausted() => return Err(MISSING),
            Err(reason) => return Ok(Analysis::stopped(request.play, "tame genera", reason.after(0))),
        }
    }
    let total = Genus::of_tame_sum(&genera).ok_or(MISSING)?;
    let name = MethodName::known("tame genera, misère play as in Nim (Winning Ways, chapter 13)");
    let mut analysis = Analysis {
        outcome: Some(ImpartialOutcome::next_if(!total.is_previous()).into()),
        explanation: explanation(question, &genera, &total),
        ..Analysis::empty(request.play, Method { kind: MethodKind::Theorem, name, nodes: 0 })
    };
    if request.outcome_only {
        return Ok(analysis);
    }
    if total.is_previous() {
        let none = summands.iter().map(|_| AnyMoves::default()).collect();
        analysis.moves = Some(all_listed(none, request.moves));
        return Ok(analysis);
    }
    let ledger = Ledger::new(request.budget, question.observer, INTERVAL);
    match winning_moves(question, &summands, &mut tame, &genera, &ledger) {
        // A finished game, and moves to positions that are not tame, are left to the search.
        Ok(None) => return Err(MISSING),
        Ok(Some(moves)) => analysis.moves = Some(moves),
        Err(stopped) => analysis.stopped = Some(stopped),
    }
    Ok(analysis)
}

/// Returns the moves to P-positions, which are recognised by their genera. Returns `None` if no move wins, as in a finished game,
/// or if a move leads to a position that is not tame.
fn winning_moves(
    question: &Question<'_, '_>,
    summands: &[Box<dyn InternedPosition + '_>],
    tame: &mut [TameComponents<'_>],
    genera: &[Genus],
    ledger: &Ledger<'_>,
) -> Result<Option<MoveList>, Stopped> {
    let mut winning: Vec<AnyMoves> = summands.iter().map(|_| AnyMoves::default()).collect();
    let limit = question.request.moves;
    for step in moves_of(question.position, Player::Either, question.observer)? {
        let place = step.summand();
        let work = 1 + question.position.size() as u64;
        ledger.spend(work, Progress::default).map_err(|reason| reason.after(0))?;
        let after = tame[place].genus_of(&summands[place].ids_after(&step.step), ledger);
        let Some(after) = after.map_err(|reason| reason.after(0))? else { return Ok(None) };
        let others = genera.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, genus)| genus);
        let total = Genus::of_tame_sum(others.chain([&after]));
        if total.is_some_and(|total| total.is_previous()) {
            winning[place].push(limit, || step.step);
        }
    }
    let is_any = winning.iter().any(|moves| moves.total > 0);
    Ok(is_any.then(|| all_listed(winning, limit)))
}

fn explanation(question: &Question<'_, '_>, genera: &[Genus], total: &Genus) -> Vec<String> {
    let summands = question.position.summands().iter().zip(genera);
    let texts = summands.take(SUMMANDS_EXPLAINED).map(|(summand, genus)| {
        let text: String = summand.text().chars().take(40).collect();
        let more = if text.len() < summand.text().len() { "..." } else { "" };
        format!("{text}{more} has {genus}")
    });
    let texts: Vec<String> = texts.collect();
    let more = if genera.len() > texts.len() { ", ..." } else { "" };
    let rule = match total.is_fickle() {
        true => "each component is like a sum of Nim heaps of at most 1: lost if the nim-sum is 1",
        false => "some component is like a sum with a Nim heap above 1: lost if the nim-sum is 0",
    };
    vec![
        "every summand is tame: it behaves like a position of Nim, or a move that leaves this behaviour can be reverted"
            .to_owned(),
        format!("the genera: {}{more}", texts.join(", ")),
        format!("{rule}; the nim-sum is {}", total.value()),
    ]
}
