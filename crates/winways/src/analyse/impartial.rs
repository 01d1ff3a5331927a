//! Analyses impartial positions with theorems about whole positions, and with nim-values.

use super::analysis::{Analysis, Assumption, Method, MethodKind, MethodName, MoveList, listed};
use super::question::{Missing, Question};
use super::request::Request;
use super::value::Value;
use winways_kit::Detail;
use winways_kit::{ImpartialPosition, ImpartialSolver, MisereByValues, OPTIONS_TRIED};
use winways_rules::{ImpartialOutcome, Play};
use winways_solve::{Budget, Observer, Period, StopReason, Stopped, Theorems};
use winways_values::Nimber;

/// The budget of an optional search for the nim-value after a theorem has given the outcome.
const OPTIONAL_BUDGET: Budget = Budget { memory: 256 << 20, options: Some(4_000_000), threads: 1 };

/// Returns the outcome of a single game from a theorem about whole positions, with the winning moves if the theorem gives them.
pub(super) fn by_theorem(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "a theorem about the whole position";
    let request = question.request;
    let position = question.impartial().ok_or(MISSING)?;
    let has_values = || position.value_by_theorem().is_some();
    if request.theorems == Theorems::Ignore || request.play == Play::Normal && has_values() {
        return Err(MISSING);
    }
    let outcome = position.outcome_by_theorem(request.play).ok_or(MISSING)?;
    Ok(by_outcome(position, outcome, request, question.observer))
}

/// Answers normal play of a large pair from a description of the lost pairs of its game, which is proved by induction over
/// digits.
pub(super) fn by_lost_pairs(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "proved lost pairs";
    let (request, observer) = (question.request, question.observer);
    let position = question.impartial().ok_or(MISSING)?;
    let has_value = request.theorems == Theorems::Use && position.value_by_theorem().is_some();
    if request.play == Play::Misere || has_value {
        return Err(MISSING);
    }
    let limit = (!request.outcome_only).then_some(request.moves);
    let solved = position.by_lost_pairs(limit, request.budget, observer).ok_or(MISSING)?;
    let name = "lost pairs, proved by induction over digits";
    let solved = match solved {
        Ok(solved) => solved,
        Err(stopped) => return Ok(Analysis::stopped(request.play, name, stopped)),
    };
    let is_lost = solved.outcome == ImpartialOutcome::Previous;
    let verdict = if is_lost { "is one of them" } else { "is not one of them: some move leads to one" };
    let mut analysis = Analysis {
        outcome: Some(solved.outcome.into()),
        value: is_lost.then_some(Value::Nimber(Nimber::ZERO)),
        explanation: vec![
            format!("{}: proved for all pairs by induction", solved.statement),
            format!("{} {verdict}", position.text()),
        ],
        ..Analysis::empty(request.play, Method::search(name, solved.nodes))
    };
    if !request.outcome_only {
        analysis.moves = match is_lost {
            true => Some(MoveList::default()),
            false => solved.moves.map(|moves| listed(0, moves)),
        };
        if !is_lost {
            add_value(&mut analysis, position, request, observer);
        }
    }
    Ok(analysis)
}

/// Answers normal play by the Sprague-Grundy theorem.
pub(super) fn by_nim_values(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    match (question.request.play, question.position.impartial()) {
        (Play::Misere, _) => Err("nim-values under misère play"),
        (Play::Normal, None) => Err("nim-values: the players have different moves"),
        (Play::Normal, Some(summands)) => Ok(by_values(&summands, question.request, question.observer)),
    }
}

/// Answers misère play of a single game whose components behave like Nim heaps of their nim-values.
pub(super) fn by_misere_values(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "nim-values under misère play";
    let request = question.request;
    if request.play == Play::Normal || request.theorems == Theorems::Ignore {
        return Err(MISSING);
    }
    let position = question.impartial().ok_or(MISSING)?;
    let limit = (!request.outcome_only).then_some(request.moves);
    let solved = position.misere_by_values(limit, request.budget, question.observer).ok_or(MISSING)?;
    let name = "nim-values, misère play as in Nim (Ferguson 1974)";
    let solved = match solved {
        Ok(solved) => solved,
        Err(stopped) => return Ok(Analysis::stopped(request.play, name, stopped)),
    };
    Ok(Analysis {
        outcome: Some(solved.outcome.into()),
        moves: solved.moves.as_ref().map(|moves| listed(0, moves.clone())),
        explanation: explain_misere(position, &solved),
        ..Analysis::empty(request.play, Method::search(name, solved.nodes))
    })
}

/// The maximum number of components whose nim-values are listed.
const VALUES_EXPLAINED: usize = 12;

fn explain_misere(position: &dyn ImpartialPosition, solved: &MisereByValues) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(Period { preperiod, period }) = solved.period {
        lines.push(format!("the nim-values provably have period {period} from heap {preperiod} on"));
    }
    let values: Vec<String> =
        solved.values.iter().take(VALUES_EXPLAINED).map(|value| value.0.to_string()).collect();
    if !values.is_empty() {
        let more = if solved.values.len() > values.len() { ", ..." } else { "" };
        let text = brief_text(position);
        lines.push(format!("the components of {text} have the nim-values {}{more}", values.join(", ")));
    }
    let has_rich = solved.values.iter().any(|value| value.0 > 1);
    let rule = match has_rich {
        true => "a value is greater than 1: lost if the nim-sum is 0, as in Nim",
        false => "no value is greater than 1: lost if the nim-sum is 1, as in Nim",
    };
    lines.push(rule.to_owned());
    lines
}

/// Answers for a single summand whose outcome, but not its nim-value, is given by a theorem.
fn by_outcome(
    position: &dyn ImpartialPosition,
    outcome: ImpartialOutcome,
    request: &Request,
    observer: &dyn Observer,
) -> Analysis {
    let name = MethodName::joined(position.theorem(request.play)).unwrap_or(MethodName::known("theorem"));
    let mut analysis = Analysis {
        outcome: Some(outcome.into()),
        explanation: position.explain(request.play, request.detail),
        ..Analysis::empty(request.play, Method { kind: MethodKind::Theorem, name, nodes: 0 })
    };
    if request.outcome_only {
        return analysis;
    }
    analysis.moves = Some(MoveList::default());
    match (request.play, outcome) {
        (Play::Normal, ImpartialOutcome::Previous) => analysis.value = Some(Value::Nimber(Nimber::ZERO)),
        (Play::Misere, ImpartialOutcome::Previous) => {}
        (play, ImpartialOutcome::Next) => {
            let moves = position.winning_moves_by_theorem(play, request.moves, request.budget.memory);
            analysis.moves = moves.map(|moves| listed(0, moves));
            if play == Play::Normal {
                add_value(&mut analysis, position, request, observer);
            } else if analysis.moves.is_none() {
                analysis.stopped = Some(StopReason::Options { limit: OPTIONS_TRIED }.after(0));
            }
        }
    }
    analysis
}

/// Adds the nim-value of a won position, and the winning moves if they are missing.
///
/// A search for missing moves uses the requested budget, and the analysis records why it was stopped. If no moves are missing, the
/// search is small, and a nim-value that it does not find is omitted.
fn add_value(
    analysis: &mut Analysis,
    position: &dyn ImpartialPosition,
    request: &Request,
    observer: &dyn Observer,
) {
    let needed = analysis.moves.is_none();
    // The optional search never exceeds the requested limits.
    let small = Budget {
        memory: OPTIONAL_BUDGET.memory.min(request.budget.memory),
        options: OPTIONAL_BUDGET.options.into_iter().chain(request.budget.options).min(),
        ..OPTIONAL_BUDGET
    };
    let budget = if needed { request.budget } else { small };
    let mut solver = position.solver(Theorems::Use, budget, observer);
    let found = solver.value().and_then(|value| {
        let moves =
            if needed { Some(solver.moves_that_change_value_by(value, request.moves)?) } else { None };
        Ok((value, moves))
    });
    match found {
        Ok((value, moves)) => {
            analysis.value = Some(Value::Nimber(value));
            analysis.method.nodes = solver.nodes();
            if let Some(moves) = moves {
                analysis.moves = Some(listed(0, moves));
            }
        }
        Err(stopped) if needed || stopped.reason == StopReason::Interrupted => {
            analysis.stopped = Some(stopped)
        }
        Err(_) => {}
    }
}

/// Answers normal play by the Sprague-Grundy theorem: the nim-value of a sum is the nim-sum of the nim-values of its summands.
fn by_values(summands: &[&dyn ImpartialPosition], request: &Request, observer: &dyn Observer) -> Analysis {
    let mut solvers: Vec<Box<dyn ImpartialSolver + '_>> =
        summands.iter().map(|summand| summand.solver(request.theorems, request.budget, observer)).collect();
    if request.conjecture {
        solvers.iter_mut().for_each(|solver| solver.assume_patterns());
    }
    let mut values = Vec::new();
    for solver in &mut solvers {
        match solver.value() {
            Ok(value) => values.push(value),
            Err(stopped) => return stopped_at_values(summands, request, &solvers, &values, stopped),
        }
    }
    let total: Nimber = values.iter().copied().sum();
    let assumptions = assumptions(&solvers);
    let mut explanation: Vec<String> = assumptions.iter().map(Assumption::to_string).collect();
    explanation.extend(explain_values(summands, request, &mut solvers, &values, total));
    let mut moves = MoveList::default();
    let mut stopped = None;
    let wants_moves = !request.outcome_only;
    if wants_moves && !total.is_zero() {
        for (index, solver) in solvers.iter_mut().enumerate() {
            let limit = request.moves - moves.listed.len();
            match solver.moves_that_change_value_by(total, limit) {
                Ok(found) => moves.append(listed(index, found)),
                Err(reason) => stopped = Some(reason),
            }
        }
    }
    Analysis {
        outcome: Some(ImpartialOutcome::next_if(!total.is_zero()).into()),
        value: Some(Value::Nimber(total)),
        moves: (wants_moves && stopped.is_none()).then_some(moves),
        explanation,
        assumptions,
        stopped,
        ..Analysis::empty(Play::Normal, method_of(summands, request, &solvers))
    }
}

/// Returns the distinct patterns on which the values depend.
fn assumptions(solvers: &[Box<dyn ImpartialSolver + '_>]) -> Vec<Assumption> {
    let mut found: Vec<Assumption> = Vec::new();
    for pattern in solvers.iter().filter_map(|solver| solver.assumption()) {
        let statement = pattern.statement().to_owned();
        let assumption = Assumption { statement, checked_to: pattern.checked_to() };
        if !found.contains(&assumption) {
            found.push(assumption);
        }
    }
    found
}

/// A hint for questions about heaps whose values take too long to compute.
const SUGGESTION: &str = "a pattern in the first values may extend to large heaps: `conjecture` (`--conjecture`) answers on the assumption that it holds";

fn stopped_at_values(
    summands: &[&dyn ImpartialPosition],
    request: &Request,
    solvers: &[Box<dyn ImpartialSolver + '_>],
    values: &[Nimber],
    stopped: Stopped,
) -> Analysis {
    let known = summands.iter().zip(values);
    let mut explanation: Vec<String> =
        known.map(|(summand, value)| format!("{} has nim-value {}", summand.text(), value.0)).collect();
    if !request.conjecture && solvers.iter().any(|solver| solver.may_assume_patterns()) {
        explanation.push(SUGGESTION.to_owned());
    }
    Analysis {
        explanation,
        ..Analysis::unknown(Play::Normal, method_of(summands, request, solvers), stopped)
    }
}

/// Returns the theorems if they gave all values, and otherwise the search.
fn method_of(
    summands: &[&dyn ImpartialPosition],
    request: &Request,
    solvers: &[Box<dyn ImpartialSolver + '_>],
) -> Method {
    let nodes = solvers.iter().map(|solver| solver.nodes()).sum();
    let all_known = || summands.iter().all(|summand| summand.value_by_theorem().is_some());
    if request.theorems == Theorems::Use && all_known() {
        let of_sum = (summands.len() > 1).then(|| "Sprague 1935, Grundy 1939".to_owned());
        let theorems = summands.iter().filter_map(|summand| summand.theorem(Play::Normal));
        // A position without components has a known value, but no theorem gives it.
        if let Some(name) = MethodName::joined(theorems.chain(of_sum)) {
            return Method { kind: MethodKind::Theorem, name, nodes };
        }
    }
    match solvers.iter().any(|solver| solver.uses_couples()) {
        true => Method::search("Sprague-Grundy values by couples of components and nimbers", nodes),
        false => Method::search("Sprague-Grundy values", nodes),
    }
}

fn explain_values(
    summands: &[&dyn ImpartialPosition],
    request: &Request,
    solvers: &mut [Box<dyn ImpartialSolver + '_>],
    values: &[Nimber],
    total: Nimber,
) -> Vec<String> {
    let mut lines = Vec::new();
    let is_sum = summands.len() > 1;
    for ((summand, solver), value) in summands.iter().zip(solvers).zip(values) {
        let by_theorem = request.theorems == Theorems::Use && summand.value_by_theorem().is_some();
        if by_theorem && !is_sum {
            lines.extend(summand.explain(Play::Normal, request.detail));
            continue;
        }
        lines.extend(solver.period_in_words());
        lines.extend(
            solver.law().map(|law| format!("{}: proved for every heap by induction", law.statement())),
        );
        if request.detail == Detail::Full && !by_theorem {
            // An explanation that would require its own search is omitted.
            lines.extend(solver.explain().unwrap_or_default());
        }
        if by_theorem {
            lines.extend(summand.explain(Play::Normal, Detail::Brief).into_iter().take(1));
        }
        if is_sum || !by_theorem {
            lines.push(format!("{} has nim-value {}", brief_text(*summand), value.0));
        }
    }
    if is_sum {
        let written: Vec<String> = values.iter().map(|value| value.0.to_string()).collect();
        lines.push(format!("the sum has nim-value {} = {}", written.join(" xor "), total.0));
    }
    if is_sum || request.theorems == Theorems::Ignore || summands[0].value_by_theorem().is_none() {
        lines.push(match total.is_zero() {
            true => {
                "zero: every move changes the nim-value, and the opponent can make it zero again".to_owned()
            }
            false => "not zero: the player to move can make it zero".to_owned(),
        });
    }
    lines
}

/// Returns the position as text, or the game and the number of components if the text would be long.
fn brief_text(position: &dyn ImpartialPosition) -> String {
    match position.component_count() {
        0..=100 => position.text(),
        count => format!("{} with {count} components", position.game_name()),
    }
}
