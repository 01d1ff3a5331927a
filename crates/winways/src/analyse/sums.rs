//! Outcomes by search over sums: for every position in which play ends and the last player is decided, under either play.

use super::analysis::{Analysis, Method, MethodKind, MoveList, listed};
use super::question::{Missing, Question};
use winways_kit::SumSearch;
use winways_rules::Play;
use winways_solve::Stopped;
use winways_values::GameOutcome;

/// The outcome and the winning moves, straight from the rules.
pub(super) fn by_search(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    let summands = question.position.summands().iter().map(|summand| &**summand).collect();
    let Some(search) = SumSearch::new(summands) else {
        return Err("a search over sums: play may cycle, or ends by a goal or points");
    };
    let request = question.request;
    let solved = match search.solve(request.play, request.moves, request.budget, question.observer) {
        Ok(solved) => solved,
        Err(stopped) => {
            return Ok(Analysis::unknown(request.play, method(stopped.nodes), stopped));
        }
    };
    let (moves, stopped) = match solved.moves {
        Ok(found) => {
            let mut moves = MoveList::default();
            for (index, found) in found.into_iter().enumerate() {
                moves.append(listed(index, found));
            }
            moves.listed.truncate(request.moves);
            (Some(moves), None)
        }
        Err(stopped) => (None, Some(Stopped { nodes: solved.nodes, ..stopped })),
    };
    let mut explanation = vec![
        format!("searched: {}, straight from the rules", positions(solved.nodes)),
        reason(solved.outcome, moves.as_ref(), request.play),
    ];
    if request.play == Play::Misere {
        explanation.push(match question.position.impartial() {
            Some(_) => "under misère play nim-values do not decide the outcome of a sum".to_owned(),
            None => "there is no canonical form under misère play: values do not decide the outcome of a sum"
                .to_owned(),
        });
    }
    Ok(Analysis {
        outcome: Some(solved.outcome.into()),
        moves,
        explanation,
        stopped,
        ..Analysis::empty(request.play, method(solved.nodes))
    })
}

fn method(nodes: u64) -> Method {
    Method { kind: MethodKind::Search, name: "outcomes of sums".to_owned(), nodes }
}

fn reason(outcome: GameOutcome, moves: Option<&MoveList>, play: Play) -> String {
    match (outcome, moves) {
        (GameOutcome::Next, Some(moves)) if moves.total == 0 && play == Play::Misere => {
            "no move is left: the other player made the last move and has lost".to_owned()
        }
        (GameOutcome::Next, Some(moves)) => {
            format!("winning moves, after which the opponent has lost: {}", moves.total)
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

/// A number of positions, in words.
fn positions(count: u64) -> String {
    if count == 1 { "1 position".to_owned() } else { format!("{count} positions") }
}
