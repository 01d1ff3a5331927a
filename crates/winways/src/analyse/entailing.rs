//! Positions with entailing and complimenting moves.

use super::analysis::{Analysis, Method, MoveList, listed};
use super::question::{Missing, Question};
use super::value::{LoopyPositionValue, Value, ValueKind};
use winways_entailing::EntailingValue;
use winways_kit::{EntailingPositionSolver, ImpartialPosition, ImpartialSolver};
use winways_rules::{ImpartialOutcome, Play};
use winways_solve::Stopped;

/// The maximum number of components whose values are listed.
const COMPONENTS_EXPLAINED: usize = 12;

const MISSING: Missing = "values of entailing moves";

/// Answers normal play from values, if the position has entailing moves and all its summands are impartial.
pub(super) fn by_entailing_values(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    let request = question.request;
    if request.play == Play::Misere {
        return Err(MISSING);
    }
    let mut sum = Sum::of(question).ok_or(MISSING)?;
    Ok(sum.analysis(question).unwrap_or_else(|stopped| {
        let nodes = sum.nodes();
        Analysis::stopped(Play::Normal, "values of entailing moves", Stopped { nodes, ..stopped })
    }))
}

/// Answers for a single game with entailing moves by a search over sums, the only method for such games under misère play.
pub(super) fn by_search(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "a search over sums of a single game with entailing moves";
    let request = question.request;
    let position = question.position.only().and_then(|only| only.entailing()).ok_or(MISSING)?;
    let name = "sums with entailing moves";
    let found = position.search(request.play, request.moves, request.budget, question.observer);
    let found = match found {
        Ok(found) => found,
        Err(stopped) => return Ok(Analysis::stopped(request.play, name, stopped)),
    };
    Ok(Analysis {
        outcome: Some(found.outcome.into()),
        moves: (!request.outcome_only).then(|| listed(0, found.moves)),
        ..Analysis::empty(request.play, Method::search(name, found.nodes))
    })
}

/// A sum of positions, with a solver for the values of each summand.
struct Sum<'p> {
    summands: Vec<Summand<'p>>,
    /// The index of the summand in which the player to move must move.
    entailed: Option<usize>,
}

enum Summand<'p> {
    Entailing(Box<dyn EntailingPositionSolver + 'p>),
    Plain(&'p dyn ImpartialPosition, Box<dyn ImpartialSolver + 'p>),
}

impl<'p> Sum<'p> {
    /// Returns the sum if some summand has entailing moves and all other summands are impartial.
    fn of(question: &Question<'p, '_>) -> Option<Sum<'p>> {
        let (position, request, observer) = (question.position, question.request, question.observer);
        if !position.summands().iter().any(|summand| summand.entailing().is_some()) {
            return None;
        }
        let mut summands = Vec::new();
        for summand in position.summands() {
            summands.push(match (summand.entailing(), summand.impartial()) {
                (Some(entailing), _) => Summand::Entailing(entailing.solver(request.budget, observer)),
                (None, Some(plain)) => {
                    Summand::Plain(plain, plain.solver(request.theorems, request.budget, observer))
                }
                (None, None) => return None,
            });
        }
        Some(Sum { summands, entailed: position.entailed() })
    }

    fn nodes(&self) -> u64 {
        let nodes = self.summands.iter().map(|summand| match summand {
            Summand::Entailing(solver) => solver.nodes(),
            Summand::Plain(_, solver) => solver.nodes(),
        });
        nodes.sum()
    }

    fn analysis(&mut self, question: &Question<'_, '_>) -> Result<Analysis, Stopped> {
        let request = question.request;
        let mut values = Vec::new();
        for summand in &mut self.summands {
            values.push(summand.free_value()?);
        }
        let total: EntailingValue = values.iter().copied().sum();
        let (wins, value) = match self.entailed {
            Some(entailed) => (self.summands[entailed].wins_by_answer(total)?, None),
            None => (total != EntailingValue::ZERO, Some(total)),
        };
        let mut analysis = Analysis {
            outcome: Some(ImpartialOutcome::next_if(wins).into()),
            value: value.map(in_answer),
            explanation: self.explanation(total, wins)?,
            ..Analysis::empty(Play::Normal, Method::search("values of entailing moves", self.nodes()))
        };
        if request.outcome_only {
            return Ok(analysis);
        }
        let mut moves = MoveList::default();
        if wins {
            match self.winning_moves(&values, request.moves, &mut moves) {
                Ok(()) => {}
                Err(stopped) => {
                    analysis.stopped = Some(stopped);
                    return Ok(analysis);
                }
            }
        }
        analysis.moves = Some(moves);
        analysis.method.nodes = self.nodes();
        Ok(analysis)
    }

    /// Adds the winning moves of a position that the player to move wins.
    fn winning_moves(
        &mut self,
        values: &[EntailingValue],
        limit: usize,
        moves: &mut MoveList,
    ) -> Result<(), Stopped> {
        for index in self.entailed.map_or(0..values.len(), |index| index..index + 1) {
            let others = values.iter().enumerate().filter(|(other, _)| *other != index);
            let others: EntailingValue = others.map(|(_, value)| *value).sum();
            let limit = limit - moves.listed.len();
            match &mut self.summands[index] {
                Summand::Entailing(solver) => {
                    moves.append(listed(index, solver.winning_moves(others, limit)?));
                }
                // A move that leaves a loony summand loses.
                Summand::Plain(_, solver) => {
                    if let EntailingValue::Nimber(total) = others + values[index] {
                        moves.append(listed(index, solver.moves_that_change_value_by(total, limit)?));
                    }
                }
            }
        }
        Ok(())
    }

    /// Lists the values of the components, followed by a sentence about their sum.
    fn explanation(&mut self, total: EntailingValue, wins: bool) -> Result<Vec<String>, Stopped> {
        let is_entailed = self.entailed.is_some();
        let result = if wins { "some move there wins" } else { "every move there loses" };
        let mut texts = Vec::new();
        for summand in &mut self.summands {
            match summand {
                Summand::Entailing(solver) => {
                    for (text, value) in solver.values()? {
                        let verb = if value.is_loony() { "is" } else { "has" };
                        texts.push(format!("{text} {verb} {value}"));
                    }
                }
                Summand::Plain(position, solver) => {
                    texts.push(format!("{} has {}", position.text(), solver.value()?));
                }
            }
        }
        let count = texts.len();
        texts.truncate(COMPONENTS_EXPLAINED);
        let more = if count > texts.len() { ", ..." } else { "" };
        let mut lines = Vec::new();
        if count > 0 {
            lines.push(format!("the values: {}{more}", texts.join(", ")));
        }
        lines.push(match (is_entailed, total) {
            (true, EntailingValue::Loony) => {
                format!("the player to move must move in one component, and another one is loony: {result}")
            }
            (true, rest) => {
                format!("the player to move must move in one component; the others have {rest}: {result}")
            }
            (false, EntailingValue::Loony) => {
                "with a loony component, the player to move wins every sum".to_owned()
            }
            (false, EntailingValue::ZERO) => "the nim-sum is zero: every move loses".to_owned(),
            (false, EntailingValue::Nimber(nimber)) => {
                format!("the nim-sum is {nimber}, not zero: the player to move wins")
            }
        });
        Ok(lines)
    }
}

impl Summand<'_> {
    /// Returns the sum of the values of all components except the component in which the player to move must move.
    fn free_value(&mut self) -> Result<EntailingValue, Stopped> {
        match self {
            Summand::Entailing(solver) => solver.free_value(),
            Summand::Plain(_, solver) => solver.value().map(EntailingValue::Nimber),
        }
    }

    fn wins_by_answer(&mut self, rest: EntailingValue) -> Result<bool, Stopped> {
        match self {
            Summand::Entailing(solver) => solver.wins_by_answer(rest),
            Summand::Plain(..) => Ok(false),
        }
    }
}

fn in_answer(value: EntailingValue) -> Value {
    match value {
        EntailingValue::Nimber(nimber) => Value::Nimber(nimber),
        EntailingValue::Loony => Value::Loopy(LoopyPositionValue {
            text: value.to_string(),
            latex: value.latex(),
            kind: ValueKind::Loony,
            sides: None,
        }),
    }
}
